"""Files on D64 disk images, read without trusting the disk.

The library `d64` knows where tracks and sectors lie and what a directory entry says. Walking from sector to sector is
done here, because its own loops follow a chain for as long as the disk asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import petscii_codecs  # noqa: F401  # its import makes the encoding of names known
from d64 import Block
from d64.d64_image import D64_40TrackImage, D64Image
from d64.dir_entry import DirEntry

DISK_SIZES: Final = (*D64Image.IMAGE_SIZES, *D64_40TrackImage.IMAGE_SIZES)
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


def disk_programs(disk: bytes, largest: int) -> Iterator[DiskFile]:
    """The closed PRG files of a disk in the order of the directory, none larger than `largest` bytes.

    Raises `BrokenChain` when the directory itself is broken; the files before that have been given by then.
    """
    image = _image(disk)
    for block in _chain(image, image.DIR_TRACK, image.DIR_SECTOR):
        for offset in range(0, Block.SECTOR_SIZE, DirEntry.ENTRY_SIZE):
            entry = DirEntry(block, offset)
            if entry.file_type == "PRG" and entry.closed:
                yield _read(image, entry, largest)


def _image(disk: bytes) -> Any:
    """The library's image over bytes in memory; it would open a file by itself, which could have changed meanwhile."""
    kind = D64Image if len(disk) in D64Image.IMAGE_SIZES else D64_40TrackImage
    image = kind("disk")
    image.map = disk
    return image


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
