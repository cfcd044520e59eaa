"""Which units may enter and stand on which terrain, and the movement points that a step costs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from duskfall.welten.rules import Rules
from duskfall.welten.terrain import KINDS, Terrain
from duskfall.welten.units import UnitType


def can_stand(unit: UnitType, terrain: Terrain) -> bool:
    """Tells whether a unit can stand on a terrain in at least one rule set.

    >>> from duskfall.welten.units import UNIT_TYPES
    >>> can_stand(UNIT_TYPES[0], Terrain.GATE), can_stand(UNIT_TYPES[0], Terrain.WALL)
    (True, False)
    """
    if unit.sails:
        return terrain is Terrain.RIVER
    return unit.flies or terrain not in {Terrain.MOUNTAINS, Terrain.WALL}


def enters(rules: Rules, unit: UnitType, terrain: Terrain) -> bool:
    """Tells whether a unit may step onto a terrain.

    >>> from duskfall.welten.rules import GUIDE, ORIGINAL
    >>> from duskfall.welten.units import UNIT_TYPES
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


def movement_cost(unit: UnitType, terrain: Terrain) -> int:
    """Returns the movement points that a step costs a unit on a terrain.

    Only the slow terrains differ from type to type; their costs are columns of `units.UNIT_TYPES`.
    """
    slow = {Terrain.RIVER: unit.river, Terrain.FOREST: unit.forest, Terrain.SWAMP: unit.swamp}
    return max(1, slow.get(terrain, 1))


def entry_costs(
    rules: Rules,
    unit: UnitType,
    terrain: Sequence[bytes],
    closed: int,
    through: Mapping[Terrain, int] | None = None,
) -> NDArray[np.int32]:
    """Returns the cost of entering each tile, [y, x], for a type of unit; `closed` where it may not enter.

    `terrain` has the terrain codes row by row, as views and situations have. `through` gives a cost to terrains that a
    walker or flyer may not enter: walls that could be broken, gates that could be opened.

    >>> from duskfall.welten.rules import GUIDE
    >>> from duskfall.welten.units import UNIT_TYPES
    >>> from duskfall.welten.terrain import FOREST, MEADOW, MOUNTAINS, WALL
    >>> row = bytes([MEADOW, FOREST, WALL, MOUNTAINS])
    >>> entry_costs(GUIDE, UNIT_TYPES[0], [row], closed=99, through={Terrain.WALL: 12}).tolist()
    [[1, 2, 12, 99]]
    """
    costs = np.full(len(Terrain), closed, np.int32)
    for kind in Terrain:
        if enters(rules, unit, kind):
            costs[kind] = movement_cost(unit, kind)
        elif through is not None and not unit.sails:
            costs[kind] = through.get(kind, closed)
    codes = np.frombuffer(b"".join(terrain), np.uint8).reshape(len(terrain), -1)
    return costs[KINDS[codes]]
