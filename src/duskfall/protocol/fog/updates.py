"""Defines `game_update`, and turns the snapshots of a match into the changes that one connection is sent.

>>> board = np.array([2, 1, 4, 0, 0, -3, 0, 0], np.int32)
>>> snapshot = Snapshot(3, board, (), (), (0,), (fog.Score(1, 4),), (), np.array([True, False]))
>>> stream = UpdateStream(Dialect.SPLICE)
>>> stream.advance(snapshot, lambda update: update.map_diff.tolist())
[0, 8, 2, 1, 4, 0, 0, -3, 0, 0]
>>> stream.advance(snapshot, lambda update: update.map_diff.tolist())
[]
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, ClassVar, Final, Self, TypeVar

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypedDict

from duskfall import fog
from duskfall.fog.layout import GROWTH_TURNS
from duskfall.fog.position import FOG
from duskfall.protocol.fog.events import Eliminated, FogEvent, events_on_wire
from duskfall.protocol.patches import Dialect, make_patch
from duskfall.protocol.values import MoveId, Numbers

Encoded = TypeVar("Encoded")

_NO_NUMBERS: Final[Numbers] = np.empty(0, np.int32)
_numbers: Final = count()
"""The numbers of snapshots."""

QueuedMarch = TypedDict("QueuedMarch", {"from": int, "to": int, "half": bool, "moveId": MoveId})
"""A march that waits for its turn; `moveId` is null where its sender gave none."""


@dataclass(frozen=True, slots=True, eq=False)
class GameUpdate:
    """Shows a turn as one seat, or the spectators, see it. Lists are patches in the client's dialect."""

    event: ClassVar[str] = "game_update"
    turn: int
    map_diff: Numbers
    """Of width, height, armies, terrain, defence of towers."""
    cities_diff: Numbers
    towers_diff: Numbers
    generals: tuple[int, ...]
    capitals: tuple[int, ...]
    """The generals under the name that other servers of this game use."""
    scores: tuple[fog.Score, ...]
    events: tuple[FogEvent, ...]


@dataclass(frozen=True, slots=True, eq=False)
class DetailedGameUpdate(GameUpdate):
    """Adds what a client asks for with `?more=1`."""

    visible: Numbers
    """A patch of 0 or 1 for each tile: whether it is in sight now."""
    queue: tuple[QueuedMarch, ...]
    """The seat's own marches that wait for their turns."""
    growthIn: int
    """Turns until all held land grows: 1 if it grows in the next turn."""


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Holds one turn as one seat, or the spectators, may see it."""

    turn: int
    board: Numbers
    """Width, height, armies, terrain, defence of towers."""
    cities: tuple[int, ...]
    towers: tuple[int, ...]
    generals: tuple[int, ...]
    scores: tuple[fog.Score, ...]
    events: tuple[FogEvent, ...]
    visible: NDArray[np.bool_]
    queue: tuple[QueuedMarch, ...] = ()
    number: int = field(default_factory=_numbers.__next__)
    """Tells snapshots apart."""
    encoded: dict[tuple[object, ...], Any] = field(default_factory=dict)
    """The updates that were encoded already, by dialect and by what their readers have."""

    @property
    def visible_bits(self) -> Numbers:
        """Give 0 or 1 for each tile, as patches are made of."""
        return self.visible.astype(np.int32)

    @classmethod
    def of(cls, view: fog.View, queue: Iterable[QueuedMarch] = ()) -> Self:
        """Take the numbers of a view. There is no other way to a snapshot, and so none round the fog.

        `queue` holds the seat's own marches that wait, those among them that came since the turn of the view.
        """
        return cls(
            view.turn, view.numbers, view.cities, view.towers, view.generals, view.scores, events_on_wire(view.events),
            view.visible, tuple(queue),
        )  # fmt: skip

    def without_map(self) -> Snapshot:
        """Give the same turn to those who may only know the scores and who is out of the game."""
        size = (len(self.board) - 2) // 3
        hidden = np.zeros_like(self.board)
        hidden[:2] = self.board[:2]
        hidden[2 + size : 2 + 2 * size] = FOG
        return replace(
            self,
            board=hidden,
            cities=(),
            towers=(),
            generals=(-1,) * len(self.generals),
            events=tuple(event for event in self.events if isinstance(event, Eliminated)),
            visible=np.zeros_like(self.visible),
            number=next(_numbers),
            encoded={},
        )


class UpdateStream:
    """Remembers what one connection was shown, so that the next snapshot is sent as a change to it."""

    __slots__ = ("_before", "_cities", "_towers", "detailed", "dialect")

    def __init__(self, dialect: Dialect, *, detailed: bool = False) -> None:
        self.dialect = dialect
        self.detailed = detailed
        """The client asked for more than other servers of this game send."""
        self._before: Snapshot | None = None
        self._cities = 0
        """The longest list of cities sent on this connection, which later games overwrite with -1."""
        self._towers = 0

    def restart(self) -> None:
        """Let the next update be complete: after a reconnect, when a game begins, when some were left out."""
        self._before = None

    def advance(self, snapshot: Snapshot, encode: Callable[[GameUpdate], Encoded]) -> Encoded:
        """Give the encoded update that leads to a snapshot; recipients who share everything share the encoding."""
        before, self._before = self._before, snapshot
        cities, towers = self._cities, self._towers
        self._cities, self._towers = max(cities, len(snapshot.cities)), max(towers, len(snapshot.towers))
        key = (self.dialect, self.detailed, None if before is None else before.number, cities, towers)
        encoded: Encoded | None = snapshot.encoded.get(key)
        if encoded is None:
            encoded = snapshot.encoded[key] = encode(self._update(snapshot, before, cities, towers))
        return encoded

    def _update(self, now: Snapshot, before: Snapshot | None, cities: int, towers: int) -> GameUpdate:
        board = make_patch(self.dialect, None if before is None else before.board, now.board)
        cities_diff = self._list(None if before is None else before.cities, now.cities, cities)
        towers_diff = self._list(None if before is None else before.towers, now.towers, towers)
        update = (
            now.turn, board, cities_diff, towers_diff, now.generals, now.generals, now.scores, now.events,
        )  # fmt: skip
        if not self.detailed:
            return GameUpdate(*update)
        seen = make_patch(self.dialect, None if before is None else before.visible_bits, now.visible_bits)
        return DetailedGameUpdate(*update, seen, now.queue, GROWTH_TURNS - now.turn % GROWTH_TURNS)

    def _list(self, before: tuple[int, ...] | None, now: tuple[int, ...], longest: int) -> Numbers:
        if before == now and self.dialect is Dialect.PAIRS:
            return _NO_NUMBERS
        return make_patch(self.dialect, None if before is None else _padded(before, longest), _padded(now, longest))


def _padded(numbers: tuple[int, ...], longest: int) -> Numbers:
    return np.array(numbers + (-1,) * (longest - len(numbers)), np.int32)
