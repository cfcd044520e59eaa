"""Reads and writes files on D64 disk images, for dungeons and for Weltendämmerung; it does not trust the disk.

The library `d64` knows the places of tracks and sectors and the directory entries. Chains of sectors are followed here,
because the library follows a chain that loops for ever.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

# Before d64, whose own dependency would otherwise register the same names of encodings.
import cbmcodecs2  # noqa: F401  # its import makes PETSCII known
from d64 import Block, DiskImage
from d64.d64_image import D64_40TrackImage, D64Image
from d64.dir_entry import DirEntry

DISK_SIZES: Final = (*D64Image.IMAGE_SIZES, *D64_40TrackImage.IMAGE_SIZES)
"""Bytes of a D64: 35 or 40 tracks, each without or with a byte of error information for every sector."""

PETSCII: Final = "petscii_c64en_uc"
"""The character set of the machine when it is switched on: capitals."""


class BrokenChain(ValueError):
    """A chain of sectors that loops, leaves the disk or grows beyond the limit."""


@dataclass(frozen=True, slots=True)
class DiskFile:
    """A file that a disk's directory names."""

    name: str
    is_program: bool
    """Whether it is a properly closed PRG file."""
    _image: Any
    _start: tuple[int, int]

    def read(self, largest: int) -> bytes:
        """Returns the file's bytes; raises `BrokenChain` if they cannot be read or are more than `largest`."""
        data = bytearray()
        for block in _chain(self._image, *self._start):
            try:
                data += block.get(2, 2 + block.data_size)
            except ValueError as error:
                raise BrokenChain(f"its last sector, {block.track}/{block.sector}, has no length") from error
            if len(data) > largest:
                raise BrokenChain(f"it has more than {largest} bytes")
        return bytes(data)


def disk_files(disk: bytes) -> Iterator[DiskFile]:
    """Yields the files of a disk, one of `DISK_SIZES` bytes, in the order of its directory.

    Raises `BrokenChain` at the point where the directory itself is broken.
    """
    image = _image(disk)
    for block in _chain(image, image.DIR_TRACK, image.DIR_SECTOR):
        for offset in range(0, Block.SECTOR_SIZE, DirEntry.ENTRY_SIZE):
            entry = DirEntry(block, offset)
            if not entry.is_deleted:
                name = entry.name.decode(PETSCII, "replace")
                shown = "".join(sign if sign.isprintable() else "?" for sign in name)
                yield DiskFile(shown, entry.file_type == "PRG" and entry.closed, image, entry.start_ts)


def new_disk(title: str, identity: str, file_name: str, program: bytes) -> bytes:
    """Makes a disk of 35 tracks that holds one program."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "disk.d64"
        DiskImage.create("d64", path, title.encode(PETSCII), identity.encode(PETSCII))
        with DiskImage(path, "w") as disk, disk.path(file_name.encode(PETSCII)).open("w", ftype="prg") as file:
            file.write(program)
        return path.read_bytes()


def _image(disk: bytes) -> Any:
    """Opens an image over bytes in memory; the library itself would open a file, which could change meanwhile."""
    kind = D64Image if len(disk) in D64Image.IMAGE_SIZES else D64_40TrackImage
    image = kind("disk")
    image.map = disk
    return image


def _chain(image: Any, track: int, sector: int) -> Iterator[Any]:
    """Yields the sectors of a chain; raises `BrokenChain` for a loop or a sector outside of the disk."""
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
