"""The movement phase of a whole side, by the rules' own flood fill."""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.bots.welten.policy.goals import bounds_of, measure_ways
from duskfall.bots.welten.policy.nearness import count_units, enemy_near, share_danger
from duskfall.bots.welten.policy.outlook import weigh_danger, weigh_strikes
from duskfall.bots.welten.policy.plan import DANGER, FROM, HIT, MASS, WAY, Numbers
from duskfall.bots.welten.policy.scratch import LONGEST, Scratch
from duskfall.bots.welten.policy.ways import (
    clear_lanes,
)
from duskfall.compiled import kernel, number
from duskfall.welten.board import GONE, REASON, ROUNDS, Board
from duskfall.welten.flood_fill import flood_unit, map_costs, map_grounds, mark_cell
from duskfall.welten.movement import FREE, arrive, ends_at, neighbour, walk
from duskfall.welten.rule_tables import TAKEN, RuleTables
from duskfall.welten.units import ATTACK, COMMANDER, FIRST_DAILOR, MOVEMENT

LONGEST_WAY: Final = np.int32(LONGEST)

MOST_DANGER: Final = 2.0
"""Damage beyond twice the V of a unit counts no more."""

WAITING_DANGER: Final = 20.0
"""The cost of a tile where a unit would surely be destroyed that waits for its time."""

LANE_COST: Final = 8.0
"""The points that a cell counts that should be kept clear for engines."""

COMMANDER_DANGER: Final = 100.0
"""The cost of a tile where the enemy's next attack surely destroys Eldoin's Feldherr."""


@kernel
def longest_range(tables: RuleTables, side: int) -> int:
    """Returns the longest range of a side's types that do harm."""
    first, last = bounds_of(side)
    longest = 0
    for kind in range(first, last):
        if ATTACK[kind] > 1:
            longest = max(longest, number(tables.span[kind]))
    return longest


@kernel
def line_up(board: Board, tables: RuleTables, scratch: Scratch, side: int) -> int:
    """Puts the units of a side in the order of their ways, the nearest to its goal first; returns their number."""
    count = 0
    for unit in range(len(board.cell)):
        kind = number(board.kind[unit])
        if board.cell[unit] == GONE or (kind >= FIRST_DAILOR) != (side == 1):
            continue
        key = number(scratch.way[kind, board.cell[unit]])
        if kind == COMMANDER or tables.breaks_gates[kind] != 0:
            key = 0  # nobody may stand in the way of these
        place = count
        while place > 0 and scratch.keys[place - 1] > key:
            scratch.keys[place] = scratch.keys[place - 1]
            scratch.queue[place] = scratch.queue[place - 1]
            place -= 1
        scratch.keys[place], scratch.queue[place] = key, unit
        count += 1
    return count


@kernel
def weigh_cells(tables: RuleTables, scratch: Scratch, plan: Numbers, kind: int) -> None:
    """Finds the worth of each cell to a type, without its danger."""
    base, hit, way, lane = scratch.base[kind], scratch.hit[kind], scratch.way[kind], scratch.lane
    if kind == COMMANDER:
        for cell in range(len(base)):
            base[cell] = hit[cell] / 100.0
        return
    # Numbers of one width all along, so that the loop becomes a few wide instructions.
    for_hit, for_way = np.float32(plan[kind, HIT]), np.float32(plan[kind, WAY])
    lane_cost = np.float32(LANE_COST if tables.breaks_gates[kind] == 0 else 0.0)
    for cell in range(len(base)):
        points = np.float32(min(way[cell], LONGEST_WAY)) + lane_cost * np.float32(lane[cell])
        base[cell] = for_hit * hit[cell] - for_way * points


@kernel
def worth(board: Board, scratch: Scratch, fear: float, unit: int, cell: int) -> float:
    """Returns the worth of a cell to a unit."""
    danger = scratch.danger[cell] if board.kind[unit] == COMMANDER else scratch.shared[cell]
    return float(scratch.base[board.kind[unit], cell] - fear * min(danger / board.defence[unit], MOST_DANGER))


@kernel
def march(board: Board, tables: RuleTables, scratch: Scratch, unit: int) -> bool:
    """Lets a unit far from all enemies follow its way as far as it goes; tells whether it has.

    It finds no way around friends who stand in the way: then it does nothing.
    """
    kind, here = number(board.kind[unit]), number(board.cell[unit])
    way, steps, taken = scratch.way[kind], scratch.steps, 0
    cell = here
    while taken < board.points[unit]:
        best, nearest = -1, number(way[cell])
        for direction in range(4):
            there = neighbour(cell, direction, board.stride)
            ground = number(board.ground[there])
            if way[there] < nearest and ground < TAKEN and tables.enter[kind, ground] != 0:
                best, nearest = direction, number(way[there])
        if best < 0:
            break
        steps[taken] = best
        cell = neighbour(cell, best, board.stride)
        taken += 1
    verdict, _, goal, left = walk(board, tables, unit, steps[:taken])
    if goal == here or scratch.lane[goal] != 0 or (verdict == FREE and left > 1 and way[goal] > 0):
        return False
    arrive(board, tables, unit, goal, left)
    return True


@kernel
def seek(board: Board, tables: RuleTables, scratch: Scratch, fear: float, unit: int) -> bool:
    """Moves a unit to the best cell that it reaches; tells whether it moved."""
    kind, points, here = number(board.kind[unit]), number(board.points[unit]), number(board.cell[unit])
    found = flood_unit(
        board, tables, unit, points, scratch.maps[kind], scratch.cells, scratch.left, 0,
        scratch.window, scratch.met, scratch.fronts, scratch.reached,
    )  # fmt: skip
    near_the_edge = here % board.stride <= points + 1
    best, most = -1, worth(board, scratch, fear, unit, here) + 1e-6
    for entry in range(found):
        cell = number(scratch.cells[entry])
        score = worth(board, scratch, fear, unit, cell)
        if near_the_edge and ends_at(tables, kind, cell, board.stride):
            score = 1e9
        if score > most:
            best, most = entry, score
    if best < 0:
        return False
    arrive(board, tables, unit, number(scratch.cells[best]), number(scratch.left[best]))
    return True


@kernel
def move_unit(
    board: Board, tables: RuleTables, scratch: Scratch, plan: Numbers, unit: int, enemies_range: int, hasty: bool
) -> bool:
    """Moves a unit to the best cell that it reaches; tells whether it moved."""
    kind, points, here = number(board.kind[unit]), number(board.points[unit]), number(board.cell[unit])
    if points == 0:
        return False
    aimless = plan[kind, WAY] == 0.0 and scratch.danger[here] == 0.0
    if aimless and not enemy_near(board, scratch, here, points + number(tables.span[kind])):
        return False
    moved = False
    if hasty and plan[kind, WAY] != 0.0 and kind != COMMANDER and scratch.danger[here] == 0.0:
        far = points + max(number(tables.span[kind]), enemies_range)
        moved = not enemy_near(board, scratch, here, far) and march(board, tables, scratch, unit)
    if not moved:
        moved = seek(board, tables, scratch, COMMANDER_DANGER if kind == COMMANDER else plan[kind, DANGER], unit)
    if moved:
        first, last = bounds_of(0 if kind < FIRST_DAILOR else 1)
        for other in range(first, last):
            mark_cell(board, tables, other, here, scratch.maps[other])
            mark_cell(board, tables, other, number(board.cell[unit]), scratch.maps[other])
    return moved


@kernel
def plan_round(board: Board, plan: Numbers, now: Numbers) -> None:
    """Writes the plan as it stands in the running round: who is to start later stays out of danger."""
    for kind in range(len(plan)):
        for column in range(plan.shape[1]):
            now[kind, column] = plan[kind, column]
        if board.facts[ROUNDS] < plan[kind, FROM]:
            now[kind, WAY] = 0.0
            now[kind, DANGER] = WAITING_DANGER


@kernel
def move_units(
    board: Board, tables: RuleTables, scratch: Scratch, plan: Numbers, count: int, enemies_range: int, hasty: bool
) -> int:
    """Moves the units in the queue; returns the number of moves.

    Units that were held up by friends, and have most of their points left, move again when those have gone.
    """
    given = 0
    for again in range(2):
        for i in range(count):
            unit = number(scratch.queue[i])
            kind = number(board.kind[unit])
            if again == 1 and (plan[kind, WAY] == 0.0 or 2 * board.points[unit] < MOVEMENT[kind]):
                continue
            if move_unit(board, tables, scratch, plan, unit, enemies_range, hasty):
                scratch.order_unit[given] = unit
                scratch.order_cell[given] = board.cell[unit]
                given += 1
                if board.facts[REASON] != 0:
                    return given
    return given


@kernel
def move_side(
    board: Board, tables: RuleTables, scratch: Scratch, side: int, whole_plan: Numbers, danger_known: bool
) -> int:
    """Plays the movement phase of a side up to its end; returns the number of moves in `order_unit`, `order_cell`.

    Where `danger_known`, `scratch.danger` holds the danger of each cell already; otherwise it is estimated, and units
    far from all enemies march without a look around.
    """
    plan = scratch.plan
    count_units(board, scratch, side)
    plan_round(board, whole_plan, plan)
    if not danger_known:
        weigh_danger(board, tables, scratch, side)
    share_danger(board, scratch, plan[0 if side == 0 else FIRST_DAILOR, MASS])
    measure_ways(board, tables, scratch, side, plan, False)
    clear_lanes(board, scratch)
    count = line_up(board, tables, scratch, side)
    map_grounds(board, scratch.grounds)
    first, last = bounds_of(side)
    for kind in range(first, last):
        if scratch.living[kind] > 0:
            weigh_strikes(board, tables, scratch, side, plan, kind)
            weigh_cells(tables, scratch, plan, kind)
            map_costs(tables, kind, scratch.grounds, scratch.maps[kind])
    return move_units(board, tables, scratch, plan, count, longest_range(tables, 1 - side), not danger_known)
