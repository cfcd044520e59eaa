"""What an inspection needs, and the rules that tiles alone can break."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from duskfall.compiled import kernel, number
from duskfall.dungeon.faults import (
    DOOR_NEXT,
    DOOR_PAIR,
    EDGE,
    LONE_WALL,
    NOTHING,
    OPEN_SIDE,
    SPLIT,
    STAIRS_APART,
    STAIRS_COUNT,
    TILE_KIND,
)
from duskfall.dungeon.tables import Bytes, Numbers
from duskfall.dungeon.tiles import DOOR, DOWN, EMPTY, SECRET, TILE_KINDS, UP, WALL, Tiles
from duskfall.dungeon.walking import Steps, walk

MOST_FAULTS: Final = 64
"""Faults that are kept; a map with more is broken enough."""


class Scratch(NamedTuple):
    """Arrays of an inspection, as large as the map."""

    owner: Numbers
    """0 for nobody's ground; i+1 for the floor of room i and -(i+1) for its walls."""
    known: Bytes
    """1 where a record explains why the tile is walkable."""
    steps: Steps
    """How far each tile is from where somebody started to walk, -1 where one cannot get."""
    queue: Steps
    faults: Numbers
    """Rows of a code and three numbers."""
    found: Numbers
    """How many faults were found; may exceed the rows."""


def new_scratch(height: int, width: int) -> Scratch:
    """Scratch for maps of this size."""
    return Scratch(
        owner=np.zeros((height, width), np.int64),
        known=np.zeros((height, width), np.uint8),
        steps=np.zeros((height, width), np.int32),
        queue=np.zeros(height * width, np.int32),
        faults=np.zeros((MOST_FAULTS, 4), np.int64),
        found=np.zeros(1, np.int64),
    )


@kernel
def report(faults: Numbers, count: Numbers, code: int, p: int, q: int, r: int) -> None:
    """Note a fault."""
    at = count[0]
    if at < len(faults):
        faults[at, 0] = code
        faults[at, 1] = p
        faults[at, 2] = q
        faults[at, 3] = r
    count[0] += 1


@kernel
def inspect_tiles(tiles: Tiles, s: Scratch) -> None:
    """The rules that need no records."""
    height, width = tiles.shape
    walkable_x, walkable_y = -1, -1
    ups, downs = 0, 0
    for y in range(height):
        for x in range(width):
            tile = tiles[y, x]
            if tile >= TILE_KINDS:
                report(s.faults, s.found, TILE_KIND, x, y, number(tile))
            if tile == UP:
                ups += 1
            if tile == DOWN:
                downs += 1
            if tile == EMPTY:
                continue
            if tile > WALL:
                walkable_x, walkable_y = x, y
            inspect_around(tiles, x, y, s.faults, s.found)
    if ups != 1 or downs != 1:
        report(s.faults, s.found, STAIRS_COUNT, number(ups), number(downs), NOTHING)
    if walkable_x < 0:
        return
    walk(tiles, walkable_x, walkable_y, True, s.steps, s.queue)
    for y in range(height):
        for x in range(width):
            if tiles[y, x] > WALL and s.steps[y, x] < 0:
                report(s.faults, s.found, SPLIT, x, y, NOTHING)


@kernel
def inspect_around(tiles: Tiles, x: int, y: int, faults: Numbers, count: Numbers) -> None:
    """A tile that is not empty, and its neighbours."""
    height, width = tiles.shape
    tile = tiles[y, x]
    if tile > WALL and (x == 0 or y == 0 or x == width - 1 or y == height - 1):
        report(faults, count, EDGE, x, y, NOTHING)
        return
    walkable, empty = False, False
    for row in range(max(0, y - 1), min(height, y + 2)):
        for column in range(max(0, x - 1), min(width, x + 2)):
            if row != y or column != x:
                walkable = walkable or tiles[row, column] > WALL
                empty = empty or tiles[row, column] == EMPTY
    if tile == WALL:
        if not walkable:
            report(faults, count, LONE_WALL, x, y, NOTHING)
        return
    if empty:
        report(faults, count, OPEN_SIDE, x, y, NOTHING)
    if tile in (DOOR, SECRET):
        inspect_door(tiles, x, y, faults, count)


@kernel
def inspect_door(tiles: Tiles, x: int, y: int, faults: Numbers, count: Numbers) -> None:
    """A door or secret tile inside the map: it leads from one side to the opposite one, and stands alone."""
    left, right = tiles[y, x - 1], tiles[y, x + 1]
    above, below = tiles[y - 1, x], tiles[y + 1, x]
    sideways = left > WALL and right > WALL and above <= WALL and below <= WALL
    upright = above > WALL and below > WALL and left <= WALL and right <= WALL
    if not sideways and not upright:
        report(faults, count, DOOR_PAIR, x, y, NOTHING)
    for near in (left, right, above, below):
        if near in (DOOR, SECRET):
            report(faults, count, DOOR_NEXT, x, y, NOTHING)
            return


@kernel
def inspect_stairs_joined(tiles: Tiles, s: Scratch) -> None:
    """From the stairs up one walks to the stairs down without secrets."""
    height, width = tiles.shape
    for y in range(height):
        for x in range(width):
            if tiles[y, x] == UP:
                walk(tiles, x, y, False, s.steps, s.queue)
                for row in range(height):
                    for column in range(width):
                        if tiles[row, column] == DOWN and s.steps[row, column] >= 0:
                            return
                report(s.faults, s.found, STAIRS_APART, NOTHING, NOTHING, NOTHING)
                return
