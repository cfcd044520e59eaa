"""Steps: where a unit may go and what it pays."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.board import Board
from duskfall.welten.laws import TAKEN, Law
from duskfall.welten.units import FIRST_DAILOR

STEPS: Final = "UDLR"
"""The letters of a path, in the order that breaks ties."""

FREE: Final = 0
TAKEN_TILE: Final = 1
NO_ENTRY: Final = 2
NO_POINTS: Final = 3
OFF_MAP: Final = 4
"""What can be said of a step."""


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
def ends_at(law: Law, kind: int, cell: int, stride: int) -> bool:
    """Whether a unit of a type that steps onto a cell has won the game by it, so that its way ends there."""
    return law.west_edge_wins and kind >= FIRST_DAILOR and cell % stride == 1


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
        if ends_at(law, kind, here, board.stride):
            return FREE, step + 1, here, points
    return FREE, len(way), here, points
