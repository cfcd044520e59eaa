"""Brings unfinished matches back after a restart of the server, and keeps damaged ones for repair.

The server opens their rooms at once and plays no match again before somebody needs it: so it is ready as soon as
without them. A match is played again in a thread, so that no other match has to wait for it.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Iterable, MutableMapping
from typing import Any, Final, TypeAlias

from sqlalchemy.exc import DBAPIError

from duskfall.errors import Refusal, Refused
from duskfall.play import Match
from duskfall.protocol.commands import AbandonGame, JoinPrivate, SetUsername, Spectate
from duskfall.protocol.welten.commands import WeltenJoin
from duskfall.protocol.wire import Command
from duskfall.server.live.restoring import fault_text, resumed_match
from duskfall.server.live.services import Services
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.room import Room
from duskfall.server.store import MatchBegun, Quarantined, StoredMatch, Unfinished
from duskfall.server.store.errors import is_transient, message_of

Reopen: TypeAlias = Callable[[MatchBegun, int], None]
"""Makes the room of a match that stands at a turn."""

LOADED_AT_ONCE: Final = 2
"""Matches that are played again at the same time; more would only share the same core."""

_log = logging.getLogger(__name__)


class Restoration:
    """Loads unfinished matches. One that cannot go on keeps its rows, and its room stays closed."""

    def __init__(self, services: Services, rooms: MutableMapping[str, Room[Any, Any]], reopen: Reopen) -> None:
        self.quarantined: dict[str, str] = {}
        """The matches that are kept for repair, by their rooms."""
        self._store = services.store
        self._rules = services.rules
        self._return_s = services.settings.return_s
        self._rooms = rooms
        self._reopen = reopen
        self._returned_by = 0.0
        """Until when games wait for their players, on the clock of the event loop."""
        self._slots = asyncio.Semaphore(LOADED_AT_ONCE)
        self._loading: dict[str, asyncio.Task[None]] = {}
        self._background: asyncio.Task[None] | None = None
        self._stopped = threading.Event()

    def begin(self, unfinished: Iterable[Unfinished]) -> None:
        """Open the rooms of all matches that were being played when the server stopped."""
        for each in unfinished:
            if each.begun is None or each.fault is not None:
                self._quarantine(each.room, each.match, each.fault or "its row is damaged")
                continue
            try:
                self._reopen(each.begun, each.turn)
            except Exception as error:  # noqa: BLE001  # one damaged match must not harm the others
                self._quarantine(each.room, each.match, fault_text(error), keep=True)
        loop = asyncio.get_running_loop()
        self._returned_by = loop.time() + self._return_s
        self._background = loop.create_task(self._load_timed())

    def stop(self) -> None:
        """Load nothing more, because the server stops."""
        self._stopped.set()
        for task in (self._background, *self._loading.values()):
            if task is not None:
                task.cancel()

    def needed_by(self, client: Client, command: Command) -> asyncio.Task[None] | None:
        """Load the match that a command is about; None if the command need not wait."""
        match command:
            case JoinPrivate() | WeltenJoin() | Spectate() | AbandonGame():
                return self._load_soon(command.room)
            case SetUsername() if client.pending_join is not None:
                return self._load_soon(client.pending_join.room)
            case _:
                return None

    def refuse_unavailable(self, room: str) -> None:
        """Refuse a room whose game is kept for repair, or could not be loaded."""
        if room in self.quarantined:
            reason = f"its game cannot go on as it is stored and is kept for repair (match {self.quarantined[room]})"
            raise Refused(Refusal.UNDER_REPAIR, room, reason, "ask the owner of this server, or name another room")
        known = self._rooms.get(room)
        if known is not None and known.unloaded is not None:
            raise Refused(Refusal.FAULT, room, "its game cannot be read from the database now", "try again in a minute")

    async def _load_timed(self) -> None:
        """Load the matches that go on without their players, one after the other, when the time to return is over."""
        await asyncio.sleep(self._return_s)
        for name, room in list(self._rooms.items()):
            if room.unloaded is not None and room.is_timed:
                loading = self._load_soon(name)
                if loading is not None:
                    await asyncio.wait([loading])

    def _load_soon(self, name: str) -> asyncio.Task[None] | None:
        room = self._rooms.get(name)
        if room is None or room.unloaded is None or room.unloaded.abandoned:
            return None
        if name not in self._loading:
            task = self._loading[name] = asyncio.get_running_loop().create_task(self._load(room, room.unloaded.name))
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return self._loading[name]

    async def _load(self, room: Room[Any, Any], match: str) -> None:
        try:
            await self._wait_for_rules(room)
            async with self._slots:
                stored, played = await asyncio.to_thread(self._replayed, match)
            if room.unloaded is None or room.unloaded.abandoned:
                return
            room.load(stored, played, self._returned_by - asyncio.get_running_loop().time())
        except DBAPIError as error:
            if is_transient(error):
                _log.warning("match %s cannot be read now: %s", match, message_of(error))
                return
            self._give_up(room, match, message_of(error), keep=False)  # the file is damaged, and would not take it
        except Exception as error:  # noqa: BLE001  # as in `begin`
            self._give_up(room, match, fault_text(error), keep=True)

    async def _wait_for_rules(self, room: Room[Any, Any]) -> None:
        """Wait until the rules are compiled; from then on players have the whole time to return."""
        waiting = self._rules.waiting_for(room.game)
        if waiting is not None:
            await asyncio.shield(waiting)
            self._returned_by = asyncio.get_running_loop().time() + self._return_s

    def _replayed(self, match: str) -> tuple[StoredMatch, Match]:
        stored = self._store.match(match)
        if stored is None:
            raise Refused(Refusal.NO_SUCH, f"match {match}", "it is not in the store any more")
        return stored, resumed_match(stored, self._stopped)

    def _give_up(self, room: Room[Any, Any], match: str, fault: str, *, keep: bool) -> None:
        room.close_unloaded()
        self._rooms.pop(room.name, None)
        self._quarantine(room.name, match, fault, keep=keep)

    def _quarantine(self, room: str, match: str, fault: str, *, keep: bool = False) -> None:
        """Close the room of a match until it is repaired, and tell the operator; with `keep` the store as well."""
        _log.error(
            "match %s of room %r cannot go on and is kept for repair: %s (see: duskfall store check)",
            match, room, fault,
        )  # fmt: skip
        self.quarantined[room] = match
        if keep:
            self._store.write(Quarantined(match, fault))
