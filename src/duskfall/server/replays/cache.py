"""Keeps finished matches in memory, played again, while people look at them."""

from __future__ import annotations

import gzip
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from duskfall.errors import Refusal, Refused
from duskfall.play import Diverged, Game, Log, Replay, Result, Seat, Setup
from duskfall.server.replays.games import RENDERERS, Turn
from duskfall.server.replays.timelines import check_seat, timeline_of
from duskfall.server.store import StoredMatch
from duskfall.server.store.records import ABANDONED

MOST_MATCHES: Final = 16
"""Matches that are kept; each takes a few megabytes."""
MOST_TIMELINE_BYTES: Final = 32 << 20
"""Bytes of compressed timelines that are kept; one of a duel takes a tenth of a megabyte for each seat."""
COMPRESSION_LEVEL: Final = 5
"""Of gzip: higher levels take longer than they save on the way."""
CHECKPOINTS: Final = 64
"""Copies of the game that are kept of a match, from which every turn is reached in a few steps."""


@dataclass(frozen=True, slots=True)
class ReplayedMatch:
    """A finished match that was played again from its log, with checkpoints from which any turn is reached quickly."""

    replay: Replay
    fault: Diverged | None
    """Where the rules differ from the log; None if they agree."""
    step: int
    """Turns from checkpoint to checkpoint."""
    checkpoints: list[Game] = field(default_factory=list)
    tiles: list[tuple[int, ...]] = field(default_factory=list)
    """For each turn what each seat holds: tiles, or living units."""
    armies: list[tuple[int, ...]] = field(default_factory=list)
    """For each turn how strong each seat is: armies, or the sum of V."""

    @classmethod
    def of(cls, replay: Replay) -> ReplayedMatch:
        """Play a match again and take checkpoints."""
        replayed = cls(replay, None, max(1, -(-replay.turns // CHECKPOINTS)))
        try:
            for match in replay.watch():
                replayed._note(match.turn, match.game)
        except Diverged as fault:
            return cls(replay, fault, replayed.step, replayed.checkpoints, replayed.tiles, replayed.armies)
        return replayed

    def _note(self, turn: int, game: Game) -> None:
        if turn % self.step == 0:
            self.checkpoints.append(game.clone())
        tiles, armies = RENDERERS[self.replay.setup.game].strength(game.view(None))
        self.tiles.append(tiles)
        self.armies.append(armies)

    @property
    def turns(self) -> int:
        """The last turn that can be shown."""
        return len(self.tiles) - 1

    def at(self, turn: int) -> Game:
        """The game as it stood after that turn."""
        if not 0 <= turn <= self.turns:
            raise Refused(Refusal.NO_SUCH, f"turn {turn}", f"the match has the turns 0 to {self.turns}")
        game = self.checkpoints[turn // self.step].clone()
        for orders in self._orders(turn - turn % self.step, turn):
            game.advance(orders)
        return game

    def turn(self, turn: int, seat: Seat | None) -> Turn:
        """A turn as a seat saw it; None sees everything."""
        check_seat(self.replay, seat)
        return RENDERERS[self.replay.setup.game].turn(self.replay, turn, self.at(turn), seat)

    def _orders(self, after: int, last: int) -> Iterator[dict[int, list[Any]]]:
        """The orders of each turn from the one after `after` up to `last`."""
        recall = self.replay.setup.world.recall
        for _, said in self.replay.log.turns(after, last):
            orders: dict[int, list[Any]] = {}
            for entry in said:
                orders.setdefault(entry.seat, []).append(recall(entry.order))
            yield orders


class ReplayCache:
    """Keeps the matches that were asked for last. Thread-safe; one thread at a time plays a match again."""

    def __init__(self, fetch: Callable[[str], StoredMatch | None]) -> None:
        self._fetch = fetch
        self._lock = threading.Lock()
        self._matches: OrderedDict[str, ReplayedMatch] = OrderedDict()
        self._timelines: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()
        self._replaying: dict[str, threading.Lock] = {}

    def finished(self, match: str) -> StoredMatch:
        """A finished match from the store. Every replay comes through here, so none of a running match gets out."""
        stored = self._fetch(match)
        if stored is None:
            raise Refused(Refusal.NO_SUCH, match[:60], "no match has this id")
        if stored.ended is None:
            raise Refused(Refusal.GAME_RUNNING, match, "the match is being played", "wait for its end")
        return stored

    def replay(self, match: str) -> Replay:
        """The replay of a finished match."""
        cached = self._cached(match)
        return replay_of(self.finished(match)) if cached is None else cached.replay

    def replayed(self, match: str) -> ReplayedMatch:
        """A finished match, played again."""
        with self._lock:
            replaying = self._replaying.setdefault(match, threading.Lock())
        try:
            with replaying:
                replayed = self._cached(match)
                if replayed is None:
                    replayed = ReplayedMatch.of(replay_of(self.finished(match)))
                    self._keep(match, replayed)
                return replayed
        finally:
            with self._lock:
                self._replaying.pop(match, None)

    def timeline(self, match: str, seat: int | None) -> bytes:
        """The timeline of a finished match, compressed with gzip."""
        key = (match, seat)
        with self._lock:
            timeline = self._timelines.get(key)
        if timeline is None:
            timeline = compressed_timeline(self.replay(match), seat)
        with self._lock:
            self._timelines[key] = timeline
            self._timelines.move_to_end(key)
            while sum(map(len, self._timelines.values())) > MOST_TIMELINE_BYTES:
                self._timelines.popitem(last=False)
        return timeline

    def _cached(self, match: str) -> ReplayedMatch | None:
        with self._lock:
            if match in self._matches:
                self._matches.move_to_end(match)
            return self._matches.get(match)

    def _keep(self, match: str, replayed: ReplayedMatch) -> None:
        with self._lock:
            self._matches[match] = replayed
            if len(self._matches) > MOST_MATCHES:
                self._matches.popitem(last=False)


def compressed_timeline(replay: Replay, seat: int | None) -> bytes:
    """The timeline of a replay, compressed with gzip."""
    return gzip.compress(timeline_of(replay, seat), COMPRESSION_LEVEL, mtime=0)


def replay_of(stored: StoredMatch) -> Replay:
    """The replay of a finished match; an abandoned one has no result that the rules could confirm."""
    begun, ended = stored.begun, stored.ended
    if ended is None:
        raise Refused(Refusal.GAME_RUNNING, begun.match, "the match is being played", "wait for its end")
    setup = Setup.of(begun.game, begun.options, begun.seed)
    if setup.world.rules != begun.rules:
        reason = f"it was played under the rules {begun.game} {begun.rules}, this server plays {setup.world.rules}"
        raise Refused(Refusal.OTHER_RULES, begun.match, reason)
    result = None if ended.reason == ABANDONED else Result(ended.winner, ended.places, ended.reason)
    return Replay(setup, tuple(seat.name for seat in begun.seats), Log.parse(stored.lines), result)
