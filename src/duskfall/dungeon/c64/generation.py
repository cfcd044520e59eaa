"""The profile c64: the phases in which the C64 program differs from the classic profile, defects included."""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import (
    BEND_X,
    DOWN_ROOM,
    HEIGHT,
    PRIORITY,
    ROOMS,
    SECRET_ROOM,
    TREASURE_X,
    TREE,
    UNUSED,
    UP_ROOM,
    WIDTH,
    MapArrays,
    Numbers,
    Rules,
    X,
    Y,
)
from duskfall.dungeon.corridors.connections import doors_in_wall, find_slot, link
from duskfall.dungeon.corridors.digging import dig_tile
from duskfall.dungeon.corridors.shapes import (
    AX,
    AY,
    BEND,
    BX,
    BY,
    FROM_A,
    PATH_SHAPE,
    Z_SHAPE,
    is_sideways,
    set_z,
    trace,
    try_l,
    try_straight,
)
from duskfall.dungeon.generation.dice import THREE_SIDES, roll
from duskfall.dungeon.generation.stairs import stairs_distance
from duskfall.dungeon.generation.treasures import dig_treasure
from duskfall.dungeon.room_geometry import step_x, step_y, wall_length, wall_x, wall_y
from duskfall.dungeon.tiles import DOOR

FIRST_PRIORITY: Final = 10
LAST_PRIORITY: Final = 8


@kernel
def draw_priorities(m: MapArrays) -> None:
    """Draws the priority of each room by chance, before any corridor exists."""
    rooms = m.facts[ROOMS]
    for room in range(1, rooms - 1):
        m.rooms[room, PRIORITY] = 5 + roll(m.dice, THREE_SIDES)
    m.rooms[rooms - 1, PRIORITY] = LAST_PRIORITY
    m.rooms[0, PRIORITY] = FIRST_PRIORITY


@kernel
def c64_centre_distance(rooms: Numbers, a: int, b: int) -> int:
    """Counts the steps between two rooms as the original measures them: from other centres than those of the doors."""
    dx = rooms[a, X] + (rooms[a, WIDTH] - 1) // 2 - rooms[b, X] - (rooms[b, WIDTH] - 1) // 2
    dy = rooms[a, Y] + (rooms[a, HEIGHT] - 1) // 2 - rooms[b, Y] - (rooms[b, HEIGHT] - 1) // 2
    return number(abs(dx) + abs(dy))


@kernel
def connect_original(m: MapArrays) -> None:
    """Joins nearest rooms until a room that already has four connections is chosen; the rest stays unconnected."""
    rooms = m.facts[ROOMS]
    m.marks[:] = 0
    m.marks[0] = 1
    for _ in range(rooms - 1):
        near, new, best = number(-1), number(-1), 0
        for a in range(rooms):
            for b in range(rooms):
                if m.marks[a] == 1 and m.marks[b] == 0:
                    steps = c64_centre_distance(m.rooms, a, b)
                    if near < 0 or steps < best:
                        near, new, best = a, b, steps
        if not dig_original(m, near, new):
            return
        m.marks[new] = 1


@kernel
def dig_original(m: MapArrays, a: int, b: int) -> bool:
    """Digs through everything in the way; False if the connection could not be recorded."""
    if not try_straight(m.rooms, m.path, a, b) and not try_l(m.rooms, m.path, a, b, is_sideways(m.rooms, a, b)):
        set_z(m.rooms, m.path, a, b, is_sideways(m.rooms, a, b), FROM_A)
    dig_tile(m.tiles, m.path[AX], m.path[AY])
    for i in range(trace(m.path, m.way)):
        dig_tile(m.tiles, m.way[i, 0], m.way[i, 1])
    m.tiles[m.path[AY], m.path[AX]] = DOOR
    m.tiles[m.path[BY], m.path[BX]] = DOOR
    if not link(m, a, b, TREE):
        return False
    if m.path[PATH_SHAPE] == Z_SHAPE:
        # The original computes the far end's bends from the far end, so that they do not lie on the corridor.
        set_z(m.rooms, m.path, b, a, is_sideways(m.rooms, a, b), FROM_A)
        for i in range(4):
            m.slots[b, find_slot(m.rooms, m.slots, b, a), BEND_X + i] = m.path[BEND + i]
    return True


@kernel
def place_treasures_original(rules: Rules, m: MapArrays) -> None:
    """Picks rooms by chance, twice as often as there are rooms, until all treasures are placed."""
    placed = 0
    for _ in range(2 * m.facts[ROOMS]):
        if placed == rules.treasures:
            return
        room = roll(m.dice, m.facts[ROOMS])
        if m.rooms[room, SECRET_ROOM] or m.rooms[room, TREASURE_X] != UNUSED:
            continue
        for side in range(4):
            if doors_in_wall(m.rooms, m.slots, m.decoys, room, side):
                continue
            offset = 1 + roll(m.dice, wall_length(m.rooms, room, side) - 2)
            x = wall_x(m.rooms, room, side, offset) + step_x(side)
            y = wall_y(m.rooms, room, side, offset) + step_y(side)
            if 0 <= x < rules.width and 0 <= y < rules.height:
                dig_treasure(m.tiles, m.rooms, room, side, offset)
                placed += 1
                break


@kernel
def choose_stairs_original(m: MapArrays) -> None:
    """Chooses the most important room for up, and for down the most important one far enough away, else the last."""
    rooms = m.facts[ROOMS]
    up, down = number(0), -1
    for room in range(rooms):
        if m.rooms[room, PRIORITY] > m.rooms[up, PRIORITY]:
            up = room
    for room in range(rooms):
        if c64_centre_distance(m.rooms, up, room) >= stairs_distance(rooms) and (
            down < 0 or m.rooms[room, PRIORITY] > m.rooms[down, PRIORITY]
        ):
            down = room
    m.facts[UP_ROOM] = up
    m.facts[DOWN_ROOM] = rooms - 1 if down < 0 else down
