"""Flood fill: every tile that the units of an army can reach, computed with rows of bits.

Around a unit lies a window of as many rows and columns as it has points in each direction. A row of the window is one
number, a bit for each tile, so that one step of all the tiles reached at a cost takes a few operations for each row:
no queue and no loop over single tiles. Windows are cut out of maps that are made once for the whole army.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number, word
from duskfall.welten.board import Board
from duskfall.welten.movement import ends_at
from duskfall.welten.rule_tables import COST_LEVELS, MOST_POINTS, RuleTables
from duskfall.welten.terrain import Terrain

WORD: Final = 32
"""Columns in one number of a map; half of its bits, so that two neighbours fit into one while a window is cut out."""

TERRAINS: Final = len(Terrain)
LINES: Final = 2 * MOST_POINTS + 2
"""Rows of the largest window, and one more to make it an even number."""
ROWS: Final = LINES + 2
"""Those, and one row above and below that is always empty."""


REST: Final = word(37)


def _bits() -> NDArray[np.int64]:
    places = np.zeros(37, np.int64)
    for bit in range(WORD):
        places[(1 << bit) % 37] = bit
    return places


BIT: Final = _bits()
"""The place of a single bit, by its number modulo 37: the 32 powers of two leave different rests."""


def diamond(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """Counts the tiles at most `points` steps away, the middle not counted.

    >>> diamond(np.array([1, 15])).tolist()
    [4, 480]
    """
    return 2 * points * (points + 1)


@kernel
def words_of(stride: int) -> int:
    """Counts the numbers in a row of a map: one left of the board, so that every window begins on it, and one after."""
    return stride // WORD + 3


@kernel
def map_grounds(board: Board, grounds: NDArray[np.int64]) -> None:
    """Marks the free tiles of each terrain: grounds[terrain, word], row by row."""
    grounds[:] = 0
    words = words_of(board.stride)
    for row in range(len(board.ground) // board.stride):
        ground = board.ground[row * board.stride : (row + 1) * board.stride]
        for column in range(len(ground)):
            if ground[column] < TERRAINS:
                grounds[ground[column], row * words + column // WORD + 1] |= 1 << column % WORD


@kernel
def map_costs(tables: RuleTables, kind: int, grounds: NDArray[np.int64], maps: NDArray[np.int64]) -> None:
    """Marks, for each cost of a type, the tiles that it may enter at that cost."""
    maps[:] = 0
    for terrain in range(TERRAINS):
        for level in range(COST_LEVELS):
            if tables.enter[kind, terrain] != 0 and tables.cost[kind, terrain] == tables.cost_levels[kind, level]:
                marks, added = maps[level], grounds[terrain]
                for place in range(len(marks)):
                    marks[place] |= added[place]


@kernel
def cut_window(
    levels: NDArray[np.int64],
    maps: NDArray[np.int64],
    words: int,
    row: int,
    column: int,
    points: int,
    window: NDArray[np.int32],
    met: NDArray[np.int64],
) -> None:
    """Cuts the window around a tile out of the maps: window[level, 1 + row]; the last level is the union of all.

    `met` are the costs that occur in the window, and zeros in place of the others.
    """
    window[:] = 0
    left = column - points + WORD
    at_word, bit = left // WORD, left % WORD
    full = (1 << (2 * points + 1)) - 1
    first, last = max(0, points - row), min(2 * points, maps.shape[1] // words - 1 + points - row)
    for level in range(COST_LEVELS):
        anything = 0
        if levels[level] > 0:
            for line in range(first, last + 1):
                at = (row - points + line) * words + at_word
                pair = number(maps[level, at]) | number(maps[level, at + 1]) << WORD
                bits = pair >> bit & full
                window[level, line + 1] = bits
                window[COST_LEVELS, line + 1] |= bits
                anything |= bits
        met[level] = levels[level] if anything != 0 else 0


@kernel
def step(source: NDArray[np.int32], open_to: NDArray[np.int32], target: NDArray[np.int32]) -> None:
    """Adds to `target` the open tiles one step from `source`."""
    for row in range(1, LINES + 1):  # always all rows: a loop of fixed length becomes a few wide instructions
        around = source[row - 1] | source[row + 1] | source[row] << 1 | source[row] >> 1
        target[row] |= around & open_to[row]


@kernel
def settle(front: NDArray[np.int32], reached: NDArray[np.int32], left: int) -> None:
    """Removes tiles reached at a lower cost from a front, and records the rest as reached with so many points left.

    Behind the rows of reached tiles follow those of the four binary digits of the points left.
    """
    ones, twos, fours, eights = -(left & 1), -(left >> 1 & 1), -(left >> 2 & 1), -(left >> 3 & 1)
    for row in range(1, LINES + 1):
        new = front[row] & ~reached[row]
        front[row] = new
        reached[row] |= new
        reached[row + ROWS] |= new & ones
        reached[row + 2 * ROWS] |= new & twos
        reached[row + 3 * ROWS] |= new & fours
        reached[row + 4 * ROWS] |= new & eights


@kernel
def close(front: NDArray[np.int32], columns: int) -> None:
    """Ends all paths in these columns."""
    if columns != 0:
        for row in range(1, len(front) - 1):
            front[row] &= ~columns


@kernel
def leave(arrived: NDArray[np.int32], payers: NDArray[np.int32], front: NDArray[np.int32]) -> None:
    """Adds to a front the arrivals on tiles where leaving costs just so much."""
    for row in range(1, len(front) - 1):
        front[row] |= arrived[row] & payers[row]


@kernel
def flood_paying_entry(
    levels: NDArray[np.int64],
    forgives: bool,
    points: int,
    closed: int,
    window: NDArray[np.int32],
    fronts: NDArray[np.int32],
    reached: NDArray[np.int32],
) -> None:
    """Finds the reachable tiles, and the points left there, where a step costs the tile entered.

    fronts[cost] are the tiles that are reached at that cost; in the columns `closed` every path ends.
    """
    fronts[0, points + 1] = 1 << points
    for cost in range(points):
        if cost > 0:
            settle(fronts[cost], reached, points - cost)
            close(fronts[cost], closed)
        for level in range(COST_LEVELS):
            total = cost + levels[level]
            if total > points and forgives:
                total = points
            if levels[level] > 0 and total <= points:
                step(fronts[cost], window[level], fronts[total])
    settle(fronts[points], reached, 0)


@kernel
def flood_paying_exit(
    levels: NDArray[np.int64],
    forgives: bool,
    points: int,
    start_cost: int,
    closed: int,
    window: NDArray[np.int32],
    fronts: NDArray[np.int32],
    reached: NDArray[np.int32],
) -> None:
    """Finds the same where a step costs the tile left, beginning with `start_cost` for the tile in the middle.

    Here fronts[cost] are the tiles that have been left at that cost, so their neighbours are reached at it.
    """
    if start_cost <= points or forgives:
        fronts[min(start_cost, points), points + 1] = 1 << points
    arrived = fronts[MOST_POINTS + 1]
    for cost in range(1, points + 1):
        arrived[:] = 0
        step(fronts[cost], window[COST_LEVELS], arrived)
        settle(arrived, reached, points - cost)
        close(arrived, closed)
        for level in range(COST_LEVELS):
            total = cost + levels[level]
            if total > points and forgives:
                total = points
            if levels[level] > 0 and cost < total <= points:
                leave(arrived, window[level], fronts[total])


@kernel
def gather(
    points: int,
    corner: int,
    stride: int,
    reached: NDArray[np.int32],
    cells: NDArray[np.int32],
    left: NDArray[np.int16],
    found: int,
) -> int:
    """Lists the reached tiles row by row, from entry `found` on; returns the entry after the last."""
    for row in range(1, 2 * points + 2):
        bits = number(reached[row])
        ones, twos = number(reached[row + ROWS]), number(reached[row + 2 * ROWS])
        fours, eights = number(reached[row + 3 * ROWS]), number(reached[row + 4 * ROWS])
        while bits != 0:
            bit = BIT[word(bits & -bits) % REST]  # unsigned, since Python's signed rest takes longer
            cells[found] = corner + row * stride + bit
            low = (ones >> bit & 1) | (twos >> bit & 1) << 1
            left[found] = low | (fours >> bit & 1) << 2 | (eights >> bit & 1) << 3
            found += 1
            bits &= bits - 1
    return found


@kernel
def flood_unit(
    board: Board,
    tables: RuleTables,
    unit: int,
    points: int,
    maps: NDArray[np.int64],
    cells: NDArray[np.int32],
    left: NDArray[np.int16],
    found: int,
    window: NDArray[np.int32],
    met: NDArray[np.int64],
    fronts: NDArray[np.int32],
    reached: NDArray[np.int32],
) -> int:
    """Lists every cell that a unit can reach, from entry `found` on; returns the entry after the last.

    `maps` are those of the unit's type.
    """
    kind, start = number(board.kind[unit]), number(board.cell[unit])
    row, column = start // board.stride, start % board.stride
    edge = points + 1 - column  # the bit of the map's first column
    closed = 1 << edge if edge >= 0 and ends_at(tables, kind, start - column + 1, board.stride) else 0
    cut_window(tables.cost_levels[kind], maps, words_of(board.stride), row, column, points, window, met)
    fronts[: points + 1] = 0
    reached[:] = 0
    if tables.pays_for_tile_left:
        level = tables.cost[kind, board.ground[start]]
        flood_paying_exit(met, tables.forgives, points, level, closed, window, fronts, reached)
    else:
        flood_paying_entry(met, tables.forgives, points, closed, window, fronts, reached)
    corner = start - points * (board.stride + 1) - board.stride  # the cell of bit 0 in row 0
    return gather(points, corner, board.stride, reached, cells, left, found)


@kernel
def mark_cell(board: Board, tables: RuleTables, kind: int, cell: int, maps: NDArray[np.int64]) -> None:
    """Brings the maps of a type up to date with the ground of one cell."""
    row, column = cell // board.stride, cell % board.stride
    place, bit = row * words_of(board.stride) + column // WORD + 1, 1 << column % WORD
    ground = number(board.ground[cell])
    free = ground < TERRAINS and tables.enter[kind, ground] != 0
    for level in range(COST_LEVELS):
        maps[level, place] &= ~bit
        if free and tables.cost[kind, ground] == tables.cost_levels[kind, level]:
            maps[level, place] |= bit


@kernel
def flood_fill(
    board: Board,
    tables: RuleTables,
    units: NDArray[np.int32],
    budgets: NDArray[np.int16],
    starts: NDArray[np.int64],
    cells: NDArray[np.int32],
    left: NDArray[np.int16],
    grounds: NDArray[np.int64],
    maps: NDArray[np.int64],
    window: NDArray[np.int32],
    met: NDArray[np.int64],
    fronts: NDArray[np.int32],
    reached: NDArray[np.int32],
) -> None:
    """Finds every cell that each of `units` can reach with its points, and the points it has left there.

    Entries starts[i] to starts[i+1] of `cells` and `left` belong to units[i], row by row. All other arrays are
    scratch.
    """
    map_grounds(board, grounds)
    made = 0  # a bit for each type whose maps are made
    found = 0
    for i in range(len(units)):
        starts[i] = found
        unit, points = number(units[i]), number(budgets[i])
        kind = number(board.kind[unit])
        if points == 0:
            continue
        if made >> kind & 1 == 0:
            map_costs(tables, kind, grounds, maps[kind])
            made |= 1 << kind
        found = flood_unit(board, tables, unit, points, maps[kind], cells, left, found, window, met, fronts, reached)
    starts[len(units)] = found
