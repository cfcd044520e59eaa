"""Renders finished matches of Fog of War.

The models carry the game's name because all models share one namespace in OpenAPI and TypeScript.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, cast

from duskfall.fog import Score, View
from duskfall.play import Game, Match, Replay, Seat
from duskfall.play.fog_goals import FogGoal
from duskfall.protocol.fog.events import FogEvent, events_on_wire
from duskfall.protocol.fog.updates import Snapshot
from duskfall.protocol.patches import Dialect, make_patch
from duskfall.server.replays.timeline_header import Header, TimelineBase


@dataclass(frozen=True, slots=True)
class FogReason:
    """Why a player chose the march of a turn, as the player tells it."""

    seat: int
    goal: FogGoal
    numbers: dict[str, int]
    """The numbers that decided, by name."""


@dataclass(frozen=True, slots=True)
class FogFrame:
    """A turn of Fog of War: the changes since the frame before, in the dialect `splice`."""

    turn: int
    map_diff: tuple[int, ...]
    cities_diff: tuple[int, ...]
    towers_diff: tuple[int, ...]
    generals: tuple[int, ...]
    tiles: tuple[int, ...]
    """The land of each seat."""
    armies: tuple[int, ...]
    """The armies of each seat."""
    events: tuple[FogEvent, ...]
    """The events that the seat saw since the frame before."""
    visible: tuple[int, ...] | None
    """The change of 0 or 1 for each tile, whether it was in sight of the seat; null where everything is seen."""
    reasons: tuple[FogReason, ...]
    """Why the seat chose the march that led to this turn; those of all seats where everything is seen."""


@dataclass(frozen=True, slots=True)
class FogTimeline(TimelineBase):
    """A match of Fog of War; the first frame is complete."""

    game: Literal["fog"]
    explained: tuple[int, ...]
    """The seats whose reasons the match keeps, whichever seat it is shown to."""
    frames: tuple[FogFrame, ...]


@dataclass(frozen=True, slots=True)
class FogTurn:
    """A turn of Fog of War as a seat saw it, or as it was."""

    game: Literal["fog"]
    turn: int
    width: int
    height: int
    armies: tuple[int, ...]
    terrain: tuple[int, ...]
    towerDefense: tuple[int, ...]
    visible: tuple[bool, ...]
    cities: tuple[int, ...]
    towers: tuple[int, ...]
    generals: tuple[int, ...]
    scores: tuple[Score, ...]
    events: tuple[FogEvent, ...]

    @classmethod
    def of(cls, view: View) -> FogTurn:
        """A view as JSON carries it."""
        flat = [tuple(array.tolist()) for array in (view.armies, view.terrain, view.defence, view.visible)]
        return cls(
            "fog", view.turn, view.width, view.height, flat[0], flat[1], flat[2], flat[3],
            view.cities, view.towers, view.generals, view.scores, events_on_wire(view.events),
        )  # fmt: skip


class TimelineRecorder:
    """Records a match turn by turn, as one seat saw it."""

    def __init__(self, replay: Replay, seat: Seat | None) -> None:
        self._seat = seat
        self._reasons = _reasons_by_turn(replay, seat)
        self._before: Snapshot | None = None
        self._now: Snapshot | None = None
        self._events: list[FogEvent] = []

    def see(self, match: Match) -> None:
        """Take a snapshot of a turn and add its events to the next frame."""
        self._now = Snapshot.of(cast("View", match.game.view(self._seat)))
        self._events += self._now.events

    def frame(self, match: Match) -> FogFrame:
        """The changes since the frame before."""
        before, now = self._before, self._now
        assert now is not None  # noqa: S101  # `see` comes before `frame` in every turn
        events, self._events, self._before = self._events, [], now
        change = make_patch(Dialect.SPLICE, None if before is None else before.board, now.board)
        return FogFrame(
            turn=match.turn,
            map_diff=tuple(change.tolist()),
            cities_diff=_list_change(None if before is None else before.cities, now.cities),
            towers_diff=_list_change(None if before is None else before.towers, now.towers),
            generals=now.generals,
            tiles=tuple(score.tiles for score in now.scores),
            armies=tuple(score.armies for score in now.scores),
            events=tuple(events),
            visible=None if self._seat is None else _visibility_change(before, now),
            reasons=tuple(self._reasons.get(match.turn, ())),
        )


def _reasons_by_turn(replay: Replay, seat: Seat | None) -> dict[int, list[FogReason]]:
    """The reasons that a seat knows: its own, since those of others tell what the fog hides."""
    goals, found = replay.setup.world.goals, dict[int, list[FogReason]]()
    for reason in replay.reasons:
        if seat in (None, reason.seat):
            shown = FogReason(reason.seat, cast("FogGoal", reason.goal), reason.named_numbers(goals))
            found.setdefault(reason.turn, []).append(shown)
    return found


def _visibility_change(before: Snapshot | None, now: Snapshot) -> tuple[int, ...]:
    patch = make_patch(Dialect.SPLICE, None if before is None else before.visible_bits, now.visible_bits)
    return tuple(patch.tolist())


def _list_change(before: Sequence[int] | None, now: tuple[int, ...]) -> tuple[int, ...]:
    """The change of a list of cities or towers; such lists only grow, so the whole list is a change to any earlier."""
    return () if before == now else (0, len(now), *now)


class Renderer:
    """Renders matches of Fog of War."""

    most_frames: ClassVar[int] = 4000

    def recorder(self, replay: Replay, seat: Seat | None) -> TimelineRecorder:
        """A recorder of the view of a seat."""
        return TimelineRecorder(replay, seat)

    def timeline(self, replay: Replay, seat: Seat | None, first: Match) -> FogTimeline:
        """A timeline without frames."""
        del first
        explained = tuple(sorted({reason.seat for reason in replay.reasons}))
        return FogTimeline("fog", *Header.of(replay, seat), explained, ())

    def turn(self, replay: Replay, turn: int, game: Game, seat: Seat | None) -> FogTurn:
        """A turn as a seat saw it."""
        del replay, turn
        return FogTurn.of(game.view(seat))

    def strength(self, view: View) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The tiles and the armies of each seat."""
        return tuple(score.tiles for score in view.scores), tuple(score.armies for score in view.scores)
