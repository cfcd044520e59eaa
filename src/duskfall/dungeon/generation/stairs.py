"""Phases 4 and 5: places the two stairs of the classic profile and the start of the view."""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import (
    CAMERA_X,
    CAMERA_Y,
    DOWN_ROOM,
    DOWN_X,
    DOWN_Y,
    PRIORITY,
    ROOMS,
    UP_ROOM,
    UP_X,
    UP_Y,
    MapArrays,
    Numbers,
)
from duskfall.dungeon.room_geometry import centre_distance, centre_x, centre_y
from duskfall.dungeon.tiles import DOWN, UP

FEW_ROOMS: Final = 6
NEAR: Final = 20
FAR: Final = 30
"""Least steps between the centres of the stairs' rooms: 20 with up to 6 rooms, 30 with more."""


@kernel
def stairs_distance(rooms: int) -> int:
    """Returns the least distance between the stairs."""
    return NEAR if rooms <= FEW_ROOMS else FAR


@kernel
def choose_stairs(m: MapArrays) -> None:
    """Chooses the rooms of the stairs: the most important ones that are far enough apart."""
    rooms = m.facts[ROOMS]
    least = stairs_distance(rooms)
    up = number(-1)
    for room in range(rooms):
        if (up < 0 or m.rooms[room, PRIORITY] > m.rooms[up, PRIORITY]) and farthest(m.rooms, rooms, room) >= least:
            up = room
    if up < 0:
        choose_by_farthest(m)
        return
    down = -1
    for room in range(rooms):
        if centre_distance(m.rooms, up, room) >= least and (
            down < 0 or m.rooms[room, PRIORITY] > m.rooms[down, PRIORITY]
        ):
            down = room
    m.facts[UP_ROOM] = up
    m.facts[DOWN_ROOM] = down


@kernel
def farthest(rooms: Numbers, count: int, room: int) -> int:
    """Counts the steps from a room to the one farthest from it."""
    most = 0
    for other in range(count):
        most = max(most, centre_distance(rooms, room, other))
    return most


@kernel
def choose_by_farthest(m: MapArrays) -> None:
    """Chooses the most important room and the one farthest from it, when no two rooms are far enough apart."""
    up = number(0)
    for room in range(m.facts[ROOMS]):
        if m.rooms[room, PRIORITY] > m.rooms[up, PRIORITY]:
            up = room
    down = number(1) if up == 0 else number(0)
    for room in range(m.facts[ROOMS]):
        if centre_distance(m.rooms, up, room) > centre_distance(m.rooms, up, down):
            down = room
    m.facts[UP_ROOM] = up
    m.facts[DOWN_ROOM] = down


@kernel
def place_stairs(m: MapArrays) -> None:
    """Builds the chosen stairs in the middle of their rooms."""
    up, down = m.facts[UP_ROOM], m.facts[DOWN_ROOM]
    m.facts[UP_X] = centre_x(m.rooms, up)
    m.facts[UP_Y] = centre_y(m.rooms, up)
    m.facts[DOWN_X] = centre_x(m.rooms, down)
    m.facts[DOWN_Y] = centre_y(m.rooms, down)
    m.tiles[m.facts[UP_Y], m.facts[UP_X]] = UP
    m.tiles[m.facts[DOWN_Y], m.facts[DOWN_X]] = DOWN


@kernel
def aim_camera(m: MapArrays) -> None:
    """Points the view at the centre of room 0."""
    first = number(0)
    m.facts[CAMERA_X] = centre_x(m.rooms, first)
    m.facts[CAMERA_Y] = centre_y(m.rooms, first)
