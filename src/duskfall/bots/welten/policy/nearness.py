"""Tells whether enemies are near a cell, from sums over the board that are made once for each phase."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.welten.policy.scratch import Scratch
from duskfall.compiled import kernel, number
from duskfall.welten.board import GONE, Board
from duskfall.welten.units import FIRST_DAILOR

COMPANY: Final = 4
"""The rows and columns around a unit in which friends share its danger."""


@kernel
def add_up(sums: NDArray[np.int32], stride: int) -> None:
    """Turns a number for each cell into the sum of the numbers above and left of it."""
    for row in range(stride, len(sums), stride):
        in_row = 0
        for column in range(stride):
            in_row += number(sums[row + column])
            sums[row + column] = in_row + sums[row - stride + column]


@kernel
def count_units(board: Board, scratch: Scratch, side: int) -> None:
    """Counts the living units of each type, and for each cell the friends and enemies above and left of it."""
    scratch.living[:] = 0
    scratch.enemies[:] = 0
    scratch.friends[:] = 0
    for unit in range(len(board.cell)):
        cell, kind = number(board.cell[unit]), number(board.kind[unit])
        if cell == GONE:
            continue
        scratch.living[kind] += 1
        if (kind >= FIRST_DAILOR) != (side == 1):
            scratch.enemies[cell] = 1
        else:
            scratch.friends[cell] = 1
    add_up(scratch.enemies, board.stride)
    add_up(scratch.friends, board.stride)


@kernel
def count_near(sums: NDArray[np.int32], stride: int, cell: int, distance: int) -> int:
    """Counts the units at most so many rows and columns away from a cell."""
    row, column = cell // stride, cell % stride
    top, bottom = max(0, row - distance - 1) * stride, min(len(sums) // stride - 1, row + distance) * stride
    left, right = max(0, column - distance - 1), min(stride - 1, column + distance)
    below = number(sums[bottom + right]) - number(sums[bottom + left])
    return below - number(sums[top + right]) + number(sums[top + left])


@kernel
def enemy_near(board: Board, scratch: Scratch, cell: int, distance: int) -> bool:
    """Tells whether an enemy stands at most so many rows and columns away."""
    return count_near(scratch.enemies, board.stride, cell, distance) > 0


@kernel
def share_danger(board: Board, scratch: Scratch, mass: float) -> None:
    """Finds the danger of each cell for a unit that shares it with the friends around."""
    for cell in range(len(scratch.danger)):
        danger = scratch.danger[cell]
        if danger != 0.0:
            danger /= 1.0 + mass * count_near(scratch.friends, board.stride, cell, COMPANY)
        scratch.shared[cell] = danger
