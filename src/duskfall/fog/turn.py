"""One turn of one board: surrenders, moves, vision, growth, the end. Every rule of play is here, once.

A march is packed into one number, `source * 8 + direction * 2 + half`, directions in the order of `grid.DIRECTIONS`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.compiled import inline_kernel, kernel, number
from duskfall.fog.layout import (
    ALIVE,
    AT_TURN_LIMIT,
    CITY,
    CITY_COUNT,
    GARRISON,
    GENERAL,
    GROWTH_TURNS,
    HEIGHT,
    HOLDER,
    KIND,
    LAND,
    LAST_ALIVE,
    LEAVING,
    MAX_ARMIES,
    MOUNTAIN,
    MOVABLE,
    MOVERS,
    NATIVE,
    OWNED,
    PLACE,
    PLAYERS,
    QUEUE,
    QUEUED,
    REASON,
    SEAT_INTS,
    SEATS,
    SPLIT,
    STRUCTURES,
    SUMS,
    TILES,
    TURN,
    TURN_LIMIT,
    WIDTH,
    WINNER,
    WORDS,
    Cells,
    Ints,
    Longs,
)
from duskfall.fog.scratch import (
    ELIMINATED,
    EVENT_COUNT,
    MARCHED,
    TOOK_CITY,
    TOOK_GENERAL,
    TOOK_TOWER,
    journal_tile,
    record_event,
)
from duskfall.fog.vision import look, settle_vision
from duskfall.grid import beside

MADE: Final = 0
NOT_YOURS: Final = 1
TOO_FEW: Final = 2
INTO_MOUNTAIN: Final = 3
OFF_MAP: Final = 4
HALF_IS_OFF: Final = 5

NO_MARCH: Final = -1


@inline_kernel
def arm(ints: Ints, longs: Longs, cells: Cells, scratch: Ints, seat: int, tile: int, armies: int) -> None:
    """Changes the armies on a tile that a seat holds and keeps."""
    journal_tile(ints, cells, scratch, tile)
    old = number(ints[ints[GARRISON] + tile])
    ints[ints[GARRISON] + tile] = armies
    longs[ints[SUMS] + seat] += armies - old
    at = ints[MOVABLE] + seat * ints[WORDS] + (tile >> 5)
    longs[at] = (longs[at] & ~(1 << (tile & 31))) | ((1 if armies > 1 else 0) << (tile & 31))
    ints[ints[SEATS] + seat * SEAT_INTS + MOVERS] += (1 if armies > 1 else 0) - (1 if old > 1 else 0)


@kernel
def enter_city(ints: Ints, tile: int, holder: int) -> None:
    """Writes the new holder of a city into the list from which cities grow."""
    for i in range(ints[STRUCTURES], ints[STRUCTURES] + ints[CITY_COUNT]):
        if ints[i] >> 5 == tile:
            ints[i] = tile * 32 + holder


@kernel
def hand_over(ints: Ints, longs: Longs, cells: Cells, scratch: Ints, tile: int, cell: int, garrison: int) -> None:
    """Gives a tile a new holder, or none, and updates the counts of both holders."""
    old_cell = number(cells[ints[TILES] + tile])
    word, bit = tile >> 5, 1 << (tile & 31)
    if old_cell & HOLDER:
        seat = (old_cell & HOLDER) - 1
        arm(ints, longs, cells, scratch, seat, tile, 0)
        longs[ints[OWNED] + seat * ints[WORDS] + word] &= ~bit
        ints[ints[SEATS] + seat * SEAT_INTS + LAND] -= 1
        look(ints, cells, scratch, seat, tile, -1)
    else:
        journal_tile(ints, cells, scratch, tile)
    cells[ints[TILES] + tile] = cell
    ints[ints[GARRISON] + tile] = 0
    if cell & KIND == CITY:
        enter_city(ints, tile, cell & HOLDER)
    if cell & HOLDER:
        seat = (cell & HOLDER) - 1
        longs[ints[OWNED] + seat * ints[WORDS] + word] |= bit
        ints[ints[SEATS] + seat * SEAT_INTS + LAND] += 1
        look(ints, cells, scratch, seat, tile, 1)
        arm(ints, longs, cells, scratch, seat, tile, garrison)
    else:
        ints[ints[GARRISON] + tile] = garrison


@inline_kernel
def judge(ints: Ints, cells: Cells, seat: int, source: int, target: int, half: int) -> int:
    """Tells whether a march can be made now, or why not."""
    if number(cells[ints[TILES] + source]) & HOLDER != seat + 1:
        return NOT_YOURS
    if ints[ints[GARRISON] + source] <= 1:
        return TOO_FEW
    if target < 0:
        return OFF_MAP
    if number(cells[ints[TILES] + target]) & KIND == MOUNTAIN:
        return INTO_MOUNTAIN
    if half and ints[SPLIT] == 0:
        return HALF_IS_OFF
    return MADE


@inline_kernel
def make_march(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, seat: int, source: int, target: int, half: int
) -> None:
    """Moves armies from a tile to its neighbour and fights there; the march must have been judged."""
    armies = number(ints[ints[GARRISON] + source])
    attackers = armies >> 1 if half else armies - 1
    arm(ints, longs, cells, scratch, seat, source, armies - attackers)
    cell = number(cells[ints[TILES] + target])
    defenders = number(ints[ints[GARRISON] + target])
    holder = cell & HOLDER
    if holder == seat + 1:
        arm(ints, longs, cells, scratch, seat, target, min(defenders + attackers, MAX_ARMIES))
    elif attackers > defenders:
        hand_over(ints, longs, cells, scratch, target, (cell & KIND) | (seat + 1), attackers - defenders)
        if cell & NATIVE:
            record_event(scratch, TOOK_CITY if cell & KIND == CITY else TOOK_TOWER, seat, target, 0)
        if holder != 0 and ints[ints[SEATS] + (holder - 1) * SEAT_INTS + GENERAL] == target:
            record_event(scratch, TOOK_GENERAL, seat, target, holder - 1)
            eliminate(ints, longs, cells, scratch, holder - 1)
    elif holder != 0:
        arm(ints, longs, cells, scratch, holder - 1, target, defenders - attackers)
    elif cell & NATIVE:
        journal_tile(ints, cells, scratch, target)
        ints[ints[GARRISON] + target] = defenders - attackers


@kernel
def eliminate(ints: Ints, longs: Longs, cells: Cells, scratch: Ints, seat: int) -> None:
    """Takes a seat out of the game: its land loses its holder and half the armies, its queue is emptied."""
    record = ints[SEATS] + seat * SEAT_INTS
    ints[record + GENERAL] = -1
    ints[record + PLACE] = ints[ALIVE]
    ints[ALIVE] -= 1
    clear_queue(ints, seat)
    for tile in range(ints[WIDTH] * ints[HEIGHT]):
        cell = number(cells[ints[TILES] + tile])
        if cell & HOLDER == seat + 1:
            hand_over(ints, longs, cells, scratch, tile, cell & KIND, number(ints[ints[GARRISON] + tile]) >> 1)
    record_event(scratch, ELIMINATED, seat, -1, 0)


@inline_kernel
def queue_march(ints: Ints, seat: int, march: int) -> None:
    """Puts a march at the end of a queue that has room."""
    record = ints[SEATS] + seat * SEAT_INTS
    ints[record + QUEUE + ints[record + QUEUED]] = march
    ints[record + QUEUED] += 1


@kernel
def undo_march(ints: Ints, seat: int) -> None:
    """Drops the last march of a queue, if there is one."""
    record = ints[SEATS] + seat * SEAT_INTS
    if ints[record + QUEUED] > 0:
        ints[record + QUEUED] -= 1
        ints[record + QUEUE + ints[record + QUEUED]] = 0


@kernel
def clear_queue(ints: Ints, seat: int) -> None:
    """Drops every march of a queue."""
    record = ints[SEATS] + seat * SEAT_INTS
    for i in range(ints[record + QUEUED]):
        ints[record + QUEUE + i] = 0
    ints[record + QUEUED] = 0


@kernel
def leave(ints: Ints, longs: Longs, cells: Cells, scratch: Ints) -> None:
    """Eliminates the seats that surrender or are removed, until one is left."""
    players = ints[PLAYERS]
    for i in range(players):
        seat = (ints[TURN] + i) % players
        gone = ints[LEAVING] >> seat & 1
        if gone and ints[ALIVE] > 1 and ints[ints[SEATS] + seat * SEAT_INTS + PLACE] == 0:
            eliminate(ints, longs, cells, scratch, seat)
    ints[LEAVING] = 0


@inline_kernel
def move(ints: Ints, longs: Longs, cells: Cells, scratch: Ints) -> None:
    """Makes at most one march for each living seat, beginning with another seat each turn."""
    width, height, players = ints[WIDTH], ints[HEIGHT], ints[PLAYERS]
    seat = ints[TURN] % players
    for _ in range(players):
        record = ints[SEATS] + seat * SEAT_INTS
        queued = ints[record + QUEUED]
        popped = 0
        verdict = NOT_YOURS
        while popped < queued and verdict != MADE:
            march = number(ints[record + QUEUE + popped])
            popped += 1
            source = march >> 3
            target = number(beside(source, (march >> 1) & 3, width, height))
            verdict = judge(ints, cells, seat, source, target, march & 1)
            record_event(scratch, MARCHED, seat, march, verdict)
            if verdict == MADE:
                make_march(ints, longs, cells, scratch, seat, source, target, march & 1)
        if popped > 0:
            for i in range(queued):
                ints[record + QUEUE + i] = ints[record + QUEUE + i + popped] if i + popped < queued else 0
            ints[record + QUEUED] = queued - popped
        seat = seat + 1 if seat + 1 < players else 0


@inline_kernel
def grow_tile(ints: Ints, longs: Longs, seat: int, tile: int) -> None:
    """Adds one army to a tile of a seat, unless it is full."""
    at = ints[GARRISON] + tile
    armies = number(ints[at])
    if armies < MAX_ARMIES:
        ints[at] = armies + 1
        longs[ints[SUMS] + seat] += 1
        if armies == 1:
            longs[ints[MOVABLE] + seat * ints[WORDS] + (tile >> 5)] |= 1 << (tile & 31)
            ints[ints[SEATS] + seat * SEAT_INTS + MOVERS] += 1


@kernel
def grow_all(ints: Ints, longs: Longs, cells: Cells) -> None:
    """Adds one army to every tile that has a holder."""
    size = ints[WIDTH] * ints[HEIGHT]
    garrison = ints[ints[GARRISON] : ints[GARRISON] + size]
    tiles = cells[ints[TILES] : ints[TILES] + size]
    unusual = 0
    for tile in range(size):
        # Not `and`, `or`: without branches the loop runs many tiles at a time.
        held = np.int32(tiles[tile] & HOLDER != 0)
        armies = garrison[tile]
        unusual |= held & ((armies == 0) | (armies == MAX_ARMIES))
        garrison[tile] = armies + (held & (armies < MAX_ARMIES))
    if unusual:
        recount(ints, longs, cells)
        return
    # With no tile at 0 or full, everything that is held has at least 2 now and each seat gained its land.
    for seat in range(ints[PLAYERS]):
        record = ints[SEATS] + seat * SEAT_INTS
        longs[ints[SUMS] + seat] += ints[record + LAND]
        ints[record + MOVERS] = ints[record + LAND]
        for i in range(ints[WORDS]):
            longs[ints[MOVABLE] + seat * ints[WORDS] + i] = longs[ints[OWNED] + seat * ints[WORDS] + i]


@kernel
def recount(ints: Ints, longs: Longs, cells: Cells) -> None:
    """Counts armies and movable tiles of every seat from the board."""
    for seat in range(ints[PLAYERS]):
        longs[ints[SUMS] + seat] = 0
        ints[ints[SEATS] + seat * SEAT_INTS + MOVERS] = 0
        for i in range(ints[WORDS]):
            longs[ints[MOVABLE] + seat * ints[WORDS] + i] = 0
    for tile in range(ints[WIDTH] * ints[HEIGHT]):
        holder = number(cells[ints[TILES] + tile]) & HOLDER
        if holder != 0:
            armies = number(ints[ints[GARRISON] + tile])
            longs[ints[SUMS] + holder - 1] += armies
            if armies > 1:
                longs[ints[MOVABLE] + (holder - 1) * ints[WORDS] + (tile >> 5)] |= 1 << (tile & 31)
                ints[ints[SEATS] + (holder - 1) * SEAT_INTS + MOVERS] += 1


@inline_kernel
def grow(ints: Ints, longs: Longs, cells: Cells) -> None:
    """Generals and held cities grow every turn, all held land every 25th."""
    if ints[TURN] % GROWTH_TURNS == 0:
        grow_all(ints, longs, cells)
        return
    for seat in range(ints[PLAYERS]):
        general = number(ints[ints[SEATS] + seat * SEAT_INTS + GENERAL])
        if general >= 0 and cells[ints[TILES] + general] & KIND != CITY:
            grow_tile(ints, longs, seat, general)
    for i in range(ints[CITY_COUNT]):
        city = number(ints[ints[STRUCTURES] + i])
        if city & 31:
            grow_tile(ints, longs, (city & 31) - 1, city >> 5)


@inline_kernel
def finish(ints: Ints, longs: Longs) -> None:
    """Ends the game if one seat is left, or at the turn limit by armies, then tiles."""
    players, seats = ints[PLAYERS], ints[SEATS]
    if ints[ALIVE] == 1:
        ints[REASON] = LAST_ALIVE
        for seat in range(players):
            if ints[seats + seat * SEAT_INTS + PLACE] == 0:
                ints[seats + seat * SEAT_INTS + PLACE] = 1
                ints[WINNER] = seat
    elif ints[TURN] == ints[TURN_LIMIT]:
        ints[REASON] = AT_TURN_LIMIT
        firsts = 0
        for seat in range(players):
            if ints[seats + seat * SEAT_INTS + GENERAL] >= 0:
                better = 0
                for other in range(players):
                    alive = ints[seats + other * SEAT_INTS + GENERAL] >= 0
                    armies = longs[ints[SUMS] + other] - longs[ints[SUMS] + seat]
                    land = ints[seats + other * SEAT_INTS + LAND] - ints[seats + seat * SEAT_INTS + LAND]
                    better += alive and (armies > 0 or (armies == 0 and land > 0))
                ints[seats + seat * SEAT_INTS + PLACE] = better + 1
                if better == 0:
                    firsts += 1
                    ints[WINNER] = seat if firsts == 1 else -1


@kernel
def play_turn(ints: Ints, longs: Longs, cells: Cells, scratch: Ints) -> None:
    """Plays one turn of a running game. The scratch still holds its journal afterwards; `clear_scratch` empties it."""
    scratch[EVENT_COUNT] = 0
    ints[TURN] += 1
    if ints[LEAVING] != 0:
        leave(ints, longs, cells, scratch)
    move(ints, longs, cells, scratch)
    settle_vision(ints, cells, scratch)
    grow(ints, longs, cells)
    finish(ints, longs)
