"""Rules 1, 6 and 11 as far as they concern tiles alone, without records."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import Numbers
from duskfall.dungeon.checks.faults import (
    DOOR_NEXT,
    DOOR_PAIR,
    EDGE,
    LONE_WALL,
    NOTHING,
    OPEN_SIDE,
    SPLIT,
    STAIRS_COUNT,
    TILE_KIND,
)
from duskfall.dungeon.checks.report import Scratch, report
from duskfall.dungeon.exploration.distances import measure_distances
from duskfall.dungeon.tiles import DOOR, DOWN, EMPTY, SECRET, TILE_KINDS, UP, WALL, Tiles


@kernel
def check_tiles(tiles: Tiles, s: Scratch) -> None:
    """Checks the rules that need no records."""
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
            check_around(tiles, x, y, s.faults, s.found)
    if ups != 1 or downs != 1:
        report(s.faults, s.found, STAIRS_COUNT, number(ups), number(downs), NOTHING)
    if walkable_x < 0:
        return
    measure_distances(tiles, walkable_x, walkable_y, True, s.steps, s.queue)
    for y in range(height):
        for x in range(width):
            if tiles[y, x] > WALL and s.steps[y, x] < 0:
                report(s.faults, s.found, SPLIT, x, y, NOTHING)


@kernel
def check_around(tiles: Tiles, x: int, y: int, faults: Numbers, count: Numbers) -> None:
    """Checks a tile that is not empty against its neighbours."""
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
        check_door(tiles, x, y, faults, count)


@kernel
def check_door(tiles: Tiles, x: int, y: int, faults: Numbers, count: Numbers) -> None:
    """Checks a door or secret tile: it connects two opposite sides and has no door beside it."""
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
