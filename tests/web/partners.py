"""People without a browser, whom visitors meet on the server: they open rooms, talk, and give up."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from itertools import count
from threading import Thread
from typing import Any, TypeVar

from tests.server.clients.people import PATIENCE_S, Person
from tests.web.welten_games import SKIRMISH

T = TypeVar("T")

_rooms = count(1)


def room_name() -> str:
    """A room that nobody has been in."""
    return f"saal-{next(_rooms)}"


class Partners:
    """Connects partners, and sends their commands from a thread of its own: playwright's loop runs in this one."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._people: list[Person] = []
        self.seated: dict[str, list[Person]] = {}
        """Who has a seat in which room, in the order of their coming."""

    def close(self) -> None:
        """Let everyone leave."""
        for person in self._people:
            self._run(person.client.disconnect())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    def invite(self) -> Person:
        """Connect somebody new."""

        async def connect() -> Person:
            person = Person()
            await person.connect(self._address, "websocket")
            await person.do("set_username", person.user, person.name)
            return person

        self._people.append(self._run(connect()))
        return self._people[-1]

    def do(self, person: Person, event: str, *arguments: Any) -> dict[str, Any]:
        """Send a command that has to be accepted; gives its acknowledgement."""
        return self._run(person.do(event, *arguments))

    def in_fog_room(self, room: str) -> Person:
        """Somebody new in a room of Fog of War, which is for two if they are the first in it."""
        person = self.invite()
        if self.do(person, "join_private", room, person.user)["playerIndex"] == 0:
            self.do(person, "set_options", room, {"players": 2})
        self.seated.setdefault(room, []).append(person)
        return person

    def fog_duel(self) -> str:
        """A game of two partners; gives its room."""
        room = room_name()
        for _ in range(2):
            self.in_fog_room(room)
        return room

    def give_up(self, room: str) -> None:
        """End a game of Fog of War: who came last to its room gives it up."""
        person = self.seated[room][-1]
        self.do(person, "surrender")
        self._run(person.hears("game_end"))

    def welten_duel(self) -> str:
        """A game of two partners, Eldoin first; gives its room."""
        room = room_name()
        self.in_welten_room(room, side="eldoin")
        self.in_welten_room(room)
        return room

    def in_welten_room(self, room: str, **options: Any) -> Person:
        """Somebody new in a room of Weltendämmerung."""
        person = self.invite()
        self.do(person, "welten_join", room, person.user, {"scenario": SKIRMISH, **options} if options else {})
        self.seated.setdefault(room, []).append(person)
        return person

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)


@contextmanager
def partners(address: str) -> Iterator[Partners]:
    """Partners for as long as they are needed."""
    there = Partners(address)
    try:
        yield there
    finally:
        there.close()
