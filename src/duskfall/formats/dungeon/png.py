"""A map as a PNG in the sixteen colours of the C64."""

from __future__ import annotations

import numpy as np

from duskfall.formats.dungeon.tile_art import KINDS, SCALE, SIDE, Colours, looks, tile_art
from duskfall.formats.dungeon.views import Sheet
from duskfall.formats.palette import COLODORE, palette_png


def write_png(sheet: Sheet, scale: int = SCALE) -> bytes:
    """Writes the picture, `scale` times 8 pixels a tile, without metadata such as dates and names."""
    art = np.stack([tile_art(kind) for kind in KINDS])
    tiles = art[looks(sheet)]
    height, width = sheet.dungeon.tiles.shape
    return encode(tiles.transpose(0, 2, 1, 3).reshape(height * SIDE, width * SIDE), scale)


def encode(colours: Colours, scale: int = SCALE) -> bytes:
    """Encodes a picture of numbered colours as a PNG, each pixel drawn `scale` times as large."""
    return palette_png(colours, COLODORE, scale)
