"""Tells why the policy gave each order of a phase, from the numbers that it left in its arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.welten.policy.gates import WALKER
from duskfall.bots.welten.policy.outlook import MEAN_MODIFIER
from duskfall.bots.welten.policy.plan import GOAL, WAY, Goal
from duskfall.bots.welten.policy.scratch import LONGEST, Scratch
from duskfall.play.welten_goals import WeltenGoal
from duskfall.welten import Attack, Gate, MoveTo, PlayerOrder
from duskfall.welten.board import Board
from duskfall.welten.rule_tables import TAKEN, RuleTables
from duskfall.welten.units import ATTACK, COMMANDER

Cells = NDArray[np.int32]

MARCHES: Final[Mapping[Goal, WeltenGoal]] = {
    Goal.COMMANDER: "to_commander",
    Goal.WEST_EDGE: "to_west_edge",
    Goal.HUNT: "to_enemy",
    Goal.ENGINES: "to_engines",
}


@dataclass(frozen=True, slots=True)
class OrderReason:
    """Why an order was given: a goal of the game, and the numbers that decided."""

    goal: WeltenGoal
    numbers: dict[str, int] = field(default_factory=dict)


def reasons_of(
    board: Board, tables: RuleTables, scratch: Scratch, before: Cells, orders: Sequence[PlayerOrder]
) -> list[OrderReason | None]:
    """Returns why each order was given, None for the end of a phase.

    The board has followed the moves and toggles; `before` are the cells of the units at the beginning.
    """
    reasons: list[OrderReason | None] = []
    for order in orders:
        match order:
            case MoveTo(unit):
                reasons.append(_for_move(board, scratch, before, unit))
            case Attack(unit, x, y):
                reasons.append(_for_attack(board, scratch, unit, _cell(board, x, y)))
            case Gate(gate):
                ground = int(board.ground[board.gate_cell[gate]]) % TAKEN
                reasons.append(OrderReason("open_gate" if tables.enter[WALKER, ground] else "shut_gate"))
            case _:
                reasons.append(None)
    return reasons


def _for_move(board: Board, scratch: Scratch, before: Cells, unit: int) -> OrderReason:
    """A march has its goal for a reason if it comes nearer to it, and otherwise the danger of the tile."""
    kind, here, there = int(board.kind[unit]), before[unit], board.cell[unit]
    goal = MARCHES.get(Goal(int(scratch.plan[kind, GOAL])))
    way = scratch.way[kind]
    if kind != COMMANDER and goal is not None and scratch.plan[kind, WAY] != 0.0 and way[there] < way[here]:
        return OrderReason(goal, {"points": min(int(way[there]), LONGEST)})
    danger = {"before": round(float(scratch.danger[here])), "after": round(float(scratch.danger[there]))}
    return OrderReason("shelter" if kind == COMMANDER else "position", danger)


def _for_attack(board: Board, scratch: Scratch, unit: int, cell: int) -> OrderReason:
    """An attack is for what all attacks on the same unit are expected to do together, those kept back included."""
    target = int(board.occupant[cell])
    if target < 0:
        return OrderReason("breach", {"units": abs(int(scratch.traffic[cell]))})
    defence, left = int(board.defence[target]), int(scratch.need[target])
    if left <= 0:
        return OrderReason("kill", {"damage": defence - left, "defence": defence})
    return OrderReason("wound", {"damage": int(ATTACK[board.kind[unit]]) + MEAN_MODIFIER, "defence": defence})


def _cell(board: Board, x: int, y: int) -> int:
    return (y + 1) * board.stride + x + 1
