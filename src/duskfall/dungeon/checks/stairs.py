"""Rule 10: the stairs."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import DOWN_X, DOWN_Y, ROOMS, SECRET_ROOM, UP_X, UP_Y, MapArrays, Numbers, Rules
from duskfall.dungeon.checks.faults import NOTHING, STAIRS_APART, STAIRS_NEAR, STAIRS_PLACE, STAIRS_ROOM, STAIRS_SECRET
from duskfall.dungeon.checks.report import Scratch, report
from duskfall.dungeon.checks.rooms import room_distance
from duskfall.dungeon.exploration.distances import measure_distances
from duskfall.dungeon.generation.stairs import stairs_distance
from duskfall.dungeon.room_geometry import centre_x, centre_y
from duskfall.dungeon.tiles import DOWN, UP, Tiles


@kernel
def check_stairs_joined(tiles: Tiles, s: Scratch) -> None:
    """Checks that a way without secrets leads from the stairs up to the stairs down."""
    height, width = tiles.shape
    for y in range(height):
        for x in range(width):
            if tiles[y, x] == UP:
                measure_distances(tiles, x, y, False, s.steps, s.queue)
                for row in range(height):
                    for column in range(width):
                        if tiles[row, column] == DOWN and s.steps[row, column] >= 0:
                            return
                report(s.faults, s.found, STAIRS_APART, NOTHING, NOTHING, NOTHING)
                return


@kernel
def check_stairs(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks the places of the stairs and the distance of their rooms."""
    rooms = m.facts[ROOMS]
    up = check_stair(m, s, m.facts[UP_X], m.facts[UP_Y], number(UP))
    down = check_stair(m, s, m.facts[DOWN_X], m.facts[DOWN_Y], number(DOWN))
    if up < 0 or down < 0:
        return
    if up == down:
        report(s.faults, s.found, STAIRS_ROOM, m.facts[DOWN_X], m.facts[DOWN_Y], NOTHING)
    least = stairs_distance(rooms)
    apart = room_distance(rules, m.rooms, up, down)
    if apart >= least:
        return
    for a in range(rooms):
        for b in range(a):
            if room_distance(rules, m.rooms, a, b) >= least:
                report(s.faults, s.found, STAIRS_NEAR, apart, least, NOTHING)
                return


@kernel
def check_stair(m: MapArrays, s: Scratch, x: int, y: int, kind: int) -> int:
    """Checks one of the stairs; returns its room, or -1."""
    height, width = m.tiles.shape
    if not (0 <= x < width and 0 <= y < height) or m.tiles[y, x] != kind:
        report(s.faults, s.found, STAIRS_PLACE, x, y, NOTHING)
        return number(-1)
    room = room_around(m.rooms, m.facts[ROOMS], x, y)
    if room < 0:
        report(s.faults, s.found, STAIRS_ROOM, x, y, NOTHING)
    elif m.rooms[room, SECRET_ROOM]:
        report(s.faults, s.found, STAIRS_SECRET, room, NOTHING, NOTHING)
    return room


@kernel
def room_around(rooms: Numbers, count: int, x: int, y: int) -> int:
    """Finds the room whose centre a place is, or -1."""
    for room in range(count):
        if centre_x(rooms, room) == x and centre_y(rooms, room) == y:
            return room
    return number(-1)
