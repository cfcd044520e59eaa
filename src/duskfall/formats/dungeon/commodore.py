"""Files for the Commodore 64: the packed map as a program file, and a disk that holds it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import cbmcodecs2  # noqa: F401  # registers the PETSCII codecs
from d64 import DiskImage

from duskfall.dungeon import Tiles, pack, packed_size, unpack
from duskfall.errors import Malformed, Refusal, Refused
from duskfall.formats.dungeon.views import Sheet

SIDE: Final = 72
"""Columns and rows of the only map that the C64's program knows."""
LOAD_ADDRESS: Final = 0x0800
"""Where the original keeps its map."""
PRG_BYTES: Final = 2 + packed_size(SIDE, SIDE)

PETSCII: Final = "petscii_c64en_uc"
FILE_NAME: Final = "MAPDATA.BIN"
DISK_NAME: Final = "DUSKFALL"
DISK_ID: Final = "DF"
DISK_BYTES: Final = (174_848, 175_531, 196_608, 197_376)
"""Sizes of a D64: 35 or 40 tracks, without or with a byte of error information for each block."""


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
    program = LOAD_ADDRESS.to_bytes(2, "little") + _packed(sheet, "D64")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "disk.d64"
        DiskImage.create("d64", path, DISK_NAME.encode(PETSCII), DISK_ID.encode(PETSCII))
        with DiskImage(path, "w") as disk, disk.path(FILE_NAME.encode(PETSCII)).open("w", ftype="prg") as file:
            file.write(program)
        return path.read_bytes()


def read_d64(data: bytes) -> Tiles:
    """The tiles of MAPDATA.BIN on a disk. A disk whose chains of blocks are broken is refused."""
    if len(data) not in DISK_BYTES:
        raise Malformed(f"{len(data)} bytes", f"a D64 has {', '.join(map(str, DISK_BYTES))} bytes")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "disk.d64"
        path.write_bytes(data)
        with DiskImage(path) as disk:
            try:
                return read_prg(_file(disk, FILE_NAME.encode(PETSCII)))
            except Malformed:
                raise
            except (ValueError, IndexError) as broken:  # the library's word for an impossible track or sector
                raise Malformed("the disk", f"its blocks do not hang together: {broken}") from broken


def _file(disk: Any, name: bytes) -> bytes:
    """The bytes of a file, block by block: the library itself would follow a chain in a circle for ever."""
    names = []
    for block in _chain(disk.dir_block, "the directory"):
        for offset in range(0, block.SECTOR_SIZE, disk.DIR_ENTRY.ENTRY_SIZE):
            entry = disk.DIR_ENTRY(block, offset)
            if entry.is_deleted:
                continue
            if entry.name == name:
                parts = (part.get(2, 2 + part.data_size) for part in _chain(entry.first_block(), FILE_NAME))
                return b"".join(parts)
            names.append(entry.name.decode(PETSCII, "replace"))
    held = f"it holds {', '.join(names[:8])}" if names else "it is empty"
    raise Malformed("the disk", f"there is no file {FILE_NAME}", held)


def _chain(block: Any, what: str) -> Iterator[Any]:
    seen = set()
    while block:
        if block.start in seen:
            raise Malformed(
                "the disk", f"the blocks of {what} run in a circle at track {block.track}, sector {block.sector}"
            )
        seen.add(block.start)
        yield block
        block = block.next_block()


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
