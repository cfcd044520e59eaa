"""A map for the editor Tiled: one self-contained TMX file with the pictures of the tiles inside."""

from __future__ import annotations

from base64 import b64encode
from typing import Final
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from duskfall.dungeon import NAMES, SECRET
from duskfall.formats.dungeon.png import encode
from duskfall.formats.dungeon.tile_art import TILE, tile_art
from duskfall.formats.dungeon.views import Sheet, View

TMX_VERSION: Final = "1.8"
"""The version of the TMX format that the file is written in."""
TILED_VERSION: Final = "1.8.2"
"""The release of Tiled that the file was tested with; some readers require the field."""
FIRST: Final = 1
"""The number of tile kind 0 in the layer: TMX keeps 0 for 'nothing here'."""


def write_tmx(sheet: Sheet) -> bytes:
    """Writes the map as TMX: a layer of tiles, and a layer of objects with rooms, stairs and a keeper's secrets.

    The tile set is a collection of images embedded in the file. A player's file does not contain the secret tile.
    """
    known = sheet.dungeon
    size = {"width": str(known.width), "height": str(known.height)}
    root = Element(
        "map",
        {
            "version": TMX_VERSION,
            "tiledversion": TILED_VERSION,
            "orientation": "orthogonal",
            "renderorder": "right-down",
            **size,
        },
        tilewidth=str(TILE),
        tileheight=str(TILE),
        infinite="0",
        backgroundcolor="#000000",
    )
    _properties(root, sheet)
    _tileset(root, len(NAMES) if sheet.view is View.KEEPER else SECRET)
    layer = SubElement(root, "layer", {"id": "1", "name": "tiles", **size})
    data = SubElement(layer, "data", encoding="csv")
    rows = (",".join(str(tile + FIRST) for tile in row) for row in known.tiles.tolist())
    objects = _objects(root, sheet)
    root.set("nextlayerid", "3")
    root.set("nextobjectid", str(objects + 1))
    indent(root)
    data.text = "\n" + ",\n".join(rows) + "\n"
    written: bytes = tostring(root, "utf-8", xml_declaration=True)
    return written + b"\n"


def _properties(root: Element, sheet: Sheet) -> None:
    properties = SubElement(root, "properties")
    SubElement(properties, "property", name="title", value=sheet.title)
    SubElement(properties, "property", name="view", value=sheet.view.value)


def _tileset(root: Element, kinds: int) -> None:
    tileset = SubElement(
        root,
        "tileset",
        firstgid=str(FIRST),
        name="duskfall",
        tilewidth=str(TILE),
        tileheight=str(TILE),
        tilecount=str(kinds),
        columns="0",
    )
    for number, name in enumerate(NAMES[:kinds]):
        tile = SubElement(tileset, "tile", id=str(number), type=name)
        # An empty source means that the picture is in the file; some readers require the attribute.
        image = SubElement(tile, "image", source="", format="png", width=str(TILE), height=str(TILE))
        SubElement(image, "data", encoding="base64").text = b64encode(encode(tile_art(name))).decode()


def _objects(root: Element, sheet: Sheet) -> int:
    """Writes the layer of objects; returns their number."""
    known = sheet.dungeon
    group = SubElement(root, "objectgroup", id="2", name="objects")
    found: list[tuple[str, str, tuple[int, int, int, int]]] = []
    for index, room in enumerate(known.rooms):
        found.append((f"room {index}", "secret room" if room.secret else "room", (room.x, room.y, room.w, room.h)))
    for name, place in (("stairs up", known.up), ("stairs down", known.down)):
        if place is not None:
            found.append((name, "stairs", (*place, 1, 1)))
    for index, room in enumerate(known.rooms):
        if room.treasure:
            found.append((f"treasure of room {index}", "treasure", (*room.treasure.chamber, 1, 1)))
    for number, (name, kind, (x, y, w, h)) in enumerate(found, 1):
        box = {"x": x, "y": y, "width": w, "height": h}
        SubElement(
            group,
            "object",
            {"id": str(number), "name": name, "type": kind},
            **{k: str(v * TILE) for k, v in box.items()},
        )
    return len(found)
