"""Measures the way of each type of unit to its goal, with the price of walls and gates that bar it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.welten.policy.scratch import FAR, LONGEST, Scratch
from duskfall.compiled import kernel, number
from duskfall.welten.board import GONE, Board
from duskfall.welten.combat import GATE, WALL, WALL_HIT, falls, gate_at
from duskfall.welten.movement import neighbour
from duskfall.welten.rule_tables import TAKEN, RuleTables
from duskfall.welten.terrain import Terrain
from duskfall.welten.units import FIRST_DAILOR

OWN_GATE_PRICE: Final = 6
"""The points that a gate of the own side counts, which its gate phase opens."""
BREAK_PRICE: Final = 8
"""The points that a structure counts that an engine in range has to break: most of a round of marching."""
ENGINE_PRICE: Final = 3
"""The points that a structure counts for an engine, which breaks it on its way."""
LANE: Final = 3
"""The tiles around a barred passage that units keep clear for engines."""
OPEN_GROUND: Final = int(Terrain.MEADOW)
FRIEND_PRICE: Final = 2
"""The points that a tile counts on which a friend stands, so that ways lead around a jam."""


@kernel
def list_engines(board: Board, tables: RuleTables, side: int, engines: NDArray[np.int32]) -> int:
    """Lists the living units of a side that break structures; returns their number."""
    count = 0
    for unit in range(len(board.cell)):
        kind = number(board.kind[unit])
        if tables.breaks_gates[kind] != 0 and board.cell[unit] != GONE and (kind >= FIRST_DAILOR) == (side == 1):
            engines[count] = unit
            count += 1
    return count


@kernel
def break_price(board: Board, tables: RuleTables, cell: int, engines: NDArray[np.int32]) -> int:
    """Prices a structure that engines have to break: the march of the nearest one, and the wait for its attack."""
    price, asked, breaks = FAR, -1, False
    for place in range(len(engines)):
        unit = number(engines[place])
        kind, here = number(board.kind[unit]), number(board.cell[unit])
        if kind != asked:  # engines of a type follow each other
            asked, breaks = kind, board.ground[cell] >= TAKEN or falls(board, tables, kind, cell) >= WALL_HIT
        if not breaks:
            continue
        march = abs(here // board.stride - cell // board.stride) + abs(here % board.stride - cell % board.stride)
        price = min(price, BREAK_PRICE + max(0, march - number(tables.span[kind])))
    return price


@kernel
def price_structures(
    board: Board, tables: RuleTables, side: int, price: NDArray[np.int32], engines: NDArray[np.int32]
) -> None:
    """Prices every gate and wall for walkers who may not enter it."""
    count = list_engines(board, tables, side, engines)
    for cell in range(len(price)):
        ground = number(board.ground[cell]) % TAKEN
        price[cell] = FAR
        if ground not in (GATE, WALL):
            continue
        gate = gate_at(board, cell)
        own = (cell % board.stride - 1 >= board.border) == (side == 1)
        if own and gate >= 0 and board.gate_live[gate] != 0:
            price[cell] = OWN_GATE_PRICE
        elif not own:
            price[cell] = break_price(board, tables, cell, engines[:count])


@kernel
def push(scratch: Scratch, nodes: int, cell: int, distance: int) -> int:
    """Notes a cell to be measured at a distance; returns the number of notes."""
    scratch.node_cell[nodes] = cell
    scratch.node_next[nodes] = scratch.head[distance]
    scratch.head[distance] = nodes
    return nodes + 1


@kernel
def begin_way(board: Board, tables: RuleTables, scratch: Scratch, kind: int) -> None:
    """Clears the way of a type, and prices the step onto each cell beyond the rules' cost."""
    scratch.way[kind, :] = FAR
    scratch.head[:] = -1
    walks = tables.enter[kind, OPEN_GROUND] != 0
    for cell in range(len(board.ground)):
        ground = number(board.ground[cell])
        terrain = ground % TAKEN
        entry = FAR
        if tables.enter[kind, terrain] != 0:
            entry = 0
        elif walks:
            entry = number(scratch.price[cell])
            if entry < FAR and tables.breaks_gates[kind] != 0:
                entry = ENGINE_PRICE
        scratch.entry[cell] = entry + FRIEND_PRICE if ground >= TAKEN and entry < FAR else entry
        scratch.cost[cell] = tables.cost[kind, ground]


@kernel
def seed_cell(scratch: Scratch, nodes: int, kind: int, cell: int, distance: int) -> int:
    """Makes a cell a goal of a type, as if it were so far from a better one."""
    if distance < scratch.way[kind, cell] and scratch.entry[cell] < FAR:
        scratch.way[kind, cell] = distance
        return push(scratch, nodes, cell, distance)
    return nodes


@kernel
def seed_range(board: Board, tables: RuleTables, scratch: Scratch, nodes: int, kind: int, cell: int) -> int:
    """Makes all cells goals from which a type hits `cell`, as far as it may stand there."""
    stride, span, reach = board.stride, number(tables.span[kind]), number(tables.reach[kind])
    row, column = cell // stride, cell % stride
    for y in range(max(1, row - span), min(len(board.ground) // stride - 1, row + span + 1)):
        for x in range(max(1, column - span), min(stride - 1, column + span + 1)):
            away = (y - row) * (y - row) + (x - column) * (x - column)
            there = y * stride + x
            if 0 < away <= reach and tables.enter[kind, number(board.ground[there]) % TAKEN] != 0:
                nodes = seed_cell(scratch, nodes, kind, there, 0)
    return nodes


@kernel
def relax(scratch: Scratch, way: NDArray[np.int32], nodes: int, there: int, total: int) -> int:
    """Notes a cell whose way through a neighbour is the shortest so far; returns the number of notes."""
    if total < way[there] and scratch.entry[there] < FAR and total < LONGEST and nodes < len(scratch.node_cell):
        way[there] = total
        return push(scratch, nodes, there, total)
    return nodes


@kernel
def spread(board: Board, tables: RuleTables, scratch: Scratch, kind: int, nodes: int) -> None:
    """Measures the way of a type from every cell, beginning with the goals that are noted."""
    way, entry, cost, stride = scratch.way[kind], scratch.entry, scratch.cost, board.stride
    left_pays = 1 if tables.pays_for_tile_left else 0
    for distance in range(LONGEST):
        node = number(scratch.head[distance])
        while node >= 0:
            cell = number(scratch.node_cell[node])
            node = number(scratch.node_next[node])
            if way[cell] != distance:
                continue
            # A step away from the goal is measured: the one who comes leaves the neighbour and enters `cell`.
            total = distance + number(entry[cell]) + (1 - left_pays) * number(cost[cell])
            for there in (cell - stride, cell + stride, cell - 1, cell + 1):
                nodes = relax(scratch, way, nodes, there, total + left_pays * number(cost[there]))


@kernel
def follow_traffic(board: Board, tables: RuleTables, scratch: Scratch, kind: int) -> int:
    """Counts, for each structure, the units of a type whose way it bars first; returns the number of such units."""
    way, barred = scratch.way[kind], 0
    for unit in range(len(board.cell)):
        if board.kind[unit] != kind or board.cell[unit] == GONE:
            continue
        cell = number(board.cell[unit])
        for _ in range(LONGEST):
            best = cell
            for direction in range(4):
                there = neighbour(cell, direction, board.stride)
                if way[there] < way[best]:
                    best = there
            if best == cell:
                break
            cell = best
            if tables.enter[kind, number(board.ground[cell]) % TAKEN] == 0:
                scratch.traffic[cell] += 1
                barred += 1
                break
    return barred


@kernel
def clear_lanes(board: Board, scratch: Scratch) -> None:
    """Marks the cells around the structures that bar the way, where engines need room."""
    stride, rows = board.stride, len(board.ground) // board.stride
    scratch.lane[:] = 0
    for cell in range(len(scratch.traffic)):
        if scratch.traffic[cell] == 0:
            continue
        row, column = cell // stride, cell % stride
        for y in range(max(1, row - LANE), min(rows - 1, row + LANE + 1)):
            for x in range(max(1, column - LANE), min(stride - 1, column + LANE + 1)):
                scratch.lane[y * stride + x] = 1
