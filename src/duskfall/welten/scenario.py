"""A scenario: the map, the placement of the units, and the gates. The rule set is chosen separately."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.welten.terrain import FIRST_TERRAIN, LAST_TERRAIN, TILES, terrain_of
from duskfall.welten.terrain_costs import can_stand
from duskfall.welten.units import COMMANDER, UNIT_TYPES, Side

WIDEST: Final = 255
"""Tiles on a side of the largest map: a coordinate is one byte and $FF stands for nowhere."""

MOST_UNITS: Final = 2000
"""More than six full games' units; a larger number is a mistake or an attack."""

CYCLE_LENGTH: Final = 256


class Placement(NamedTuple):
    """The start of a unit. Its place in the list is the unit's number."""

    type: int
    x: int
    y: int


class Position(NamedTuple):
    """A tile, counted from the north-western corner."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"


@dataclass(frozen=True, eq=False)
class Scenario:
    """Map, units and gates. `check()` refuses a scenario that contradicts itself.

    Arrays are copied and frozen, so scenarios can be shared.
    """

    name: str
    terrain: NDArray[np.uint8]
    """The terrain code of every tile, [y, x]."""
    placements: tuple[Placement, ...]
    gates: tuple[Position, ...]
    """The gate positions, in the order of their numbers."""
    border: int
    """The first column of Dailor's side."""
    tiles: NDArray[np.uint8] | None = None
    """The pictures of codes $5E to $83: 8 bytes each, top row first, bit 7 left. None: Duskfall's own."""
    colours: NDArray[np.uint8] | None = None
    """The colour of each tile in the C64's palette, 0 to 15. None: Duskfall's own."""
    cycle: NDArray[np.uint8] | None = None
    """256 indices 0 to 7 into the modifier table, for rule sets that walk through a cycle. None: dice are used."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "terrain", _frozen(self.terrain))
        object.__setattr__(self, "placements", tuple(Placement(*map(int, place)) for place in self.placements))
        object.__setattr__(self, "gates", tuple(Position(*map(int, gate)) for gate in self.gates))
        for name in ("tiles", "colours", "cycle"):
            if (array := getattr(self, name)) is not None:
                object.__setattr__(self, name, _frozen(array))

    @property
    def width(self) -> int:
        """Columns of the map."""
        return int(self.terrain.shape[1])

    @property
    def height(self) -> int:
        """Rows of the map."""
        return int(self.terrain.shape[0])

    def gate_side(self, number: int) -> Side:
        """Returns the side of the border that gate position `number` lies on."""
        return Side.ELDOIN if self.gates[number].x < self.border else Side.DAILOR

    def check(self) -> None:
        """Refuses a scenario that contradicts itself, with the place of the contradiction."""
        self._check_land()
        self._check_gates()
        self._check_units()
        self._check_looks()

    def _check_land(self) -> None:
        if self.terrain.ndim != 2 or not (1 <= self.width <= WIDEST and 1 <= self.height <= WIDEST):
            self._refuse("map", f"has the shape {self.terrain.shape}", f"1 to {WIDEST} rows and columns are possible")
        wrong = np.argwhere((self.terrain < FIRST_TERRAIN) | (self.terrain > LAST_TERRAIN))
        if len(wrong):
            y, x = map(int, wrong[0])
            self._refuse(
                f"tile {x},{y}", f"the code ${self.terrain[y, x]:02X} is no terrain", "terrains are $61 to $73"
            )
        if not 0 <= self.border <= self.width:
            self._refuse(f"border {self.border}", "is not on the map", f"choose a column from 0 to {self.width}")

    def _check_gates(self) -> None:
        lying: dict[Position, int] = {}
        for number, gate in enumerate(self.gates):
            self._check_inside(f"gate {number}", gate.x, gate.y)
            if gate in lying:
                self._refuse(f"gate {number}", f"lies at {gate} as gate {lying[gate]} does")
            lying[gate] = number

    def _check_units(self) -> None:
        if len(self.placements) > MOST_UNITS:
            self._refuse(f"{len(self.placements)} units", f"a scenario has at most {MOST_UNITS}")
        standing: dict[tuple[int, int], int] = {}
        for number, (kind, x, y) in enumerate(self.placements):
            if not 0 <= kind < len(UNIT_TYPES):
                self._refuse(f"unit {number}", f"there is no type {kind}", "types are 0 to 15")
            self._check_inside(f"unit {number}", x, y)
            if (x, y) in standing:
                self._refuse(f"unit {number}", f"stands at {x},{y} as unit {standing[x, y]} does")
            standing[x, y] = number
            unit, terrain = UNIT_TYPES[kind], terrain_of(int(self.terrain[y, x]))
            if not can_stand(unit, terrain) and (x, y) not in self.gates:
                self._refuse(f"unit {number} at {x},{y}", f"{unit.english} may not stand on {terrain.english}")
        counts = Counter(kind for kind, _, _ in self.placements)
        if counts[COMMANDER] != 1:
            self._refuse(f"{counts[COMMANDER]} units of type {COMMANDER}", "Eldoin has exactly one Feldherr")
        if not any(UNIT_TYPES[kind].side is Side.DAILOR for kind in counts):
            self._refuse("no unit of Dailor", "the game would be over before it starts")

    def _check_looks(self) -> None:
        shapes: Sequence[tuple[str, NDArray[np.uint8] | None, tuple[int, ...], int]] = (
            ("tiles", self.tiles, (TILES, 8), 255),
            ("colours", self.colours, (TILES,), 15),
            ("cycle", self.cycle, (CYCLE_LENGTH,), 7),
        )
        for name, array, shape, largest in shapes:
            if array is None:
                continue
            if array.shape != shape:
                self._refuse(name, f"the shape is {array.shape}, not {shape}")
            if array.max() > largest:
                self._refuse(name, f"{array.max()} is too large", f"0 to {largest} are possible")

    def _check_inside(self, what: str, x: int, y: int) -> None:
        if not (0 <= x < self.width and 0 <= y < self.height):
            self._refuse(what, f"{x},{y} is not on the map", f"it has {self.width}x{self.height} tiles")

    def _refuse(self, what: str, reason: str, cure: str = "") -> NoReturn:
        raise Refused(Refusal.INCONSISTENT, f"scenario {self.name!r}, {what}", reason, cure)

    def _key(self) -> tuple[Any, ...]:
        looks = (None if array is None else array.tobytes() for array in (self.tiles, self.colours, self.cycle))
        land = (self.terrain.shape, self.terrain.tobytes())
        return (self.name, *land, self.placements, self.gates, self.border, *looks)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Scenario) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<Scenario {self.name!r}, {self.width}x{self.height}, {len(self.placements)} units>"


def _frozen(array: NDArray[np.uint8]) -> NDArray[np.uint8]:
    given = np.asarray(array)
    copy = np.ascontiguousarray(given, np.uint8).copy()
    if not np.array_equal(copy, given):
        raise Refused(Refusal.OUT_OF_RANGE, "scenario", "an array holds numbers that are not 0 to 255")
    copy.setflags(write=False)
    return copy
