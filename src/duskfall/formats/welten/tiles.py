"""The 38 tiles of 8x8 points, kept as readable text drawings.

In memory they have the form of the C64: eight bytes a tile, top row first, bit 7 left.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal
from duskfall.formats.welten.line_reader import Line, content_lines
from duskfall.welten.scenario import Scenario
from duskfall.welten.terrain import FIRST_CODE, LAST_CODE, TILES
from duskfall.welten.units import UNIT_TYPES

EDGE: Final = 8
"""Points on the side of a tile."""

GROUND: Final = 5
"""The colour behind every tile: green."""

_NAMES: Final = {
    0x5E: "Ü",
    0x5F: "Ä",
    0x60: "blank",
    0x61: "wall, corner right and down",
    0x62: "wall, corner left and down",
    0x63: "wall, corner right and up",
    0x64: "wall, corner left and up",
    0x65: "wall, level",
    0x66: "wall, level, the other look",
    0x67: "wall, upright",
    0x68: "wall, upright, the other look",
    0x69: "meadow",
    0x6A: "meadow, the other look",
    0x6B: "river",
    0x6C: "forest",
    0x6D: "End",
    0x6E: "swamp",
    0x6F: "gate",
    0x70: "mountains",
    0x71: "pavement",
    0x72: "wall, second corner right and down: a gate that is shut",
    0x73: "wall, second corner right and up",
} | {unit.code: unit.german for unit in UNIT_TYPES}


@dataclass(frozen=True)
class TileSet:
    """Pictures and colours of the codes $5E to $83."""

    points: NDArray[np.uint8]
    """[tile, row]: eight bytes a tile."""
    colours: NDArray[np.uint8]
    """[tile]: a colour of the C64's palette."""

    def bits(self) -> NDArray[np.bool_]:
        """Returns [tile, row, column]: whether a point is set.

        >>> own_tiles().bits()[0x6F - FIRST_CODE, 0].astype(int).tolist()
        [1, 1, 0, 1, 1, 0, 1, 1]
        """
        return np.unpackbits(self.points[:, :, None], axis=2).astype(np.bool_)


@cache
def own_tiles() -> TileSet:
    """Returns the tiles drawn for Duskfall."""
    source = files("duskfall.formats.welten") / "tiles.txt"
    lines = list(content_lines(source.read_text(encoding="utf-8"), "tiles.txt"))
    return parse_tiles(lines, lines[0])


def tiles_of(scenario: Scenario) -> TileSet:
    """Returns the tiles of a scenario: its own, else Duskfall's."""
    own = own_tiles()
    return TileSet(
        own.points if scenario.tiles is None else scenario.tiles,
        own.colours if scenario.colours is None else scenario.colours,
    )


def parse_tiles(lines: Iterable[Line], start: Line) -> TileSet:
    """Reads a head and eight rows for each tile; a missing tile is reported at the line `start`."""
    points = np.zeros((TILES, EDGE), np.uint8)
    colours = np.zeros(TILES, np.uint8)
    rows_of: dict[int, int] = {}
    head, code = start, -1
    for line in lines:
        if line.text.startswith("$"):
            _check_whole(head, code, rows_of)
            head, (code, colour) = line, _head(line)
            if code in rows_of:
                line.refuse(f"tile ${code:02X} is drawn twice", code=Refusal.INCONSISTENT)
            colours[code - FIRST_CODE] = colour
            rows_of[code] = 0
        elif code < 0:
            line.refuse("a tile starts with its code and colour", "write for example: $6F 11 gate")
        elif rows_of[code] == EDGE:
            line.refuse(f"tile ${code:02X} has more than {EDGE} rows")
        else:
            points[code - FIRST_CODE, rows_of[code]] = _row(line)
            rows_of[code] += 1
    _check_whole(head, code, rows_of)
    missing = [f"${code:02X}" for code in range(FIRST_CODE, LAST_CODE + 1) if code not in rows_of]
    if missing:
        start.refuse(f"tiles are missing: {' '.join(missing)}", "all of $5E to $83 are drawn, or none")
    return TileSet(points, colours)


def _check_whole(head: Line, code: int, rows_of: dict[int, int]) -> None:
    if code >= 0 and rows_of[code] < EDGE:
        head.refuse(f"tile ${code:02X} has {rows_of[code]} of its {EDGE} rows")


def _head(line: Line) -> tuple[int, int]:
    words = line.words()
    if not re.fullmatch(r"\$[0-9A-Fa-f]{2}", words[0][1]):
        line.refuse(f"{words[0][1]!r} is no code", "codes are $5E to $83")
    code = int(words[0][1][1:], 16)
    if not FIRST_CODE <= code <= LAST_CODE:
        line.refuse(f"${code:02X} is no tile", "codes are $5E to $83", code=Refusal.OUT_OF_RANGE)
    if len(words) < 2:
        line.refuse("no colour follows", "colours are 0 to 15", column=len(line.text) + 1)
    column, colour = words[1]
    if not re.fullmatch(r"[0-9]{1,2}", colour) or int(colour) > 15:
        line.refuse(f"{colour!r} is no colour", "colours are 0 to 15", column=column)
    return code, int(colour)


def _row(line: Line) -> int:
    for column, sign in enumerate(line.text, start=1):
        if sign not in "#.":
            line.refuse(f"{sign!r} is no point of a tile", "points are # and .", column=column)
        if column > EDGE:
            line.refuse(f"a row of a tile has {EDGE} points", column=column)
    if len(line.text) < EDGE:
        line.refuse(f"a row of a tile has {EDGE} points", column=len(line.text) + 1)
    return int(line.text.replace("#", "1").replace(".", "0"), 2)


def tiles_text(tiles: TileSet) -> str:
    """Writes the drawings, as `parse_tiles` reads them."""
    drawn = []
    for code in range(FIRST_CODE, LAST_CODE + 1):
        tile = code - FIRST_CODE
        rows = (f"{int(byte):08b}".replace("1", "#").replace("0", ".") for byte in tiles.points[tile])
        drawn.append("\n".join((f"${code:02X} {tiles.colours[tile]} {_NAMES[code]}", *rows)) + "\n")
    return "\n".join(drawn)
