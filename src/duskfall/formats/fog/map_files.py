"""Map files of Fog of War: text for people, JSON for programs.

Text: a character a tile, a line a row; blanks between them are allowed, and lines that begin with ``#`` are comments.
``.`` land, ``^`` mountain, ``+`` city, ``!`` tower, ``a`` to ``p`` the starts of seats 0 to 15.

JSON: ``{"format": "duskfall-fog-map", "version": 1, "width": W, "height": H, "tiles": [...]}`` with W times H codes,
row by row: -1 land, -2 mountain, -5 tower, -6 city, 0 to 15 the start of that seat.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np

from duskfall.errors import Malformed, Refusal, Refused, UnknownName, whole
from duskfall.fog.layout import Ints
from duskfall.formats.files import read_at_most

FORMAT: Final = "duskfall-fog-map"
VERSION: Final = 1
MAX_BYTES: Final = 1_000_000
"""A board of 200x200 takes a fifth of this."""

_SIGNS: Final = {".": -1, "^": -2, "!": -5, "+": -6} | {chr(ord("a") + seat): seat for seat in range(16)}
_KEYS: Final = ("format", "version", "width", "height", "tiles")


def read_map(path: Path) -> Ints:
    """Reads the tiles of a map file, (height, width); the rules judge whether they make a playable board."""
    data = read_at_most(path, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise Refused(Refusal.UNREADABLE, path, f"more than {MAX_BYTES} bytes are too many for a map")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(Refusal.UNREADABLE, path, f"byte {error.start} is not text (UTF-8)") from error
    try:
        return parse_json_map(text) if text.lstrip().startswith("{") else parse_text_map(text)
    except Refused as refused:
        raise Refused(refused.code, f"{path}: {refused.given}", refused.reason, refused.cure) from None


def parse_text_map(text: str) -> Ints:
    """Reads a map from its text form.

    >>> parse_text_map("a.^")
    array([[ 0, -1, -2]], dtype=int32)
    >>> parse_text_map("a.x")
    Traceback (most recent call last):
    duskfall.errors.Malformed: line 1, column 3: 'x' is no tile; use . ^ + ! or a to p
    """
    rows: list[list[int]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        row = []
        for column, sign in enumerate(line, 1):
            if sign.isspace():
                continue
            if sign not in _SIGNS:
                raise Malformed(f"line {number}, column {column}", f"{sign!r} is no tile", "use . ^ + ! or a to p")
            row.append(_SIGNS[sign])
        if rows and len(row) != len(rows[0]):
            raise Malformed(f"line {number}", f"has {len(row)} tiles, the first row has {len(rows[0])}")
        rows.append(row)
    if not rows:
        raise Malformed("map", "has no rows")
    return np.array(rows, np.int32)


def map_rows(tiles: Ints) -> list[str]:
    """Writes the tiles of a map as text, row by row; `parse_text_map` reads them back.

    >>> map_rows(parse_text_map("a.^"))
    ['a.^']
    """
    signs = {code: sign for sign, code in _SIGNS.items()}
    return ["".join(signs[code] for code in row) for row in tiles.tolist()]


def parse_json_map(text: str) -> Ints:
    """Reads a map from JSON."""
    try:
        document: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Malformed("map", f"is no JSON ({error})") from error
    for name in document:
        if name not in _KEYS:
            raise UnknownName("key of a map", name[:40], _KEYS)
    version = document.get("version")
    if document.get("format") != FORMAT or not whole(version) or version != VERSION:
        raise Malformed("map", f"is not of format {FORMAT!r} version {VERSION}")
    width, height, tiles = (document.get(name) for name in ("width", "height", "tiles"))
    sized = whole(width) and whole(height) and width > 0 and height > 0
    if not (sized and isinstance(tiles, list) and len(tiles) == width * height):
        raise Malformed("map", "needs whole numbers width and height and a list of width times height tiles")
    for index, tile in enumerate(tiles):
        if not whole(tile) or tile not in _SIGNS.values():
            raise Malformed(f"tile {index}", f"{tile!r} is no code", "use -1 -2 -5 -6 or a seat")
    return np.array(tiles, np.int32).reshape(height, width)
