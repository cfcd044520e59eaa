"""The legal orders of a seat: all of them, or unit by unit with ways, targets and odds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.welten.combat import GATE_HIT
from duskfall.welten.orders import Attack, Gate, MoveTo, PlayerOrder
from duskfall.welten.reachability import Reach, Way, position
from duskfall.welten.rules import MODIFIERS
from duskfall.welten.scenario import Position
from duskfall.welten.targets import Targets
from duskfall.welten.terrain import Terrain
from duskfall.welten.units import ATTACK, Side


class Chance(NamedTuple):
    """One possible result of an attack."""

    probability: float
    modifier: int
    damage: int
    v: int
    """The V that the target would have left; 0 means destroyed."""


@dataclass(frozen=True, slots=True)
class Target:
    """A target of a unit."""

    x: int
    y: int
    unit: int | None
    """The unit that would be hit."""
    structure: Terrain | None
    """Or the gate or wall that would fall."""
    chances: tuple[Chance, ...]
    """The possible results of an attack on a unit, lowest damage first; a structure falls without chance."""

    @property
    def destroyed(self) -> float:
        """The probability that the target is destroyed."""
        return 1.0 if self.unit is None else sum(chance.probability for chance in self.chances if chance.v == 0)


def odds(attack: int, defence: int, weights: NDArray[np.float64]) -> tuple[Chance, ...]:
    """Lists the possible results of an attack; `weights` are the probabilities of the modifiers 0, 1, 2...

    >>> [(chance.probability, chance.v) for chance in odds(4, 7, modifier_weights(None))]
    [(0.125, 3), (0.25, 2), (0.25, 1), (0.25, 0), (0.125, 0)]
    """
    return tuple(
        Chance(weight, modifier, attack + modifier, max(0, defence - attack - modifier))
        for modifier, weight in enumerate(weights.tolist())
        if weight
    )


def modifier_weights(cycle: NDArray[np.uint8] | None) -> NDArray[np.float64]:
    """Returns the probability of each modifier: its share of the table, or of the picks of a whole cycle."""
    picked = np.array(MODIFIERS) if cycle is None else np.array(MODIFIERS)[cycle]
    return np.bincount(picked, minlength=max(MODIFIERS) + 1) / len(picked)


@dataclass(frozen=True, eq=False, repr=False, slots=True)
class Legal:
    """The legal orders of a seat, numbered from 0 up, so that a program may choose by number.

    Moves come first, then attacks, gates, and last `end`, `undo`, `draw` and `resign` as far as they are possible.
    """

    seat: Side
    reach: Reach
    hits: Targets
    gates: tuple[int, ...]
    """The gate positions that may be toggled."""
    others: tuple[PlayerOrder, ...]
    kind: NDArray[np.uint8]
    """The type of every unit."""
    defence: NDArray[np.int16]
    """V of every unit."""
    weights: NDArray[np.float64]
    """The probabilities of the modifiers."""

    def __repr__(self) -> str:
        counts = f"{len(self.reach.cells)} moves, {len(self.hits.cells)} attacks, {len(self.gates)} gates"
        others = "".join(f", {order}" for order in self.others)
        return f"<Legal {self.seat.name.capitalize()}: {counts}{others}>"

    def __len__(self) -> int:
        return len(self.reach.cells) + len(self.hits.cells) + len(self.gates) + len(self.others)

    def __bool__(self) -> bool:
        return len(self) > 0

    @property
    def units(self) -> tuple[int, ...]:
        """The units that can still act."""
        busy = [table.units[np.diff(table.starts) > 0].tolist() for table in (self.reach, self.hits)]
        return tuple(busy[0] or busy[1])

    def ways(self, unit: int) -> dict[Position, Way]:
        """Returns each tile that a unit can reach, with cost, points left and path; row by row."""
        return self.reach.ways(unit)

    def targets(self, unit: int) -> tuple[Target, ...]:
        """Lists the targets of a unit: enemies by number with the odds, then structures row by row."""
        return tuple(self._target(unit, cell, hit) for cell, hit in self.hits.of(unit))

    def _target(self, unit: int, cell: int, hit: int) -> Target:
        x, y = position(cell, self.hits.stride)
        if hit < 0:
            return Target(x, y, None, Terrain.GATE if hit == GATE_HIT else Terrain.WALL, ())
        return Target(x, y, hit, None, odds(int(ATTACK[self.kind[unit]]), int(self.defence[hit]), self.weights))

    def order(self, number: int) -> PlayerOrder:
        """Returns the order of that number."""
        if not 0 <= number < len(self):
            raise Refused(Refusal.OUT_OF_RANGE, f"order {number}", f"there are {len(self)}, counted from 0")
        if number < len(self.reach.cells):
            unit, (x, y) = self.reach.owner(number), position(int(self.reach.cells[number]), self.reach.stride)
            return MoveTo(unit, x, y)
        number -= len(self.reach.cells)
        if number < len(self.hits.cells):
            unit, (x, y) = self.hits.owner(number), position(int(self.hits.cells[number]), self.hits.stride)
            return Attack(unit, x, y)
        number -= len(self.hits.cells)
        if number < len(self.gates):
            return Gate(self.gates[number])
        return self.others[number - len(self.gates)]

    def __iter__(self) -> Iterator[PlayerOrder]:
        return map(self.order, range(len(self)))
