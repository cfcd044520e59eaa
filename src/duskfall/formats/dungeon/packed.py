"""The tiles of a map alone, packed into three bits each."""

from __future__ import annotations

from typing import Final

from duskfall.dungeon import Tiles, pack, packed_size, unpack
from duskfall.dungeon.tiles import SIDE
from duskfall.formats.dungeon.views import Sheet

PACKED_BYTES: Final = packed_size(SIDE, SIDE)
"""Only maps of the C64's size can be read: the file does not tell its width."""


def write_packed(sheet: Sheet) -> bytes:
    """Packs the tiles of a map of any size."""
    return pack(sheet.dungeon.tiles)


def read_packed(data: bytes) -> Tiles:
    """Unpacks the tiles of a map of the C64's size."""
    return unpack(data, SIDE, SIDE)
