"""A rule set as the tables that compiled code reads."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.welten.rules import CostOf, GatesThatFall, Points, Reach, Rules
from duskfall.welten.terrain import Terrain
from duskfall.welten.units import UNIT_TYPES, UnitType

OUTSIDE: Final = 9
"""The ground beyond the border of the map; terrains are 0 to 8."""

TAKEN: Final = 16
"""Added to the ground of a tile on which a unit stands."""

GROUNDS: Final = 2 * TAKEN

TOLLS: Final = 4
"""As many costs can differ for one unit: those of river, forest, swamp and all the rest."""

MOST_POINTS: Final = 15
"""The largest B of any type; every step costs at least one, so no way is longer."""


class Law(NamedTuple):
    """The tables of one rule set. Rows are unit types, columns grounds."""

    enter: NDArray[np.uint8]
    """1 where a unit may step."""
    price: NDArray[np.int64]
    """The cost of a ground."""
    tolls: NDArray[np.int64]
    """The different costs that a type can meet, in ascending order, then zeros."""
    pays_for_tile_left: bool
    forgives: bool
    """A step needs one point only; what it costs beyond the points left is forgiven."""
    reach: NDArray[np.int64]
    """The largest squared distance that a type hits."""
    span: NDArray[np.int64]
    """How far a type hits along a row."""
    breaks_gates: NDArray[np.uint8]
    breaks_walls: NDArray[np.uint8]
    lasting: NDArray[np.uint8]
    """1 for the terrain codes that never fall."""
    only_live_western_gates: bool
    wall_on_position_is_gate: bool
    eldoin_gate: int
    west_edge_wins: bool


def enters(rules: Rules, unit: UnitType, terrain: Terrain) -> bool:
    """Whether a unit may step onto a terrain.

    >>> from duskfall.welten.rules import GUIDE, ORIGINAL
    >>> enters(GUIDE, UNIT_TYPES[0], Terrain.GATE), enters(ORIGINAL, UNIT_TYPES[0], Terrain.GATE)
    (True, False)
    """
    if unit.sails:
        return terrain is Terrain.RIVER
    if terrain is Terrain.END:
        return rules.end_is_open
    if unit.flies:
        return True
    if terrain is Terrain.GATE:
        return rules.walkers_enter_gates
    return terrain not in {Terrain.MOUNTAINS, Terrain.WALL}


def price(unit: UnitType, terrain: Terrain) -> int:
    """What a terrain costs a unit that goes there, or that has come to stand there."""
    slow = {Terrain.RIVER: unit.river, Terrain.FOREST: unit.forest, Terrain.SWAMP: unit.swamp}
    return max(1, slow.get(terrain, 1))


def _tolls(unit: UnitType) -> list[int]:
    different = sorted({price(unit, terrain) for terrain in Terrain})
    return different + [0] * (TOLLS - len(different))


@cache
def law_of(rules: Rules) -> Law:
    """The tables of a rule set."""
    enter = np.zeros((len(UNIT_TYPES), GROUNDS), np.uint8)
    prices = np.ones((len(UNIT_TYPES), GROUNDS), np.int64)
    for unit in UNIT_TYPES:
        for terrain in Terrain:
            enter[unit.number, terrain] = enters(rules, unit, terrain)
            prices[unit.number, [terrain, terrain + TAKEN]] = price(unit, terrain)
    ranges = [unit.range for unit in UNIT_TYPES]
    reach = np.array([r * r if rules.reach is Reach.EXACT else (r + 1) ** 2 - 1 for r in ranges], np.int64)
    lasting = np.zeros(256, np.uint8)
    lasting[list(rules.lasting_walls)] = 1
    return Law(
        enter=enter,
        price=prices,
        tolls=np.array([_tolls(unit) for unit in UNIT_TYPES], np.int64),
        pays_for_tile_left=rules.cost_of is CostOf.LEFT,
        forgives=rules.points is Points.ANY,
        reach=reach,
        span=np.sqrt(reach).astype(np.int64),
        breaks_gates=np.array([unit.breaks_gates for unit in UNIT_TYPES], np.uint8),
        breaks_walls=np.array([unit.breaks_walls for unit in UNIT_TYPES], np.uint8),
        lasting=lasting,
        only_live_western_gates=rules.gates_that_fall is GatesThatFall.LIVE_WEST,
        wall_on_position_is_gate=rules.wall_on_position_is_gate,
        eldoin_gate=rules.eldoin_gate_becomes,
        west_edge_wins=rules.west_edge_wins,
    )
