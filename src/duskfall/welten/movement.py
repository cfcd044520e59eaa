"""Movement step by step: walks a path and pays its costs."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.board import Board, place_unit
from duskfall.welten.rule_tables import TAKEN, RuleTables
from duskfall.welten.turns import WEST_EDGE, finish
from duskfall.welten.units import FIRST_DAILOR

STEPS: Final = "UDLR"
"""The letters of a path, in the order that breaks ties."""

FREE: Final = 0
TAKEN_TILE: Final = 1
NO_ENTRY: Final = 2
NO_POINTS: Final = 3
OFF_MAP: Final = 4
"""The verdicts on a step."""


@kernel
def neighbour(cell: int, direction: int, stride: int) -> int:
    """Returns the next cell up, down, left or right; on the map's edge that is the rim."""
    if direction == 0:
        return cell - stride
    if direction == 1:
        return cell + stride
    if direction == 2:
        return cell - 1
    return cell + 1


@kernel
def ends_at(tables: RuleTables, kind: int, cell: int, stride: int) -> bool:
    """Tells whether a unit that steps onto a cell wins the game, so that its path ends there."""
    return tables.west_edge_wins and kind >= FIRST_DAILOR and cell % stride == 1


@kernel
def walk(board: Board, tables: RuleTables, unit: int, way: NDArray[np.uint8]) -> tuple[int, int, int, int]:
    """Tries a path: returns the verdict, the steps taken, the last cell and the points left there.

    The verdict is about the first step not taken. A step that wins the game is the last one.
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
        elif tables.enter[kind, ground] == 0:
            verdict = NO_ENTRY
        cost = tables.cost[kind, number(board.ground[here]) if tables.pays_for_tile_left else ground]
        if verdict == FREE and points < (1 if tables.forgives else cost):
            verdict = NO_POINTS
        if verdict != FREE:
            return verdict, step, here, points
        here = there
        points = max(0, points - cost)
        if ends_at(tables, kind, here, board.stride):
            return FREE, step + 1, here, points
    return FREE, len(way), here, points


@kernel
def arrive(board: Board, tables: RuleTables, unit: int, cell: int, points: int) -> None:
    """Puts a unit where its path ends, with the points that it has left there; the game ends where that wins it."""
    place_unit(board, unit, cell)
    board.points[unit] = points
    if ends_at(tables, number(board.kind[unit]), cell, board.stride):
        finish(board, 1, WEST_EDGE)
