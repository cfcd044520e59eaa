"""The threat map: the damage that an army could do to each tile in its next attack."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.board import PHASE, PLAYER, Board
from duskfall.welten.reachability import Reach, army, position, reach_of
from duskfall.welten.rule_tables import RuleTables
from duskfall.welten.rules import MODIFIERS
from duskfall.welten.scenario import Position
from duskfall.welten.turns import Phase
from duskfall.welten.units import ATTACK, MOVEMENT, UNIT_TYPES, Side

MOST_MODIFIER = max(MODIFIERS)


@dataclass(frozen=True, eq=False, slots=True)
class Threats:
    """The damage that the enemy could do to each tile in its next attack, [y, x]."""

    count: NDArray[np.int32]
    """The number of enemies that could hit it."""
    least: NDArray[np.int32]
    """The damage if all of them did with the lowest modifier: the sum of their A."""
    most: NDArray[np.int32]
    """The same with the highest modifier: the sum of their A+4."""


@dataclass(frozen=True, slots=True)
class NextAttack:
    """The tiles that matter for the next attack of one unit; both row by row."""

    reach: tuple[Position, ...]
    """The tiles that it can move to before."""
    hits: tuple[Position, ...]
    """The tiles that it could hit from there, or from where it stands."""


@kernel
def threaten(
    board: Board,
    units: NDArray[np.int32],
    starts: NDArray[np.int64],
    cells: NDArray[np.int32],
    widths: NDArray[np.int64],
    edges: NDArray[np.int32],
    count: NDArray[np.int32],
    damage: NDArray[np.int32],
    attack: NDArray[np.int16],
) -> None:
    """Adds each of `units` to `count`, and its A to `damage`, on every tile that it can hit from its reach.

    Entries starts[i] to starts[i+1] of `cells` are the cells that units[i] can reach. widths[type, n] is the range of
    the type along a row n rows away, -1 when out of range. The tiles hit from one place are one run in each row, so
    `edges`, which is all zero before and after, holds only the two ends of the runs, summed once for each unit, in the
    rows that the unit can hit: the rest of a large map costs nothing.
    """
    rows = len(board.terrain) // board.stride
    stride, span = board.stride, widths.shape[1] - 1
    for i in range(len(units)):
        unit = number(units[i])
        kind = number(board.kind[unit])
        first, last = rows, 0
        for place in range(starts[i] - 1, starts[i + 1]):
            cell = number(board.cell[unit]) if place < starts[i] else number(cells[place])
            row, column = cell // stride, cell % stride
            for y in range(max(1, row - span), min(rows - 1, row + span + 1)):
                width = number(widths[kind, abs(y - row)])
                if width >= 0:
                    first, last = min(first, y), max(last, y)
                    edges[y * stride + max(1, column - width)] += 1
                    edges[y * stride + min(stride - 1, column + width + 1)] -= 1
        for y in range(first, last + 1):
            hits = 0
            for cell in range(y * stride + 1, (y + 1) * stride):
                hits += edges[cell]
                edges[cell] = 0
                if hits > 0:
                    count[cell] += 1
                    damage[cell] += attack[kind]


def _budgets_before_attack(board: Board, side: Side, units: NDArray[np.int32]) -> NDArray[np.int16]:
    """Returns the movement points of units before their next attack."""
    phase, player = int(board.facts[PHASE]), Side(board.facts[PLAYER])
    full, points = MOVEMENT[board.kind[units]], board.points[units]
    if phase == Phase.MOVEMENT:
        return points if player <= side else np.zeros_like(points)
    if phase == Phase.ATTACK and player <= side:
        # Units that attacked in this state attack again only after the next movement.
        struck = (points == 0) & (player == side)
        return np.where(struck, full, 0).astype(np.int16)
    return full


def threats_of(board: Board, tables: RuleTables, side: Side) -> Threats:
    """Computes the threats of a side: from every tile that its units can reach before their next attack."""
    units = army(board, side)
    return _threats(board, tables, reach_of(board, tables, units, _budgets_before_attack(board, side, units)))


def next_attack_of(board: Board, tables: RuleTables, unit: int) -> NextAttack:
    """Finds the tiles that a living unit can reach before its next attack, and those that it could hit then."""
    units, side = np.array([unit], np.int32), UNIT_TYPES[board.kind[unit]].side
    reach = reach_of(board, tables, units, _budgets_before_attack(board, side, units))
    rows, columns = np.nonzero(_threats(board, tables, reach).count)
    return NextAttack(
        tuple(position(cell, board.stride) for cell in reach.cells.tolist()),
        tuple(map(Position, columns.tolist(), rows.tolist())),
    )


def _threats(board: Board, tables: RuleTables, reach: Reach) -> Threats:
    """Adds up the damage of units from every tile of their reach."""
    away = np.arange(int(tables.span.max()) + 1)
    rest = tables.reach[:, None] - away**2
    widths = np.where(rest >= 0, np.sqrt(np.maximum(rest, 0)), -1).astype(np.int64)
    count, damage, edges = (np.zeros(len(board.terrain), np.int32) for _ in range(3))
    threaten(board, reach.units, reach.starts, reach.cells, widths, edges, count, damage, ATTACK)
    inside = [array.reshape(-1, board.stride)[1:-1, 1:-1].copy() for array in (count, damage)]
    return Threats(inside[0], inside[1], inside[1] + MOST_MODIFIER * inside[0])
