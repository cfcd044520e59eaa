"""The events of a turn, in their order.

An event is a fact about the board. `view.told_to` alone decides which seats hear of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias, overload

from duskfall.errors import Refusal
from duskfall.fog.orders import March
from duskfall.fog.scratch import ELIMINATED, MARCHED, TOOK_CITY, TOOK_GENERAL, TOOK_TOWER
from duskfall.fog.turn import HALF_IS_OFF, INTO_MOUNTAIN, MADE, NOT_YOURS, OFF_MAP, TOO_FEW

Seat: TypeAlias = int


class Reason(StrEnum):
    """The reason why a game ended."""

    LAST_ALIVE = "last_alive"
    TURN_LIMIT = "turn_limit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game: `places[i]` is the place of seat i, 1 the best; equals share the better one."""

    winner: Seat | None
    places: tuple[int, ...]
    reason: Reason
    turn: int


@dataclass(frozen=True, slots=True)
class Marched:
    """A march left the queue: made if `refusal` is None, else dropped without penalty."""

    seat: Seat
    march: March
    refusal: Refusal | None


@dataclass(frozen=True, slots=True)
class CapturedCity:
    """A seat took a city that was never taken before."""

    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class CapturedTower:
    """A seat took a tower that was never taken before."""

    seat: Seat
    tile: int


@dataclass(frozen=True, slots=True)
class CapturedGeneral:
    """A seat took the general of another."""

    seat: Seat
    tile: int
    of: Seat


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A seat is out of the game."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over."""

    outcome: Outcome


Event: TypeAlias = Marched | CapturedCity | CapturedTower | CapturedGeneral | Eliminated | Ended

_REFUSALS: Final[dict[int, Refusal | None]] = {
    MADE: None,
    NOT_YOURS: Refusal.NOT_YOURS,
    TOO_FEW: Refusal.TOO_FEW,
    INTO_MOUNTAIN: Refusal.MOUNTAIN,
    OFF_MAP: Refusal.OFF_MAP,
    HALF_IS_OFF: Refusal.SPLIT_OFF,
}


def unpack_march(packed: int, width: int) -> March:
    """Unpacks a march.

    >>> unpack_march(412 * 8 + 3 * 2, width=30)
    March.parse('412>413')
    """
    source, direction = packed >> 3, packed >> 1 & 3
    return March(source, source + (-width, width, -1, 1)[direction], bool(packed & 1))


class Events(Sequence[Event]):
    """The events of one turn, decoded on first access."""

    __slots__ = ("_decoded", "_outcome", "_rows", "_width")

    def __init__(self, rows: list[list[int]], width: int, outcome: Outcome | None) -> None:
        self._rows = rows
        self._width = width
        self._outcome = outcome
        self._decoded: list[Event] | None = None

    def _events(self) -> list[Event]:
        if self._decoded is None:
            self._decoded = [self._decode(*row) for row in self._rows]
            if self._outcome is not None:
                self._decoded.append(Ended(self._outcome))
        return self._decoded

    def _decode(self, what: int, seat: int, tile: int, other: int) -> Event:
        if what == MARCHED:
            return Marched(seat, unpack_march(tile, self._width), _REFUSALS[other])
        if what == TOOK_CITY:
            return CapturedCity(seat, tile)
        if what == TOOK_TOWER:
            return CapturedTower(seat, tile)
        if what == TOOK_GENERAL:
            return CapturedGeneral(seat, tile, other)
        assert what == ELIMINATED  # noqa: S101  # the kernel writes nothing else
        return Eliminated(seat)

    @overload
    def __getitem__(self, index: int) -> Event: ...
    @overload
    def __getitem__(self, index: slice) -> list[Event]: ...
    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._events()[index]

    def __len__(self) -> int:
        return len(self._rows) + (self._outcome is not None)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._events() == list(other)

    def __hash__(self) -> int:
        return hash(tuple(self._events()))

    def __repr__(self) -> str:
        return repr(self._events())
