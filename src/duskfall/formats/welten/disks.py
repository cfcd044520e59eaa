"""Files on D64 disk images, read without trusting the disk.

The library `d64` knows where tracks and sectors lie and what a directory entry says. Walking from sector to sector is
done here, because its own loops follow a chain for as long as the disk asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import petscii_codecs  # noqa: F401  # its import makes the encoding of names known
from d64 import Block, DiskImage
from d64.dir_entry import DirEntry

DISK_SIZES: Final = (174848, 175531, 196608, 197376)
"""Bytes of a D64: 35 or 40 tracks, each without or with a byte of error information for every sector."""


class BrokenChain(ValueError):
    """A chain of sectors that loops, leaves the disk or grows beyond what was asked for."""


@dataclass(frozen=True)
class DiskFile:
    """A closed program on a disk."""

    name: str
    data: bytes
    fault: str
    """Why the data could not be read; empty if they could."""


def disk_programs(path: Path, largest: int) -> Iterator[DiskFile]:
    """The closed PRG files of a disk in the order of the directory, none larger than `largest` bytes.

    Raises `BrokenChain` when the directory itself is broken; the files before that have been given by then.
    """
    with DiskImage(path) as image:
        for block in _chain(image, 18, 1):
            for offset in range(0, Block.SECTOR_SIZE, DirEntry.ENTRY_SIZE):
                entry = DirEntry(block, offset)
                if entry.file_type == "PRG" and entry.closed:
                    yield _read(image, entry, largest)


def _read(image: Any, entry: Any, largest: int) -> DiskFile:
    name = entry.name.decode("petscii-c64en-lc", "replace")
    shown = "".join(sign if sign.isprintable() else "?" for sign in name)
    data = bytearray()
    try:
        for block in _chain(image, *entry.start_ts):
            data += block.get(2, 2 + block.data_size)
            if len(data) > largest:
                raise BrokenChain(f"it has more than {largest} bytes")
    except ValueError as fault:
        return DiskFile(shown, b"", str(fault))
    return DiskFile(shown, bytes(data), "")


def _chain(image: Any, track: int, sector: int) -> Iterator[Any]:
    """The sectors of a chain; each at most once, and none that is not on the disk."""
    seen: set[tuple[int, int]] = set()
    while True:
        if (track, sector) in seen:
            raise BrokenChain(f"its chain of sectors loops back to {track}/{sector}")
        seen.add((track, sector))
        try:
            block = Block(image, track, sector)
        except ValueError as error:
            raise BrokenChain(f"its chain of sectors leaves the disk at {track}/{sector}") from error
        yield block
        if block.is_final:
            return
        track, sector = block.get(0, 2)
