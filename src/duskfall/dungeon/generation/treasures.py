"""Phase 3.5, Placing Secret Treasures, of the classic profile.

Hidden passages and decoys come before the treasures, because a treasure may stand at any untouched spot behind a wall
while they need the middle of one.
"""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import (
    ROOMS,
    SECRET_ROOM,
    TREASURE_SIDE,
    TREASURE_X,
    TREASURE_Y,
    UNUSED,
    MapArrays,
    Numbers,
    Rules,
)
from duskfall.dungeon.corridors.connections import doors_in_wall
from duskfall.dungeon.corridors.digging import dig_tile, is_untouched
from duskfall.dungeon.generation.dice import roll
from duskfall.dungeon.room_geometry import RIGHT, step_x, step_y, wall_length, wall_x, wall_y
from duskfall.dungeon.tiles import SECRET, Tiles

# Wrapped: Numba would compile a kernel anew for every literal it is given.
FIRST_OFFSET: Final = number(1)
NO_PLACES: Final = number(0)
ALL_PLACES: Final = number(99)
"""More than any wall has."""


@kernel
def find_place(tiles: Tiles, rooms: Numbers, slots: Numbers, decoys: Numbers, room: int, side: int, skip: int) -> int:
    """Finds the offset of a chamber behind a doorless wall, after `skip` others, never at an end of the wall.

    If there are fewer places, it returns -1 minus their number, so that -1 means none at all.
    """
    if doors_in_wall(rooms, slots, decoys, room, side):
        return number(-1)
    x = wall_x(rooms, room, side, FIRST_OFFSET) + step_x(side)
    y = wall_y(rooms, room, side, FIRST_OFFSET) + step_y(side)
    places = number(0)
    for offset in range(FIRST_OFFSET, wall_length(rooms, room, side) - 1):
        if is_untouched(tiles, x, y):
            if places == skip:
                return offset
            places += 1
        x += side > RIGHT
        y += side <= RIGHT
    return number(-1 - places)


@kernel
def can_take_treasure(tiles: Tiles, rooms: Numbers, slots: Numbers, decoys: Numbers, room: int) -> bool:
    """Tells whether a room is not secret, has no treasure, and has a place for one."""
    if rooms[room, SECRET_ROOM] or rooms[room, TREASURE_X] != UNUSED:
        return False
    for side in range(4):  # noqa: SIM110 - Numba compiles no generators
        if find_place(tiles, rooms, slots, decoys, room, side, NO_PLACES) >= 0:
            return True
    return False


@kernel
def place_treasures(rules: Rules, m: MapArrays) -> None:
    """Chooses a room, then a wall, then a place, each time among all that can take a treasure."""
    tiles, rooms, slots, decoys = m.tiles, m.rooms, m.slots, m.decoys
    for _ in range(rules.treasures):
        eligible = number(0)
        for room in range(m.facts[ROOMS]):
            if can_take_treasure(tiles, rooms, slots, decoys, room):
                m.marks[eligible] = room
                eligible += 1
        if eligible == 0:
            return
        room = m.marks[roll(m.dice, eligible)]
        walls = number(0)
        for side in range(4):
            walls += find_place(tiles, rooms, slots, decoys, room, side, NO_PLACES) >= 0
        wall = roll(m.dice, walls)
        for side in range(4):
            places = -1 - find_place(tiles, rooms, slots, decoys, room, side, ALL_PLACES)
            if places > 0 and wall == 0:
                chosen = roll(m.dice, places)
                dig_treasure(tiles, rooms, room, side, find_place(tiles, rooms, slots, decoys, room, side, chosen))
                break
            wall -= places > 0


@kernel
def dig_treasure(tiles: Tiles, rooms: Numbers, room: int, side: int, offset: int) -> None:
    """Digs the secret tile in the wall and the chamber behind it."""
    x, y = wall_x(rooms, room, side, offset), wall_y(rooms, room, side, offset)
    tiles[y, x] = SECRET
    dig_tile(tiles, x + step_x(side), y + step_y(side))
    rooms[room, TREASURE_X] = x
    rooms[room, TREASURE_Y] = y
    rooms[room, TREASURE_SIDE] = side
