"""Sets up a board for play from tiles, garrisons and generals: counts, lists, first vision."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.fog.layout import (
    ALIVE,
    CAPACITY,
    CITY,
    CITY_COUNT,
    GARRISON,
    GENERAL,
    HEADER_INTS,
    HEIGHT,
    HOLDER,
    KIND,
    LAND,
    LEAVING,
    MEMORY,
    OWNED,
    PLACE,
    PLAYERS,
    REASON,
    SEAT_INTS,
    SEATS,
    STRUCTURE_COUNT,
    STRUCTURES,
    TILES,
    TOWER,
    TURN,
    UNSEEN,
    WIDTH,
    WINNER,
    WORDS,
    Cells,
    Ints,
    Longs,
)
from duskfall.fog.scratch import clear_scratch
from duskfall.fog.turn import recount
from duskfall.fog.vision import look, settle_vision


@kernel
def clear(ints: Ints, cells: Cells) -> None:
    """Empties every table of a block; size, players and options of the header stay."""
    tiles = ints[WIDTH] * ints[HEIGHT]
    for i in range(HEADER_INTS, ints[GARRISON]):
        ints[i] = 0
    for i in range(ints[GARRISON] + tiles, ints[TILES] >> 2):
        ints[i] = 0
    for i in range(ints[TILES] + tiles, ints[MEMORY]):
        cells[i] = 0
    for i in range(ints[MEMORY], ints[MEMORY] + ints[PLAYERS] * tiles):
        cells[i] = UNSEEN
    ints[REASON] = 0
    ints[LEAVING] = 0
    ints[WINNER] = -1


@kernel
def list_structures(ints: Ints, cells: Cells) -> None:
    """Lists all cities, then all towers, each in ascending order."""
    count = 0
    for kind in (CITY, TOWER):
        for tile in range(ints[WIDTH] * ints[HEIGHT]):
            cell = number(cells[ints[TILES] + tile])
            if cell & KIND == kind and count < ints[CAPACITY]:
                ints[ints[STRUCTURES] + count] = tile * 32 + (cell & HOLDER if kind == CITY else 0)
                count += 1
        if kind == CITY:
            ints[CITY_COUNT] = count
    ints[STRUCTURE_COUNT] = count


@kernel
def set_up(ints: Ints, longs: Longs, cells: Cells, scratch: Ints, generals: Ints, turn: int) -> None:
    """Prepares a block, whose TILES and GARRISON are filled, for play after `turn` turns.

    A seat without a general (-1) is out of the game; it gets the best place behind the living seats.
    """
    clear(ints, cells)
    players = ints[PLAYERS]
    ints[TURN] = turn
    ints[ALIVE] = 0
    for seat in range(players):
        ints[ints[SEATS] + seat * SEAT_INTS + GENERAL] = generals[seat]
        ints[ALIVE] += generals[seat] >= 0
    for seat in range(players):
        if generals[seat] < 0:
            ints[ints[SEATS] + seat * SEAT_INTS + PLACE] = ints[ALIVE] + 1
    list_structures(ints, cells)
    for tile in range(ints[WIDTH] * ints[HEIGHT]):
        holder = number(cells[ints[TILES] + tile]) & HOLDER
        if holder != 0:
            at = ints[OWNED] + (holder - 1) * ints[WORDS] + (tile >> 5)
            longs[at] |= 1 << (tile & 31)
            ints[ints[SEATS] + (holder - 1) * SEAT_INTS + LAND] += 1
            look(ints, cells, scratch, holder - 1, tile, 1)
    recount(ints, longs, cells)
    settle_vision(ints, cells, scratch)
    clear_scratch(scratch)
