"""The kinds of tiles, and the packing of a map into three bits a tile."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused

Tiles = NDArray[np.uint8]
"""A map, row by row from the top: `tiles[y, x]`."""

EMPTY: Final = 0
WALL: Final = 1
FLOOR: Final = 2
DOOR: Final = 3
UP: Final = 4
DOWN: Final = 5
SECRET: Final = 6

TILE_KINDS: Final = 7
NAMES: Final = ("empty", "wall", "floor", "door", "up", "down", "secret")
"""The names of the tiles, by number."""

GLYPHS: Final = " █.+<>░"
"""The characters of the tiles in text, by number."""

BITS: Final = 3
"""Bits a tile takes when packed."""

SIDE: Final = 72
"""Width and height of the map that a C64 can hold."""


def packed_size(width: int, height: int) -> int:
    """Counts the bytes of a packed map.

    >>> packed_size(72, 72)
    1944
    """
    return (BITS * width * height + 7) // 8


def pack(tiles: Tiles) -> bytes:
    """Packs a map into three bits a tile, row by row, least significant bit first, crossing bytes.

    >>> pack(np.array([[1, 2, 3], [4, 5, 6]], np.uint8)).hex()
    'd15803'
    """
    bits = (tiles.reshape(-1, 1) >> np.arange(BITS, dtype=np.uint8)) & 1
    return np.packbits(bits.reshape(-1), bitorder="little").tobytes()


def unpack(packed: bytes, width: int = SIDE, height: int = SIDE) -> Tiles:
    """Unpacks a map that `pack` packed.

    >>> unpack(bytes.fromhex("d15803"), 3, 2).tolist()
    [[1, 2, 3], [4, 5, 6]]
    """
    size = packed_size(width, height)
    if len(packed) != size:
        raise Refused(
            Refusal.MALFORMED, f"{len(packed)} bytes", f"a packed map of {width}x{height} tiles has {size} bytes"
        )
    bits = np.unpackbits(np.frombuffer(packed, np.uint8), bitorder="little")
    used = BITS * width * height
    if bits[used:].any():
        raise Refused(Refusal.MALFORMED, f"{len(packed)} bytes", "the bits after the last tile are not zero")
    tiles = bits[:used].reshape(-1, BITS) @ np.array([1, 2, 4], np.uint8)
    if (tiles >= TILE_KINDS).any():
        at = int(np.flatnonzero(tiles >= TILE_KINDS)[0])
        raise Refused(
            Refusal.MALFORMED, f"tile 7 at column {at % width}, row {at // width}", "tiles are numbered from 0 to 6"
        )
    return tiles.astype(np.uint8).reshape(height, width)
