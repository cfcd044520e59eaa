"""Turns a plan into the orders of a phase, by the same kernels that play games out."""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.bots.welten.game_model import GameModel
from duskfall.bots.welten.policy.gates import set_gates
from duskfall.bots.welten.policy.moving import move_side
from duskfall.bots.welten.policy.outlook import MEAN_MODIFIER
from duskfall.bots.welten.policy.plan import Numbers
from duskfall.bots.welten.policy.reasons import OrderReason, reasons_of
from duskfall.bots.welten.policy.scratch import NEVER_MEASURED, Scratch, scratch_for
from duskfall.bots.welten.policy.striking import Modifiers, attack_side
from duskfall.welten import Attack, End, Gate, MoveTo, Phase, PlayerOrder, Side, View
from duskfall.welten.board import PHASE, PLAYER, REASON, Board
from duskfall.welten.reachability import position
from duskfall.welten.rule_tables import RuleTables, rule_tables
from duskfall.welten.threats import threats_of

NO_DICE: Final[Modifiers] = np.zeros(0, np.int64)
NO_STREAM: Final = np.zeros(1, np.uint64)


class OrderWriter:
    """Writes the orders of a side for the phase that a view shows."""

    def __init__(self, model: GameModel) -> None:
        self._model = model
        self._tables = rule_tables(model.rules)
        self._scratch: Scratch | None = None
        self.reasons: list[OrderReason | None] = []
        """Why each of the last orders was given."""

    def orders(self, view: View, plan: Numbers) -> list[PlayerOrder]:
        """Returns orders for the rest of the phase, or as many attacks as do not depend on each other's dice."""
        board = self._model.board(view)
        if self._scratch is None:
            self._scratch = scratch_for(board, self._tables)
        before = board.cell.copy()
        orders = orders_on(board, self._tables, self._scratch, plan)
        self.reasons = reasons_of(board, self._tables, self._scratch, before, orders)
        return orders


def orders_on(board: Board, tables: RuleTables, scratch: Scratch, plan: Numbers) -> list[PlayerOrder]:
    """Returns the orders of the side to play on a board, which follows the moves and toggles."""
    side = Side(board.facts[PLAYER])
    scratch.measured[:] = NEVER_MEASURED
    match Phase(board.facts[PHASE]):
        case Phase.MOVEMENT:
            know_danger(board, tables, scratch, side)
            count = move_side(board, tables, scratch, side, plan, True)
            moves: list[PlayerOrder] = [MoveTo(*order) for order in _given(board, scratch, count)]
            return moves if board.facts[REASON] else [*moves, End()]
        case Phase.ATTACK:
            count = attack_side(board, tables, scratch, side, plan, NO_DICE, NO_STREAM)
            return [Attack(*order) for order in _given(board, scratch, count)] or [End()]
        case Phase.GATES:
            count = set_gates(board, tables, scratch, side, plan)
            return [*(Gate(gate) for gate in scratch.order_unit[:count].tolist()), End()]


def know_danger(board: Board, tables: RuleTables, scratch: Scratch, side: Side) -> None:
    """Lets a side know the damage that the enemy's next attack can do to each tile, by the rules' own threat map."""
    threats = threats_of(board, tables, side.other)
    inside = scratch.danger.reshape(-1, board.stride)[1:-1, 1:-1]
    inside[:] = threats.least + MEAN_MODIFIER * threats.count


def _given(board: Board, scratch: Scratch, count: int) -> list[tuple[int, int, int]]:
    pairs = zip(scratch.order_unit[:count].tolist(), scratch.order_cell[:count].tolist(), strict=True)
    return [(unit, *position(cell, board.stride)) for unit, cell in pairs]
