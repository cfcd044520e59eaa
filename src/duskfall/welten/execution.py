"""Executes orders on a board: each is refused with its reason, or done and reported as events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import IllegalOrder, Refusal
from duskfall.welten.board import GONE, PHASE, PLAYER, ROUNDS, Board, owner, place_unit, set_terrain
from duskfall.welten.combat import NOTHING_THERE, OUT_OF_RANGE, OWN_UNIT, STANDS_FIRM, WALL_HIT, aim, demolish, strike
from duskfall.welten.events import (
    Broken,
    Destroyed,
    Event,
    Hit,
    Moved,
    MoveUndone,
    Over,
    StateBegan,
    Toggled,
    ToggleUndone,
)
from duskfall.welten.movement import FREE, NO_ENTRY, NO_POINTS, OFF_MAP, STEPS, TAKEN_TILE, arrive, walk
from duskfall.welten.orders import Attack, Gate, MovePath, MoveTo
from duskfall.welten.paths import unpack_path
from duskfall.welten.reachability import position, reach_of
from duskfall.welten.rule_tables import RuleTables
from duskfall.welten.rules import MODIFIERS
from duskfall.welten.terrain import terrain_of
from duskfall.welten.turns import Phase, Reason, end_state, finish, outcome_of, toggle
from duskfall.welten.units import ATTACK, MOVEMENT, UNIT_TYPES, Side

TOKENS: Final[NDArray[np.int16]] = np.ones(len(UNIT_TYPES), np.int16)
"""B of every type when an attack state begins."""


class MoveUndo(NamedTuple):
    """Undoes a move: the cell and the points of the unit before it."""

    unit: int
    cell: int
    points: int


class ToggleUndo(NamedTuple):
    """Undoes a toggle: the terrain code before it."""

    gate: int
    code: int


Undoable: TypeAlias = MoveUndo | ToggleUndo


def cell_of(board: Board, order: MoveTo | Attack) -> int:
    """Returns the cell that an order names."""
    rows = len(board.terrain) // board.stride
    if order.x >= board.stride - 2 or order.y >= rows - 2:
        size = f"{board.stride - 2}x{rows - 2}"
        raise IllegalOrder(Refusal.OFF_MAP, order, f"the map has {size} tiles, counted from 0,0")
    return (order.y + 1) * board.stride + order.x + 1


def own_unit(board: Board, order: MoveTo | MovePath | Attack) -> int:
    """Returns the unit that an order names: a living one of the side to play."""
    if order.unit >= len(board.cell):
        raise IllegalOrder(Refusal.NO_UNIT, order, f"units are numbered 0 to {len(board.cell) - 1}")
    if board.cell[order.unit] == GONE:
        raise IllegalOrder(Refusal.NO_UNIT, order, f"unit {order.unit} has been destroyed")
    if owner(board, order.unit) != board.facts[PLAYER]:
        raise IllegalOrder(Refusal.NOT_YOURS, order, f"unit {order.unit} is the enemy's")
    return order.unit


def move(board: Board, tables: RuleTables, order: MoveTo | MovePath) -> tuple[list[Event], MoveUndo]:
    """Moves a unit, the whole path or not at all."""
    unit = own_unit(board, order)
    path = _path_to(board, tables, order) if isinstance(order, MoveTo) else order.path
    way = np.array([STEPS.index(letter) for letter in path], np.uint8)
    verdict, steps, cell, points = map(int, walk(board, tables, unit, way))
    if verdict != FREE:
        raise _refused_step(board, order, verdict, path[steps], cell, points)
    before = MoveUndo(unit, int(board.cell[unit]), int(board.points[unit]))
    start = position(before.cell, board.stride)
    arrive(board, tables, unit, cell, points)
    return [Moved(unit, start, path[:steps], position(cell, board.stride), points), *_ending(board)], before


def _path_to(board: Board, tables: RuleTables, order: MoveTo) -> str:
    goal = cell_of(board, order)
    reach = reach_of(board, tables, np.array([order.unit], np.int32), board.points[[order.unit]])
    found = np.flatnonzero(reach.cells == goal)
    if len(found):
        return unpack_path(int(reach.codes(0)[found[0]]))
    kind = UNIT_TYPES[board.kind[order.unit]]
    terrain = terrain_of(int(board.terrain[goal]))
    if goal == board.cell[order.unit]:
        raise IllegalOrder(Refusal.UNREACHABLE, order, "the unit stands there already")
    if board.occupant[goal] >= 0:
        raise IllegalOrder(Refusal.OCCUPIED, order, f"unit {board.occupant[goal]} stands there")
    if not tables.enter[kind.number, terrain]:
        raise IllegalOrder(Refusal.NO_ENTRY, order, f"{kind.english} cannot enter {terrain.english}")
    if board.points[order.unit] == 0:
        raise IllegalOrder(Refusal.NO_POINTS, order, "the unit has no points left")
    raise IllegalOrder(Refusal.UNREACHABLE, order, f"no way leads there with B={board.points[order.unit]}")


def _refused_step(
    board: Board, order: MoveTo | MovePath, verdict: int, letter: str, cell: int, points: int
) -> IllegalOrder:
    if verdict == NO_POINTS and board.points[order.unit] == 0:
        return IllegalOrder(Refusal.NO_POINTS, order, "the unit has no points left")
    here = position(cell, board.stride)
    kind = UNIT_TYPES[board.kind[order.unit]].english
    codes = {
        OFF_MAP: (Refusal.OFF_MAP, "leads off the map"),
        TAKEN_TILE: (Refusal.OCCUPIED, "leads onto another unit"),
        NO_ENTRY: (Refusal.NO_ENTRY, f"leads onto terrain that {kind} cannot enter"),
        NO_POINTS: (
            Refusal.NO_POINTS,
            "costs more points than are left" if points else "comes when no points are left",
        ),
    }
    code, reason = codes[verdict]
    return IllegalOrder(code, order, f"the step {letter} from {here} {reason}")


def attack(board: Board, tables: RuleTables, order: Attack, roll: Callable[[], int]) -> list[Event]:
    """Attacks a unit, with the index into the modifier table that `roll` gives, or a structure."""
    unit, cell = own_unit(board, order), cell_of(board, order)
    if board.points[unit] < 1:
        raise IllegalOrder(Refusal.ATTACK_SPENT, order, f"unit {unit} has attacked in this state")
    hit, at = int(aim(board, tables, unit, cell)), position(cell, board.stride)
    if hit < WALL_HIT:
        raise _refused_aim(board, order, hit, cell)
    if hit < 0:
        code = int(board.terrain[cell])
        gate = int(demolish(board, unit, cell))
        return [Broken(unit, at, code, None if gate < 0 else gate)]
    index = roll()
    modifier = MODIFIERS[index]
    damage = int(ATTACK[board.kind[unit]]) + modifier
    left = int(strike(board, unit, hit, damage))
    events: list[Event] = [Hit(unit, hit, at, index, modifier, damage, left)]
    if left == 0:
        events.append(Destroyed(hit, at))
    return events + _ending(board)


def _refused_aim(board: Board, order: Attack, hit: int, cell: int) -> IllegalOrder:
    kind = UNIT_TYPES[board.kind[order.unit]]
    terrain = terrain_of(int(board.terrain[cell])).english.lower()
    reasons = {
        OUT_OF_RANGE: (Refusal.TOO_FAR, f"the range of {kind.english} is {kind.range}"),
        OWN_UNIT: (Refusal.NO_TARGET, f"unit {board.occupant[cell]} there is a friend"),
        NOTHING_THERE: (Refusal.NO_TARGET, "nothing stands there that could be attacked"),
        STANDS_FIRM: (Refusal.NO_TARGET, f"{kind.english} cannot break this {terrain}"),
    }
    code, reason = reasons[hit]
    return IllegalOrder(code, order, reason)


def gate(board: Board, tables: RuleTables, order: Gate) -> tuple[list[Event], ToggleUndo]:
    """Toggles a gate position."""
    if order.number >= len(board.gate_cell):
        raise IllegalOrder(Refusal.OUT_OF_RANGE, order, f"there are {len(board.gate_cell)} gates, counted from 0")
    cell = int(board.gate_cell[order.number])
    at = position(cell, board.stride)
    if (at.x >= board.border) != board.facts[PLAYER]:
        raise IllegalOrder(Refusal.NOT_YOURS, order, f"gate {order.number} is on the enemy's side")
    if not board.gate_live[order.number]:
        raise IllegalOrder(Refusal.GATE_DEAD, order, f"gate {order.number} was destroyed and stays so")
    before = ToggleUndo(order.number, int(board.terrain[cell]))
    return [Toggled(order.number, at, int(toggle(board, tables, order.number)))], before


def undo(board: Board, before: Undoable) -> Event:
    """Restores the state before a move or a toggle."""
    if isinstance(before, ToggleUndo):
        cell = int(board.gate_cell[before.gate])
        set_terrain(board, cell, before.code)
        return ToggleUndone(before.gate, position(cell, board.stride), before.code)
    place_unit(board, before.unit, before.cell)
    board.points[before.unit] = before.points
    return MoveUndone(before.unit, position(before.cell, board.stride), before.points)


def end(board: Board) -> list[Event]:
    """Ends the running state."""
    end_state(board, MOVEMENT, TOKENS)
    phase, player, rounds = (int(board.facts[fact]) for fact in (PHASE, PLAYER, ROUNDS))
    return _ending(board) or [StateBegan(Phase(phase), Side(player), rounds)]


def end_game(board: Board, winner: int, reason: Reason) -> list[Event]:
    """Ends the game."""
    finish(board, winner, reason.number)
    return _ending(board)


def _ending(board: Board) -> list[Event]:
    outcome = outcome_of(board)
    return [] if outcome is None else [Over(outcome)]
