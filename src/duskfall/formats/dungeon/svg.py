"""A map as SVG: the tiles of the PNG, drawn as areas, sharp at every size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from duskfall.dungeon import EMPTY
from duskfall.formats.dungeon.tile_art import KINDS, SIDE, TILE, looks, tile_art
from duskfall.formats.dungeon.views import Sheet
from duskfall.formats.palette import BLACK, COLODORE, LIGHT_GREY


def write_svg(sheet: Sheet) -> bytes:
    """Writes the drawing. It defines only the tiles that occur, so a player's file does not mention secrets."""
    known = sheet.dungeon
    width, height = known.width * TILE, known.height * TILE
    root = Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")
    root.set("width", str(width))
    root.set("height", str(height))
    SubElement(root, "title").text = sheet.title
    seen = looks(sheet).tolist()
    used = sorted({kind for row in seen for kind in row} - {EMPTY})
    definitions = SubElement(root, "defs")
    for kind in used:
        _pattern(definitions, KINDS[kind])
    SubElement(root, "rect", width="100%", height="100%", fill=COLODORE[BLACK])
    for kind in used:
        outline = "".join(f"M{x} {y}h{length}v1h{-length}z" for x, y, length in _runs(seen, kind))
        SubElement(root, "path", id=_name(kind), d=outline, fill=f"url(#{_name(kind)}-art)", transform=f"scale({TILE})")
    _numbers(root, sheet)
    indent(root)
    drawn: bytes = tostring(root, "utf-8", xml_declaration=True)
    return drawn + b"\n"


def _name(kind: int) -> str:
    return KINDS[kind].replace(" ", "-")


def _pattern(definitions: Element, kind: str) -> None:
    """Adds one tile as a pattern, one unit wide and high, since the drawing is measured in tiles."""
    name = f"{kind.replace(' ', '-')}-art"
    box = {"width": "1", "height": "1", "patternUnits": "userSpaceOnUse", "viewBox": f"0 0 {SIDE} {SIDE}"}
    pattern = SubElement(definitions, "pattern", {"id": name, **box})
    pattern.set("shape-rendering", "crispEdges")
    art = tile_art(kind).tolist()
    for colour in sorted({pixel for row in art for pixel in row}):
        outline = "".join(f"M{x} {y}h{length}v1h{-length}z" for x, y, length in _runs(art, colour))
        SubElement(pattern, "path", d=outline, fill=COLODORE[colour])


def _runs(rows: Sequence[Sequence[int]], wanted: int) -> Iterator[tuple[int, int, int]]:
    """Yields start and length of each run of a value in the rows."""
    for y, row in enumerate(rows):
        x = 0
        for value, run in groupby(row):
            length = len(list(run))
            if value == wanted:
                yield x, y, length
            x += length


def _numbers(root: Element, sheet: Sheet) -> None:
    """Writes the number of each room into its top left corner."""
    style = {"fill": COLODORE[LIGHT_GREY], "font-family": "monospace", "font-size": str(TILE * 5 // 8)}
    group = SubElement(root, "g", {"id": "numbers", **style}, **{"text-anchor": "middle"})
    for index, room in enumerate(sheet.dungeon.rooms):
        x, y = room.x * TILE + TILE // 2, room.y * TILE + TILE * 3 // 4
        SubElement(group, "text", x=str(x), y=str(y)).text = str(index)
