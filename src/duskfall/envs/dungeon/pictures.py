"""A picture of a map as its walker knows it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon import NAMES
from duskfall.dungeon.exploration.walk import HERO, REMEMBERED, TREASURE, Cells
from duskfall.formats.dungeon.tile_art import SIDE, tile_art
from duskfall.formats.palette import BLACK, COLODORE, YELLOW, rgb

_COLOURS: Final = np.array([rgb(colour) for colour in COLODORE], np.uint8)
_HERO: Final = (
    "00077000", "00077000", "00777700", "07077070", "00077000", "00077000", "00700700", "07700770",
)  # fmt: skip
"""A walker, in the colours of the palette."""
DIM: Final = 3
"""A remembered tile has a third of the brightness of one in sight."""


def _art() -> NDArray[np.uint8]:
    """Returns the picture of each cell in red, green and blue: (cells, 8, 8, 3)."""
    art = np.zeros((TREASURE + 1, SIDE, SIDE), np.uint8)
    for kind, name in enumerate(NAMES):
        art[kind] = tile_art(name)
    art[HERO] = [[YELLOW if point == "7" else BLACK for point in row] for row in _HERO]
    art[TREASURE] = tile_art("treasure")
    return _COLOURS[art]


def picture(scene: Cells) -> NDArray[np.uint8]:
    """Draws a scene of a walk, eight points a tile: bright in sight, dim from memory, dark where never seen."""
    tiles = _art()[scene % REMEMBERED]
    tiles[scene >= REMEMBERED] //= DIM
    height, width = scene.shape
    drawn: NDArray[np.uint8] = tiles.transpose(0, 2, 1, 3, 4).reshape(height * SIDE, width * SIDE, 3)
    return drawn
