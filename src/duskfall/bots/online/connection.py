"""One connection to a live server: what it says, in order, and an answer to whatever is asked."""

from __future__ import annotations

import asyncio
from importlib.util import find_spec
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit, urlunsplit

from duskfall.errors import Malformed, Refusal, Refused

CONNECT_S: Final = 10.0
ANSWER_S: Final = 30.0
"""Seconds that the server has for an acknowledgement before we take the connection for dead."""

Heard: TypeAlias = tuple[str, tuple[Any, ...]]
"""An event of the server's and its arguments."""


class Lost(ConnectionError):
    """The connection has ended."""


class Connection:
    """A Socket.IO connection that says so when it ends; whoever wants another opens another."""

    def __init__(self) -> None:
        # The library takes long to import, and only those who play online need it.
        import socketio  # noqa: PLC0415

        # Its own reconnecting stops when the server ends the connection in order, as one that restarts does.
        self._client = socketio.AsyncClient(reconnection=False, handle_sigint=False)
        self._failure: type[Exception] = socketio.exceptions.SocketIOError
        self._heard: asyncio.Queue[Heard | None] = asyncio.Queue()
        self._waiting: set[asyncio.Future[dict[str, Any]]] = set()
        self._client.on("*", self._hear)
        self._client.on("disconnect", self._end)

    def _hear(self, event: str, *arguments: Any) -> None:
        # Nothing is awaited here, so that events stay in the order in which they came.
        self._heard.put_nowait((event, arguments))

    def _end(self, *_: Any) -> None:
        self._heard.put_nowait(None)
        for answer in self._waiting:
            if not answer.done():
                answer.set_exception(Lost("the connection has ended"))
                answer.exception()  # nobody may be waiting for it, which is nothing to complain about
        self._waiting.clear()

    async def open(self, url: str, dialect: str, transports: list[str] | None = None) -> None:
        """Connect, and say which dialect the updates shall be in."""
        try:
            await self._client.connect(dialect_url(url, dialect), transports=transports, wait_timeout=CONNECT_S)
        except (self._failure, OSError) as error:
            await self.close()
            raise Lost(str(error)) from error

    async def close(self) -> None:
        """Leave in order."""
        await self._client.disconnect()

    async def hear(self) -> Heard:
        """The next event; `Lost` when the connection has ended and everything before that was heard."""
        heard = await self._heard.get()
        if heard is None:
            self._heard.put_nowait(None)
            raise Lost("the connection has ended")
        return heard

    async def say(self, event: str, *arguments: Any) -> asyncio.Future[dict[str, Any]]:
        """Send an event at once; its answer comes later. What is said first arrives first."""
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
        """Send an event and wait for its answer; `Refused` if the server refuses."""
        return await accepted(event, await self.say(event, *arguments))


async def accepted(what: object, answer: asyncio.Future[dict[str, Any]]) -> dict[str, Any]:
    """The answer to what was said, if it was accepted; else a refusal in the server's words."""
    try:
        async with asyncio.timeout(ANSWER_S):  # wait_for of Python 3.11 may swallow that somebody cancels us
            reply = await answer
    except TimeoutError as error:
        raise Lost(f"no answer to {what} in {ANSWER_S:g} seconds") from error
    if not reply.get("ok"):
        raise refusal_of(what, reply)
    return reply


def refusal_of(what: object, reply: dict[str, Any]) -> Refused:
    """A refusal of the server's as one of ours.

    >>> str(refusal_of("attack", {"ok": False, "code": "OFF_MAP", "message": "tile 900: not on the map"}))
    'attack: tile 900: not on the map'
    """
    code = str(reply.get("code"))
    return Refused(Refusal(code) if code in set(Refusal) else Refusal.FAULT, what, str(reply.get("message", code)))


def dialect_url(url: str, dialect: str) -> str:
    """The address with the dialect in it.

    >>> dialect_url("http://localhost:8080", "splice")
    'http://localhost:8080/?diff=splice'
    >>> dialect_url("localhost:8080", "splice")
    Traceback (most recent call last):
    duskfall.errors.Malformed: localhost:8080: not the address of a server; write http://host:port
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https", "ws", "wss"} or not parts.netloc:
        raise Malformed(url, "not the address of a server", "write http://host:port")
    query = "&".join(filter(None, (parts.query, f"diff={dialect}")))
    return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", query, ""))


def check_online() -> None:
    """Refuse in words when the library that carries connections is not there."""
    if find_spec("aiohttp") is None:
        raise Refused(
            Refusal.IMPOSSIBLE,
            "playing online",
            "the package aiohttp is not installed",
            "pip install 'duskfall[online]'",
        )
