"""A map as a program file (PRG) for the Commodore 64."""

from __future__ import annotations

from typing import Final

from duskfall.dungeon import Tiles, pack, packed_size, unpack
from duskfall.dungeon.tiles import SIDE
from duskfall.errors import Malformed, Refusal, Refused
from duskfall.formats.dungeon.views import Sheet

LOAD_ADDRESS: Final = 0x0800
"""The address at which the original keeps its map."""
PRG_BYTES: Final = 2 + packed_size(SIDE, SIDE)


def write_prg(sheet: Sheet) -> bytes:
    """Writes two bytes of load address, low byte first, and the packed map: 1946 bytes."""
    return LOAD_ADDRESS.to_bytes(2, "little") + packed_for_c64(sheet, "PRG")


def read_prg(data: bytes) -> Tiles:
    """Reads the tiles of a program file; ignores its load address."""
    if len(data) != PRG_BYTES:
        raise Malformed(f"{len(data)} bytes", f"a map for the C64 is a program file of {PRG_BYTES} bytes")
    return unpack(data[2:], SIDE, SIDE)


def packed_for_c64(sheet: Sheet, kind: str) -> bytes:
    """Packs a map of the only size that the C64's program knows; refuses others."""
    known = sheet.dungeon
    if (known.width, known.height) != (SIDE, SIDE):
        raise Refused(
            Refusal.IMPOSSIBLE,
            f"{kind} of a map of {known.width}x{known.height}",
            f"the C64's program knows maps of {SIDE}x{SIDE} only",
            "make one of that size, or choose another format",
        )
    return pack(known.tiles)
