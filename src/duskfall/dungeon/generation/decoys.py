"""Phase 3, Creating Secret Areas: decoys, corridors behind a door that end blind."""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.layout import (
    CORRIDOR_GROUND,
    DECOY_LENGTH,
    DECOY_ROOM,
    DECOY_SIDE,
    DECOY_X,
    DECOY_Y,
    DECOYS,
    ROOMS,
    SECRET_ROOM,
    MapArrays,
    Numbers,
    Rules,
)
from duskfall.dungeon.corridors.connections import doors_in_wall
from duskfall.dungeon.corridors.digging import dig_tile, is_untouched
from duskfall.dungeon.generation.dice import roll
from duskfall.dungeon.room_geometry import door_x, door_y, step_x, step_y
from duskfall.dungeon.tiles import DOOR, Tiles

DECOY_LEAST: Final = 3
DECOY_MOST: Final = 6
"""Tiles of a corridor that ends blind."""


@kernel
def decoy_space(tiles: Tiles, rooms: Numbers, slots: Numbers, decoys: Numbers, room: int, side: int) -> int:
    """Measures how long a decoy in the middle of this wall can be; 0 if there is no room for one."""
    if rooms[room, SECRET_ROOM] or doors_in_wall(rooms, slots, decoys, room, side):
        return 0
    x, y = door_x(rooms, room, side), door_y(rooms, room, side)
    length = 0
    while length < DECOY_MOST:
        ahead = length + 1
        if not is_untouched(tiles, x + step_x(side) * ahead, y + step_y(side) * ahead):
            break
        length += 1
    return length if length >= DECOY_LEAST else 0


@kernel
def add_decoys(rules: Rules, m: MapArrays) -> None:
    """Digs the decoys that the options ask for, as far as there is ground, each wall equally likely."""
    for _ in range(rules.decoys):
        places = 0
        for wall in range(4 * m.facts[ROOMS]):
            if decoy_space(m.tiles, m.rooms, m.slots, m.decoys, wall // 4, wall % 4):
                places += 1
        if places == 0:
            return
        chosen = roll(m.dice, places)
        for wall in range(4 * m.facts[ROOMS]):
            space = decoy_space(m.tiles, m.rooms, m.slots, m.decoys, wall // 4, wall % 4)
            if space:
                if chosen == 0:
                    length = DECOY_LEAST + roll(m.dice, space - DECOY_LEAST + 1)
                    dig_decoy(m, wall // 4, wall % 4, length)
                    break
                chosen -= 1


@kernel
def dig_decoy(m: MapArrays, room: int, side: int, length: int) -> None:
    """Digs a door and a corridor that ends blind."""
    row = m.decoys[m.facts[DECOYS]]
    row[DECOY_ROOM] = room
    row[DECOY_X] = door_x(m.rooms, room, side)
    row[DECOY_Y] = door_y(m.rooms, room, side)
    row[DECOY_SIDE] = side
    row[DECOY_LENGTH] = length
    m.facts[DECOYS] += 1
    for i in range(1, length + 1):
        x, y = row[DECOY_X] + step_x(side) * i, row[DECOY_Y] + step_y(side) * i
        dig_tile(m.tiles, x, y)
        m.ground[y, x] = CORRIDOR_GROUND
    m.tiles[row[DECOY_Y], row[DECOY_X]] = DOOR
