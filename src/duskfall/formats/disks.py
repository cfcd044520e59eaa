"""Files on D64 disk images, read without trusting the disk.

The library `d64` knows where tracks and sectors lie and what a directory entry says. Walking from sector to sector is
done here, because its own loops follow a chain for as long as the disk asks for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

# Before d64, which brings another library that takes the same names of encodings if nobody has them yet.
import cbmcodecs2  # noqa: F401  # its import makes PETSCII known
from d64 import Block, DiskImage
from d64.d64_image import D64_40TrackImage, D64Image
from d64.dir_entry import DirEntry

DISK_SIZES: Final = (*D64Image.IMAGE_SIZES, *D64_40TrackImage.IMAGE_SIZES)
"""Bytes of a D64: 35 or 40 tracks, each without or with a byte of error information for every sector."""

PETSCII: Final = "petscii_c64en_uc"
"""The machine's own letters when it is switched on: capitals."""


class BrokenChain(ValueError):
    """A chain of sectors that loops, leaves the disk or grows beyond what was asked for."""


@dataclass(frozen=True, slots=True)
class DiskFile:
    """A file that a disk's directory names."""

    name: str
    is_program: bool
    """Whether it is a PRG that was closed after it was written."""
    _image: Any
    _start: tuple[int, int]

    def read(self, largest: int) -> bytes:
        """The file's bytes; raises `BrokenChain` if they cannot be read or are more than `largest`."""
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
    """The files of a disk, one of `DISK_SIZES` bytes, in the order of its directory.

    Raises `BrokenChain` when the directory itself is broken; the files before that have been given by then.
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
    """A disk of 35 tracks that holds one program."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "disk.d64"
        DiskImage.create("d64", path, title.encode(PETSCII), identity.encode(PETSCII))
        with DiskImage(path, "w") as disk, disk.path(file_name.encode(PETSCII)).open("w", ftype="prg") as file:
            file.write(program)
        return path.read_bytes()


def _image(disk: bytes) -> Any:
    """The library's image over bytes in memory; it would open a file by itself, which could have changed meanwhile."""
    kind = D64Image if len(disk) in D64Image.IMAGE_SIZES else D64_40TrackImage
    image = kind("disk")
    image.map = disk
    return image


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
