"""The statistics of one map or many."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.encoding import encode_dungeon
from duskfall.dungeon.arrays.layout import (
    DECOYS,
    DEGREE,
    HIDDEN,
    LINKS,
    LOOP,
    ROOMS,
    SECRET_ROOM,
    SKIPS,
    SLOT_SHAPE,
    TREASURE_X,
    UNUSED,
    BatchArrays,
    MapArrays,
    Numbers,
    kernel_map_at,
)
from duskfall.dungeon.checks.connections import count_links
from duskfall.dungeon.checks.report import Scratch, new_scratch
from duskfall.dungeon.checks.rooms import claim_rooms
from duskfall.dungeon.dungeon_map import DungeonMap
from duskfall.dungeon.exploration.distances import measure_distances
from duskfall.dungeon.room_geometry import centre_x, centre_y
from duskfall.dungeon.tiles import DOOR, DOWN, FLOOR, SECRET, UP, WALL

STATISTICS: Final = {
    "rooms": "rooms",
    "secret_rooms": "rooms behind a secret door",
    "treasures": "hidden treasure chambers",
    "connections": "corridors between rooms",
    "straight": "corridors without a bend",
    "bent": "corridors with one bend",
    "zigzag": "corridors with two bends",
    "loops": "corridors beyond the tree",
    "hidden_passages": "corridors with secret doors at both ends",
    "decoys": "corridors that end blind",
    "skipped": "pairs of rooms that were passed over",
    "walkable": "walkable tiles",
    "floors": "floor tiles, without doors, stairs and secrets",
    "corridor_tiles": "walkable tiles outside of rooms and their walls",
    "walls": "wall tiles",
    "doors": "door tiles",
    "secrets": "secret tiles",
    "walk": "steps from the stairs up to the stairs down without secrets, -1 if there is no way",
    "longest_walk": "steps between the centres of the two rooms farthest apart on foot, through secrets",
}
"""The names of the statistics, in the order of the columns, and their meanings."""


@kernel
def measure_maps(arrays: BatchArrays, s: Scratch, rows: Numbers) -> None:
    """Measures the statistics of many maps."""
    for i in range(len(rows)):
        measure_map(kernel_map_at(arrays, i), s, rows[i])


@kernel
def measure_map(m: MapArrays, s: Scratch, row: Numbers) -> None:
    """Measures the statistics of one map; overwrites `s`."""
    row[:] = 0
    rooms = m.facts[ROOMS]
    row[0] = rooms
    for room in range(rooms):
        row[1] += m.rooms[room, SECRET_ROOM] != 0
        row[2] += m.rooms[room, TREASURE_X] != UNUSED
        for slot in range(m.rooms[room, DEGREE]):
            row[4 + m.slots[room, slot, SLOT_SHAPE]] += 1
    for shape in range(4, 7):
        row[shape] //= 2  # each corridor is recorded at both ends
    row[3] = m.facts[LINKS]
    row[7] = count_links(m.links, m.facts[LINKS], LOOP)
    row[8] = count_links(m.links, m.facts[LINKS], HIDDEN)
    row[9] = m.facts[DECOYS]
    row[10] = m.facts[SKIPS]
    claim_rooms(m.rooms, rooms, s.owner)
    measure_tiles(m, s, row)
    longest = row[18]
    for room in range(rooms):
        measure_distances(m.tiles, centre_x(m.rooms, room), centre_y(m.rooms, room), True, s.steps, s.queue)
        for other in range(rooms):
            longest = max(longest, s.steps[centre_y(m.rooms, other), centre_x(m.rooms, other)])
    row[18] = longest


@kernel
def measure_tiles(m: MapArrays, s: Scratch, row: Numbers) -> None:
    """Counts tiles; `s.owner` tells which belong to rooms."""
    height, width = m.tiles.shape
    up_x, up_y, down_x, down_y = -1, -1, -1, -1
    for y in range(height):
        for x in range(width):
            tile = m.tiles[y, x]
            row[11] += tile > WALL
            row[12] += tile == FLOOR
            row[13] += tile > WALL and s.owner[y, x] == 0
            row[14] += tile == WALL
            row[15] += tile == DOOR
            row[16] += tile == SECRET
            if tile == UP:
                up_x, up_y = x, y
            if tile == DOWN:
                down_x, down_y = x, y
    row[17] = -1
    if up_x >= 0 and down_x >= 0:
        measure_distances(m.tiles, up_x, up_y, False, s.steps, s.queue)
        row[17] = s.steps[down_y, down_x]


def statistics(dungeon: DungeonMap) -> dict[str, int]:
    """Returns the statistics of a map by name; those of its tiles alone for a map without records."""
    row: NDArray[np.int64] = np.zeros(len(STATISTICS), np.int64)
    measure_map(encode_dungeon(dungeon), new_scratch(dungeon.height, dungeon.width), row)
    named = dict(zip(STATISTICS, row.tolist(), strict=True))
    if not dungeon.recorded:
        known = ("walkable", "floors", "walls", "doors", "secrets", "walk")
        return {name: named[name] for name in known}
    return named
