"""The sockets: python-socketio with one entrance of our own.

So events are taken in the order of their arrival, and nothing is sent that was not sealed.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final
from urllib.parse import parse_qs

import socketio

from duskfall.errors import Refused
from duskfall.server.lobby.dispatcher import Dispatcher
from duskfall.server.lobby.lobby import Lobby
from duskfall.server.settings import Settings
from duskfall.server.transport.connection import Connection
from duskfall.server.transport.encoding import CompactJson, dialect_of, read_event
from duskfall.server.transport.fast_sockets import FastSocket

PATH: Final = "/socket.io"

_log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

_PACKET_KINDS: Final = frozenset("0123456")
"""What a text of Engine.IO begins with."""

_BINARY_KINDS: Final = frozenset("56")
"""What events and acknowledgements of Socket.IO that announce attachments begin with."""


class _OneLine(logging.Filter):
    """The library writes a traceback for each malformed packet; what a stranger sends is worth a line at most."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


def quiet_logger() -> logging.Logger:
    """Where the library writes. Our own faults are caught, and written elsewhere, before they get there."""
    logger = logging.getLogger("duskfall.server.socketio")
    logger.setLevel(logging.ERROR)
    if not logger.filters:
        logger.addFilter(_OneLine())
    return logger


def _address(environ: dict[str, Any]) -> str:
    """The network address of a client. Not REMOTE_ADDR: the library writes 127.0.0.1 there, whoever it is."""
    return str((environ["asgi.scope"].get("client") or ["?"])[0])


class Sockets(socketio.AsyncServer):  # type: ignore[misc]  # the library has no types
    """Socket.IO whose events all go to the house, one after the other."""

    def __init__(self, house: Lobby, settings: Settings) -> None:
        origins: Any = "*" if "*" in settings.origins else list(settings.origins)
        super().__init__(
            async_mode="asgi",
            json=CompactJson,
            async_handlers=False,
            logger=quiet_logger(),
            engineio_logger=quiet_logger(),
            cors_allowed_origins=origins or None,
            max_http_buffer_size=settings.limits.message_bytes,
            ping_interval=20,
            ping_timeout=20,
        )
        self._house = house
        self._entrance = Dispatcher(house)
        self._limits = settings.limits
        self._silent: dict[str, float] = {}
        """Connections of the engine that nobody speaks Socket.IO through, and since when."""
        self.on("connect", self._connected)
        self.on("disconnect", self._disconnected)

    async def _connected(self, sid: str, environ: dict[str, Any], auth: object = None) -> None:
        del auth
        address = _address(environ)
        try:
            self._house.guard.admit(address)
        except Refused as refused:
            raise socketio.exceptions.ConnectionRefusedError(str(refused)) from None
        query = parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
        eio_sid = self.manager.eio_sid_from_sid(sid, "/")
        self._silent.pop(eio_sid, None)
        socket = self.eio.sockets[eio_sid]
        socket.line = Connection(sid, socket, dialect_of(query), address, self._limits)
        self._house.connect(socket.line)

    async def _disconnected(self, sid: str, reason: object = None) -> None:
        del reason
        eio_sid = self.manager.eio_sid_from_sid(sid, "/")
        self._silent[eio_sid] = asyncio.get_running_loop().time()
        self.eio.sockets[eio_sid].line = None
        line = self._house.lines.get(sid)
        if line is not None:
            self._house.disconnect(line)

    async def _handle_eio_connect(self, eio_sid: str, environ: dict[str, Any]) -> str | None:
        """Take a connection of the engine; a text is the reason why not.

        The library has no door for a socket class of one's own, so the new socket changes its.
        """
        try:
            self._house.guard.knock(_address(environ))
        except Refused as refused:
            return str(refused)
        socket = self.eio.sockets[eio_sid]
        socket.__class__ = FastSocket
        socket.taker = self._take
        self._silent[eio_sid] = asyncio.get_running_loop().time()
        await super()._handle_eio_connect(eio_sid, environ)
        return None

    async def _handle_eio_disconnect(self, eio_sid: str, reason: object) -> None:
        await super()._handle_eio_disconnect(eio_sid, reason)
        self._silent.pop(eio_sid, None)

    async def drop_silent(self, now: float) -> None:
        """End connections that have stood for long without being used, for no other limit counts them."""
        for eio_sid, since in list(self._silent.items()):
            if now - since > self._limits.silent_s:
                del self._silent[eio_sid]
                await self.drop_engine(eio_sid)

    def _take(self, line: Connection, text: str) -> bool:
        """Take an event at once; false if it is none that can be read, or not one for us."""
        event = read_event(text)
        if event is None or line.sid not in self._house.lines:
            return False
        self._entrance.receive(line, *event)
        return True

    async def _handle_event(self, eio_sid: str, namespace: str | None, id: int | None, data: object) -> None:  # noqa: A002
        """Take an event at once: no task of its own that another could overtake, and no answer that is waited for."""
        line = self._house.lines.get(self.manager.sid_from_eio_sid(eio_sid, namespace or "/"))
        if line is not None and isinstance(data, list) and data:
            self._entrance.receive(line, data[0], data[1:], id)

    async def _handle_eio_message(self, eio_sid: str, data: object) -> None:
        """Read a packet; whoever sends what is none is let go."""
        if eio_sid not in self.environ:
            return  # it was let go before; a packet now would leave traces in the library for good
        if not isinstance(data, str) or data[:1] in _BINARY_KINDS:
            # No event takes any, and the library would keep what is attached until the announced number is reached.
            await self.drop_engine(eio_sid)
            return
        try:
            await super()._handle_eio_message(eio_sid, data)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            _log.info("a malformed packet: %s", type(error).__name__)
            await self.drop_engine(eio_sid)

    async def drop(self, line: Connection) -> None:
        """End a connection."""
        eio_sid = self.manager.eio_sid_from_sid(line.sid, "/")
        if eio_sid is not None:
            await self.drop_engine(eio_sid)

    async def drop_engine(self, eio_sid: str) -> None:
        """End a connection by its engine's name, without waiting for what it has not read."""
        socket = self.eio.sockets.get(eio_sid)
        if socket is not None:
            await socket.close(wait=False, reason=self.eio.reason.SERVER_DISCONNECT)


class PacketFilter:
    """Stands before the sockets and turns away what the library would stumble over."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but messages that are none."""
        if scope["type"] not in ("http", "websocket") or not scope["path"].startswith(PATH):
            await self._inner(scope, receive, send)
            return
        if scope["type"] == "http" and b"websocket" in parse_qs(scope["query_string"]).get(b"transport", ()):
            await _refuse(send)  # the library would take it for a WebSocket by its other header, and answer nothing
            return
        answered = False

        async def checked() -> MutableMapping[str, Any]:
            message = await receive()
            if message["type"] == "websocket.receive":
                text = message.get("text")
                if text is not None and text[:1] not in _PACKET_KINDS:
                    return {"type": "websocket.disconnect", "code": 1008}
            return message

        async def noted(message: MutableMapping[str, Any]) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await self._inner(scope, checked, noted if scope["type"] == "http" else send)
        except Exception as error:  # noqa: BLE001  # events have been taken before; this is about requests and frames
            _log.info("a request that the sockets cannot take: %r", error)
            if scope["type"] == "http" and not answered:
                await _refuse(send)


async def _refuse(send: Send) -> None:
    await send({"type": "http.response.start", "status": 400, "headers": []})
    await send({"type": "http.response.body", "body": b"this is no request that sockets can take"})
