"""Rules 4 (connections), 5 (bends), 6 (doors), 7 (corridors) and 8 (secrets) of a map with records."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.faults import (
    BENDS_FAR,
    BENDS_LINE,
    BENDS_TYPE,
    BLOCK,
    DEAD_END,
    DECOY_SHAPE,
    DECOYS_ASKED,
    DOOR_SHARED,
    DOOR_TILE,
    DOOR_UNKNOWN,
    DOOR_WALL,
    NOTHING,
    OFF_PATH,
    PATH_BLOCKED,
    PATH_ROOM,
    ROOM_SHUT,
    SECRET_DEGREE,
    SECRET_ENTRANCE,
    SECRET_FLAG,
    SECRET_OPEN,
    SECRET_STRAY,
)
from duskfall.dungeon.inspection import Scratch, report
from duskfall.dungeon.linking import find_slot
from duskfall.dungeon.paths import AX, AY, BEND, BX, BY, FROM_A, RIGHT, SHAPE, Z_SHAPE, is_sideways, set_z, trace
from duskfall.dungeon.secrets import DECOY_LEAST, DECOY_MOST, step_x, step_y, wall_length, wall_x, wall_y
from duskfall.dungeon.tables import (
    BEND_X,
    DECOY_LENGTH,
    DECOY_ROOM,
    DECOY_SECRET,
    DECOY_SIDE,
    DECOY_X,
    DECOY_Y,
    DECOYS,
    DEGREE,
    DOOR_SECRET,
    DOOR_SIDE,
    DOOR_X,
    DOOR_Y,
    HIDDEN,
    LINKS,
    OTHER,
    PURPOSE,
    ROOMS,
    SECRET_ROOM,
    UNUSED,
    A,
    B,
    Numbers,
    Rules,
    Table,
    X,
    Y,
)
from duskfall.dungeon.tables import SHAPE as SLOT_SHAPE
from duskfall.dungeon.tiles import DOOR, FLOOR, SECRET, WALL, Tiles
from duskfall.dungeon.walking import walk


@kernel
def inspect_doors(m: Table, s: Scratch) -> bool:
    """Rule 6 as far as records tell; False if a door is not in its wall, so that no corridor can be followed."""
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
def is_in_wall(rooms: Numbers, room: int, side: int, x: int, y: int) -> bool:
    """Whether a place lies in that wall of a room, not in a corner."""
    if not 0 <= side < 4:
        return False
    offset = y - rooms[room, Y] if side <= RIGHT else x - rooms[room, X]
    if not 0 <= offset < wall_length(rooms, room, side):
        return False
    return wall_x(rooms, room, side, offset) == x and wall_y(rooms, room, side, offset) == y


@kernel
def inspect_corridors(rules: Rules, m: Table, s: Scratch) -> None:
    """Rules 5 and 7 for each connection; what lies on it is known from now on."""
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
            inspect_way(m, s, i)
            if not matches_far_end(rules, m.rooms, m.slots, m.path, a, b, far):
                report(s.faults, s.found, BENDS_FAR, a, b, NOTHING)


@kernel
def has_bends_of_type(slots: Numbers, room: int, i: int) -> bool:
    """Whether a slot has as many bends as its type says, and no more."""
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
    """Put a recorded corridor into `path`; False if its legs are not straight, turning at each bend."""
    path[SHAPE] = slots[a, near, SLOT_SHAPE]
    path[AX] = slots[a, near, DOOR_X]
    path[AY] = slots[a, near, DOOR_Y]
    path[BX] = slots[b, far, DOOR_X]
    path[BY] = slots[b, far, DOOR_Y]
    for i in range(4):
        path[BEND + i] = slots[a, near, BEND_X + i]
    x, y = path[AX], path[AY]
    upright_before = -1
    for leg in range(path[SHAPE] + 1):
        last = leg == path[SHAPE]
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
def matches_far_end(rules: Rules, rooms: Numbers, slots: Numbers, path: Numbers, a: int, b: int, far: int) -> bool:
    """Whether the far end records the corridor in `path` too: reversed, or as the original reckons it."""
    shape = path[SHAPE]
    if slots[b, far, SLOT_SHAPE] != shape:
        return False
    reverse = not (rules.original and shape == Z_SHAPE)
    if not reverse:
        set_z(rooms, path, b, a, is_sideways(rooms, a, b), FROM_A)
    for bend in range(shape):
        at = shape - 1 - bend if reverse else bend
        if slots[b, far, BEND_X + 2 * bend] != path[BEND + 2 * at]:
            return False
        if slots[b, far, BEND_X + 2 * bend + 1] != path[BEND + 2 * at + 1]:
            return False
    return True


@kernel
def inspect_way(m: Table, s: Scratch, link: int) -> None:
    """Every tile between the doors is floor outside of all rooms."""
    for i in range(trace(m.path, m.way)):
        x, y = m.way[i, 0], m.way[i, 1]
        if m.tiles[y, x] <= WALL:
            report(s.faults, s.found, PATH_BLOCKED, x, y, m.links[link, A])
        if s.owner[y, x] != 0:
            report(s.faults, s.found, PATH_ROOM, x, y, m.links[link, A])
        s.known[y, x] = 1


@kernel
def inspect_decoys(rules: Rules, m: Table, s: Scratch) -> None:
    """Doors to corridors that end blind."""
    if m.facts[DECOYS] > rules.decoys:
        report(s.faults, s.found, DECOYS_ASKED, m.facts[DECOYS], rules.decoys, NOTHING)
    for i in range(m.facts[DECOYS]):
        if not is_decoy(m, s, i):
            report(s.faults, s.found, DECOY_SHAPE, i, NOTHING, NOTHING)


@kernel
def is_decoy(m: Table, s: Scratch, i: int) -> bool:
    """Whether a record of a decoy fits the map; what lies on it is known from now on."""
    room, side, length = m.decoys[i, DECOY_ROOM], m.decoys[i, DECOY_SIDE], m.decoys[i, DECOY_LENGTH]
    x, y = m.decoys[i, DECOY_X], m.decoys[i, DECOY_Y]
    if not 0 <= room < m.facts[ROOMS] or not DECOY_LEAST <= length <= DECOY_MOST or m.decoys[i, DECOY_SECRET]:
        return False
    if not is_in_wall(m.rooms, room, side, x, y) or m.tiles[y, x] != DOOR or s.known[y, x]:
        return False
    height, width = m.tiles.shape
    end_x, end_y = x + step_x(side) * length, y + step_y(side) * length
    if not (1 <= end_x <= width - 2 and 1 <= end_y <= height - 2):
        return False
    s.known[y, x] = 1
    for step in range(1, length + 1):
        at_x, at_y = x + step_x(side) * step, y + step_y(side) * step
        if m.tiles[at_y, at_x] != FLOOR or s.owner[at_y, at_x] != 0 or s.known[at_y, at_x]:
            return False
        s.known[at_y, at_x] = 1
    return walkable_neighbours(m.tiles, end_x, end_y) == 1


@kernel
def walkable_neighbours(tiles: Tiles, x: int, y: int) -> int:
    """How many of the four neighbours of a tile inside the map are walkable."""
    return (
        number(tiles[y, x - 1] > WALL)
        + number(tiles[y, x + 1] > WALL)
        + number(tiles[y - 1, x] > WALL)
        + number(tiles[y + 1, x] > WALL)
    )


@kernel
def is_blind_end(m: Table, owner: Numbers, x: int, y: int) -> bool:
    """Whether a dead end is one that records explain: a treasure chamber or the end of a decoy."""
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if m.tiles[y + dy, x + dx] == SECRET and owner[y + dy, x + dx] < 0:
            return True
    for i in range(m.facts[DECOYS]):
        side, length = m.decoys[i, DECOY_SIDE], m.decoys[i, DECOY_LENGTH]
        if m.decoys[i, DECOY_X] + step_x(side) * length == x and m.decoys[i, DECOY_Y] + step_y(side) * length == y:
            return True
    return False


@kernel
def inspect_ground(m: Table, s: Scratch) -> None:
    """Rule 7, tile by tile, and that every door and secret tile is somebody's (rules 6 and 8)."""
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


@kernel
def inspect_secrets(m: Table, s: Scratch) -> None:
    """Rule 8: who is hidden is hidden, and nobody else."""
    for room in range(m.facts[ROOMS]):
        if m.rooms[room, SECRET_ROOM]:
            inspect_secret_room(m, s, room)
    for i in range(m.facts[LINKS]):
        for end in range(2):
            room, other = m.links[i, A + end], m.links[i, B - end]
            slot = find_slot(m.rooms, m.slots, room, other)
            wanted = m.links[i, PURPOSE] == HIDDEN or m.rooms[other, SECRET_ROOM] == 1
            if slot >= 0 and (m.slots[room, slot, DOOR_SECRET] == 1) != wanted:
                report(s.faults, s.found, SECRET_FLAG, room, other, NOTHING)
    for start in range(m.facts[ROOMS]):
        if not m.rooms[start, SECRET_ROOM]:
            walk(m.tiles, m.rooms[start, X], m.rooms[start, Y], False, s.steps, s.queue)
            for room in range(m.facts[ROOMS]):
                reached = s.steps[m.rooms[room, Y], m.rooms[room, X]] >= 0
                if m.rooms[room, SECRET_ROOM] and reached:
                    report(s.faults, s.found, SECRET_OPEN, room, NOTHING, NOTHING)
                if not m.rooms[room, SECRET_ROOM] and not reached:
                    report(s.faults, s.found, ROOM_SHUT, room, NOTHING, NOTHING)
            return


@kernel
def inspect_secret_room(m: Table, s: Scratch, room: int) -> None:
    """A secret room has one connection, whose far door is secret."""
    if m.rooms[room, DEGREE] != 1:
        report(s.faults, s.found, SECRET_DEGREE, room, m.rooms[room, DEGREE], NOTHING)
        return
    other = m.slots[room, 0, OTHER]
    slot = find_slot(m.rooms, m.slots, other, room)
    if slot < 0 or not m.slots[other, slot, DOOR_SECRET] or m.slots[room, 0, DOOR_SECRET]:
        report(s.faults, s.found, SECRET_ENTRANCE, room, NOTHING, NOTHING)
