"""The way to a tile: worked out for one unit when someone asks, from what the flood has found.

A way is packed into one number: its length in the lowest four bits, and two bits for each step from the highest pair
down, so that of two ways the one whose first differing step comes first in up, down, left, right is the smaller number.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.laws import Law
from duskfall.welten.movement import STEPS, ends_at, neighbour

LENGTH_MASK: Final = 15
FIRST_STEP_SHIFT: Final = 32
"""Four bits of length, then fifteen steps of two bits: the first of them lies at bits 32 and 33."""


def way_of(code: int) -> str:
    """The letters of a packed way.

    >>> way_of(code_of("UURD"))
    'UURD'
    """
    return "".join(STEPS[code >> FIRST_STEP_SHIFT - 2 * step & 3] for step in range(code & LENGTH_MASK))


def code_of(way: str) -> int:
    """A way of at most fifteen steps as one number."""
    steps = sum(STEPS.index(letter) << FIRST_STEP_SHIFT - 2 * step for step, letter in enumerate(way))
    return steps | len(way)


@kernel
def best_way(
    ground: NDArray[np.uint8],
    stride: int,
    law: Law,
    kind: int,
    start: int,
    points: int,
    cell: int,
    cost: int,
    costs: NDArray[np.int16],
    ways: NDArray[np.int64],
) -> int:
    """The smallest of the ways to a cell that cost just so much, from neighbours whose cost is lower."""
    best = number(-1)
    for direction in range(4):
        before = neighbour(cell, direction ^ 1, stride)
        if costs[before] >= cost or (before != start and ends_at(law, kind, before, stride)):
            continue
        payer = before if law.pays_for_tile_left else cell
        total = number(costs[before]) + number(law.price[kind, ground[payer]])
        if total != cost and not (law.forgives and total > points and cost == points):
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
    law: Law,
    kind: int,
    start: int,
    points: int,
    cells: NDArray[np.int32],
    left: NDArray[np.int16],
    costs: NDArray[np.int16],
    ways: NDArray[np.int64],
    codes: NDArray[np.int64],
) -> None:
    """The best way of one unit to each of the cells that it can reach, given as `spread` finds them.

    A way goes on from the best way to a neighbour, so cells are taken up by their cost. Where several ways cost the
    same, the one whose first differing step comes first in the order of steps is taken: the smallest number. `costs`
    and `ways` are as large as the board, `costs` filled with numbers above all points.
    """
    costs[start] = 0
    ways[start] = 0
    for cost in range(1, points + 1):
        for place in range(len(cells)):
            if left[place] == points - cost:
                cell = number(cells[place])
                ways[cell] = best_way(ground, stride, law, kind, start, points, cell, cost, costs, ways)
                codes[place] = ways[cell]
        for place in range(len(cells)):
            if left[place] == points - cost:
                costs[cells[place]] = cost
