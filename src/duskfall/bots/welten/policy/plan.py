"""Plans: for each type of unit where it goes, and how it weighs its way, its strikes and its danger."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.welten import UNIT_TYPES, Side


class Goal(IntEnum):
    """Where a group of units goes."""

    STAY = 0
    """It has no goal of its own: it only seeks good strikes and safe tiles near its place."""
    COMMANDER = 1
    """Into strike range of Eldoin's Feldherr, whom Dailor hunts and Eldoin surrounds."""
    WEST_EDGE = 2
    """The westernmost column, which wins for Dailor where the rules say so."""
    HUNT = 3
    """Into strike range of the nearest enemy."""
    ENGINES = 4
    """Into strike range of the nearest enemy that breaks gates."""


GOAL: Final = 0
WAY: Final = 1
"""The worth of one movement point on the way to the goal."""
HIT: Final = 2
"""The factor of the worth of the best strike from a tile."""
DANGER: Final = 3
"""The cost of a tile where the enemy's next attack surely destroys the unit."""
SHUT: Final = 4
"""1 where Eldoin keeps its gates shut, by any of its types."""
FROM: Final = 5
"""The completed rounds after which the type goes to its goal; before, it stays out of danger."""
PRIZE: Final = 6
"""The factor of the worth of the type as a target of the other side."""
MASS: Final = 7
"""The share of its danger that each friend near takes from a unit, by any type of the side."""
COLUMNS: Final = 8

Numbers = NDArray[np.float64]
"""A plan as kernels read it: [type, column]."""


class Group(IntEnum):
    """Units that share a goal."""

    FOOT = 0
    ARCHERS = 1
    FLYERS = 2
    RIDERS = 3
    SHIPS = 4
    SIEGE = 5
    COMMANDERS = 6


def group_of(kind: int) -> Group:
    """Returns the group of a type of unit.

    >>> group_of(8).name, group_of(15).name
    ('SIEGE', 'RIDERS')
    """
    unit = UNIT_TYPES[kind]
    if unit.must_live:
        return Group.COMMANDERS
    if unit.flies:
        return Group.FLYERS
    if unit.sails:
        return Group.SHIPS
    if unit.breaks_gates and unit.attack == 1:
        return Group.SIEGE
    if unit.movement > 10:
        return Group.RIDERS
    return Group.ARCHERS if unit.range > 2 else Group.FOOT


@dataclass(frozen=True, slots=True)
class Orders:
    """What a group is for."""

    goal: Goal
    way: float = 0.5
    hit: float = 1.0
    danger: float = 1.0
    start: int = 0
    """The completed rounds after which the group goes to its goal; before, it stays out of danger."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The orders of each group of a side; a group that is left out has those of `others`."""

    name: str
    others: Orders
    groups: dict[Group, Orders] = field(default_factory=dict)
    shut: bool = True
    """Whether Eldoin keeps its gates shut."""
    mass: float = 0.0
    """The share of its danger that each friend near takes from a unit: many go where few would not."""
    prizes: dict[Group, float] = field(default_factory=dict)
    """The factors of the worth of the enemy's groups as targets; 1 where nothing is said."""

    def of(self, group: Group) -> Orders:
        """Returns the orders of a group."""
        return self.groups.get(group, self.others)


def numbers_of(eldoin: Plan, dailor: Plan) -> Numbers:
    """Returns the plans of both sides as one table."""
    table = np.zeros((len(UNIT_TYPES), COLUMNS))
    for unit in UNIT_TYPES:
        plan, other = (eldoin, dailor) if unit.side is Side.ELDOIN else (dailor, eldoin)
        group = group_of(unit.number)
        orders, prize = plan.of(group), other.prizes.get(group, 1.0)
        weights = (orders.goal, orders.way, orders.hit, orders.danger)
        table[unit.number] = (*weights, plan.shut, orders.start, prize, plan.mass)
    return table


HOLD: Final = Plan("hold", Orders(Goal.STAY, way=0.0, hit=1.0, danger=8.0))
"""Eldoin strikes what comes near, from tiles where it suffers least."""

STORM: Final = Plan(
    "storm",
    Orders(Goal.COMMANDER, way=0.5, hit=1.0, danger=0.5),
    {Group.SIEGE: Orders(Goal.COMMANDER, way=1.0, hit=0.0, danger=12.0)},
)
"""Dailor marches to the Feldherr, and its engines break what stands in the way."""
