"""Renders finished matches of Weltendämmerung, in which nothing is hidden.

The models carry the game's name because all models share one namespace in OpenAPI and TypeScript.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, cast

from duskfall.play import Game, Match, Replay, Seat
from duskfall.play.welten_goals import WeltenGoal
from duskfall.protocol.welten.board import SIDES, BoardShown, Patch, SideName
from duskfall.protocol.welten.events import EventShown, all_shown
from duskfall.protocol.welten.options import shown_scenario
from duskfall.server.live.welten.updates import tiles_shown
from duskfall.server.replays.timeline_header import Header, TimelineBase
from duskfall.welten import UNIT_TYPES, Side, Unit, View
from duskfall.welten import Game as WeltenGame


@dataclass(frozen=True, slots=True)
class WeltenReason:
    """Why a player planned a phase or gave an order, as the player tells it."""

    seat: int
    goal: WeltenGoal
    numbers: dict[str, int]
    """The numbers that decided, by name."""


@dataclass(frozen=True, slots=True)
class WeltenFrame:
    """Weltendämmerung after an order: the changes since the frame before."""

    turn: int
    """Orders so far."""
    side: SideName | None
    """The side that gave the order; null at the beginning."""
    order: str | None
    events: tuple[EventShown, ...]
    patch: Patch
    tiles: tuple[int, ...]
    """The living units of each side."""
    armies: tuple[int, ...]
    """The sum of V of each side."""
    reasons: tuple[WeltenReason, ...]
    """Why the order was given."""


@dataclass(frozen=True, slots=True)
class WeltenTimeline(TimelineBase):
    """A match of Weltendämmerung, in which nothing is hidden from anybody."""

    game: Literal["welten"]
    scenario: str
    """The name of the scenario, or `own` for one that the match carries."""
    tiles: str | None
    """The picture of the scenario's own tiles, drawn as `/api/tiles.png`, in a `data:` address; or null."""
    first: BoardShown
    """The board at the beginning."""
    explained: tuple[int, ...]
    """The seats whose reasons the match keeps."""
    frames: tuple[WeltenFrame, ...]
    """The first stands for the beginning and changes nothing."""


@dataclass(frozen=True, slots=True)
class WeltenTurn:
    """Weltendämmerung after so many orders."""

    game: Literal["welten"]
    turn: int
    order: str | None
    """The order that led to this turn; null at the beginning."""
    view: BoardShown


class TimelineRecorder:
    """Records a match order by order; all seats see the same."""

    def __init__(self, replay: Replay) -> None:
        self._reasons = _reasons_by_turn(replay)
        self._before: View | None = None
        self._events: list[EventShown] = []
        self._tiles, self._armies = [0, 0], [0, 0]

    def see(self, match: Match) -> None:
        """Add the events of an order to the next frame."""
        if match.turn:
            self._events += all_shown(match.events, cast("WeltenGame", match.game))

    def frame(self, match: Match) -> WeltenFrame:
        """The changes since the frame before."""
        now = cast("View", match.game.view(None))
        if self._before is None:
            self._tiles, self._armies = map(list, _strength(now))
        before, self._before = self._before or now, now
        events, self._events = tuple(self._events), []
        said, change = match.log.last_order, Patch.of(before, now)
        for number, *_ in change.units:
            self._count(before.units[number], -1)
            self._count(now.units[number], 1)
        return WeltenFrame(
            turn=match.turn,
            side=None if said is None else SIDES[Side(said.seat)],
            order=None if said is None else said.order,
            events=events,
            patch=change,
            tiles=tuple(self._tiles),
            armies=tuple(self._armies),
            reasons=self._reasons.get(match.turn, ()),
        )

    def _count(self, unit: Unit, sign: int) -> None:
        """Add a unit to the strength of its side, or subtract it; counting all units again would take longest."""
        if unit.alive:
            side = UNIT_TYPES[unit.type].side
            self._tiles[side] += sign
            self._armies[side] += sign * unit.v


class Renderer:
    """Renders matches of Weltendämmerung."""

    most_frames: ClassVar[int] = 20_000
    """More than in Fog of War, because a frame is much smaller."""

    def recorder(self, replay: Replay, seat: Seat | None) -> TimelineRecorder:
        """A recorder; every seat sees the same."""
        del seat
        return TimelineRecorder(replay)

    def timeline(self, replay: Replay, seat: Seat | None, first: Match) -> WeltenTimeline:
        """A timeline without frames, with the board at the beginning."""
        board, scenario = BoardShown.of(first.game.view(None)), str(replay.setup.options["scenario"])
        named = shown_scenario(scenario)
        tiles = tiles_shown(cast("WeltenGame", first.game).scenario)
        explained = tuple(sorted({reason.seat for reason in replay.reasons}))
        return WeltenTimeline("welten", *Header.of(replay, seat), named, tiles, board, explained, ())

    def turn(self, replay: Replay, turn: int, game: Game, seat: Seat | None) -> WeltenTurn:
        """The board after an order, and the order."""
        said = next((said for _, said in replay.log.turns(turn - 1, turn)), [])
        return WeltenTurn("welten", turn, said[0].order if said else None, BoardShown.of(game.view(seat)))

    def strength(self, view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The living units and the sum of V of each side."""
        return _strength(view)


def _reasons_by_turn(replay: Replay) -> dict[int, tuple[WeltenReason, ...]]:
    """The reasons that the players gave: a turn is one order, so it has one at most."""
    goals = replay.setup.world.goals
    return {
        reason.turn: (WeltenReason(reason.seat, cast("WeltenGoal", reason.goal), reason.named_numbers(goals)),)
        for reason in replay.reasons
    }


def _strength(view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
    counts, sums = [0, 0], [0, 0]
    for unit in view.units:
        if unit.alive:
            side = UNIT_TYPES[unit.type].side
            counts[side] += 1
            sums[side] += unit.v
    return tuple(counts), tuple(sums)
