"""Phases 3 and 3.5 of the classic profile: secret rooms, hidden passages, decoys, treasures.

Hidden passages and decoys come before the treasures, because a treasure may stand at any untouched spot behind a wall
while they need the middle of one.
"""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dungeon.chance import roll
from duskfall.dungeon.digging import dig_tile
from duskfall.dungeon.linking import doors_in_wall, find_slot
from duskfall.dungeon.paths import LEFT, RIGHT, TOP, door_x, door_y
from duskfall.dungeon.tables import (
    CORRIDOR_GROUND,
    DECOY_LENGTH,
    DECOY_ROOM,
    DECOY_SIDE,
    DECOY_X,
    DECOY_Y,
    DECOYS,
    DEGREE,
    DOOR_SECRET,
    DOOR_SIDE,
    DOOR_X,
    DOOR_Y,
    DOWN_ROOM,
    OTHER,
    ROOMS,
    SECRET_ROOM,
    TREASURE_SIDE,
    TREASURE_X,
    TREASURE_Y,
    UNUSED,
    UP_ROOM,
    Numbers,
    Rules,
    Table,
    X,
    Y,
)
from duskfall.dungeon.tables import H as HIGH
from duskfall.dungeon.tables import W as WIDE
from duskfall.dungeon.tiles import DOOR, EMPTY, SECRET, Tiles

DECOY_LEAST: Final = 3
DECOY_MOST: Final = 6
"""Tiles of a corridor that ends blind."""

# Wrapped: Numba would compile a kernel anew for every literal it is given.
FIRST_OFFSET: Final = number(1)
NO_PLACES: Final = number(0)
ALL_PLACES: Final = number(99)
"""More than any wall has."""


@kernel
def hide_rooms(rules: Rules, m: Table) -> None:
    """Make rooms with one connection secret by chance, unless stairs or a shared wall speak against it."""
    for room in range(m.facts[ROOMS]):
        if m.rooms[room, DEGREE] != 1:
            continue
        if not rules.original and room in (m.facts[UP_ROOM], m.facts[DOWN_ROOM]):
            continue
        if roll(m.dice, rules.secret_sides) >= rules.secret_chance:
            continue
        other = m.slots[room, 0, OTHER]
        slot = m.slots[other, find_slot(m.rooms, m.slots, other, room)]
        if doors_in_wall(m.rooms, m.slots, m.decoys, other, slot[DOOR_SIDE]) == 1:
            m.rooms[room, SECRET_ROOM] = 1
            slot[DOOR_SECRET] = 1
            m.tiles[slot[DOOR_Y], slot[DOOR_X]] = SECRET


@kernel
def step_x(side: int) -> int:
    """The column step out of a wall."""
    if side == LEFT:
        return -1
    return 1 if side == RIGHT else 0


@kernel
def step_y(side: int) -> int:
    """The row step out of a wall."""
    if side <= RIGHT:
        return 0
    return -1 if side == TOP else 1


@kernel
def is_untouched(tiles: Tiles, x: int, y: int) -> bool:
    """Whether a tile is empty, and so no neighbour of anything walkable, and may be walkable itself."""
    return bool(1 <= x <= tiles.shape[1] - 2 and 1 <= y <= tiles.shape[0] - 2 and tiles[y, x] == EMPTY)


@kernel
def decoy_space(tiles: Tiles, rooms: Numbers, slots: Numbers, decoys: Numbers, room: int, side: int) -> int:
    """How long a decoy in the middle of this wall can be; 0 if there can be none."""
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
def add_decoys(rules: Rules, m: Table) -> None:
    """As many blind corridors as were asked for and there is ground for, each wall equally likely."""
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
def dig_decoy(m: Table, room: int, side: int, length: int) -> None:
    """A door, and a corridor that ends blind."""
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


@kernel
def wall_length(rooms: Numbers, room: int, side: int) -> int:
    """Tiles of a wall, its corners not counted."""
    return number(rooms[room, HIGH] if side <= RIGHT else rooms[room, WIDE])


@kernel
def wall_x(rooms: Numbers, room: int, side: int, offset: int) -> int:
    """The column of the tile `offset` along a wall."""
    return door_x(rooms, room, side) if side <= RIGHT else rooms[room, X] + offset


@kernel
def wall_y(rooms: Numbers, room: int, side: int, offset: int) -> int:
    """The row of the tile `offset` along a wall."""
    return rooms[room, Y] + offset if side <= RIGHT else door_y(rooms, room, side)


@kernel
def find_place(tiles: Tiles, rooms: Numbers, slots: Numbers, decoys: Numbers, room: int, side: int, skip: int) -> int:
    """The offset of a place for a chamber behind a doorless wall, after `skip` others; its end tiles are none.

    Below zero if there are not that many: then it is -1 less the places there are, so that -1 means none at all.
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
    """Whether a room is not secret, has no treasure, and has a place for one."""
    if rooms[room, SECRET_ROOM] or rooms[room, TREASURE_X] != UNUSED:
        return False
    for side in range(4):  # noqa: SIM110 - Numba compiles no generators
        if find_place(tiles, rooms, slots, decoys, room, side, NO_PLACES) >= 0:
            return True
    return False


@kernel
def place_treasures(rules: Rules, m: Table) -> None:
    """Choose a room, then a wall, then a place, each time among all that can take a treasure."""
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
    """The secret tile in the wall and the chamber behind it."""
    x, y = wall_x(rooms, room, side, offset), wall_y(rooms, room, side, offset)
    tiles[y, x] = SECRET
    dig_tile(tiles, x + step_x(side), y + step_y(side))
    rooms[room, TREASURE_X] = x
    rooms[room, TREASURE_Y] = y
    rooms[room, TREASURE_SIDE] = side
