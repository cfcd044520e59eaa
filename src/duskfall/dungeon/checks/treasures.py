"""Rule 9: the treasures."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import (
    ROOMS,
    SECRET_ROOM,
    TREASURE_SIDE,
    TREASURE_X,
    TREASURE_Y,
    UNUSED,
    MapArrays,
    Rules,
    X,
    Y,
)
from duskfall.dungeon.checks.faults import (
    NOTHING,
    TREASURE_CHAMBER,
    TREASURE_DOORS,
    TREASURE_PLACE,
    TREASURE_SECRET,
    TREASURES_ASKED,
    TREASURES_FEW,
)
from duskfall.dungeon.checks.report import Scratch, report
from duskfall.dungeon.corridors.connections import doors_in_wall
from duskfall.dungeon.generation.treasures import can_take_treasure
from duskfall.dungeon.room_geometry import RIGHT, step_x, step_y, wall_length, wall_x, wall_y
from duskfall.dungeon.tiles import FLOOR, SECRET, WALL, Tiles


@kernel
def check_treasures(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks all treasures and their number."""
    placed = 0
    for room in range(m.facts[ROOMS]):
        if m.rooms[room, TREASURE_X] == UNUSED:
            continue
        placed += 1
        if m.rooms[room, SECRET_ROOM]:
            report(s.faults, s.found, TREASURE_SECRET, room, NOTHING, NOTHING)
        check_treasure(m, s, room)
    if placed > rules.treasures:
        report(s.faults, s.found, TREASURES_ASKED, number(placed), rules.treasures, NOTHING)
    elif placed < rules.treasures:
        for room in range(m.facts[ROOMS]):
            if can_take_treasure(m.tiles, m.rooms, m.slots, m.decoys, room):
                report(s.faults, s.found, TREASURES_FEW, number(placed), rules.treasures, room)
                return


@kernel
def check_treasure(m: MapArrays, s: Scratch, room: int) -> None:
    """Checks one treasure: its place, its wall, its chamber."""
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
    """Tells whether a secret tile opens into one tile of floor that has walls all around."""
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
