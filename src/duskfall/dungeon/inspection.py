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

MOST_FAULTS: Final = 64
"""Faults that are kept; a map with more is broken enough."""


class Scratch(NamedTuple):
    """Arrays of an inspection, as large as the map."""

    owner: Numbers
    """0 for nobody's ground; i+1 for the floor of room i and -(i+1) for its walls."""
    known: Bytes
    """1 where a record explains why the tile is walkable."""
    seen: Bytes
    stack: Numbers
    faults: Numbers
    """Rows of a code and three numbers."""
    found: Numbers
    """How many faults were found; may exceed the rows."""


def new_scratch(height: int, width: int) -> Scratch:
    """Scratch for maps of this size."""
    return Scratch(
        owner=np.zeros((height, width), np.int64),
        known=np.zeros((height, width), np.uint8),
        seen=np.zeros((height, width), np.uint8),
        stack=np.zeros(height * width, np.int64),
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
    flood(tiles, s.seen, s.stack, walkable_x, walkable_y, True)
    for y in range(height):
        for x in range(width):
            if tiles[y, x] > WALL and not s.seen[y, x]:
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
def flood(tiles: Tiles, seen: Bytes, stack: Numbers, x: int, y: int, through_secrets: bool) -> None:
    """Mark in `seen` all that can be reached from a walkable tile, with secrets open or shut."""
    height, width = tiles.shape
    seen[:] = 0
    seen[y, x] = 1
    stack[0] = y * width + x
    count = 1
    while count > 0:
        count -= 1
        at = stack[count]
        row, column = at // width, at % width
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            near_y, near_x = row + dy, column + dx
            if not (0 <= near_y < height and 0 <= near_x < width) or seen[near_y, near_x]:
                continue
            tile = tiles[near_y, near_x]
            if tile > WALL and (through_secrets or tile != SECRET):
                seen[near_y, near_x] = 1
                stack[count] = near_y * width + near_x
                count += 1


@kernel
def inspect_stairs_joined(tiles: Tiles, s: Scratch) -> None:
    """From the stairs up one walks to the stairs down without secrets."""
    height, width = tiles.shape
    for y in range(height):
        for x in range(width):
            if tiles[y, x] == UP:
                flood(tiles, s.seen, s.stack, x, y, False)
                for row in range(height):
                    for column in range(width):
                        if tiles[row, column] == DOWN and s.seen[row, column]:
                            return
                report(s.faults, s.found, STAIRS_APART, NOTHING, NOTHING, NOTHING)
                return
