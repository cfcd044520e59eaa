"""The best path of a unit to each tile that the flood fill found, computed on demand.

A path is packed into one number: its length in the lowest four bits, and two bits for each step from the highest pair
down, so that of two paths the one whose first differing step comes first in up, down, left, right is the smaller.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.movement import STEPS, ends_at, neighbour
from duskfall.welten.rule_tables import RuleTables

LENGTH_MASK: Final = 15
FIRST_STEP_SHIFT: Final = 32
"""Four bits of length, then fifteen steps of two bits: the first of them lies at bits 32 and 33."""


def unpack_path(code: int) -> str:
    """Returns the letters of a packed path.

    >>> unpack_path(pack_path("UURD"))
    'UURD'
    """
    return "".join(STEPS[code >> FIRST_STEP_SHIFT - 2 * step & 3] for step in range(code & LENGTH_MASK))


def pack_path(way: str) -> int:
    """Packs a path of at most fifteen steps into one number."""
    steps = sum(STEPS.index(letter) << FIRST_STEP_SHIFT - 2 * step for step, letter in enumerate(way))
    return steps | len(way)


@kernel
def best_way(
    ground: NDArray[np.uint8],
    stride: int,
    tables: RuleTables,
    kind: int,
    start: int,
    points: int,
    cell: int,
    cost: int,
    costs: NDArray[np.int16],
    ways: NDArray[np.int64],
) -> int:
    """Finds the smallest of the paths to a cell of exactly this cost, from neighbours whose cost is lower."""
    best = number(-1)
    for direction in range(4):
        before = neighbour(cell, direction ^ 1, stride)
        if costs[before] >= cost or (before != start and ends_at(tables, kind, before, stride)):
            continue
        payer = before if tables.pays_for_tile_left else cell
        total = number(costs[before]) + number(tables.cost[kind, ground[payer]])
        if total != cost and not (tables.forgives and total > points and cost == points):
            continue
        code = number(ways[before]) + 1
        code |= direction << FIRST_STEP_SHIFT + 2 - 2 * (code & LENGTH_MASK)
        if best < 0 or code < best:
            best = code
    return best


@kernel
def trace(
    ground: NDArray[np.uint8],
    stride: int,
    tables: RuleTables,
    kind: int,
    start: int,
    points: int,
    cells: NDArray[np.int32],
    left: NDArray[np.int16],
    costs: NDArray[np.int16],
    ways: NDArray[np.int64],
    codes: NDArray[np.int64],
) -> None:
    """Finds the best path of one unit to each cell that `flood_fill` found.

    A path continues the best path to a neighbour, so cells are handled by their cost. Of several paths of one cost, the
    one whose first differing step comes first in the order of steps is taken: the smallest number. `costs` and `ways`
    are as large as the board, `costs` filled with numbers above all points.
    """
    costs[start] = 0
    ways[start] = 0
    for cost in range(1, points + 1):
        for place in range(len(cells)):
            if left[place] == points - cost:
                cell = number(cells[place])
                ways[cell] = best_way(ground, stride, tables, kind, start, points, cell, cost, costs, ways)
                codes[place] = ways[cell]
        for place in range(len(cells)):
            if left[place] == points - cost:
                costs[cells[place]] = cost
