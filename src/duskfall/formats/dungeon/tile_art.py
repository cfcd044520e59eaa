"""The art of dungeon tiles: eight by eight pixels in the Commodore 64's sixteen colours."""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon import FLOOR, NAMES
from duskfall.formats.dungeon.views import Sheet

Colours = NDArray[np.uint8]
"""Numbers of colours, 0 to 15, as a picture: one for each pixel."""

SIDE: Final = 8
"""Pixels of a tile on each side, as a character of the machine has."""

ART: Final = {
    "empty": "00000000 00000000 00000000 00000000 00000000 00000000 00000000 00000000",
    "wall": "eee6eeee eee6eeee 66666666 eeeeeee6 eeeeeee6 66666666 eee6eeee 00000000",
    "floor": "bbbbbbb0 bbbbbbb0 bbbbbbb0 bbbbbbb0 bbbbbbb0 bbbbbbb0 bbbbbbb0 00000000",
    "door": "99999999 98888889 98898889 98898879 98898889 98898889 98898889 99999999",
    "up": "000000dd 000000d5 0000ddd5 0000d555 00ddd555 00d55555 ddd55555 d5555555",
    "down": "33000000 e3000000 e3330000 eee30000 eee33300 eeeee300 eeeee333 eeeeeee3",
    "secret": "aaa4aaaa aaa4aaaa 44444444 aaaaaaa4 aaaaaaa4 44444444 aaa4aaaa 00000000",
    "secret floor": "4bbbbb40 b4bbb4b0 bb4b4bb0 bbb4bbb0 bb4b4bb0 b4bbb4b0 4bbbbb40 00000000",
    "treasure": "bbbbbbb0 b88888b0 88888880 99979990 88777880 88878880 88888880 00000000",
}
"""Each tile as eight rows of eight colours, a hexadecimal digit a pixel."""

SCALE: Final = 2
"""Pixels of the picture for a pixel of the art."""
TILE: Final = SIDE * SCALE
"""Pixels of the picture for a tile."""
KINDS: Final = (*NAMES, "secret floor", "treasure")
"""The looks of tiles: the tile kinds, and the marks in a keeper's picture."""
SECRET_FLOOR: Final = KINDS.index("secret floor")
TREASURE: Final = KINDS.index("treasure")


@cache
def tile_art(name: str) -> Colours:
    """Returns the picture of one tile.

    >>> tile_art("wall").shape, int(tile_art("wall")[0, 0])  # light blue
    ((8, 8), 14)
    """
    art = np.array([[int(pixel, 16) for pixel in row] for row in ART[name].split()], np.uint8)
    art.flags.writeable = False
    return art


def looks(sheet: Sheet) -> NDArray[np.uint8]:
    """Returns the look of each tile, as a number in `KINDS`: a keeper sees treasures and secret rooms."""
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
