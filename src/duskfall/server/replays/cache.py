"""Keeps finished matches, played again in a process of their own, while people look at them."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeVar, TypeVarTuple, Unpack

from duskfall.errors import Refusal, Refused
from duskfall.play import Diverged, Game, Log, Match, Replay, Result, Seat, Setup
from duskfall.server.live.limited_process import LimitedProcess
from duskfall.server.replays.games import RENDERERS, Turn
from duskfall.server.replays.play_on import match_at
from duskfall.server.replays.timelines import check_seat, compressed_timeline
from duskfall.server.store import StoredMatch
from duskfall.server.store.records import ABANDONED

MOST_MATCHES: Final = 16
"""Matches that are kept; each takes a few megabytes."""
MOST_TIMELINE_BYTES: Final = 16 << 20
"""Bytes of compressed timelines that are kept; one of a duel takes a tenth of a megabyte for each seat."""
CHECKPOINTS: Final = 64
"""Copies of the game that are kept of a match, from which every turn is reached in a few steps."""

R = TypeVar("R")
Ts = TypeVarTuple("Ts")


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


class Verdict(NamedTuple):
    """What a match came to when it was played again."""

    turns: int
    """The last turn that can be shown."""
    fault: tuple[int, str] | None
    """The turn at which the rules differ from the log, and how; None if they agree."""
    tiles: list[tuple[int, ...]]
    armies: list[tuple[int, ...]]


class ReplayCache:
    """Shows finished matches. They are played again and drawn in a process of their own, which keeps the last ones."""

    def __init__(self, fetch: Callable[[str], StoredMatch | None], process: LimitedProcess) -> None:
        self._fetch = fetch
        self._process = process
        self._timelines: OrderedDict[tuple[str, int | None], bytes] = OrderedDict()

    def finished(self, match: str) -> StoredMatch:
        """A finished match from the store. Every replay comes through here, so none of a running match gets out."""
        stored = self._fetch(match)
        if stored is None:
            raise Refused(Refusal.NO_SUCH, match[:60], "no match has this id")
        if stored.ended is None:
            raise Refused(Refusal.GAME_RUNNING, match, "the match is being played", "wait for its end")
        return stored

    async def file(self, match: str) -> bytes:
        """The replay of a finished match as a file."""
        return await self._process.run(_file, await asyncio.to_thread(self.finished, match))

    async def timeline(self, match: str, seat: int | None) -> bytes:
        """The timeline of a finished match, compressed with gzip."""
        key = (match, seat)
        timeline = self._timelines.get(key)
        if timeline is None:
            timeline = await self._process.run(_timeline, await asyncio.to_thread(self.finished, match), seat)
        self._timelines[key] = timeline
        self._timelines.move_to_end(key)
        while sum(map(len, self._timelines.values())) > MOST_TIMELINE_BYTES:
            self._timelines.popitem(last=False)
        return timeline

    async def match_at(self, match: str, turn: int) -> Match:
        """A finished match as it stood after a turn."""
        return await self._process.run(_match, await asyncio.to_thread(self.finished, match), turn)

    async def verdict(self, match: str) -> Verdict:
        """Whether the rules confirm a match, and how strong its players were in each turn."""
        return await self._of_kept(_verdict, match)

    async def turn(self, match: str, turn: int, seat: int | None) -> Turn:
        """A turn of a match as a seat saw it; None sees everything."""
        return await self._of_kept(_turn, match, turn, seat)

    async def _of_kept(self, work: Callable[[ReplayedMatch, Unpack[Ts]], R], match: str, *arguments: *Ts) -> R:
        """Work on a match that the process has played again before, or will now."""
        try:
            return await self._process.run(_of_kept, match, None, work, *arguments)
        except KeyError:
            stored = await asyncio.to_thread(self.finished, match)
        return await self._process.run(_of_kept, match, stored, work, *arguments)


# In the process

_KEPT: Final[OrderedDict[str, ReplayedMatch]] = OrderedDict()
"""The matches that were asked for last."""


def _file(stored: StoredMatch) -> bytes:
    return replay_of(stored).encode()


def _timeline(stored: StoredMatch, seat: int | None) -> bytes:
    return compressed_timeline(replay_of(stored), seat)


def _match(stored: StoredMatch, turn: int) -> Match:
    return match_at(replay_of(stored), turn)


def _verdict(replayed: ReplayedMatch) -> Verdict:
    fault = None if replayed.fault is None else (replayed.fault.turn, replayed.fault.reason)
    return Verdict(replayed.turns, fault, replayed.tiles, replayed.armies)


def _turn(replayed: ReplayedMatch, turn: int, seat: int | None) -> Turn:
    return replayed.turn(turn, seat)


def _of_kept(match: str, stored: StoredMatch | None, work: Callable[..., R], *arguments: object) -> R:
    """Work on a match, played again if it is not kept; `KeyError` if it is neither kept nor given."""
    if stored is not None:
        _KEPT[match] = ReplayedMatch.of(replay_of(stored))
        if len(_KEPT) > MOST_MATCHES:
            _KEPT.popitem(last=False)
    _KEPT.move_to_end(match)
    return work(_KEPT[match], *arguments)
