"""A map for virtual tabletops: a Universal VTT file with the picture, the walls, the doors and the lights.

The format has no specification; the fields are those that the importers of tabletops read (format 0.3). Coordinates
are in tiles.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections import defaultdict
from math import pi
from typing import Any, Final

from duskfall.dungeon import DOOR, FLOOR, SECRET, Place, Room, Tiles
from duskfall.formats.dungeon.png import write_png
from duskfall.formats.dungeon.tile_art import SIDE
from duskfall.formats.dungeon.views import Sheet
from duskfall.formats.palette import COLODORE, DARK_GREY, YELLOW

FORMAT: Final = 0.3
SCALE: Final = 6
"""Pixels for a pixel of the art: 48 for a tile."""
MOST_PIXELS: Final = 4096
"""A side of the picture is not longer, as graphics cards may refuse larger ones; large maps get smaller tiles."""
LIGHT_BEYOND: Final = 2
"""How many tiles a room's light shines beyond its walls."""

Line = list[Place]


def write_uvtt(sheet: Sheet) -> bytes:
    """Writes the file. A keeper's secret doors are doors; in a player's file they are wall."""
    known = sheet.dungeon
    scale = min(SCALE, MOST_PIXELS // (SIDE * max(known.width, known.height)))
    document = {
        "format": FORMAT,
        "resolution": {
            "map_origin": _point(0, 0),
            "map_size": _point(known.width, known.height),
            "pixels_per_grid": SIDE * scale,
        },
        "line_of_sight": [[_point(x, y) for x, y in line] for line in outlines(known.tiles)],
        "objects_line_of_sight": [],
        "portals": [_portal(known.tiles, x, y) for x, y in _doors(known.tiles)],
        "environment": {"baked_lighting": False, "ambient_light": _argb(DARK_GREY)},
        "lights": [_light(room) for room in known.rooms],
        "image": b64encode(write_png(sheet, scale)).decode(),
    }
    return json.dumps(document).encode() + b"\n"


def outlines(tiles: Tiles) -> list[Line]:
    """Returns the border of the open ground, as closed lines through the corners of tiles.

    >>> import numpy as np
    >>> outlines(np.array([[1, 1, 1, 1], [1, 2, 2, 1], [1, 1, 1, 1]], np.uint8))
    [[(1, 1), (3, 1), (3, 2), (1, 2), (1, 1)]]
    """
    onward = _edges(tiles)
    lines = []
    while onward:
        start = at = next(iter(onward))
        line, heading = [start], (1, 0)
        while True:
            step = _turn(onward[at], heading)
            onward[at].remove(step)
            if not onward[at]:
                del onward[at]
            if step == heading and len(line) > 1:
                line.pop()
            at, heading = (at[0] + step[0], at[1] + step[1]), step
            line.append(at)
            if at == start:
                break
        lines.append(line)
    return lines


def _edges(tiles: Tiles) -> dict[Place, list[Place]]:
    """Returns, for each corner, the steps along the border with the open ground on the right."""
    height, width = tiles.shape
    onward: dict[Place, list[Place]] = defaultdict(list)

    def is_open(x: int, y: int) -> bool:
        return 0 <= x < width and 0 <= y < height and bool(tiles[y, x] >= FLOOR)

    for y in range(height):
        for x in range(width):
            if not is_open(x, y):
                continue
            if not is_open(x, y - 1):
                onward[x, y].append((1, 0))
            if not is_open(x + 1, y):
                onward[x + 1, y].append((0, 1))
            if not is_open(x, y + 1):
                onward[x + 1, y + 1].append((-1, 0))
            if not is_open(x - 1, y):
                onward[x, y + 1].append((0, -1))
    return onward


def _turn(steps: list[Place], heading: Place) -> Place:
    """Chooses the step that stays with the same ground where two grounds touch at a corner: the right turn."""
    right = (-heading[1], heading[0])
    return right if right in steps else steps[0]


def _doors(tiles: Tiles) -> list[Place]:
    height, width = tiles.shape
    return [(x, y) for y in range(height) for x in range(width) if tiles[y, x] in (DOOR, SECRET)]


def _portal(tiles: Tiles, x: int, y: int) -> dict[str, Any]:
    """Returns a closed door across the middle of its tile."""
    across = x > 0 and tiles[y, x - 1] >= FLOOR  # it is passed from left to right
    ends = [(x + 0.5, y), (x + 0.5, y + 1)] if across else [(x, y + 0.5), (x + 1, y + 0.5)]
    return {
        "position": _point(x + 0.5, y + 0.5),
        "bounds": [_point(*end) for end in ends],
        "rotation": pi / 2 if across else 0,
        "closed": True,
        "freestanding": False,
    }


def _light(room: Room) -> dict[str, Any]:
    return {
        "position": _point(room.x + room.w / 2, room.y + room.h / 2),
        "range": max(room.w, room.h) / 2 + LIGHT_BEYOND,
        "intensity": 1,
        "color": _argb(YELLOW),
        "shadows": True,
    }


def _argb(colour: int) -> str:
    """Writes a colour as the format does: alpha, red, green, blue in hexadecimal."""
    return "ff" + COLODORE[colour].removeprefix("#")


def _point(x: float, y: float) -> dict[str, float]:
    return {"x": x, "y": y}
