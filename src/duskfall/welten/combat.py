"""Combat: the targets of an attack, and its effect."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.board import ATTACKS, DAILOR, GONE, Board, owner, place_unit, set_terrain
from duskfall.welten.rule_tables import RuleTables
from duskfall.welten.terrain import PAVEMENT, Terrain
from duskfall.welten.turns import ANNIHILATION, COMMANDER_FELL, finish
from duskfall.welten.units import COMMANDER, FIRST_DAILOR

GATE_HIT: Final = -1
WALL_HIT: Final = -2
"""A structure that falls; zero and above is the number of the unit that is hit."""

OUT_OF_RANGE: Final = -3
OWN_UNIT: Final = -4
NOTHING_THERE: Final = -5
STANDS_FIRM: Final = -6
"""Reasons why nothing is hit: too far, a friend, open ground, a structure that this unit cannot break."""

GATE: Final = int(Terrain.GATE)
WALL: Final = int(Terrain.WALL)


@kernel
def gate_at(board: Board, cell: int) -> int:
    """Returns the number of the gate position on a cell, or -1."""
    for gate in range(len(board.gate_cell)):
        if board.gate_cell[gate] == cell:
            return gate
    return -1


@kernel
def falls(board: Board, tables: RuleTables, kind: int, cell: int) -> int:
    """Returns `GATE_HIT` or `WALL_HIT` if a unit of this type breaks the structure on a cell, else the reason."""
    ground = board.ground[cell]
    if ground not in (GATE, WALL):
        return NOTHING_THERE
    gate = gate_at(board, cell)
    live = gate >= 0 and board.gate_live[gate] != 0
    if ground == GATE:
        lasts = tables.only_live_western_gates and not (live and cell % board.stride - 1 < board.border)
        return GATE_HIT if tables.breaks_gates[kind] != 0 and not lasts else STANDS_FIRM
    if tables.wall_on_position_is_gate and live and tables.breaks_gates[kind] != 0:
        return WALL_HIT
    if tables.breaks_walls[kind] != 0 and tables.lasting[board.terrain[cell]] == 0:
        return WALL_HIT
    return STANDS_FIRM


@kernel
def in_range(reach: int, here: int, there: int, stride: int) -> bool:
    """Tells whether a cell is in range; `reach` is a squared distance."""
    down, right = there // stride - here // stride, there % stride - here % stride
    return down * down + right * right <= reach


@kernel
def aim(board: Board, tables: RuleTables, unit: int, cell: int) -> int:
    """Returns the target of an attack of a unit on a cell, or the reason why it hits nothing."""
    kind = number(board.kind[unit])
    if not in_range(tables.reach[kind], number(board.cell[unit]), cell, board.stride):
        return OUT_OF_RANGE
    target = number(board.occupant[cell])
    if target >= 0:
        return OWN_UNIT if owner(board, target) == owner(board, unit) else target
    return falls(board, tables, kind, cell)


@kernel
def list_structures(
    board: Board,
    tables: RuleTables,
    kind: int,
    here: int,
    cells: NDArray[np.int32],
    hits: NDArray[np.int16],
    found: int,
) -> int:
    """Lists the structures that a unit can break, from entry `found` on; returns the entry after the last."""
    stride, span = board.stride, number(tables.span[kind])
    row, column = here // stride, here % stride
    for y in range(max(1, row - span), min(len(board.ground) // stride - 1, row + span + 1)):
        for there in range(y * stride + max(1, column - span), y * stride + min(stride - 1, column + span + 1)):
            if board.ground[there] not in (GATE, WALL) or not in_range(tables.reach[kind], here, there, stride):
                continue
            hit = falls(board, tables, kind, there)
            if hit >= WALL_HIT:
                cells[found] = there
                hits[found] = hit
                found += 1
    return found


@kernel
def list_targets(
    board: Board,
    tables: RuleTables,
    units: NDArray[np.int32],
    starts: NDArray[np.int64],
    cells: NDArray[np.int32],
    hits: NDArray[np.int16],
) -> None:
    """Lists the targets of each of `units` that still has its token: enemies by number, then structures row by row.

    Entries starts[i] to starts[i+1] belong to units[i].
    """
    cell, kinds, stride = board.cell, board.kind, board.stride
    found = 0
    for i in range(len(units)):
        starts[i] = found
        unit = number(units[i])
        if board.points[unit] < 1:
            continue
        kind, here = number(kinds[unit]), number(cell[unit])
        reach, rows = number(tables.reach[kind]), (number(tables.span[kind]) + 1) * stride
        for other in range(len(cell)):
            there = number(cell[other])
            enemy = (kinds[other] >= FIRST_DAILOR) != (kind >= FIRST_DAILOR)
            if enemy and there != GONE and abs(there - here) < rows and in_range(reach, here, there, stride):
                cells[found] = there
                hits[found] = other
                found += 1
        if tables.breaks_gates[kind] != 0:
            found = list_structures(board, tables, kind, here, cells, hits, found)
    starts[len(units)] = found


@kernel
def demolish(board: Board, unit: int, cell: int) -> int:
    """Turns a structure into pavement and spends the attacker's token; returns the destroyed gate position, or -1."""
    board.points[unit] = 0
    set_terrain(board, cell, PAVEMENT)
    gate = gate_at(board, cell)
    if gate >= 0 and board.gate_live[gate] != 0:
        board.gate_live[gate] = 0
        return gate
    return -1


@kernel
def strike(board: Board, unit: int, target: int, damage: int) -> int:
    """Hits a unit and spends the attacker's token and one modifier; returns the V that is left."""
    board.points[unit] = 0
    board.facts[ATTACKS] += 1
    defence = number(board.defence[target]) - damage
    if defence > 0:
        board.defence[target] = defence
        return defence
    board.defence[target] = 0
    board.points[target] = 0
    place_unit(board, target, GONE)
    if board.kind[target] == COMMANDER:
        finish(board, 1, COMMANDER_FELL)
    if owner(board, target) == 1:
        board.facts[DAILOR] -= 1
        if board.facts[DAILOR] == 0:
            finish(board, 0, ANNIHILATION)
    return 0
