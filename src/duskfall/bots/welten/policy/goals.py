"""Measures the ways of a side's units to the goals of its plan, and finds the structures that bar them."""

from __future__ import annotations

from typing import Final

from duskfall.bots.welten.policy.plan import GOAL, WAY, Goal, Numbers
from duskfall.bots.welten.policy.scratch import NEVER_MEASURED, Scratch
from duskfall.bots.welten.policy.ways import begin_way, follow_traffic, price_structures, seed_cell, seed_range, spread
from duskfall.compiled import kernel, number
from duskfall.welten import UNIT_TYPES
from duskfall.welten.board import GONE, ROUNDS, Board
from duskfall.welten.rule_tables import RuleTables
from duskfall.welten.units import COMMANDER, FIRST_DAILOR

KINDS_OF_UNITS: Final = len(UNIT_TYPES)
AXE_MEN: Final = 10
WOLF_RIDERS: Final = 15
"""The walkers whose ways tell engines what to break."""

TO_WEST_EDGE: Final = int(Goal.WEST_EDGE)
HUNTING: Final = int(Goal.HUNT)
TO_ENGINES: Final = int(Goal.ENGINES)
STAYING: Final = int(Goal.STAY)


@kernel
def commander_cell(board: Board) -> int:
    """Returns the cell of Eldoin's Feldherr."""
    for unit in range(len(board.cell)):
        if board.kind[unit] == COMMANDER:
            return number(board.cell[unit])
    return GONE


@kernel
def seed_goal(board: Board, tables: RuleTables, scratch: Scratch, side: int, kind: int, goal: int) -> int:
    """Notes the goals of a type; returns their number."""
    nodes = 0
    if goal == TO_WEST_EDGE:
        for cell in range(board.stride + 1, len(board.ground) - board.stride, board.stride):
            nodes = seed_cell(scratch, nodes, kind, cell, 0)
    elif goal in (HUNTING, TO_ENGINES):
        for enemy in range(len(board.cell)):
            wanted = goal == HUNTING or tables.breaks_gates[board.kind[enemy]] != 0
            if wanted and board.cell[enemy] != GONE and (board.kind[enemy] >= FIRST_DAILOR) != (side == 1):
                nodes = seed_range(board, tables, scratch, nodes, kind, number(board.cell[enemy]))
    if nodes == 0 and goal != STAYING:
        nodes = seed_range(board, tables, scratch, nodes, kind, commander_cell(board))
    return nodes


@kernel
def measure(board: Board, tables: RuleTables, scratch: Scratch, side: int, kind: int, goal: int) -> None:
    """Measures the way of a type to a goal."""
    begin_way(board, tables, scratch, kind)
    nodes = seed_goal(board, tables, scratch, side, kind, goal)
    spread(board, tables, scratch, kind, nodes)


@kernel
def bounds_of(side: int) -> tuple[int, int]:
    """Returns the first type of a side, and the first after its last."""
    return (0, FIRST_DAILOR) if side == 0 else (FIRST_DAILOR, KINDS_OF_UNITS)


@kernel
def leads(tables: RuleTables, kind: int) -> bool:
    """Tells whether the ways of a type tell engines what to break: axe men's, wolf riders', and their own."""
    return kind in (AXE_MEN, WOLF_RIDERS) or tables.breaks_gates[kind] != 0


@kernel
def is_due(board: Board, scratch: Scratch, kind: int) -> bool:
    """Tells whether the way of a type has to be measured anew: in every other round of a playing-out."""
    rounds, measured = number(board.facts[ROUNDS]), number(scratch.measured[kind])
    return measured == NEVER_MEASURED or rounds - measured >= 2 or (rounds + kind) % 2 == 0


@kernel
def measure_ways(
    board: Board, tables: RuleTables, scratch: Scratch, side: int, plan: Numbers, only_leaders: bool
) -> None:
    """Measures the ways of every living type of a side that has a goal, and finds the structures that bar them."""
    price_structures(board, tables, side, scratch.price, scratch.order_unit)
    scratch.traffic[:] = 0
    first, last = bounds_of(side)
    for kind in range(first, last):
        leader = leads(tables, kind)
        if plan[kind, WAY] != 0.0 and scratch.living[kind] > 0 and (leader or not only_leaders):
            if is_due(board, scratch, kind):
                measure(board, tables, scratch, side, kind, number(plan[kind, GOAL]))
                scratch.measured[kind] = board.facts[ROUNDS]
            if leader:
                follow_traffic(board, tables, scratch, kind)
