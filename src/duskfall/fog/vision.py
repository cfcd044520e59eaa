"""Vision: updated as land changes hands, settled once a turn.

A seat sees its own tiles and their four neighbours; a city it holds sees a disc of radius 2, a tower one of radius 3.
SIGHT counts the places that see a tile, so taking or losing one adds or subtracts a few counts instead of computing
all anew.
"""

from __future__ import annotations

import numpy as np

from duskfall.compiled import inline_kernel, kernel, number
from duskfall.fog.layout import (
    CAPACITY,
    CITY,
    GARRISON,
    HEIGHT,
    HOLDER,
    KIND,
    KNOWN,
    KNOWN_BEFORE,
    KNOWN_COUNT,
    MEMORY,
    MOUNTAIN,
    PLAYERS,
    RECALLED,
    SEAT_INTS,
    SEATS,
    SEEN,
    SIGHT,
    SIGHT_COUNT,
    TILES,
    TOUCHED,
    TOWER,
    UNSEEN,
    WIDTH,
    Cells,
    Ints,
)
from duskfall.fog.scratch import JOURNAL, JOURNAL_INDEX, JOURNAL_INTS, TOUCHED_COUNT, TOUCHED_LIST, touch
from duskfall.grid import disc_offsets

CITY_RADIUS = 2
TOWER_RADIUS = 3

DISC = disc_offsets(TOWER_RADIUS)
"""The offsets that a structure could see; a city's disc is part of a tower's."""


def _hides(mountain: tuple[int, int], target: tuple[int, int]) -> bool:
    """Tells whether a mountain hides a target from a structure at (0, 0): the line of centres crosses its inside."""
    (mr, mc), (tr, tc) = mountain, target
    if mountain in ((0, 0), target):
        return False
    between = min(0, tr) <= mr <= max(0, tr) and min(0, tc) <= mc <= max(0, tc)
    return between and 2 * abs(tr * mc - tc * mr) < abs(tr) + abs(tc)


def _hiders() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Computes, for each place of the disc, the places whose mountain would hide it, a bit each."""
    places = [(int(row), int(column)) for row, column in DISC]
    return np.array(
        [sum(1 << i for i, mountain in enumerate(places) if _hides(mountain, target)) for target in places], np.int64
    )


HIDERS = _hiders()
"""Mountains never move, and only places of the disc can hide others in it, so this table holds all the geometry."""


@kernel
def look(ints: Ints, cells: Cells, scratch: Ints, seat: int, tile: int, step: int) -> None:
    """Adds (step 1) or takes away (step -1) all that a seat sees from one of its tiles."""
    width, height = ints[WIDTH], ints[HEIGHT]
    row = tile // width
    column = tile - row * width
    sights = ints[SIGHT]
    spot = seat * (width * height) + tile
    touch(cells, scratch, sights, spot, step)
    # Not `grid.beside`: row and column are known already, and dividing again costs 3 % of a turn.
    if row > 0:
        touch(cells, scratch, sights, spot - width, step)
    if row < height - 1:
        touch(cells, scratch, sights, spot + width, step)
    if column > 0:
        touch(cells, scratch, sights, spot - 1, step)
    if column < width - 1:
        touch(cells, scratch, sights, spot + 1, step)
    kind = number(cells[ints[TILES] + tile]) & KIND
    if kind == TOWER:
        look_around(ints, cells, scratch, seat, row, column, TOWER_RADIUS, step)
    elif kind == CITY:
        look_around(ints, cells, scratch, seat, row, column, CITY_RADIUS, step)


@kernel
def look_around(
    ints: Ints, cells: Cells, scratch: Ints, seat: int, row: int, column: int, radius: int, step: int
) -> None:
    """Adds or takes away the disc of a structure, without the places that mountains hide."""
    width, height = ints[WIDTH], ints[HEIGHT]
    mountains = 0
    for i in range(len(DISC)):
        r, c = row + DISC[i, 0], column + DISC[i, 1]
        if 0 <= r < height and 0 <= c < width and number(cells[ints[TILES] + r * width + c]) & KIND == MOUNTAIN:
            mountains |= 1 << i
    for i in range(len(DISC)):
        down, right = DISC[i, 0], DISC[i, 1]
        r, c = row + down, column + right
        near = down * down + right * right <= radius * radius
        if near and 0 <= r < height and 0 <= c < width and mountains & HIDERS[i] == 0:
            touch(cells, scratch, ints[SIGHT], (seat * height + r) * width + c, step)


@inline_kernel
def settle_vision(ints: Ints, cells: Cells, scratch: Ints) -> None:
    """Compares vision with that of the start of the turn; discovers tiles that came in, freezes tiles that went out.

    Runs after the moves and before growth: growth changes no vision, and a lost tile is shown as it was then.
    Afterwards the touched list names only the pairs that really changed.
    """
    tiles = ints[WIDTH] * ints[HEIGHT]
    changed = 0
    for i in range(scratch[TOUCHED_COUNT]):
        spot = scratch[scratch[TOUCHED_LIST] + i]
        at = ints[SIGHT] + spot
        sight = number(cells[at]) & ~TOUCHED
        visible = sight & SIGHT_COUNT != 0
        if visible != (sight & SEEN != 0):
            seat = spot // tiles
            if visible:
                discover(ints, cells, seat, spot - seat * tiles)
            else:
                freeze(ints, cells, scratch, seat, spot - seat * tiles)
            sight ^= SEEN
            scratch[scratch[TOUCHED_LIST] + changed] = spot
            changed += 1
        cells[at] = sight
    scratch[TOUCHED_COUNT] = changed
    for seat in range(ints[PLAYERS]):
        record = ints[SEATS] + seat * SEAT_INTS
        ints[record + KNOWN_BEFORE] = ints[record + KNOWN_COUNT]


@kernel
def discover(ints: Ints, cells: Cells, seat: int, tile: int) -> None:
    """Marks a tile as discovered; lists it if it is a city or tower, those of one turn in ascending order."""
    at = ints[MEMORY] + seat * (ints[WIDTH] * ints[HEIGHT]) + tile
    if cells[at] != UNSEEN:
        return
    cell = number(cells[ints[TILES] + tile])
    cells[at] = cell
    if cell & KIND == CITY or cell & KIND == TOWER:
        record = ints[SEATS] + seat * SEAT_INTS
        known = ints[KNOWN] + seat * ints[CAPACITY]
        place = ints[record + KNOWN_COUNT]
        while place > ints[record + KNOWN_BEFORE] and ints[known + place - 1] > tile:
            ints[known + place] = ints[known + place - 1]
            place -= 1
        ints[known + place] = tile
        ints[record + KNOWN_COUNT] += 1


@kernel
def freeze(ints: Ints, cells: Cells, scratch: Ints, seat: int, tile: int) -> None:
    """Keeps a tile that went out of sight as the seat saw it last.

    A lost tile of its own is kept as it stands after the moves; any other as it was when the turn began.
    """
    spot = seat * (ints[WIDTH] * ints[HEIGHT]) + tile
    cell = number(cells[ints[TILES] + tile])
    garrison = number(ints[ints[GARRISON] + tile])
    entry = scratch[scratch[JOURNAL_INDEX] + tile]
    if entry > 0:
        at = scratch[JOURNAL] + JOURNAL_INTS * (entry - 1)
        if scratch[at + 2] & HOLDER != seat + 1:
            garrison = scratch[at + 1]
            cell = scratch[at + 2]
    cells[ints[MEMORY] + spot] = cell
    ints[ints[RECALLED] + spot] = garrison
