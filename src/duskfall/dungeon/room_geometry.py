"""Where the centre, the doors and the wall tiles of a room lie."""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import HEIGHT, WIDTH, Numbers, X, Y
from duskfall.dungeon.records import Side

LEFT: Final = int(Side.LEFT)
RIGHT: Final = int(Side.RIGHT)
TOP: Final = int(Side.TOP)
BOTTOM: Final = int(Side.BOTTOM)


@kernel
def centre_x(rooms: Numbers, room: int) -> int:
    """Returns the column of the doors in the upper and lower wall."""
    return number(rooms[room, X] + rooms[room, WIDTH] // 2)


@kernel
def centre_y(rooms: Numbers, room: int) -> int:
    """Returns the row of the doors in the left and right wall."""
    return number(rooms[room, Y] + rooms[room, HEIGHT] // 2)


@kernel
def centre_distance(rooms: Numbers, a: int, b: int) -> int:
    """Counts the steps between the centres of two rooms."""
    return abs(centre_x(rooms, a) - centre_x(rooms, b)) + abs(centre_y(rooms, a) - centre_y(rooms, b))


@kernel
def door_x(rooms: Numbers, room: int, side: int) -> int:
    """Returns the column of the door in a wall."""
    if side == LEFT:
        return number(rooms[room, X] - 1)
    if side == RIGHT:
        return number(rooms[room, X] + rooms[room, WIDTH])
    return centre_x(rooms, room)


@kernel
def door_y(rooms: Numbers, room: int, side: int) -> int:
    """Returns the row of the door in a wall."""
    if side == TOP:
        return number(rooms[room, Y] - 1)
    if side == BOTTOM:
        return number(rooms[room, Y] + rooms[room, HEIGHT])
    return centre_y(rooms, room)


@kernel
def step_x(side: int) -> int:
    """Returns the column step out of a wall."""
    if side == LEFT:
        return -1
    return 1 if side == RIGHT else 0


@kernel
def step_y(side: int) -> int:
    """Returns the row step out of a wall."""
    if side <= RIGHT:
        return 0
    return -1 if side == TOP else 1


@kernel
def wall_length(rooms: Numbers, room: int, side: int) -> int:
    """Tiles of a wall, its corners not counted."""
    return number(rooms[room, HEIGHT] if side <= RIGHT else rooms[room, WIDTH])


@kernel
def wall_x(rooms: Numbers, room: int, side: int, offset: int) -> int:
    """Returns the column of the tile `offset` along a wall."""
    return door_x(rooms, room, side) if side <= RIGHT else rooms[room, X] + offset


@kernel
def wall_y(rooms: Numbers, room: int, side: int, offset: int) -> int:
    """Returns the row of the tile `offset` along a wall."""
    return rooms[room, Y] + offset if side <= RIGHT else door_y(rooms, room, side)


@kernel
def is_in_wall(rooms: Numbers, room: int, side: int, x: int, y: int) -> bool:
    """Tells whether a place lies in that wall of a room, not in a corner."""
    if not 0 <= side < 4:
        return False
    offset = y - rooms[room, Y] if side <= RIGHT else x - rooms[room, X]
    if not 0 <= offset < wall_length(rooms, room, side):
        return False
    return wall_x(rooms, room, side, offset) == x and wall_y(rooms, room, side, offset) == y
