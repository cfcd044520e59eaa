"""The shapes of corridors: straight, L and Z, laid between two rooms in five ways.

A new shape is a member of `records.Corridor`, a `try_...` kernel here, and a way in `try_way`; `checks.corridors` and
the JSON format (`formats.dungeon`) read the number of its bends. The path being tried is written to the numbers `path`;
`corridors.digging` digs it.
"""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import Numbers
from duskfall.dungeon.records import Corridor
from duskfall.dungeon.room_geometry import BOTTOM, LEFT, RIGHT, TOP, centre_x, centre_y, door_x, door_y

# Columns of the path that is being tried.
PATH_SHAPE: Final = 0
AX: Final = number(1)
AY: Final = 2
A_SIDE: Final = 3
BX: Final = number(4)
BY: Final = 5
B_SIDE: Final = 6
BEND: Final = 7
"""Four numbers: the places of the bends that the shape has."""


STRAIGHT: Final = int(Corridor.STRAIGHT)
L_SHAPE: Final = int(Corridor.L)
Z_SHAPE: Final = int(Corridor.Z)

# The ways in the order in which they are tried; 2 is the Z that is measured from the first room.
WAY_STRAIGHT: Final = 0
WAY_L: Final = 1
WAY_OTHER_L: Final = 3
WAY_Z_FROM_B: Final = 4
WAYS: Final = 5

FROM_A: Final = number(0)
FROM_B: Final = number(1)
"""Where the leg of a third is measured from."""


@kernel
def side_towards(rooms: Numbers, a: int, b: int, sideways: bool) -> int:
    """Returns the left or right (`sideways`), or upper or lower wall of `a` that faces `b`."""
    if sideways:
        return LEFT if centre_x(rooms, b) < centre_x(rooms, a) else RIGHT
    return TOP if centre_y(rooms, b) < centre_y(rooms, a) else BOTTOM


@kernel
def set_doors(rooms: Numbers, path: Numbers, a: int, a_side: int, b: int, b_side: int) -> None:
    """Puts the two doors of the path in the middle of these walls."""
    path[AX] = door_x(rooms, a, a_side)
    path[AY] = door_y(rooms, a, a_side)
    path[A_SIDE] = a_side
    path[BX] = door_x(rooms, b, b_side)
    path[BY] = door_y(rooms, b, b_side)
    path[B_SIDE] = b_side


@kernel
def try_straight(rooms: Numbers, path: Numbers, a: int, b: int) -> bool:
    """Tries a straight corridor: for rooms in line, with doors opposite each other."""
    sideways = centre_y(rooms, a) == centre_y(rooms, b)
    if not sideways and centre_x(rooms, a) != centre_x(rooms, b):
        return False
    path[PATH_SHAPE] = STRAIGHT
    a_side = side_towards(rooms, a, b, sideways)
    set_doors(rooms, path, a, a_side, b, side_towards(rooms, b, a, sideways))
    return ahead(a_side, path[BX] - path[AX], path[BY] - path[AY]) > 0


@kernel
def ahead(side: int, dx: int, dy: int) -> int:
    """Measures how far (dx, dy) leads out of the wall `side`."""
    if side == LEFT:
        return -dx
    if side == RIGHT:
        return dx
    return -dy if side == TOP else dy


@kernel
def try_l(rooms: Numbers, path: Numbers, a: int, b: int, sideways: bool) -> bool:
    """Tries one bend: leaves `a` sideways or not, and must reach its bend beyond both doors."""
    a_side = side_towards(rooms, a, b, sideways)
    b_side = side_towards(rooms, b, a, not sideways)
    set_doors(rooms, path, a, a_side, b, b_side)
    path[PATH_SHAPE] = L_SHAPE
    path[BEND] = path[BX] if sideways else path[AX]
    path[BEND + 1] = path[AY] if sideways else path[BY]
    beyond_a = ahead(a_side, path[BEND] - path[AX], path[BEND + 1] - path[AY])
    beyond_b = ahead(b_side, path[BEND] - path[BX], path[BEND + 1] - path[BY])
    return beyond_a > 0 and beyond_b > 0


@kernel
def set_z(rooms: Numbers, path: Numbers, a: int, b: int, sideways: bool, measured: int) -> int:
    """Lays two bends, the crossing leg a third of the way from `a` or `b`; returns the distance between the doors."""
    a_side = side_towards(rooms, a, b, sideways)
    set_doors(rooms, path, a, a_side, b, side_towards(rooms, b, a, sideways))
    path[PATH_SHAPE] = Z_SHAPE
    at = 0 if sideways else 1
    start, end = path[AX + at], path[BX + at]
    gap = abs(end - start)
    leg = gap - gap // 3 if measured == FROM_B else gap // 3
    crossing = start + leg if end > start else start - leg
    path[BEND + at] = crossing
    path[BEND + 2 + at] = crossing
    path[BEND + 1 - at] = path[AX + 1 - at]
    path[BEND + 3 - at] = path[BX + 1 - at]
    return number(gap)


@kernel
def try_z(rooms: Numbers, path: Numbers, a: int, b: int, measured: int) -> bool:
    """Tries two bends along the longer axis; each leg has at least one tile."""
    sideways = is_sideways(rooms, a, b)
    gap = set_z(rooms, path, a, b, sideways, measured)
    facing = ahead(path[A_SIDE], path[BX] - path[AX], path[BY] - path[AY]) > 0
    crossing = path[BEND] != path[BEND + 2] or path[BEND + 1] != path[BEND + 3]
    return facing and gap // 3 >= 1 and crossing


@kernel
def is_sideways(rooms: Numbers, a: int, b: int) -> bool:
    """Tells whether the rooms are further apart in columns than in rows."""
    return abs(centre_x(rooms, a) - centre_x(rooms, b)) > abs(centre_y(rooms, a) - centre_y(rooms, b))


@kernel
def try_way(rooms: Numbers, path: Numbers, a: int, b: int, way: int) -> bool:
    """Lays one of the five ways into the path; False if it does not suit the place of the rooms."""
    if way == WAY_STRAIGHT:
        return try_straight(rooms, path, a, b)
    if way == WAY_L:
        return try_l(rooms, path, a, b, is_sideways(rooms, a, b))
    if way == WAY_OTHER_L:
        return try_l(rooms, path, a, b, not is_sideways(rooms, a, b))
    return try_z(rooms, path, a, b, FROM_B if way == WAY_Z_FROM_B else FROM_A)


@kernel
def trace(path: Numbers, way: Numbers) -> int:
    """Writes the tiles between the doors of the path into `way`, from the first door on; returns their number."""
    x, y = path[AX], path[AY]
    count = 0
    for leg in range(path[PATH_SHAPE] + 1):
        last = leg == path[PATH_SHAPE]
        to_x = path[BX] if last else path[BEND + 2 * leg]
        to_y = path[BY] if last else path[BEND + 2 * leg + 1]
        while x != to_x or y != to_y:
            x += max(-1, min(1, to_x - x))
            y += max(-1, min(1, to_y - y))
            way[count, 0] = x
            way[count, 1] = y
            count += 1
    return count - 1  # the second door is not between the doors
