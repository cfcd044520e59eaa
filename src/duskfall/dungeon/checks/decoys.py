"""Rule 7: the decoys."""

from __future__ import annotations

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.layout import (
    DECOY_LENGTH,
    DECOY_ROOM,
    DECOY_SECRET,
    DECOY_SIDE,
    DECOY_X,
    DECOY_Y,
    DECOYS,
    ROOMS,
    MapArrays,
    Rules,
)
from duskfall.dungeon.checks.corridors import walkable_neighbours
from duskfall.dungeon.checks.faults import DECOY_SHAPE, DECOYS_ASKED, NOTHING
from duskfall.dungeon.checks.report import Scratch, report
from duskfall.dungeon.generation.decoys import DECOY_LEAST, DECOY_MOST
from duskfall.dungeon.room_geometry import is_in_wall, step_x, step_y
from duskfall.dungeon.tiles import DOOR, FLOOR


@kernel
def check_decoys(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks all decoys and their number."""
    if m.facts[DECOYS] > rules.decoys:
        report(s.faults, s.found, DECOYS_ASKED, m.facts[DECOYS], rules.decoys, NOTHING)
    for i in range(m.facts[DECOYS]):
        if not is_decoy(m, s, i):
            report(s.faults, s.found, DECOY_SHAPE, i, NOTHING, NOTHING)


@kernel
def is_decoy(m: MapArrays, s: Scratch, i: int) -> bool:
    """Tells whether the record of a decoy fits the map, and marks its tiles as known."""
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
