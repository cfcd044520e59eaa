"""Steps: where a unit may go, what it pays, and every tile that an army can reach.

A way is packed into one number: its length in the lowest four bits, and two bits for each step from the highest pair
down, so that of two ways the one whose first differing step comes first in up, down, left, right is the smaller number.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.board import Board, owner
from duskfall.welten.laws import MOST_POINTS, TAKEN, Law

STEPS: Final = "UDLR"
"""The letters of a path, in the order that breaks ties."""

FREE: Final = 0
TAKEN_TILE: Final = 1
NO_ENTRY: Final = 2
NO_POINTS: Final = 3
OFF_MAP: Final = 4
"""What can be said of a step."""

LENGTH_MASK: Final = 15
FIRST_STEP_SHIFT: Final = 32
"""Four bits of length, then fifteen steps of two bits: the first of them lies at bits 32 and 33."""

FAR: Final = np.int32(2**31 - 1)


def diamond(points: int) -> int:
    """How many tiles lie at most `points` steps away, the middle not counted."""
    return 2 * points * (points + 1)


LARGEST_DIAMOND: Final = diamond(MOST_POINTS) + 1


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
def neighbour(cell: int, direction: int, stride: int) -> int:
    """The next cell up, down, left or right; on the map's edge that is the rim."""
    if direction == 0:
        return cell - stride
    if direction == 1:
        return cell + stride
    if direction == 2:
        return cell - 1
    return cell + 1


@kernel
def wins_at(board: Board, law: Law, unit: int, cell: int) -> bool:
    """Whether a unit that steps onto a cell has won by it."""
    return law.west_edge_wins and owner(board, unit) == 1 and cell % board.stride == 1


@kernel
def walk(board: Board, law: Law, unit: int, way: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Try a way: the verdict, the steps that were taken, where they lead and the points left there.

    The verdict speaks of the first step that was not taken. A step that wins the game is the last one.
    """
    kind = number(board.kind[unit])
    start = number(board.cell[unit])
    here, points = start, number(board.points[unit])
    for step in range(len(way)):
        there = neighbour(here, way[step], board.stride)
        ground = number(board.ground[there])
        if there == start:
            ground -= TAKEN
        verdict = FREE
        if board.terrain[there] == 0:
            verdict = OFF_MAP
        elif ground >= TAKEN:
            verdict = TAKEN_TILE
        elif law.enter[kind, ground] == 0:
            verdict = NO_ENTRY
        cost = law.price[kind, number(board.ground[here]) if law.pays_for_tile_left else ground]
        if verdict == FREE and points < (1 if law.forgives else cost):
            verdict = NO_POINTS
        if verdict != FREE:
            return verdict, step, here, points
        here = there
        points = max(0, points - cost)
        if wins_at(board, law, unit, here):
            return FREE, step + 1, here, points
    return FREE, len(way), here, points


@kernel
def spread(
    board: Board,
    law: Law,
    units: NDArray[np.int32],
    budgets: NDArray[np.int16],
    starts: NDArray[np.int64],
    cells: NDArray[np.int32],
    left: NDArray[np.int16],
    ways: NDArray[np.int64],
    best: NDArray[np.int32],
    codes: NDArray[np.int64],
    queue: NDArray[np.int32],
    waiting: NDArray[np.int32],
) -> None:
    """Everything that each of `units` can reach with its budget, one unit after the other.

    Entries starts[i] to starts[i+1] of `cells`, `left` and `ways` belong to units[i], cheapest tiles first. Cells wait
    in one queue for each cost, so none needs a heap. `best` is never cleared: each unit counts its costs from a base
    below all those before it, so what an earlier unit left behind is always dearer. Every part of a way is itself the
    best way to where it leads.
    """
    found = 0
    for i in range(len(units)):
        unit = number(units[i])
        kind = number(board.kind[unit])
        budget = number(budgets[i])
        start = number(board.cell[unit])
        base = (len(units) - i) * (MOST_POINTS + 1)
        best[start] = base
        codes[start] = 0
        waiting[:] = 0
        queue[0, 0] = start
        waiting[0] = 1
        starts[i] = found
        for cost in range(budget + 1):
            for place in range(waiting[cost]):
                here = number(queue[cost, place])
                if best[here] != base + cost:
                    continue  # a cheaper way was found after this one was queued
                if here != start:
                    cells[found] = here
                    left[found] = budget - cost
                    ways[found] = codes[here]
                    found += 1
                    if wins_at(board, law, unit, here):
                        continue
                if cost == budget:
                    continue
                code = number(codes[here]) + 1
                shift = FIRST_STEP_SHIFT + 2 - 2 * (code & LENGTH_MASK)
                toll = number(law.price[kind, board.ground[here]])
                for direction in range(4):
                    there = neighbour(here, direction, board.stride)
                    ground = board.ground[there]
                    if law.enter[kind, ground] == 0:
                        continue
                    total = cost + (toll if law.pays_for_tile_left else number(law.price[kind, ground]))
                    if total > budget:
                        if not law.forgives:
                            continue
                        total = budget
                    way = code | direction << shift
                    if base + total < best[there]:
                        best[there] = base + total
                        codes[there] = way
                        queue[total, waiting[total]] = there
                        waiting[total] += 1
                    elif base + total == best[there] and way < codes[there]:
                        codes[there] = way
    starts[len(units)] = found
