"""Terrain: the nine kinds, their codes and names.

A new kind of terrain is a member of `Terrain`, a code, an entry in `_kinds`, and in `terrain_costs` a rule in `enters`;
one that slows units down is also a column of `units.UNIT_TYPES` and an entry in `movement_cost`. Rules
and bots read these; its picture and letter stand in `formats/welten`. Codes are those of the 38 tiles of the original,
$5E to $83: all of $61 to $73 are terrain already, and units begin at $74.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused


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
