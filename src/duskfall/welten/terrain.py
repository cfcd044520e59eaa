"""Terrain: the nine kinds, their codes and names, which units may enter them, and their movement costs.

A new kind of terrain is a member of `Terrain`, a code, an entry in `_kinds` and a rule in `enters`; one that slows
units down is also a column of `units.UNIT_TYPES` and an entry in `movement_cost`. All else (reachability, paths, bots)
reads these. Codes are those of the 38 tiles of the original, $5E to $83.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused

if TYPE_CHECKING:  # both modules import the codes of this one
    from duskfall.welten.rules import Rules
    from duskfall.welten.units import UnitType


class Terrain(IntEnum):
    """The nine kinds of ground, in the order of the original's names."""

    MEADOW = 0
    RIVER = 1
    FOREST = 2
    END = 3
    SWAMP = 4
    GATE = 5
    MOUNTAINS = 6
    PAVEMENT = 7
    WALL = 8

    @property
    def german(self) -> str:
        """Its name on the German screen.

        >>> Terrain.GATE.german
        'Tor'
        """
        return _GERMAN[self]

    @property
    def english(self) -> str:
        """Its name on the English screen."""
        return self.name.capitalize()


_GERMAN: Final = ("Wiese", "Fluss", "Wald", "Ende", "Sumpf", "Tor", "Gebirge", "Pflaster", "Mauer")

FIRST_CODE: Final = 0x5E
LAST_CODE: Final = 0x83
TILES: Final = LAST_CODE - FIRST_CODE + 1
"""The tiles: three letters, eight wall pieces, eleven terrains, sixteen units."""

FIRST_TERRAIN: Final = 0x61
LAST_TERRAIN: Final = 0x73
"""The codes that can stand on a map."""

MEADOW: Final = 0x69
SECOND_MEADOW: Final = 0x6A
RIVER: Final = 0x6B
FOREST: Final = 0x6C
END: Final = 0x6D
SWAMP: Final = 0x6E
GATE: Final = 0x6F
MOUNTAINS: Final = 0x70
PAVEMENT: Final = 0x71
WALL: Final = 0x72
"""Replaces a gate of Eldoin that closes; as a picture the second corner right and down."""
LASTING_WALL: Final = 0x73
"""The wall piece that does not fall in the rule set `original`."""

WALLS: Final = (*range(0x61, 0x69), WALL, LASTING_WALL)

NO_TERRAIN: Final = 255
"""Stands in `KINDS` for codes that are not terrain."""


def _kinds() -> NDArray[np.uint8]:
    kinds = np.full(256, NO_TERRAIN, np.uint8)
    kinds[MEADOW : PAVEMENT + 1] = [0, 0, 1, 2, 3, 4, 5, 6, 7]
    kinds[list(WALLS)] = Terrain.WALL
    kinds.setflags(write=False)
    return kinds


KINDS: Final = _kinds()
"""The terrain of each of the 256 codes, for compiled code."""


def terrain_of(code: int) -> Terrain:
    """Returns the terrain of a code.

    >>> terrain_of(0x6A).name, terrain_of(0x61).name, terrain_of(0x72).name
    ('MEADOW', 'WALL', 'WALL')
    >>> terrain_of(0x60)
    Traceback (most recent call last):
    duskfall.errors.Refused: $60: no terrain has this code; terrains are $61 to $73
    """
    if not FIRST_TERRAIN <= code <= LAST_TERRAIN:
        raise Refused(Refusal.OUT_OF_RANGE, f"${code:02X}", "no terrain has this code", "terrains are $61 to $73")
    return Terrain(int(KINDS[code]))


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
