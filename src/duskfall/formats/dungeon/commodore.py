"""Files for the Commodore 64: the packed map as a program file, and a disk that holds it."""

from __future__ import annotations

from typing import Final

from duskfall.dungeon import Tiles, pack, packed_size, unpack
from duskfall.errors import Malformed, Refusal, Refused
from duskfall.formats.disks import DISK_SIZES, BrokenChain, disk_files, new_disk
from duskfall.formats.dungeon.views import Sheet

SIDE: Final = 72
"""Columns and rows of the only map that the C64's program knows."""
LOAD_ADDRESS: Final = 0x0800
"""Where the original keeps its map."""
PRG_BYTES: Final = 2 + packed_size(SIDE, SIDE)

FILE_NAME: Final = "MAPDATA.BIN"
DISK_NAME: Final = "DUSKFALL"
DISK_ID: Final = "DF"


def write_prg(sheet: Sheet) -> bytes:
    """Two bytes of load address, low byte first, and the packed map: 1946 bytes."""
    return LOAD_ADDRESS.to_bytes(2, "little") + _packed(sheet, "PRG")


def read_prg(data: bytes) -> Tiles:
    """The tiles of a program file; where it would be loaded does not matter."""
    if len(data) != PRG_BYTES:
        raise Malformed(f"{len(data)} bytes", f"a map for the C64 is a program file of {PRG_BYTES} bytes")
    return unpack(data[2:], SIDE, SIDE)


def write_d64(sheet: Sheet) -> bytes:
    """A disk of 35 tracks that holds the program file as MAPDATA.BIN."""
    return new_disk(DISK_NAME, DISK_ID, FILE_NAME, LOAD_ADDRESS.to_bytes(2, "little") + _packed(sheet, "D64"))


def read_d64(data: bytes) -> Tiles:
    """The tiles of MAPDATA.BIN on a disk. A disk whose chains of blocks are broken is refused."""
    if len(data) not in DISK_SIZES:
        raise Malformed(f"{len(data)} bytes", f"a D64 has {', '.join(map(str, DISK_SIZES))} bytes")
    names: list[str] = []
    reading = "the directory"
    try:
        for file in disk_files(data):
            if file.name == FILE_NAME:
                reading = FILE_NAME
                return read_prg(file.read(PRG_BYTES))
            names.append(file.name)
    except BrokenChain as broken:
        raise Malformed(reading, str(broken)) from broken
    held = f"it holds {', '.join(names[:8])}" if names else "it is empty"
    raise Malformed("the disk", f"there is no file {FILE_NAME}", held)


def _packed(sheet: Sheet, kind: str) -> bytes:
    known = sheet.dungeon
    if (known.width, known.height) != (SIDE, SIDE):
        raise Refused(
            Refusal.IMPOSSIBLE,
            f"{kind} of a map of {known.width}x{known.height}",
            f"the C64's program knows maps of {SIDE}x{SIDE} only",
            "make one of that size, or choose another format",
        )
    return pack(known.tiles)
