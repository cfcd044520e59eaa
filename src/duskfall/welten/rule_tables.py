"""A rule set as the lookup tables that kernels read."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.welten.rules import CostOf, GatesThatFall, Points, Reach, Rules
from duskfall.welten.terrain import Terrain
from duskfall.welten.terrain_costs import enters, movement_cost
from duskfall.welten.units import UNIT_TYPES, UnitType

OUTSIDE: Final = 9
"""The ground beyond the border of the map; terrains are 0 to 8."""

TAKEN: Final = 16
"""Added to the ground of a tile on which a unit stands."""

GROUNDS: Final = 2 * TAKEN

COST_LEVELS: Final = 4
"""The largest number of different costs of one type: river, forest, swamp, and all other terrain."""

MOST_POINTS: Final = 15
"""The largest B of any type; every step costs at least one, so no path is longer."""


class RuleTables(NamedTuple):
    """The lookup tables of one rule set. Rows are unit types, columns grounds."""

    enter: NDArray[np.uint8]
    """1 where a unit may step."""
    cost: NDArray[np.int64]
    """The cost of a ground."""
    cost_levels: NDArray[np.int64]
    """The different costs of a type, in ascending order, then zeros."""
    pays_for_tile_left: bool
    forgives: bool
    """A step needs one point only; the cost beyond the points left is waived."""
    reach: NDArray[np.int64]
    """The largest squared distance of a target, by type."""
    span: NDArray[np.int64]
    """The range along a row, by type."""
    breaks_gates: NDArray[np.uint8]
    breaks_walls: NDArray[np.uint8]
    lasting: NDArray[np.uint8]
    """1 for the terrain codes that never fall."""
    only_live_western_gates: bool
    wall_on_position_is_gate: bool
    eldoin_gate: int
    west_edge_wins: bool


def _cost_levels(unit: UnitType) -> list[int]:
    different = sorted({movement_cost(unit, terrain) for terrain in Terrain})
    return different + [0] * (COST_LEVELS - len(different))


@cache
def rule_tables(rules: Rules) -> RuleTables:
    """Builds the lookup tables of a rule set."""
    enter = np.zeros((len(UNIT_TYPES), GROUNDS), np.uint8)
    costs = np.ones((len(UNIT_TYPES), GROUNDS), np.int64)
    for unit in UNIT_TYPES:
        for terrain in Terrain:
            enter[unit.number, terrain] = enters(rules, unit, terrain)
            costs[unit.number, [terrain, terrain + TAKEN]] = movement_cost(unit, terrain)
    ranges = [unit.range for unit in UNIT_TYPES]
    reach = np.array([r * r if rules.reach is Reach.EXACT else (r + 1) ** 2 - 1 for r in ranges], np.int64)
    lasting = np.zeros(256, np.uint8)
    lasting[list(rules.lasting_walls)] = 1
    return RuleTables(
        enter=enter,
        cost=costs,
        cost_levels=np.array([_cost_levels(unit) for unit in UNIT_TYPES], np.int64),
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
