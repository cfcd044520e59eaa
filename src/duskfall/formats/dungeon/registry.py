"""The registry of dungeon formats (`FORMATS`), and reading and writing through it.

A new export is a module with a `write_...` function and an entry in `_FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from duskfall.dungeon import Dungeon, Tiles
from duskfall.dungeon.tiles import SIDE
from duskfall.errors import Malformed, Refusal, Refused, UnknownName
from duskfall.formats.disk_images import DISK_SIZES
from duskfall.formats.dungeon.d64 import read_d64, write_d64
from duskfall.formats.dungeon.json_document import read_document, write_document
from duskfall.formats.dungeon.packed import PACKED_BYTES, read_packed, write_packed
from duskfall.formats.dungeon.png import write_png
from duskfall.formats.dungeon.prg import PRG_BYTES, read_prg, write_prg
from duskfall.formats.dungeon.room_records import write_rooms
from duskfall.formats.dungeon.svg import write_svg
from duskfall.formats.dungeon.text import read_text, write_text
from duskfall.formats.dungeon.tmx import write_tmx
from duskfall.formats.dungeon.uvtt import write_uvtt
from duskfall.formats.dungeon.views import Sheet, View, sheet
from duskfall.formats.files import read_at_most


@dataclass(frozen=True)
class Format:
    """A file format: its writer and, if it can be read, its reader."""

    name: str
    extension: str
    meaning: str
    write: Callable[[Sheet], bytes]
    read: Callable[[bytes], Sheet] | None = None
    most_bytes: int = 0
    """The longest file of this format; longer ones are not read."""
    is_text: bool = False
    """Whether a terminal can show it."""
    purpose: str = ""
    """Its use, for help texts."""
    side: int | None = None
    """Width and height of the maps that it can hold, if there is only one size."""


def _keepers(tiles: Tiles) -> Sheet:
    """Makes the keeper's sheet of a map of tiles alone."""
    return Sheet(View.KEEPER, Dungeon.from_tiles(tiles))


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise Malformed(f"byte {error.start}", "the file is not text in UTF-8") from None


_FORMATS: Final = (
    Format(
        "text",
        "txt",
        "one sign a tile",
        lambda sheet: write_text(sheet).encode(),
        lambda data: _keepers(read_text(_decoded(data))),
        1 << 18,
        is_text=True,
        purpose="to read in a terminal or paste into a message",
    ),
    Format(
        "json",
        "json",
        "everything that is known, to be read back",
        lambda sheet: write_document(sheet).encode(),
        read_document,
        1 << 22,
        is_text=True,
        purpose="for programs of your own, and to load again",
    ),
    Format("png", "png", "a picture, 16 pixels a tile", write_png, purpose="to show and to print"),
    Format(
        "svg", "svg", "a drawing", write_svg, is_text=True, purpose="to print at any size, rooms with their numbers"
    ),
    Format(
        "tmx", "tmx", "a map for Tiled", write_tmx, is_text=True, purpose="to go on drawing in the map editor Tiled"
    ),
    Format(
        "uvtt",
        "uvtt",
        "Universal VTT: picture, walls, doors and lights for virtual tabletops",
        write_uvtt,
        is_text=True,
        purpose="to play on, where the eye ends at walls and doors open",
    ),
    Format(
        "prg",
        "prg",
        "1946 bytes for the C64",
        write_prg,
        lambda data: _keepers(read_prg(data)),
        PRG_BYTES,
        purpose="to load on a Commodore 64",
        side=SIDE,
    ),
    Format(
        "d64",
        "d64",
        "a C64 disk with MAPDATA.BIN",
        write_d64,
        lambda data: _keepers(read_d64(data)),
        max(DISK_SIZES),
        purpose="to put into a Commodore 64 or an emulator",
        side=SIDE,
    ),
    Format(
        "packed",
        "bin",
        "the tiles alone, three bits each",
        write_packed,
        lambda data: _keepers(read_packed(data)),
        PACKED_BYTES,
        purpose="for programs of your own, as small as it gets",
    ),
    Format(
        "rooms",
        "rooms",
        "the rooms alone, 42 bytes each",
        write_rooms,
        purpose="for programs that know the original's records",
    ),
)

FORMATS: Final = {kind.name: kind for kind in _FORMATS}
"""By name."""


def format_named(name: str) -> Format:
    """Returns the format of that name.

    >>> format_named("jsno")
    Traceback (most recent call last):
    duskfall.errors.UnknownName: jsno: no such format; did you mean 'json'? Known: d64, json, packed, png, prg, rooms,
    svg, text, tmx, uvtt
    """
    if name not in FORMATS:
        raise UnknownName("format", name, FORMATS)
    return FORMATS[name]


def format_of(path: Path) -> Format:
    """Returns the format of a file's extension."""
    for kind in _FORMATS:
        if path.suffix.lower() == f".{kind.extension}":
            return kind
    known = ", ".join(f".{kind.extension}" for kind in _FORMATS)
    raise Refused(
        Refusal.UNKNOWN_NAME,
        path.name,
        "the end of the name tells no format",
        f"known ends: {known}",
    )


def export(dungeon: Dungeon, kind: Format, view: View) -> bytes:
    """Writes a map in a format, as a keeper or a player may see it."""
    return kind.write(sheet(dungeon, view))


def load(path: Path, kind: Format | None = None) -> Dungeon:
    """Reads the map in a file, a keeper's or a player's."""
    return load_sheet(path, kind).dungeon


def load_sheet(path: Path, kind: Format | None = None) -> Sheet:
    """Reads the map in a file, with the view that it was written for.

    A file that is too long, cut short or not a map is refused, and so is one without reader.
    """
    kind = kind or format_of(path)
    if kind.read is None:
        readable = ", ".join(each.name for each in _FORMATS if each.read)
        raise Refused(
            Refusal.IMPOSSIBLE, f"reading {kind.name}", "maps are only written in this format", f"readable: {readable}"
        )
    data = read_at_most(path, kind.most_bytes)
    try:
        if len(data) > kind.most_bytes:
            raise Malformed(
                "the file", f"it is longer than the {kind.most_bytes} bytes that a map of format {kind.name} can have"
            )
        return kind.read(data)
    except Refused as refused:
        raise Refused(refused.code, f"{path}: {refused.given}", refused.reason, refused.cure) from None
