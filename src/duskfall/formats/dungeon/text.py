"""A map as text: one character a tile, one line a row."""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.dungeon import GLYPHS, Tiles
from duskfall.errors import Malformed
from duskfall.formats.dungeon.views import Sheet

SIGNS: Final = {sign: kind for kind, sign in enumerate(GLYPHS)}
LARGEST: Final = 255
"""The most rows or columns of a map: coordinates are single bytes."""


def write_text(sheet: Sheet) -> str:
    """Writes the map, each row ended by a line feed. Rows keep their blanks, so that the text can be read back."""
    return "".join("".join(GLYPHS[tile] for tile in row) + "\n" for row in sheet.dungeon.tiles)


def read_text(text: str) -> Tiles:
    r"""Reads the tiles of a map written as text.

    >>> read_text("███\n█.█\n███\n").tolist()
    [[1, 1, 1], [1, 2, 1], [1, 1, 1]]
    >>> read_text("███\n█x█\n███\n")
    Traceback (most recent call last):
    duskfall.errors.Malformed: 'x' in line 2, column 2: not a sign of a map; the signs are ' █.+<>░'
    """
    lines = text.removesuffix("\n").split("\n")
    width = len(lines[0])
    if not width or max(width, len(lines)) > LARGEST:
        raise Malformed(f"{width} columns, {len(lines)} lines", f"a map has 1 to {LARGEST} of each")
    for number, line in enumerate(lines, 1):
        for column, sign in enumerate(line, 1):
            if sign not in SIGNS:
                raise Malformed(
                    f"{sign!r} in line {number}, column {column}", "not a sign of a map", f"the signs are {GLYPHS!r}"
                )
        if len(line) != width:
            raise Malformed(
                f"line {number}",
                f"it has {len(line)} signs and line 1 has {width}",
                "an editor may have cut the blanks at the ends of lines; fill every line up",
            )
    return np.array([[SIGNS[sign] for sign in line] for line in lines], np.uint8)
