"""A map on a D64 disk image for the Commodore 64."""

from __future__ import annotations

from typing import Final

from duskfall.dungeon import Tiles
from duskfall.errors import Malformed
from duskfall.formats.disk_images import DISK_SIZES, BrokenChain, disk_files, new_disk
from duskfall.formats.dungeon.prg import LOAD_ADDRESS, PRG_BYTES, packed_for_c64, read_prg
from duskfall.formats.dungeon.views import Sheet

FILE_NAME: Final = "MAPDATA.BIN"
DISK_NAME: Final = "DUSKFALL"
DISK_ID: Final = "DF"


def write_d64(sheet: Sheet) -> bytes:
    """Writes a disk of 35 tracks that holds the program file as MAPDATA.BIN."""
    return new_disk(DISK_NAME, DISK_ID, FILE_NAME, LOAD_ADDRESS.to_bytes(2, "little") + packed_for_c64(sheet, "D64"))


def read_d64(data: bytes) -> Tiles:
    """Reads the tiles of MAPDATA.BIN on a disk; refuses a disk whose chains of blocks are broken."""
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
