"""Rules 2 and 3 (rooms), 9 (treasures), 10 (stairs) and 13 (hub distance, priority) of a map with records."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.connecting import priority
from duskfall.dungeon.faults import (
    HUB_DISTANCE,
    NOTHING,
    RING_TILE,
    ROOM_FLOOR,
    ROOM_OUTSIDE,
    ROOM_PRIORITY,
    ROOM_SIZE,
    ROOM_STAIRS,
    ROOMS_CLOSE,
    STAIRS_NEAR,
    STAIRS_PLACE,
    STAIRS_ROOM,
    STAIRS_SECRET,
    TOO_FEW_ROOMS,
    TOO_MANY_ROOMS,
    TREASURE_CHAMBER,
    TREASURE_DOORS,
    TREASURE_PLACE,
    TREASURE_SECRET,
    TREASURES_ASKED,
    TREASURES_FEW,
)
from duskfall.dungeon.inspection import Scratch, report
from duskfall.dungeon.linking import doors_in_wall
from duskfall.dungeon.options import GAP
from duskfall.dungeon.original import distance_of_middles
from duskfall.dungeon.paths import RIGHT, centre_x, centre_y, distance
from duskfall.dungeon.secrets import can_take_treasure, step_x, step_y, wall_length, wall_x, wall_y
from duskfall.dungeon.stairs import stairs_distance
from duskfall.dungeon.tables import (
    DEGREE,
    DOWN_X,
    DOWN_Y,
    HUB,
    OTHER,
    PRIORITY,
    ROOMS,
    SECRET_ROOM,
    TREASURE_SIDE,
    TREASURE_X,
    TREASURE_Y,
    UNUSED,
    UP_X,
    UP_Y,
    H,
    Numbers,
    Rules,
    Table,
    W,
    X,
    Y,
)
from duskfall.dungeon.tiles import DOOR, DOWN, FLOOR, SECRET, UP, WALL, Tiles


@kernel
def inspect_room_boxes(rules: Rules, m: Table, s: Scratch) -> bool:
    """Rule 2; False if a room lies so that nothing more can be asked about it."""
    rooms = m.facts[ROOMS]
    if rooms < 2:
        report(s.faults, s.found, TOO_FEW_ROOMS, rooms, NOTHING, NOTHING)
    if rooms > rules.grid * rules.grid:
        report(s.faults, s.found, TOO_MANY_ROOMS, rooms, NOTHING, NOTHING)
    height, width = m.tiles.shape
    inside = rooms > 0
    for room in range(rooms):
        x, y, w, h = m.rooms[room, X], m.rooms[room, Y], m.rooms[room, W], m.rooms[room, H]
        if min(w, h) < rules.room_min or max(w, h) > rules.room_max:
            report(s.faults, s.found, ROOM_SIZE, room, w, h)
        if x < 1 or y < 1 or w < 1 or h < 1 or x + w > width - 1 or y + h > height - 1:
            report(s.faults, s.found, ROOM_OUTSIDE, room, NOTHING, NOTHING)
            inside = False
        for other in range(room):
            across = max(m.rooms[other, X] - x - w, x - m.rooms[other, X] - m.rooms[other, W])
            down = max(m.rooms[other, Y] - y - h, y - m.rooms[other, Y] - m.rooms[other, H])
            if across < GAP and down < GAP:
                report(s.faults, s.found, ROOMS_CLOSE, other, room, NOTHING)
    return bool(inside)


@kernel
def claim_rooms(rooms: Numbers, count: int, owner: Numbers) -> None:
    """Write down to which room each tile belongs."""
    owner[:] = 0
    for room in range(count):
        x, y, w, h = rooms[room, X], rooms[room, Y], rooms[room, W], rooms[room, H]
        for row in range(y - 1, y + h + 1):
            for column in range(x - 1, x + w + 1):
                inside = x <= column < x + w and y <= row < y + h
                owner[row, column] = room + 1 if inside else -room - 1


@kernel
def inspect_room_tiles(tiles: Tiles, rooms: Numbers, room: int, faults: Numbers, count: Numbers) -> None:
    """Rule 3: floor and at most one stair inside, walls and doors around."""
    x, y, w, h = rooms[room, X], rooms[room, Y], rooms[room, W], rooms[room, H]
    stairs = 0
    for row in range(y - 1, y + h + 1):
        for column in range(x - 1, x + w + 1):
            tile = tiles[row, column]
            if x <= column < x + w and y <= row < y + h:
                if tile in (UP, DOWN):
                    stairs += 1
                elif tile != FLOOR:
                    report(faults, count, ROOM_FLOOR, column, row, room)
            elif tile not in (WALL, DOOR, SECRET):
                report(faults, count, RING_TILE, column, row, room)
    if stairs > 1:
        report(faults, count, ROOM_STAIRS, room, NOTHING, NOTHING)


@kernel
def inspect_treasures(rules: Rules, m: Table, s: Scratch) -> None:
    """Rule 9."""
    placed = 0
    for room in range(m.facts[ROOMS]):
        if m.rooms[room, TREASURE_X] == UNUSED:
            continue
        placed += 1
        if m.rooms[room, SECRET_ROOM]:
            report(s.faults, s.found, TREASURE_SECRET, room, NOTHING, NOTHING)
        inspect_treasure(m, s, room)
    if placed > rules.treasures:
        report(s.faults, s.found, TREASURES_ASKED, number(placed), rules.treasures, NOTHING)
    elif placed < rules.treasures:
        for room in range(m.facts[ROOMS]):
            if can_take_treasure(m.tiles, m.rooms, m.slots, m.decoys, room):
                report(s.faults, s.found, TREASURES_FEW, number(placed), rules.treasures, room)
                return


@kernel
def inspect_treasure(m: Table, s: Scratch, room: int) -> None:
    """One treasure: its place, its wall, its chamber."""
    side = m.rooms[room, TREASURE_SIDE]
    x, y = m.rooms[room, TREASURE_X], m.rooms[room, TREASURE_Y]
    if not 0 <= side < 4:
        report(s.faults, s.found, TREASURE_PLACE, room, NOTHING, NOTHING)
        return
    offset = y - m.rooms[room, Y] if side <= RIGHT else x - m.rooms[room, X]
    within = 1 <= offset <= wall_length(m.rooms, room, side) - 2
    if not within or wall_x(m.rooms, room, side, offset) != x or wall_y(m.rooms, room, side, offset) != y:
        report(s.faults, s.found, TREASURE_PLACE, room, NOTHING, NOTHING)
        return
    if doors_in_wall(m.rooms, m.slots, m.decoys, room, side):
        report(s.faults, s.found, TREASURE_DOORS, room, NOTHING, NOTHING)
    if is_chamber(m.tiles, x, y, x + step_x(side), y + step_y(side)):
        s.known[y + step_y(side), x + step_x(side)] = 1
        s.known[y, x] = 1
    else:
        report(s.faults, s.found, TREASURE_CHAMBER, room, NOTHING, NOTHING)


@kernel
def is_chamber(tiles: Tiles, x: int, y: int, behind_x: int, behind_y: int) -> bool:
    """Whether a secret tile opens into one tile of floor that has walls all around."""
    height, width = tiles.shape
    if not (1 <= behind_x <= width - 2 and 1 <= behind_y <= height - 2):
        return False
    if tiles[y, x] != SECRET or tiles[behind_y, behind_x] != FLOOR:
        return False
    for row in range(behind_y - 1, behind_y + 2):
        for column in range(behind_x - 1, behind_x + 2):
            own = (row == y and column == x) or (row == behind_y and column == behind_x)
            if not own and tiles[row, column] != WALL:
                return False
    return True


@kernel
def room_around(rooms: Numbers, count: int, x: int, y: int) -> int:
    """The room whose centre a place is, or -1."""
    for room in range(count):
        if centre_x(rooms, room) == x and centre_y(rooms, room) == y:
            return room
    return number(-1)


@kernel
def inspect_stairs(rules: Rules, m: Table, s: Scratch) -> None:
    """Rule 10, but for the way between them."""
    rooms = m.facts[ROOMS]
    up = inspect_stair(m, s, m.facts[UP_X], m.facts[UP_Y], number(UP))
    down = inspect_stair(m, s, m.facts[DOWN_X], m.facts[DOWN_Y], number(DOWN))
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
def room_distance(rules: Rules, rooms: Numbers, a: int, b: int) -> int:
    """Steps between two rooms, as the profile measures them."""
    return distance_of_middles(rooms, a, b) if rules.original else distance(rooms, a, b)


@kernel
def inspect_stair(m: Table, s: Scratch, x: int, y: int, kind: int) -> int:
    """One of the stairs; gives its room, or -1."""
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
def inspect_hubs(rules: Rules, m: Table, s: Scratch) -> None:
    """Rule 13; the original keeps hub distance 0 and draws priorities, of which only the bounds are known."""
    rooms = m.facts[ROOMS]
    if not rules.original:
        reckon_hubs(m.rooms, m.slots, m.order, m.marks, rooms)
    for room in range(rooms):
        hub = number(0) if rules.original else m.marks[room]
        if m.rooms[room, HUB] != hub:
            report(s.faults, s.found, HUB_DISTANCE, room, m.rooms[room, HUB], hub)
        wanted = priority(m.rooms[room, DEGREE], hub)
        if rules.original:
            wanted = max(5, min(7, m.rooms[room, PRIORITY]))
            if room == rooms - 1:
                wanted = 8
            if room == 0:
                wanted = 10
        if m.rooms[room, PRIORITY] != wanted:
            report(s.faults, s.found, ROOM_PRIORITY, room, m.rooms[room, PRIORITY], number(wanted))


@kernel
def reckon_hubs(rooms: Numbers, slots: Numbers, queue: Numbers, hubs: Numbers, count: int) -> None:
    """Corridors between each room and room 0, -1 for a room that cannot be reached."""
    hubs[:] = -1
    hubs[0] = 0
    queue[0] = 0
    seen = 1
    for i in range(count):
        if i >= seen:
            break
        room = queue[i]
        for slot in range(rooms[room, DEGREE]):
            other = slots[room, slot, OTHER]
            if hubs[other] < 0:
                hubs[other] = hubs[room] + 1
                queue[seen] = other
                seen += 1
