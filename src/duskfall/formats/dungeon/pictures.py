"""A map as a picture of crisp tiles in the sixteen colours of the C64."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon import FLOOR, NAMES
from duskfall.formats.dungeon.art import SIDE, Colours, tile_art
from duskfall.formats.dungeon.views import Sheet
from duskfall.formats.palette import COLODORE, palette_png

SCALE: Final = 2
"""Pixels of the picture for a pixel of the art."""
TILE: Final = SIDE * SCALE
"""Pixels of the picture for a tile."""

KINDS: Final = (*NAMES, "secret floor", "treasure")
"""What a tile can look like: what it is, and what a keeper's picture marks besides."""
SECRET_FLOOR: Final = KINDS.index("secret floor")
TREASURE: Final = KINDS.index("treasure")


def looks(sheet: Sheet) -> NDArray[np.uint8]:
    """What each tile looks like, as a number in `KINDS`: a keeper sees treasures, and which rooms are secret."""
    known = sheet.dungeon
    seen = known.tiles.copy()
    for room in known.rooms:
        if room.secret:
            inside = seen[room.y : room.y + room.h, room.x : room.x + room.w]
            inside[inside == FLOOR] = SECRET_FLOOR
        if room.treasure:
            x, y = room.treasure.chamber
            seen[y, x] = TREASURE
    return seen


def write_png(sheet: Sheet, scale: int = SCALE) -> bytes:
    """The picture, `scale` times 8 pixels a tile. It holds the colours and nothing else: no dates, no names."""
    art = np.stack([tile_art(kind) for kind in KINDS])
    tiles = art[looks(sheet)]
    height, width = sheet.dungeon.tiles.shape
    return encode(tiles.transpose(0, 2, 1, 3).reshape(height * SIDE, width * SIDE), scale)


def encode(colours: Colours, scale: int = SCALE) -> bytes:
    """A picture of numbered colours as a PNG, each pixel drawn `scale` times as large."""
    return palette_png(colours, COLODORE, scale)
