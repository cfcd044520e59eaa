"""Weighs the cells of the board for a side that is about to move: strikes from them, and danger on them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.welten.policy.nearness import count_near
from duskfall.bots.welten.policy.plan import PRIZE, Numbers
from duskfall.bots.welten.policy.scratch import Scratch
from duskfall.compiled import kernel, number
from duskfall.welten import UNIT_TYPES
from duskfall.welten.board import GONE, Board
from duskfall.welten.rule_tables import RuleTables
from duskfall.welten.units import ATTACK, DEFENCE, FIRST_DAILOR, MOVEMENT, UnitType

MEAN_MODIFIER: Final = 2
"""The mean of `welten.MODIFIERS`."""

AT_THE_EDGE: Final = 300.0
NEAR_THE_EDGE: Final = 30.0
"""The worth of a unit of Dailor that may reach the west edge in one march, or in two, where that wins."""


def value_of(unit: UnitType) -> float:
    """Returns the worth of a type of unit to its side."""
    return 1000.0 if unit.must_live else unit.attack + unit.defence / 4 + unit.range / 2


VALUE: Final[NDArray[np.float64]] = np.array([value_of(unit) for unit in UNIT_TYPES])


@kernel
def value_at(board: Board, tables: RuleTables, plan: Numbers, unit: int) -> float:
    """Returns the worth of a living unit as a target: more where it is about to win at the west edge."""
    kind = number(board.kind[unit])
    value = float(VALUE[kind] * plan[kind, PRIZE])
    if tables.west_edge_wins and kind >= FIRST_DAILOR:
        march = number(board.cell[unit]) % board.stride - 1
        if march <= MOVEMENT[kind]:
            return value + AT_THE_EDGE
        if march <= 2 * MOVEMENT[kind]:
            return value + NEAR_THE_EDGE
    return value


@kernel
def weigh_strikes(board: Board, tables: RuleTables, scratch: Scratch, side: int, plan: Numbers, kind: int) -> None:
    """Finds the worth of the best strike of a type from each cell."""
    hit = scratch.hit[kind]
    hit[:] = 0.0
    if ATTACK[kind] <= 1:
        return
    stride, rows = board.stride, len(board.ground) // board.stride
    span = number(tables.span[kind])
    far = span + number(MOVEMENT[kind])
    for enemy in range(len(board.cell)):
        other = number(board.kind[enemy])
        if board.cell[enemy] == GONE or (other >= FIRST_DAILOR) == (side == 1):
            continue
        if count_near(scratch.friends, stride, number(board.cell[enemy]), far) == 0:
            continue  # none of the side gets into range in this phase
        row, column = number(board.cell[enemy]) // stride, number(board.cell[enemy]) % stride
        damage = min(number(ATTACK[kind]) + MEAN_MODIFIER, number(board.defence[enemy]))
        worth = value_at(board, tables, plan, enemy) * damage / DEFENCE[other]
        for y in range(max(1, row - span), min(rows - 1, row + span + 1)):
            width = number(scratch.widths[kind, abs(y - row)])
            for cell in range(y * stride + max(1, column - width), y * stride + min(stride - 1, column + width + 1)):
                hit[cell] = max(hit[cell], worth)


@kernel
def weigh_danger(board: Board, tables: RuleTables, scratch: Scratch, side: int) -> None:
    """Estimates the damage that the enemy's next attack could do to each cell.

    Dailor moves after Eldoin, and Eldoin strikes first: Dailor is hit from where Eldoin stands, Eldoin from where
    Dailor may still go. How far that is, is estimated without the terrain.
    """
    edges, danger, stride = scratch.edges, scratch.danger, board.stride
    rows = len(board.ground) // stride
    edges[:] = 0.0
    for enemy in range(len(board.cell)):
        kind = number(board.kind[enemy])
        if board.cell[enemy] == GONE or (kind >= FIRST_DAILOR) == (side == 1) or ATTACK[kind] <= 1:
            continue
        row, column = number(board.cell[enemy]) // stride, number(board.cell[enemy]) % stride
        march = 0
        if side == 0:
            march = number(MOVEMENT[kind]) * 2 // 3
        span = number(tables.span[kind]) + march
        strength = number(ATTACK[kind]) + MEAN_MODIFIER
        for y in range(max(1, row - span), min(rows - 1, row + span + 1)):
            away = abs(y - row)
            width = span - away
            if march == 0:
                width = number(scratch.widths[kind, away])
            edges[y * stride + max(1, column - width)] += strength
            edges[y * stride + min(stride - 1, column + width + 1)] -= strength
    for y in range(1, rows - 1):
        total = np.float32(0.0)
        for cell in range(y * stride + 1, (y + 1) * stride):
            total += edges[cell]
            danger[cell] = total
