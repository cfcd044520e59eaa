"""The attack phase of a whole side: engines break what bars the way, then targets are shared out so as to kill most."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.welten.policy.goals import measure_ways
from duskfall.bots.welten.policy.nearness import count_units, enemy_near
from duskfall.bots.welten.policy.outlook import MEAN_MODIFIER, value_at
from duskfall.bots.welten.policy.plan import Numbers
from duskfall.bots.welten.policy.scratch import Scratch
from duskfall.compiled import kernel, number
from duskfall.dice import Stream, below
from duskfall.welten import MODIFIERS
from duskfall.welten.board import GONE, REASON, Board
from duskfall.welten.combat import demolish, list_targets, strike
from duskfall.welten.rule_tables import RuleTables
from duskfall.welten.units import ATTACK, DEFENCE, FIRST_DAILOR

MOST_MODIFIER: Final = max(MODIFIERS)

Modifiers = NDArray[np.int64]
"""The modifiers that chance draws from, each equally likely. Empty: nothing is rolled, orders are only given."""


@kernel
def list_attackers(board: Board, tables: RuleTables, scratch: Scratch, side: int) -> int:
    """Lists the units of a side that may still attack and have something near; returns their number."""
    count = 0
    count_units(board, scratch, side)
    for unit in range(len(board.cell)):
        mine = (board.kind[unit] >= FIRST_DAILOR) == (side == 1)
        scratch.busy[unit] = 0
        if not mine or board.cell[unit] == GONE or board.points[unit] == 0:
            continue
        kind = number(board.kind[unit])
        if tables.breaks_gates[kind] != 0 or enemy_near(board, scratch, number(board.cell[unit]), tables.span[kind]):
            scratch.queue[count] = unit
            count += 1
    return count


@kernel
def tally(board: Board, scratch: Scratch, count: int) -> None:
    """Finds the attackers of each enemy, and the damage that they could do."""
    starts = scratch.aimed_starts
    starts[:] = 0
    for unit in range(len(board.cell)):
        scratch.need[unit] = board.defence[unit]
        scratch.sure[unit] = board.defence[unit]
        scratch.potential[unit] = 0.0
    for entry in range(scratch.starts[count]):
        if scratch.target_hits[entry] >= 0:
            starts[scratch.target_hits[entry] + 2] += 1
    for unit in range(len(board.cell)):
        starts[unit + 1] += starts[unit]
    # starts[unit + 1] is where the attackers of `unit` begin; filling moves it on to where they end.
    for i in range(count):
        strength = ATTACK[board.kind[scratch.queue[i]]] + MEAN_MODIFIER
        for entry in range(scratch.starts[i], scratch.starts[i + 1]):
            target = number(scratch.target_hits[entry])
            if target >= 0:
                scratch.aimed[starts[target + 1]] = i
                starts[target + 1] += 1
                scratch.potential[target] += strength


@kernel
def withdraw(board: Board, scratch: Scratch, i: int) -> None:
    """Marks an attacker as busy, so that its targets no longer count on it."""
    unit = number(scratch.queue[i])
    scratch.busy[unit] = 1
    strength = ATTACK[board.kind[unit]] + MEAN_MODIFIER
    for entry in range(scratch.starts[i], scratch.starts[i + 1]):
        if scratch.target_hits[entry] >= 0:
            scratch.potential[scratch.target_hits[entry]] -= strength


@kernel
def fire(board: Board, scratch: Scratch, given: int, i: int, target: int, modifiers: Modifiers, stream: Stream) -> int:
    """Gives an attack on a unit, and carries it out where dice are rolled; returns the number of orders."""
    unit = number(scratch.queue[i])
    withdraw(board, scratch, i)
    scratch.order_unit[given] = unit
    scratch.order_cell[given] = board.cell[target]
    strength = number(ATTACK[board.kind[unit]])
    if len(modifiers) > 0:
        left = strike(board, unit, target, strength + modifiers[below(stream, len(modifiers))])
        scratch.need[target] = left
        scratch.sure[target] = left
    else:
        scratch.need[target] -= strength + MEAN_MODIFIER
        scratch.sure[target] -= strength + MOST_MODIFIER
    return given + 1


@kernel
def next_attacker(board: Board, scratch: Scratch, target: int) -> int:
    """Returns the attacker of a target that is least needed elsewhere and wastes least, or -1."""
    best, least = -1, 0.0
    for place in range(scratch.aimed_starts[target], scratch.aimed_starts[target + 1]):
        i = number(scratch.aimed[place])
        unit = number(scratch.queue[i])
        if scratch.busy[unit] != 0:
            continue
        waste = ATTACK[board.kind[unit]] + MEAN_MODIFIER - scratch.need[target]
        cost = float(scratch.starts[i + 1] - scratch.starts[i]) + 2.0 * max(0.0, waste)
        if best < 0 or cost < least:
            best, least = i, cost
    return best


@kernel
def next_kill(board: Board, tables: RuleTables, scratch: Scratch, plan: Numbers) -> int:
    """Returns the enemy that can be destroyed with the greatest gain for the damage it takes, or -1."""
    best, most = -1, 0.0
    for unit in range(len(board.cell)):
        need = scratch.need[unit]
        if need > 0.0 and board.cell[unit] != GONE and scratch.potential[unit] >= need:
            gain = value_at(board, tables, plan, unit) / need
            if gain > most:
                best, most = unit, gain
    return best


@kernel
def kill(board: Board, scratch: Scratch, given: int, target: int, modifiers: Modifiers, stream: Stream) -> int:
    """Lets units attack an enemy until it is destroyed, or may be; returns the number of orders.

    Without dice, attacks that might come too late are not given, but their units keep them back.
    """
    while scratch.need[target] > 0.0:
        i = next_attacker(board, scratch, target)
        if i < 0:
            break
        if scratch.sure[target] > 0:
            given = fire(board, scratch, given, i, target, modifiers, stream)
        else:
            scratch.need[target] -= ATTACK[board.kind[scratch.queue[i]]] + MEAN_MODIFIER
            withdraw(board, scratch, i)
    return given


@kernel
def wound(
    board: Board,
    tables: RuleTables,
    scratch: Scratch,
    plan: Numbers,
    given: int,
    i: int,
    modifiers: Modifiers,
    stream: Stream,
) -> int:
    """Lets a unit attack where it does most harm without a kill in sight; returns the number of orders."""
    best, most = -1, 0.0
    strength = ATTACK[board.kind[scratch.queue[i]]] + MEAN_MODIFIER
    for entry in range(scratch.starts[i], scratch.starts[i + 1]):
        target = number(scratch.target_hits[entry])
        if target < 0 or scratch.sure[target] <= 0 or board.cell[target] == GONE:
            continue
        share = min(float(strength), scratch.need[target]) / DEFENCE[board.kind[target]]
        harm = value_at(board, tables, plan, target) * share
        if harm > most:
            best, most = target, harm
    return given if best < 0 else fire(board, scratch, given, i, best, modifiers, stream)


@kernel
def best_structure(scratch: Scratch, i: int) -> int:
    """Returns the cell in range of an engine whose structure bars the way of most units, or -1."""
    best, most = -1, 0
    for entry in range(scratch.starts[i], scratch.starts[i + 1]):
        cell = number(scratch.target_cells[entry])
        if scratch.target_hits[entry] < 0 and scratch.traffic[cell] > most:
            best, most = cell, number(scratch.traffic[cell])
    return best


@kernel
def break_structures(
    board: Board, tables: RuleTables, scratch: Scratch, plan: Numbers, count: int, modifiers: Modifiers
) -> int:
    """Lets engines break what bars the army's way; returns the number of orders.

    Where dice are rolled, the ways are those that the army has just marched.
    """
    given = 0
    if len(modifiers) == 0:
        measure_ways(board, tables, scratch, 1, plan, True)
    for i in range(count):
        unit = number(scratch.queue[i])
        kind, entries = number(board.kind[unit]), scratch.starts[i + 1] - scratch.starts[i]
        if tables.breaks_gates[kind] == 0 or entries == 0:
            continue
        if ATTACK[kind] > 1 and scratch.target_hits[scratch.starts[i]] >= 0:
            continue  # enemies come first in the list; a wyrm has better things to do than to break a wall
        cell = best_structure(scratch, i)
        if cell >= 0:
            scratch.traffic[cell] *= -1  # a second engine looks for another structure; reasons still tell the number
            scratch.busy[unit] = 1
            scratch.order_unit[given], scratch.order_cell[given] = unit, cell
            given += 1
            if len(modifiers) > 0:
                demolish(board, unit, cell)
    return given


@kernel
def attack_side(
    board: Board,
    tables: RuleTables,
    scratch: Scratch,
    side: int,
    plan: Numbers,
    modifiers: Modifiers,
    stream: Stream,
) -> int:
    """Plays the attack phase of a side, or without dice gives the attacks that do not depend on each other's results.

    Returns the number of attacks in `order_unit` and `order_cell`; none are left when it is 0.
    """
    count = list_attackers(board, tables, scratch, side)
    list_targets(board, tables, scratch.queue[:count], scratch.starts, scratch.target_cells, scratch.target_hits)
    given = break_structures(board, tables, scratch, plan, count, modifiers) if side == 1 else 0
    tally(board, scratch, count)
    for i in range(count):
        if scratch.busy[scratch.queue[i]] != 0:
            withdraw(board, scratch, i)
    while board.facts[REASON] == 0:
        target = next_kill(board, tables, scratch, plan)
        if target < 0:
            break
        given = kill(board, scratch, given, target, modifiers, stream)
    if given > 0 and len(modifiers) == 0:
        return given
    for i in range(count):
        if scratch.busy[scratch.queue[i]] == 0 and board.facts[REASON] == 0:
            given = wound(board, tables, scratch, plan, given, i, modifiers, stream)
    return given
