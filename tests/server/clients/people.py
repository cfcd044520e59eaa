"""People at the other end of a connection: a plain python-socketio client that writes down what it hears, in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, Final

import socketio

PATIENCE_S: Final = 60
"""Seconds after which a test that waits for something fails."""

_numbers = count(1)


def new_name(word: str) -> str:
    """A name or a room that no other test has."""
    return f"{word} {next(_numbers)}"


class Person:
    """A client; `heard` has every event and every acknowledgement in the order of their coming."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name or new_name("Person")
        self.user = f"secret of {self.name}"
        self.heard: list[tuple[str, Any]] = []
        self.client = socketio.AsyncClient(reconnection=False, handle_sigint=False)
        self.client.on("*", self._hear)
        self.client.on("disconnect", lambda *_: self._hear("disconnect"))
        self.seat = -1
        self._changed = asyncio.Event()

    def _hear(self, event: str, *arguments: Any) -> None:
        self.heard.append((event, arguments[0] if arguments else None))
        self._changed.set()

    async def connect(self, url: str, *transports: str) -> None:
        """Connect, by polling first if nothing else is said."""
        await self.client.connect(url, transports=list(transports) or None, wait_timeout=PATIENCE_S)

    async def ask(self, event: str, *arguments: Any) -> dict[str, Any]:
        """Send an event; gives its acknowledgement."""
        reply: dict[str, Any] = await self.client.call(event, arguments, timeout=PATIENCE_S)
        return reply

    async def do(self, event: str, *arguments: Any) -> dict[str, Any]:
        """Send an event that has to be accepted."""
        reply = await self.ask(event, *arguments)
        assert reply["ok"], (event, arguments, reply)
        return reply

    async def say(self, event: str, *arguments: Any) -> None:
        """Send an event; its acknowledgement is written down where it comes."""
        await self.client.emit(event, arguments, callback=lambda reply: self._hear(f"ack {event}", reply))

    async def join(self, room: str) -> int:
        """Take a seat."""
        await self.do("set_username", self.user, self.name)
        self.seat = int((await self.do("join_private", room, self.user))["playerIndex"])
        return self.seat

    def all(self, event: str) -> list[Any]:
        """What was heard under a name so far."""
        return [payload for name, payload in self.heard if name == event]

    async def until(self, met: Callable[[], Any]) -> Any:
        """Wait until something is true; gives it."""
        async with asyncio.timeout(PATIENCE_S):
            while not (answer := met()):
                self._changed.clear()
                await self._changed.wait()
        return answer

    async def hears(self, event: str, times: int = 1) -> Any:
        """Wait until something has been heard so many times; gives the last."""
        await self.until(lambda: len(self.all(event)) >= times)
        return self.all(event)[times - 1]


@asynccontextmanager
async def connected(url: str, *people: Person, transport: str = "websocket") -> AsyncIterator[None]:
    """Let people connect, and leave at the end."""
    try:
        for person in people:
            await person.connect(url, transport)
        yield
    finally:
        for person in people:
            await person.client.disconnect()
