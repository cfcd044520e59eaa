"""Text art of maps: a character for each look of the land and for each type of unit.

Eldoin's units are capital letters, Dailor's are small ones; both sides use the same letter for the same kind of unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.welten.terrain import (
    END,
    FOREST,
    GATE,
    LASTING_WALL,
    MEADOW,
    MOUNTAINS,
    PAVEMENT,
    RIVER,
    SECOND_MEADOW,
    SWAMP,
    WALLS,
)

LAND_SIGNS: Final = {
    ".": MEADOW,
    ",": SECOND_MEADOW,
    "~": RIVER,
    "f": FOREST,
    "s": SWAMP,
    "_": PAVEMENT,
    "^": MOUNTAINS,
    "G": GATE,
    "%": LASTING_WALL,
    "E": END,
}
"""The code of each character but `#`, the wall whose piece follows from its neighbours."""

WALL_SIGN: Final = "#"
STONE: Final = WALL_SIGN + "%G"
"""The characters that a wall connects to."""

UNIT_SIGNS: Final = "SBALKRFbkuaflrwo"
"""By type: Schwert, Bogen, Adler, Lanze, Kriegsschiff, Reiter, Feldherr; bogen, katapult, blutsaUger, axt, feldherr,
lindwurm, rammbock, wagen, wOlf."""

NOBODY: Final = "."
"""Stands for a tile without a unit in the layer of the army."""


def wall_piece(joins: Callable[[int, int], bool], x: int, y: int) -> int:
    """Returns the code of the wall at x,y; `joins` tells whether a wall or gate stands at a place.

    >>> [f"${wall_piece(lambda x, y: (x, y) in {(1, 0), (0, 1)}, *place):02X}" for place in ((0, 0), (2, 0), (0, 2))]
    ['$61', '$65', '$67']
    """
    up, down, left, right = joins(x, y - 1), joins(x, y + 1), joins(x - 1, y), joins(x + 1, y)
    level, upright = 0x65 + x % 2, 0x67 + y % 2
    if left and right:
        return level
    if up and down:
        return upright
    if down and (left or right):
        return 0x61 if right else 0x62
    if up and (left or right):
        return 0x63 if right else 0x64
    return upright if up or down else level


def codes_of(rows: list[str]) -> NDArray[np.uint8]:
    """Reads the terrain codes of a drawn map whose characters are all known, and chooses the wall pieces.

    >>> [f"{code:02X}" for code in codes_of([".f#G#"])[0]]
    ['69', '6C', '65', '6F', '65']
    """
    height, width = len(rows), len(rows[0])

    def joins(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and rows[y][x] in STONE

    codes = np.empty((height, width), np.uint8)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            codes[y, x] = wall_piece(joins, x, y) if sign == WALL_SIGN else LAND_SIGNS[sign]
    return codes


_SIGN_OF: Final = dict.fromkeys(WALLS, WALL_SIGN) | {code: sign for sign, code in LAND_SIGNS.items()}


def land_rows(codes: NDArray[np.uint8]) -> list[str]:
    """Draws the land as text art, all wall pieces alike.

    >>> land_rows(np.array([[0x69, 0x6C, 0x65, 0x73]], np.uint8))
    ['.f#%']
    """
    return ["".join(_SIGN_OF[int(code)] for code in row) for row in codes]


def army_rows(units: Iterable[tuple[int, int, int]], width: int, height: int) -> list[str]:
    """Draws the layer of the army, from (type, x, y) of each unit."""
    rows = [[NOBODY] * width for _ in range(height)]
    for kind, x, y in units:
        rows[y][x] = UNIT_SIGNS[kind]
    return ["".join(row) for row in rows]
