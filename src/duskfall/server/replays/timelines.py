"""Films: a whole match as a seat saw it, or as it was, in one document.

A film begins with a whole view; each frame after it is the change since the one before, written as live games are told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol, TypeAlias, cast

import orjson

from duskfall.errors import Refusal, Refused
from duskfall.fog import View as FogView
from duskfall.play import Match, Replay, Seat
from duskfall.protocol.fog.events import FogEvent
from duskfall.protocol.fog.updates import Snapshot
from duskfall.protocol.patches import Dialect, make_patch
from duskfall.protocol.welten.board import SIDES, BoardShown, Patch, SideName
from duskfall.protocol.welten.events import EventShown, all_shown
from duskfall.server.live.welten.updates import tiles_shown
from duskfall.welten import UNIT_TYPES, Side, Unit
from duskfall.welten import Game as WeltenGame
from duskfall.welten import View as WeltenView

MOST_FRAMES: Final = {"fog": 4000, "welten": 20_000}
"""A longer match is shown every second turn, every third, and so on. A change in Weltendämmerung is much smaller."""
MOST_BYTES: Final = 48 << 20
"""Of a film, before it is packed. A duel of a thousand turns on 30x30 tiles takes 0.3 MB, packed 0.07 MB."""
LONGEST_S: Final = 30.0
"""What the server takes for a film at the most. A duel of a thousand turns takes 0.2 seconds."""


@dataclass(frozen=True, slots=True)
class FogFrame:
    """A turn of Fog of War: what has changed since the frame before, in the dialect `splice`."""

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
    """What the seat was told of since the frame before."""


@dataclass(frozen=True, slots=True)
class FogTimeline:
    """A match of Fog of War; the first frame is complete."""

    game: Literal["fog"]
    players: tuple[str, ...]
    seat: int | None
    """Whose eyes it is seen with; null sees everything."""
    turns: int
    """The last turn."""
    winner: int | None
    places: tuple[int, ...]
    """The place of each seat; empty for a match that was not played to its end."""
    reason: str | None
    """Why it ended; null if it was not played to its end."""
    frames: tuple[FogFrame, ...]


@dataclass(frozen=True, slots=True)
class WeltenFrame:
    """Weltendämmerung after an order: what has changed since the frame before."""

    turn: int
    """Orders so far."""
    side: SideName | None
    """Who gave the order; null at the beginning."""
    order: str | None
    events: tuple[EventShown, ...]
    patch: Patch
    tiles: tuple[int, ...]
    """The living units of each side."""
    armies: tuple[int, ...]
    """All V together of each side."""


@dataclass(frozen=True, slots=True)
class WeltenTimeline:
    """A match of Weltendämmerung, in which nothing is hidden from anybody."""

    game: Literal["welten"]
    players: tuple[str, ...]
    seat: int | None
    turns: int
    """The last order."""
    winner: int | None
    places: tuple[int, ...]
    reason: str | None
    scenario: str
    """The name of the land, or `own` for one that the match carries."""
    tiles: str | None
    """The picture of the tiles that the land brings, as `/api/tiles.png` draws them, in a `data:` address; or null."""
    first: BoardShown
    """The board at the beginning."""
    frames: tuple[WeltenFrame, ...]
    """The first stands for the beginning and changes nothing."""


Timeline: TypeAlias = FogTimeline | WeltenTimeline


def timeline_of(replay: Replay, seat: Seat | None = None, now: Callable[[], float] = time.monotonic) -> bytes:
    """The film of a replay as JSON. It is verified on the way: `Diverged` if the rules do not confirm it."""
    seats = len(replay.players)
    if seat is not None and not 0 <= seat < seats:
        raise Refused(Refusal.NO_SEAT, f"seat {seat}", f"the seats are 0 to {seats - 1}")
    game = replay.setup.game
    camera: _Camera = _FogCamera(seat) if game == "fog" else _WeltenCamera()
    step, until = max(1, -(-replay.turns // MOST_FRAMES[game])), now() + LONGEST_S
    head, frames, size = b"", list[bytes](), 0
    for match in replay.watch():
        head = head or orjson.dumps(_head(replay, seat, match))
        camera.see(match)
        if match.turn % step == 0 or match.turn == replay.turns:
            frames.append(orjson.dumps(camera.frame(match)))
            size += len(frames[-1])
        if size > MOST_BYTES or now() > until:
            reason = f"its film would be larger than {MOST_BYTES >> 20} MiB, or take longer than {LONGEST_S:.0f} s"
            raise Refused(Refusal.OUT_OF_RANGE, "match", reason, "watch it with: duskfall replay export")
    return head.removesuffix(b"[]}") + b"[" + b",".join(frames) + b"]}"


def _head(replay: Replay, seat: Seat | None, match: Match) -> Timeline:
    """A film without its frames, which come last."""
    players, turns, result = replay.players, replay.turns, replay.result
    winner, places, reason = (None, (), None) if result is None else (result.winner, result.places, result.reason)
    if replay.setup.game == "fog":
        return FogTimeline("fog", players, seat, turns, winner, places, reason, ())
    first, land = BoardShown.of(match.game.view(None)), str(replay.setup.options["scenario"])
    scenario = "own" if "\n" in land else land
    tiles = tiles_shown(cast("WeltenGame", match.game).scenario)
    return WeltenTimeline("welten", players, seat, turns, winner, places, reason, scenario, tiles, first, ())


class _Camera(Protocol):
    """Looks at every turn, and tells what has changed since it was asked last."""

    def see(self, match: Match) -> None:
        """Look at a turn."""

    def frame(self, match: Match) -> FogFrame | WeltenFrame:
        """What has changed since the frame before."""


class _FogCamera:
    def __init__(self, seat: Seat | None) -> None:
        self._seat = seat
        self._before: Snapshot | None = None
        self._now: Snapshot | None = None
        self._events: list[FogEvent] = []

    def see(self, match: Match) -> None:
        view = cast("FogView", match.game.view(self._seat))
        self._now = Snapshot.of(view)
        self._events += self._now.events

    def frame(self, match: Match) -> FogFrame:
        before, now = self._before, self._now
        assert now is not None  # noqa: S101  # every turn is looked at before it is timeline_of
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
        )


def _list_change(before: Sequence[int] | None, now: tuple[int, ...]) -> tuple[int, ...]:
    """What is known of cities and towers only grows, so the whole list is a change to any earlier one."""
    return () if before == now else (0, len(now), *now)


class _WeltenCamera:
    def __init__(self) -> None:
        self._before: WeltenView | None = None
        self._events: list[EventShown] = []
        self._tiles, self._armies = [0, 0], [0, 0]

    def see(self, match: Match) -> None:
        if match.turn:
            self._events += all_shown(match.events)

    def frame(self, match: Match) -> WeltenFrame:
        now = cast("WeltenView", match.game.view(None))
        if self._before is None:
            self._tiles, self._armies = map(list, strength(now))
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
        )

    def _count(self, unit: Unit, sign: int) -> None:
        """Add a unit to the strength of its side, or take it away; to count all anew would take longest of all."""
        if unit.alive:
            side = UNIT_TYPES[unit.type].side
            self._tiles[side] += sign
            self._armies[side] += sign * unit.v


def strength(view: FogView | WeltenView) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What each seat holds, and how strong it is, as its game counts it."""
    if isinstance(view, FogView):
        return tuple(score.tiles for score in view.scores), tuple(score.armies for score in view.scores)
    counts, sums = [0, 0], [0, 0]
    for unit in view.units:
        if unit.alive:
            side = UNIT_TYPES[unit.type].side
            counts[side] += 1
            sums[side] += unit.v
    return tuple(counts), tuple(sums)
