"""The gate phase of a side."""

from __future__ import annotations

from typing import Final

from duskfall.bots.welten.policy.goals import AXE_MEN
from duskfall.bots.welten.policy.plan import SHUT, Numbers
from duskfall.bots.welten.policy.scratch import Scratch
from duskfall.compiled import kernel, number
from duskfall.welten.board import Board
from duskfall.welten.rule_tables import TAKEN, RuleTables
from duskfall.welten.terrain import GATE, KINDS, MEADOW
from duskfall.welten.turns import toggle

WALKER: Final = AXE_MEN
"""The type whose way tells whether a gate position is open."""


@kernel
def set_gates(board: Board, tables: RuleTables, scratch: Scratch, side: int, plan: Numbers) -> int:
    """Opens Dailor's gates and shuts Eldoin's, in the terms of the rule set; returns the number of toggles.

    A plan may open Eldoin's too. The gates' numbers are in `order_unit`.
    """
    wanted = 1 if side == 1 or plan[0, SHUT] == 0.0 else 0
    given = 0
    for gate in range(len(board.gate_cell)):
        cell = number(board.gate_cell[gate])
        if board.gate_live[gate] == 0 or (cell % board.stride - 1 >= board.border) != (side == 1):
            continue
        then = GATE
        if board.terrain[cell] == GATE:
            then = tables.eldoin_gate if side == 0 else MEADOW
        now_open = tables.enter[WALKER, number(board.ground[cell]) % TAKEN]
        if now_open != wanted and tables.enter[WALKER, KINDS[then]] == wanted:
            toggle(board, tables, gate)
            scratch.order_unit[given] = gate
            given += 1
    return given
