"""Rules 5 (bends), 6 (doors) and 7 (corridors) of a map with records."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import (
    BEND_X,
    DECOY_LENGTH,
    DECOY_SIDE,
    DECOY_X,
    DECOY_Y,
    DECOYS,
    DEGREE,
    DOOR_SECRET,
    DOOR_SIDE,
    DOOR_X,
    DOOR_Y,
    LINKS,
    ROOMS,
    SLOT_SHAPE,
    UNUSED,
    A,
    B,
    MapArrays,
    Numbers,
    Rules,
)
from duskfall.dungeon.checks.faults import (
    BENDS_FAR,
    BENDS_LINE,
    BENDS_SWAPPED,
    BENDS_TYPE,
    BLOCK,
    DEAD_END,
    DOOR_SHARED,
    DOOR_TILE,
    DOOR_UNKNOWN,
    DOOR_WALL,
    NOTHING,
    OFF_PATH,
    PATH_BLOCKED,
    PATH_ROOM,
    SECRET_STRAY,
)
from duskfall.dungeon.checks.report import Scratch, report
from duskfall.dungeon.corridors.connections import find_slot
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
)
from duskfall.dungeon.room_geometry import is_in_wall, step_x, step_y
from duskfall.dungeon.tiles import DOOR, SECRET, WALL, Tiles


@kernel
def check_doors(m: MapArrays, s: Scratch) -> bool:
    """Checks the recorded doors (rule 6); False if one is not in its wall, so that no corridor can be followed."""
    sound = True
    for room in range(m.facts[ROOMS]):
        for i in range(m.rooms[room, DEGREE]):
            slot = m.slots[room, i]
            x, y, side = slot[DOOR_X], slot[DOOR_Y], slot[DOOR_SIDE]
            if not is_in_wall(m.rooms, room, side, x, y):
                report(s.faults, s.found, DOOR_WALL, x, y, room)
                sound = False
                continue
            if m.tiles[y, x] != (SECRET if slot[DOOR_SECRET] else DOOR):
                report(s.faults, s.found, DOOR_TILE, x, y, room)
            s.known[y, x] = 1
            for j in range(i):
                other = m.slots[room, j]
                if other[DOOR_SIDE] == side and (other[DOOR_X] != x or other[DOOR_Y] != y):
                    report(s.faults, s.found, DOOR_SHARED, room, side, NOTHING)
    return sound


@kernel
def check_corridors(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks rules 5 and 7 for each connection, and marks its tiles as known."""
    for i in range(m.facts[LINKS]):
        a, b = m.links[i, A], m.links[i, B]
        near, far = find_slot(m.rooms, m.slots, a, b), find_slot(m.rooms, m.slots, b, a)
        if near < 0 or far < 0:
            continue
        if not has_bends_of_type(m.slots, a, near):
            report(s.faults, s.found, BENDS_TYPE, a, b, NOTHING)
        elif not has_bends_of_type(m.slots, b, far):
            report(s.faults, s.found, BENDS_TYPE, b, a, NOTHING)
        elif not read_path(m.slots, m.path, a, near, b, far):
            report(s.faults, s.found, BENDS_LINE, a, b, NOTHING)
        else:
            check_way(m, s, i)
            if matches_far_end(m.slots, m.path, b, far, True):
                continue
            # The original computes the far end's Z with the rooms exchanged, which gives bends beside the corridor.
            swapped = rules.original and m.path[PATH_SHAPE] == Z_SHAPE
            if swapped:
                set_z(m.rooms, m.path, b, a, is_sideways(m.rooms, a, b), FROM_A)
                swapped = matches_far_end(m.slots, m.path, b, far, False)
            report(s.faults, s.found, BENDS_SWAPPED if swapped else BENDS_FAR, a, b, NOTHING)


@kernel
def has_bends_of_type(slots: Numbers, room: int, i: int) -> bool:
    """Tells whether a slot has exactly as many bends as its shape."""
    shape = slots[room, i, SLOT_SHAPE]
    if not 0 <= shape <= Z_SHAPE:
        return False
    for bend in range(2):
        unused = slots[room, i, BEND_X + 2 * bend] == UNUSED and slots[room, i, BEND_X + 2 * bend + 1] == UNUSED
        if unused != (bend >= shape):
            return False
    return True


@kernel
def read_path(slots: Numbers, path: Numbers, a: int, near: int, b: int, far: int) -> bool:
    """Reads a recorded corridor into `path`; False if its legs are not straight, turning at each bend."""
    path[PATH_SHAPE] = slots[a, near, SLOT_SHAPE]
    path[AX] = slots[a, near, DOOR_X]
    path[AY] = slots[a, near, DOOR_Y]
    path[BX] = slots[b, far, DOOR_X]
    path[BY] = slots[b, far, DOOR_Y]
    for i in range(4):
        path[BEND + i] = slots[a, near, BEND_X + i]
    x, y = path[AX], path[AY]
    upright_before = -1
    for leg in range(path[PATH_SHAPE] + 1):
        last = leg == path[PATH_SHAPE]
        to_x = path[BX] if last else path[BEND + 2 * leg]
        to_y = path[BY] if last else path[BEND + 2 * leg + 1]
        if (x == to_x) == (y == to_y):
            return False
        upright = 1 if x == to_x else 0
        if upright == upright_before:
            return False
        upright_before = upright
        x, y = to_x, to_y
    return True


@kernel
def matches_far_end(slots: Numbers, path: Numbers, b: int, far: int, reverse: bool) -> bool:
    """Tells whether the far end records the bends of `path`, in this order or reversed."""
    shape = path[PATH_SHAPE]
    if slots[b, far, SLOT_SHAPE] != shape:
        return False
    for bend in range(shape):
        at = shape - 1 - bend if reverse else bend
        if slots[b, far, BEND_X + 2 * bend] != path[BEND + 2 * at]:
            return False
        if slots[b, far, BEND_X + 2 * bend + 1] != path[BEND + 2 * at + 1]:
            return False
    return True


@kernel
def check_way(m: MapArrays, s: Scratch, link: int) -> None:
    """Checks that every tile between the doors is floor outside of all rooms."""
    for i in range(trace(m.path, m.way)):
        x, y = m.way[i, 0], m.way[i, 1]
        if m.tiles[y, x] <= WALL:
            report(s.faults, s.found, PATH_BLOCKED, x, y, m.links[link, A])
        if s.owner[y, x] != 0:
            report(s.faults, s.found, PATH_ROOM, x, y, m.links[link, A])
        s.known[y, x] = 1


@kernel
def walkable_neighbours(tiles: Tiles, x: int, y: int) -> int:
    """Counts the walkable ones among the four neighbours of a tile."""
    return (
        number(tiles[y, x - 1] > WALL)
        + number(tiles[y, x + 1] > WALL)
        + number(tiles[y - 1, x] > WALL)
        + number(tiles[y + 1, x] > WALL)
    )


@kernel
def is_blind_end(m: MapArrays, owner: Numbers, x: int, y: int) -> bool:
    """Tells whether records explain a dead end: a treasure chamber or the end of a decoy."""
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if m.tiles[y + dy, x + dx] == SECRET and owner[y + dy, x + dx] < 0:
            return True
    for i in range(m.facts[DECOYS]):
        side, length = m.decoys[i, DECOY_SIDE], m.decoys[i, DECOY_LENGTH]
        if m.decoys[i, DECOY_X] + step_x(side) * length == x and m.decoys[i, DECOY_Y] + step_y(side) * length == y:
            return True
    return False


@kernel
def check_ground(m: MapArrays, s: Scratch) -> None:
    """Checks rule 7 tile by tile, and that every door and secret tile is recorded (rules 6 and 8)."""
    height, width = m.tiles.shape
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            tile = m.tiles[y, x]
            if tile <= WALL:
                continue
            owner = s.owner[y, x]
            if tile == DOOR and (owner >= 0 or not s.known[y, x]):
                report(s.faults, s.found, DOOR_UNKNOWN, x, y, NOTHING)
            elif tile == SECRET and (owner >= 0 or not s.known[y, x]):
                report(s.faults, s.found, SECRET_STRAY, x, y, NOTHING)
            elif owner == 0 and not s.known[y, x]:
                report(s.faults, s.found, OFF_PATH, x, y, NOTHING)
            if owner == 0 and walkable_neighbours(m.tiles, x, y) < 2 and not is_blind_end(m, s.owner, x, y):
                report(s.faults, s.found, DEAD_END, x, y, NOTHING)
            if (
                m.tiles[y, x + 1] > WALL
                and m.tiles[y + 1, x] > WALL
                and m.tiles[y + 1, x + 1] > WALL
                and (owner <= 0 or owner != s.owner[y + 1, x + 1])
            ):
                report(s.faults, s.found, BLOCK, x, y, NOTHING)
