"""Serves Socket.IO: python-socketio, with each event handed over in the order of arrival."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final, Generic, Protocol, TypeVar
from urllib.parse import parse_qs

import socketio

from duskfall.errors import Refused
from duskfall.protocol.fog.updates import UpdateStream
from duskfall.protocol.messages import Notice
from duskfall.protocol.patches import dialect_of, unknown_dialect
from duskfall.server.settings import Settings
from duskfall.server.transport.addresses import address_of
from duskfall.server.transport.connection import EVENT_CHARACTERS, Connection, Socket
from duskfall.server.transport.encoding import CompactJson
from duskfall.server.transport.engine_sockets import EngineSocket
from duskfall.server.transport.fast_frames import FastSocket
from duskfall.server.transport.rate_limits import RateLimits

PATH: Final = "/socket.io"

_log = logging.getLogger(__name__)

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]

C = TypeVar("C", bound=Connection)

_PACKET_KINDS: Final = frozenset("0123456")
"""The first characters that a text of Engine.IO may have."""

_BINARY_KINDS: Final = frozenset("56")
"""The first characters of events and acknowledgements of Socket.IO that announce attachments."""


class ConnectionHandler(Protocol[C]):
    """Names what the transport asks of the lobby."""

    rate_limits: RateLimits

    @property
    def connections(self) -> Mapping[str, C]:
        """Give the connections that stand, by their Socket.IO ids."""

    def connect(self, sid: str, socket: Socket, updates: UpdateStream, address: str) -> C:
        """Take a new connection."""

    def disconnect(self, connection: C) -> None:
        """Let a connection go that has ended."""

    def receive(self, connection: C, event: object, arguments: list[Any], number: int | None) -> None:
        """Take an event; its acknowledgement, if one is wanted, has this number."""


class _NoTracebacks(logging.Filter):
    """Drops the tracebacks that the library writes for malformed packets; a line for each is enough."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = record.exc_text = None
        return True


def quiet_logger() -> logging.Logger:
    """Give the logger of the library. Our own faults are caught, and logged elsewhere, before they get there."""
    logger = logging.getLogger("duskfall.server.socketio")
    logger.setLevel(logging.ERROR)
    if not logger.filters:
        logger.addFilter(_NoTracebacks())
    return logger


def _address(environ: dict[str, Any]) -> str:
    """Give the network address of a client. Not REMOTE_ADDR: the library writes 127.0.0.1 there for everyone."""
    return address_of(environ["asgi.scope"])


class SocketServer(socketio.AsyncServer, Generic[C]):  # type: ignore[misc]  # the library has no types
    """Is the Socket.IO server whose events all go to one handler, one after the other."""

    def __init__(self, handler: ConnectionHandler[C], settings: Settings) -> None:
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
        self._handler = handler
        self._limits = settings.limits
        self._socket_class = FastSocket if settings.fast_frames else EngineSocket
        self._silent: dict[str, float] = {}
        """Engine.IO connections on which Socket.IO is not spoken, and since when."""
        self.on("connect", self._connected)
        self.on("disconnect", self._disconnected)

    # Connections

    async def _connected(self, sid: str, environ: dict[str, Any], auth: object = None) -> None:
        del auth
        address = _address(environ)
        try:
            self._handler.rate_limits.admit(address)
        except Refused as refused:
            raise socketio.exceptions.ConnectionRefusedError(str(refused)) from None
        query = parse_qs(environ.get("QUERY_STRING", ""), keep_blank_values=True)
        eio_sid = self.manager.eio_sid_from_sid(sid, "/")
        self._silent.pop(eio_sid, None)
        socket = self.eio.sockets[eio_sid]
        updates = UpdateStream(dialect_of(query), detailed="1" in query.get("more", ()))
        connection = socket.connection = self._handler.connect(sid, socket, updates, address)
        if (unknown := unknown_dialect(query)) is not None:
            notice = Notice(str(unknown.code), f"{unknown}; changes come as {updates.dialect}")
            asyncio.get_running_loop().call_soon(connection.send, notice)  # behind the library's answer

    async def _disconnected(self, sid: str, reason: object = None) -> None:
        del reason
        eio_sid = self.manager.eio_sid_from_sid(sid, "/")
        self._silent[eio_sid] = asyncio.get_running_loop().time()
        self.eio.sockets[eio_sid].connection = None
        connection = self._handler.connections.get(sid)
        if connection is not None:
            self._handler.disconnect(connection)

    async def _handle_eio_connect(self, eio_sid: str, environ: dict[str, Any]) -> str | None:
        """Take a connection of Engine.IO; a text is the reason why not.

        The library cannot be told of a socket class of one's own, so the new socket changes its class.
        """
        try:
            self._handler.rate_limits.new_connection(_address(environ))
        except Refused as refused:
            return str(refused)
        socket = self.eio.sockets[eio_sid]
        socket.__class__ = self._socket_class
        socket.handle_event = self._handler.receive
        socket.rate_limits = self._handler.rate_limits
        self._silent[eio_sid] = asyncio.get_running_loop().time()
        await super()._handle_eio_connect(eio_sid, environ)
        return None

    async def _handle_eio_disconnect(self, eio_sid: str, reason: object) -> None:
        await super()._handle_eio_disconnect(eio_sid, reason)
        self._silent.pop(eio_sid, None)

    async def drop_silent(self, now: float) -> None:
        """End connections that have stood for long without being used, since no other limit counts them."""
        for eio_sid, since in list(self._silent.items()):
            if now - since > self._limits.silent_s:
                del self._silent[eio_sid]
                await self._drop_engine(eio_sid)

    def cut_off_unread(self) -> None:
        """End the connections with the most that was not read, where those of one address have too much of it."""
        waiting = defaultdict[str, list[Connection]](list)
        for connection in self._handler.connections.values():
            if connection.unread:
                waiting[connection.address].append(connection)
        for slow in waiting.values():
            total = sum(each.unread for each in slow)
            for each in sorted(slow, key=lambda each: each.unread, reverse=True):
                if total <= self._limits.unread_bytes_an_address:
                    break
                total -= each.unread
                each.cut_off()

    async def drop(self, connection: Connection) -> None:
        """End a connection."""
        eio_sid = self.manager.eio_sid_from_sid(connection.sid, "/")
        if eio_sid is not None:
            await self._drop_engine(eio_sid)

    async def _drop_engine(self, eio_sid: str) -> None:
        """End a connection by its Engine.IO id, without waiting for what it has not read."""
        socket = self.eio.sockets.get(eio_sid)
        if socket is not None:
            await socket.close(wait=False, reason=self.eio.reason.SERVER_DISCONNECT)

    # Events

    async def _handle_event(self, eio_sid: str, namespace: str | None, id: int | None, data: object) -> None:  # noqa: A002
        """Hand over an event at once: no task of its own that another could overtake, and no answer to wait for."""
        sender = self._handler.connections.get(self.manager.sid_from_eio_sid(eio_sid, namespace or "/"))
        if sender is not None and isinstance(data, list) and data:
            self._handler.receive(sender, data[0], data[1:], id)
        else:
            raise ValueError("an event without a name, or of a namespace that does not exist")

    async def _handle_eio_message(self, eio_sid: str, data: object) -> None:
        """Read a packet; a client who sends a malformed one is disconnected."""
        socket = self.eio.sockets.get(eio_sid)
        if eio_sid not in self.environ or socket is None or socket.dropped:
            return  # it was disconnected before; a packet now would leave traces in the library for good
        if not isinstance(data, str) or data[:1] in _BINARY_KINDS:
            # No event takes attachments, and the library would keep them until the announced number is reached.
            await self._drop_engine(eio_sid)
            return
        if len(data) > EVENT_CHARACTERS and socket.connection is not None:
            socket.connection.uncounted += len(data) // EVENT_CHARACTERS
        try:
            await super()._handle_eio_message(eio_sid, data)
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            _log.info("a malformed packet: %s", type(error).__name__)
            await self._drop_engine(eio_sid)


class PacketFilter:
    """Turns away requests and frames before the library that it would fail on."""

    def __init__(self, inner: Application) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on but malformed packets."""
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
        except Exception as error:  # noqa: BLE001  # events were handled before; this is about requests and frames
            _log.info("a request that Socket.IO cannot take: %r", error)
            if scope["type"] == "http" and not answered:
                await _refuse(send)


async def _refuse(send: Send) -> None:
    await send({"type": "http.response.start", "status": 400, "headers": []})
    await send({"type": "http.response.body", "body": b"this is no request that sockets can take"})
