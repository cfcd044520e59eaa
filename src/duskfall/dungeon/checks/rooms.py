"""Rules 2 and 3 (rooms) and 13 (hub distance, priority) of a map with records."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import DEGREE, HEIGHT, HUB, PRIORITY, ROOMS, WIDTH, MapArrays, Numbers, Rules, X, Y
from duskfall.dungeon.c64.generation import c64_centre_distance
from duskfall.dungeon.checks.faults import (
    HUB_DISTANCE,
    NOTHING,
    RING_TILE,
    ROOM_FLOOR,
    ROOM_OUTSIDE,
    ROOM_PRIORITY,
    ROOM_SIZE,
    ROOM_STAIRS,
    ROOMS_CLOSE,
    TOO_FEW_ROOMS,
    TOO_MANY_ROOMS,
)
from duskfall.dungeon.checks.report import Scratch, report
from duskfall.dungeon.corridors.spanning_tree import hub_distances, priority
from duskfall.dungeon.options import GAP
from duskfall.dungeon.room_geometry import centre_distance
from duskfall.dungeon.tiles import DOOR, DOWN, FLOOR, SECRET, UP, WALL, Tiles


@kernel
def check_room_boxes(rules: Rules, m: MapArrays, s: Scratch) -> bool:
    """Checks rule 2; False if a room lies outside of the map, so that no further check is possible."""
    rooms = m.facts[ROOMS]
    if rooms < 2:
        report(s.faults, s.found, TOO_FEW_ROOMS, rooms, NOTHING, NOTHING)
    if rooms > rules.grid * rules.grid:
        report(s.faults, s.found, TOO_MANY_ROOMS, rooms, NOTHING, NOTHING)
    height, width = m.tiles.shape
    inside = rooms > 0
    for room in range(rooms):
        x, y, w, h = m.rooms[room, X], m.rooms[room, Y], m.rooms[room, WIDTH], m.rooms[room, HEIGHT]
        if min(w, h) < rules.room_min or max(w, h) > rules.room_max:
            report(s.faults, s.found, ROOM_SIZE, room, w, h)
        if x < 1 or y < 1 or w < 1 or h < 1 or x + w > width - 1 or y + h > height - 1:
            report(s.faults, s.found, ROOM_OUTSIDE, room, NOTHING, NOTHING)
            inside = False
        for other in range(room):
            across = max(m.rooms[other, X] - x - w, x - m.rooms[other, X] - m.rooms[other, WIDTH])
            down = max(m.rooms[other, Y] - y - h, y - m.rooms[other, Y] - m.rooms[other, HEIGHT])
            if across < GAP and down < GAP:
                report(s.faults, s.found, ROOMS_CLOSE, other, room, NOTHING)
    return bool(inside)


@kernel
def claim_rooms(rooms: Numbers, count: int, owner: Numbers) -> None:
    """Writes the room that each tile belongs to."""
    owner[:] = 0
    for room in range(count):
        x, y, w, h = rooms[room, X], rooms[room, Y], rooms[room, WIDTH], rooms[room, HEIGHT]
        for row in range(y - 1, y + h + 1):
            for column in range(x - 1, x + w + 1):
                inside = x <= column < x + w and y <= row < y + h
                owner[row, column] = room + 1 if inside else -room - 1


@kernel
def check_room_tiles(tiles: Tiles, rooms: Numbers, room: int, faults: Numbers, count: Numbers) -> None:
    """Checks rule 3: floor and at most one stair inside, walls and doors around."""
    x, y, w, h = rooms[room, X], rooms[room, Y], rooms[room, WIDTH], rooms[room, HEIGHT]
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
def room_distance(rules: Rules, rooms: Numbers, a: int, b: int) -> int:
    """Counts the steps between two rooms, as the profile measures them."""
    return c64_centre_distance(rooms, a, b) if rules.original else centre_distance(rooms, a, b)


@kernel
def check_hubs(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks rule 13; the original keeps hub distance 0 and draws priorities, so only their bounds are checked."""
    rooms = m.facts[ROOMS]
    if not rules.original:
        hub_distances(m.rooms, m.slots, m.order, m.marks, rooms)
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
