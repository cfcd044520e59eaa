"""Connects to a live server: events in the order of their coming, and an acknowledgement for every command."""

from __future__ import annotations

import asyncio
import logging
from importlib.util import find_spec
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from duskfall.errors import Malformed, Refusal, Refused

CONNECT_S: Final = 10.0
ANSWER_S: Final = 30.0
"""Seconds that the server has for an acknowledgement before the connection counts as lost."""

_LIBRARY_LOG: Final = logging.getLogger("duskfall.online.library")
_LIBRARY_LOG.setLevel(logging.CRITICAL)  # it calls every lost connection an error; we tell the author ourselves

Heard: TypeAlias = tuple[str, tuple[Any, ...]]
"""An event of the server and its arguments."""


class Lost(ConnectionError):
    """The connection has ended."""


class Connection:
    """A Socket.IO connection that is used once: after it has ended, a new one is opened."""

    def __init__(self) -> None:
        # The library takes long to import, and only bots that play online need it.
        import socketio  # noqa: PLC0415

        # Its own reconnecting stops when the server closes the connection, as a server that restarts does.
        self._client = socketio.AsyncClient(
            reconnection=False, handle_sigint=False, logger=_LIBRARY_LOG, engineio_logger=_LIBRARY_LOG
        )
        self._failure: type[Exception] = socketio.exceptions.SocketIOError
        self._heard: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._latest: dict[str, tuple[Any, ...]] = {}
        self._waiting: set[asyncio.Future[dict[str, Any]]] = set()
        self._client.on("*", self._hear)
        self._client.on("disconnect", self._end)

    def _hear(self, event: str, *arguments: Any) -> None:
        # Nothing is awaited here, so that events stay in the order in which they came.
        self._heard.put_nowait((event, arguments))
        self._latest[event] = arguments

    def _end(self, *_: Any) -> None:
        self._heard.put_nowait(None)
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(Lost("the connection has ended"))
                answer.exception()  # marks it as read: asyncio would complain if no task waits for it
        self._waiting.clear()

    async def open(self, url: str, dialect: str, transports: list[str] | None = None) -> None:
        """Connects, and asks for detailed updates in a dialect."""
        try:
            await self._client.connect(server_url(url, dialect), transports=transports, wait_timeout=CONNECT_S)
        except (self._failure, OSError) as error:
            await self.close()
            raise Lost(str(error)) from error

    async def close(self) -> None:
        """Closes the connection."""
        await self._client.disconnect()

    async def hear(self) -> Heard:
        """Returns the next event; raises `Lost` after the last one, when the connection has ended."""
        heard = await self._heard.get()
        if heard is None:
            self._heard.put_nowait(None)
            raise Lost("the connection has ended")
        return heard

    def latest(self, event: str) -> tuple[Any, ...]:
        """Returns the arguments of the newest event of this name, also before `hear` comes to it; none if none came."""
        return self._latest.get(event, ())

    async def say(self, event: str, *arguments: Any) -> asyncio.Future[dict[str, Any]]:
        """Sends an event and returns the future of its acknowledgement. Events arrive in the order of sending."""
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting.add(answer)
        answer.add_done_callback(self._waiting.discard)

        def take(reply: dict[str, Any]) -> None:
            if not answer.done():
                answer.set_result(reply)

        try:
            await self._client.emit(event, arguments, callback=take)
        except self._failure as error:
            answer.cancel()
            raise Lost(str(error)) from error
        return answer

    async def ask(self, event: str, *arguments: Any) -> dict[str, Any]:
        """Sends an event and waits for its acknowledgement; raises `Refused` if the server refuses."""
        return await accepted(event, await self.say(event, *arguments))


async def accepted(what: object, answer: asyncio.Future[dict[str, Any]]) -> dict[str, Any]:
    """Waits for an acknowledgement; raises the server's refusal if the command was not accepted."""
    try:
        async with asyncio.timeout(ANSWER_S):  # wait_for of Python 3.11 may swallow a cancellation
            reply = await answer
    except TimeoutError as error:
        raise Lost(f"no answer to {what} in {ANSWER_S:g} seconds") from error
    if not reply.get("ok"):
        raise refusal_of(what, reply)
    return reply


def refusal_of(what: object, reply: dict[str, Any]) -> Refused:
    """Turns a refusal of the server into an exception.

    >>> str(refusal_of("attack", {"ok": False, "code": "OFF_MAP", "message": "tile 900: not on the map"}))
    'attack: tile 900: not on the map'
    >>> str(refusal_of("join_private", {"code": "MALFORMED", "message": "join_private: room: too long"}))
    'join_private: room: too long'
    """
    code = str(reply.get("code"))
    reason = str(reply.get("message", code)).removeprefix(f"{what}: ")
    return Refused(Refusal(code) if code in set(Refusal) else Refusal.FAULT, what, reason)


def server_url(url: str, dialect: str) -> str:
    """Returns the address that asks for detailed updates in a dialect.

    >>> server_url("http://localhost:8080", "splice")
    'http://localhost:8080/?diff=splice&more=1'
    >>> server_url("localhost:8080", "splice")
    Traceback (most recent call last):
    duskfall.errors.Malformed: localhost:8080: not the address of a server; write http://host:port
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https", "ws", "wss"} or not parts.netloc:
        raise Malformed(url, "not the address of a server", "write http://host:port")
    query = "&".join(filter(None, (parts.query, f"diff={dialect}", "more=1")))
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", query, ""))


def check_online() -> None:
    """Refuses to play online where the library that carries connections is not installed."""
    if find_spec("aiohttp") is None:
        raise Refused(
            Refusal.IMPOSSIBLE,
            "playing online",
            "the package aiohttp is not installed",
            "pip install 'duskfall[online]'",
        )
