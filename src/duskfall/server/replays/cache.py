"""Finished matches, played again once and kept while they are looked at."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from duskfall.errors import Refusal, Refused
from duskfall.play import Diverged, Game, Log, Replay, Result, Setup
from duskfall.server.replays.timelines import strength, timeline_of
from duskfall.server.store import ABANDONED, StoredMatch

MOST_KEPT: Final = 16
"""Matches that are kept ready; each takes a few megabytes."""
MOST_FILMS: Final = 32 << 20
"""Bytes of films that are kept ready, packed; those of a duel take a tenth of a megabyte for each pair of eyes."""
PACKING: Final = 5
"""Of gzip: higher levels take longer than they save on the way."""
STATIONS: Final = 64
"""Places from which a match can be played on to any turn."""


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A finished match that was played again from its log, so that any of its turns is near at hand."""

    replay: Replay
    fault: Diverged | None
    """Where the rules tell otherwise than the log; None if they agree."""
    step: int
    """Turns from station to station."""
    stations: list[Game] = field(default_factory=list)
    tiles: list[tuple[int, ...]] = field(default_factory=list)
    """Turn by turn, what each seat holds: tiles, or living units."""
    armies: list[tuple[int, ...]] = field(default_factory=list)
    """And how strong it is there: armies, or all V together."""

    @classmethod
    def of(cls, replay: Replay) -> ReplayedMatch:
        """Play a match again, and keep where it came by."""
        volume = cls(replay, None, max(1, -(-replay.turns // STATIONS)))
        try:
            for match in replay.watch():
                volume._note(match.turn, match.game)
        except Diverged as fault:
            return cls(replay, fault, volume.step, volume.stations, volume.tiles, volume.armies)
        return volume

    def _note(self, turn: int, game: Game) -> None:
        if turn % self.step == 0:
            self.stations.append(game.clone())
        tiles, armies = strength(game.view(None))
        self.tiles.append(tiles)
        self.armies.append(armies)

    @property
    def turns(self) -> int:
        """The last turn that can be seen."""
        return len(self.tiles) - 1

    def at(self, turn: int) -> Game:
        """The game as it stood when that turn had been played."""
        if not 0 <= turn <= self.turns:
            raise Refused(Refusal.NO_SUCH, f"turn {turn}", f"the match has the turns 0 to {self.turns}")
        game = self.stations[turn // self.step].clone()
        for orders in self._orders(turn - turn % self.step, turn):
            game.advance(orders)
        return game

    def _orders(self, after: int, last: int) -> Iterator[dict[int, list[Any]]]:
        """The orders of each turn after one and up to another."""
        recall = self.replay.setup.world.recall
        for _, said in self.replay.log.turns(after, last):
            orders: dict[int, list[Any]] = {}
            for entry in said:
                orders.setdefault(entry.seat, []).append(recall(entry.order))
            yield orders


class ReplayCache:
    """The volumes that were asked for last. Used from threads; each match is played again by one of them only."""

    def __init__(self, fetch: Callable[[str], StoredMatch | None]) -> None:
        self._fetch = fetch
        self._lock = threading.Lock()
        self._volumes: OrderedDict[str, ReplayedMatch] = OrderedDict()
        self._films: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()
        self._reading: dict[str, threading.Lock] = {}

    def ended(self, name: str) -> StoredMatch:
        """A match that has ended, from the store. There is no other way to a replay, and none to a running match."""
        stored = self._fetch(name)
        if stored is None:
            raise Refused(Refusal.NO_SUCH, name[:60], "no match has this id")
        if stored.ended is None:
            raise Refused(Refusal.GAME_RUNNING, name, "the match is being played", "wait for its end")
        return stored

    def replay(self, name: str) -> Replay:
        """The replay of a match that has ended."""
        kept = self._kept(name)
        return replay_of(self.ended(name)) if kept is None else kept.replay

    def volume(self, name: str) -> ReplayedMatch:
        """A match that has ended, ready to be looked at."""
        with self._lock:
            reading = self._reading.setdefault(name, threading.Lock())
        try:
            with reading:
                volume = self._kept(name)
                if volume is None:
                    volume = ReplayedMatch.of(replay_of(self.ended(name)))
                    self._keep(name, volume)
                return volume
        finally:
            with self._lock:
                self._reading.pop(name, None)

    def film(self, name: str, seat: int | None) -> bytes:
        """The film of a match that has ended, packed with gzip."""
        key = (name, seat)
        with self._lock:
            film = self._films.get(key)
        if film is None:
            film = packed_timeline(self.replay(name), seat)
        with self._lock:
            self._films[key] = film
            self._films.move_to_end(key)
            while sum(map(len, self._films.values())) > MOST_FILMS:
                self._films.popitem(last=False)
        return film

    def _kept(self, name: str) -> ReplayedMatch | None:
        with self._lock:
            if name in self._volumes:
                self._volumes.move_to_end(name)
            return self._volumes.get(name)

    def _keep(self, name: str, volume: ReplayedMatch) -> None:
        with self._lock:
            self._volumes[name] = volume
            if len(self._volumes) > MOST_KEPT:
                self._volumes.popitem(last=False)


def packed_timeline(replay: Replay, seat: int | None) -> bytes:
    """The film of a replay, packed with gzip."""
    return gzip.compress(timeline_of(replay, seat), PACKING, mtime=0)


def replay_of(stored: StoredMatch) -> Replay:
    """The replay of a match that has ended; one that was abandoned has no result that the rules could confirm."""
    begun, ended = stored.begun, stored.ended
    if ended is None:
        raise Refused(Refusal.GAME_RUNNING, begun.match, "the match is being played", "wait for its end")
    setup = Setup.of(begun.game, begun.options, begun.seed)
    if setup.world.rules != begun.rules:
        reason = f"it was played under the rules {begun.game} {begun.rules}, this server plays {setup.world.rules}"
        raise Refused(Refusal.OTHER_RULES, begun.match, reason)
    result = None if ended.reason == ABANDONED else Result(ended.winner, ended.places, ended.reason)
    return Replay(setup, tuple(sitter.name for sitter in begun.seats), Log.parse(stored.lines), result)
