"""Attacks: what a unit can hit, and what a hit does."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.board import ATTACKS, DAILOR, GONE, Board, owner, pave, shift
from duskfall.welten.laws import Law
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
"""Why nothing is hit: too far, a friend, open ground, a structure that this unit does not break."""

GATE: Final = int(Terrain.GATE)
WALL: Final = int(Terrain.WALL)


@kernel
def gate_at(board: Board, cell: int) -> int:
    """The number of the gate position on a cell, or -1."""
    for gate in range(len(board.gate_cell)):
        if board.gate_cell[gate] == cell:
            return gate
    return -1


@kernel
def falls(board: Board, law: Law, kind: int, cell: int) -> int:
    """`GATE_HIT` or `WALL_HIT` if a unit of this type breaks what stands on a cell, else why it does not."""
    ground = board.ground[cell]
    if ground not in (GATE, WALL):
        return NOTHING_THERE
    gate = gate_at(board, cell)
    live = gate >= 0 and board.gate_live[gate] != 0
    if ground == GATE:
        lasts = law.only_live_western_gates and not (live and cell % board.stride - 1 < board.border)
        return GATE_HIT if law.breaks_gates[kind] != 0 and not lasts else STANDS_FIRM
    if law.wall_on_position_is_gate and live and law.breaks_gates[kind] != 0:
        return WALL_HIT
    if law.breaks_walls[kind] != 0 and law.lasting[board.terrain[cell]] == 0:
        return WALL_HIT
    return STANDS_FIRM


@kernel
def in_range(reach: int, here: int, there: int, stride: int) -> bool:
    """Whether a cell is at most so far away; `reach` is a squared distance."""
    down, right = there // stride - here // stride, there % stride - here % stride
    return down * down + right * right <= reach


@kernel
def aim(board: Board, law: Law, unit: int, cell: int) -> int:
    """What an attack of a unit on a cell hits, or why it hits nothing."""
    kind = number(board.kind[unit])
    if not in_range(law.reach[kind], number(board.cell[unit]), cell, board.stride):
        return OUT_OF_RANGE
    target = number(board.occupant[cell])
    if target >= 0:
        return OWN_UNIT if owner(board, target) == owner(board, unit) else target
    return falls(board, law, kind, cell)


@kernel
def survey_structures(
    board: Board, law: Law, kind: int, here: int, cells: NDArray[np.int32], hits: NDArray[np.int16], found: int
) -> int:
    """List the structures that a unit can break, from entry `found` on; gives the entry after the last."""
    stride, span = board.stride, number(law.span[kind])
    row, column = here // stride, here % stride
    for y in range(max(1, row - span), min(len(board.ground) // stride - 1, row + span + 1)):
        for there in range(y * stride + max(1, column - span), y * stride + min(stride - 1, column + span + 1)):
            if board.ground[there] not in (GATE, WALL) or not in_range(law.reach[kind], here, there, stride):
                continue
            hit = falls(board, law, kind, there)
            if hit >= WALL_HIT:
                cells[found] = there
                hits[found] = hit
                found += 1
    return found


@kernel
def survey(
    board: Board,
    law: Law,
    units: NDArray[np.int32],
    starts: NDArray[np.int64],
    cells: NDArray[np.int32],
    hits: NDArray[np.int16],
) -> None:
    """Every target of each of `units` that still has its token: enemies by number, then structures row by row.

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
        reach, rows = number(law.reach[kind]), (number(law.span[kind]) + 1) * stride
        for other in range(len(cell)):
            there = number(cell[other])
            enemy = (kinds[other] >= FIRST_DAILOR) != (kind >= FIRST_DAILOR)
            if enemy and there != GONE and abs(there - here) < rows and in_range(reach, here, there, stride):
                cells[found] = there
                hits[found] = other
                found += 1
        if law.breaks_gates[kind] != 0:
            found = survey_structures(board, law, kind, here, cells, hits, found)
    starts[len(units)] = found


@kernel
def demolish(board: Board, unit: int, cell: int) -> int:
    """Make pavement of a structure and spend the attacker's token; gives the gate position that died, or -1."""
    board.points[unit] = 0
    pave(board, cell, PAVEMENT)
    gate = gate_at(board, cell)
    if gate >= 0 and board.gate_live[gate] != 0:
        board.gate_live[gate] = 0
        return gate
    return -1


@kernel
def strike(board: Board, unit: int, target: int, damage: int) -> int:
    """Hit a unit and spend the attacker's token and one modifier; gives the V that is left."""
    board.points[unit] = 0
    board.facts[ATTACKS] += 1
    defence = number(board.defence[target]) - damage
    if defence > 0:
        board.defence[target] = defence
        return defence
    board.defence[target] = 0
    board.points[target] = 0
    shift(board, target, GONE)
    if board.kind[target] == COMMANDER:
        finish(board, 1, COMMANDER_FELL)
    if owner(board, target) == 1:
        board.facts[DAILOR] -= 1
        if board.facts[DAILOR] == 0:
            finish(board, 0, ANNIHILATION)
    return 0
