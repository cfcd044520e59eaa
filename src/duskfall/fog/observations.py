"""Observation tensors: the view of a seat as numbers for learning.

An observation is an int16 array of (height, width, `PLANES`): all planes of a tile lie together, so that a change costs
one cache line, and convolutions take it as it is (channels last). It holds nothing beyond the seat's view, and seats
are counted from the viewer: 1 is the next seat, and so on.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import inline_kernel, kernel, number
from duskfall.fog.layout import (
    CITY,
    CITY_COUNT,
    GARRISON,
    GENERAL,
    GROWTH_TURNS,
    HEIGHT,
    HOLDER,
    KIND,
    MEMORY,
    MOUNTAIN,
    MOVABLE,
    NATIVE,
    PLAYERS,
    RECALLED,
    SEAT_INTS,
    SEATS,
    SEEN,
    SIGHT,
    STRUCTURES,
    TILES,
    TOWER,
    TURN,
    UNSEEN,
    WIDTH,
    WORDS,
    Cells,
    Ints,
    Longs,
)
from duskfall.fog.scratch import JOURNAL, JOURNAL_COUNT, JOURNAL_INTS, TOUCHED_COUNT, TOUCHED_LIST
from duskfall.grid import beside

Planes = NDArray[np.int16]

ARMIES: Final = 0
"""Armies on the tile, as last seen; at most 32,767."""
MINE: Final = 1
"""1 on a tile the viewer holds."""
THEIRS: Final = 2
"""On a tile another seat holds, as last seen, that seat counted from the viewer (1 to players - 1)."""
NEUTRAL: Final = 3
"""1 on land without a holder: not a mountain, not a city or tower that was never taken."""
MOUNTAINS: Final = 4
"""1 on a discovered mountain."""
CITIES: Final = 5
"""1 on a discovered city of any holder."""
TOWERS: Final = 6
"""1 on a discovered tower of any holder."""
DEFENCE: Final = 7
"""Defence of a tower that was never taken, as last seen; at most 32,767."""
GENERALS: Final = 8
"""1 on the viewer's general, 2 on another seat's general in sight."""
VISIBLE: Final = 9
"""1 on a tile in sight: the other planes are up to date there."""
FOG: Final = 10
"""1 on a tile never seen that is open land."""
FOG_OBSTACLE: Final = 11
"""1 on a tile never seen that is a mountain, a city or a tower."""
PLANES: Final = 12

MOST: Final = 32_767
"""Armies and defence saturate here in an observation (int16), not on the board."""


@inline_kernel
def write_fog(planes: Planes, at: int, obstacle: bool) -> None:
    """Writes the planes of a tile that the viewer has never seen."""
    for plane in range(FOG):
        planes[at + plane] = 0
    planes[at + FOG] = not obstacle
    planes[at + FOG_OBSTACLE] = obstacle


@inline_kernel
def write_tile(
    planes: Planes, at: int, seat: int, players: int, cell: int, garrison: int, visible: bool, is_general: bool
) -> None:
    """Writes the planes of a tile as the viewer knows it: its byte and garrison, in sight or remembered."""
    holder = cell & HOLDER
    kind = cell & KIND
    guarded = kind == TOWER and cell & NATIVE != 0
    shown = min(garrison, MOST)
    mine = holder == seat + 1
    relative = 0
    if holder != 0 and not mine:
        relative = holder - 1 - seat
        if relative < 0:
            relative += players
    general = 0
    if is_general:
        general = 1 if mine else 2
    planes[at + ARMIES] = 0 if guarded else shown
    planes[at + MINE] = mine
    planes[at + THEIRS] = relative
    planes[at + NEUTRAL] = holder == 0 and kind != MOUNTAIN and cell & NATIVE == 0
    planes[at + MOUNTAINS] = kind == MOUNTAIN
    planes[at + CITIES] = kind == CITY
    planes[at + TOWERS] = kind == TOWER
    planes[at + DEFENCE] = shown if guarded else 0
    planes[at + GENERALS] = general
    planes[at + VISIBLE] = visible
    planes[at + FOG] = 0
    planes[at + FOG_OBSTACLE] = 0


@kernel
def show_tile(ints: Ints, cells: Cells, planes: Planes, seat: int, tile: int) -> None:
    """Writes all planes of one tile for one viewer; `planes` is flat, all viewers of the board in a row."""
    size = ints[WIDTH] * ints[HEIGHT]
    spot = seat * size + tile
    at = spot * PLANES
    cell = number(cells[ints[TILES] + tile])
    garrison = number(ints[ints[GARRISON] + tile])
    visible = number(cells[ints[SIGHT] + spot]) & SEEN != 0
    if not visible:
        memory = number(cells[ints[MEMORY] + spot])
        if memory == UNSEEN:
            write_fog(planes, at, cell & KIND != 0)
            return
        cell = memory
        garrison = number(ints[ints[RECALLED] + spot])
    holder = cell & HOLDER
    is_general = visible and holder != 0 and ints[ints[SEATS] + (holder - 1) * SEAT_INTS + GENERAL] == tile
    write_tile(planes, at, seat, ints[PLAYERS], cell, garrison, visible, is_general)


@inline_kernel
def show_armies(ints: Ints, cells: Cells, planes: Planes, viewers: int, tile: int) -> None:
    """Writes the armies of a tile, whose holder stayed the same, for every viewer that sees it."""
    size = ints[WIDTH] * ints[HEIGHT]
    shown = min(number(ints[ints[GARRISON] + tile]), MOST)
    for seat in range(viewers):
        spot = seat * size + tile
        if number(cells[ints[SIGHT] + spot]) & SEEN:
            planes[spot * PLANES + ARMIES] = shown


@inline_kernel
def count_viewers(ints: Ints, planes: Planes) -> int:
    """Counts the seats that planes have room for: all of a board, or only the first ones."""
    return len(planes) // number(ints[WIDTH] * ints[HEIGHT] * PLANES)


@kernel
def show_board(ints: Ints, cells: Cells, planes: Planes) -> None:
    """Writes the whole observation of every viewer."""
    for seat in range(count_viewers(ints, planes)):
        for tile in range(ints[WIDTH] * ints[HEIGHT]):
            show_tile(ints, cells, planes, seat, tile)


@kernel
def show_changes(ints: Ints, cells: Cells, scratch: Ints, planes: Planes) -> None:
    """Updates the observations after a turn, writing only changed tiles."""
    size = ints[WIDTH] * ints[HEIGHT]
    viewers = count_viewers(ints, planes)
    for entry in range(scratch[JOURNAL_COUNT]):
        tile = scratch[scratch[JOURNAL] + JOURNAL_INTS * entry]
        for seat in range(viewers):
            if number(cells[ints[SIGHT] + seat * size + tile]) & SEEN:
                show_tile(ints, cells, planes, seat, tile)
    for i in range(scratch[TOUCHED_COUNT]):
        spot = scratch[scratch[TOUCHED_LIST] + i]
        seat = spot // size
        if seat < viewers:
            show_tile(ints, cells, planes, seat, spot - seat * size)
    if ints[TURN] % GROWTH_TURNS == 0:
        for tile in range(size):
            if number(cells[ints[TILES] + tile]) & HOLDER:
                show_armies(ints, cells, planes, viewers, tile)
        return
    for seat in range(ints[PLAYERS]):
        general = ints[ints[SEATS] + seat * SEAT_INTS + GENERAL]
        if general >= 0:
            show_armies(ints, cells, planes, viewers, general)
    for i in range(ints[CITY_COUNT]):
        city = ints[ints[STRUCTURES] + i]
        if city & 31:
            show_armies(ints, cells, planes, viewers, city >> 5)


@inline_kernel
def can_move(ints: Ints, longs: Longs, seat: int, tile: int) -> bool:
    """Tells whether a seat holds a tile with at least 2 armies."""
    return number(longs[ints[MOVABLE] + seat * ints[WORDS] + (tile >> 5)]) >> (tile & 31) & 1 != 0


@inline_kernel
def open_ways(ints: Ints, longs: Longs, cells: Cells, seat: int, tile: int) -> int:
    """Finds the directions in which a seat could march from a tile, a bit for each.

    It reads only the seat's own tiles and their neighbours, which are always in sight.
    """
    ways = 0
    if can_move(ints, longs, seat, tile):
        for direction in range(4):
            target = beside(tile, direction, ints[WIDTH], ints[HEIGHT])
            if target >= 0 and number(cells[ints[TILES] + target]) & KIND != MOUNTAIN:
                ways |= 1 << direction
    return ways


@kernel
def show_mask(ints: Ints, longs: Longs, cells: Cells, seat: int, mask: Cells) -> None:
    """Writes the action mask of a seat: for each tile and direction (flat, 4 a tile) 1 if a march could be made."""
    for tile in range(ints[WIDTH] * ints[HEIGHT]):
        ways = open_ways(ints, longs, cells, seat, tile)
        for direction in range(4):
            mask[4 * tile + direction] = ways >> direction & 1
