"""The arrays that the kernels of the policy work on, made once and used for every phase."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.welten.policy.plan import COLUMNS
from duskfall.welten import UNIT_TYPES, Terrain
from duskfall.welten.board import Board
from duskfall.welten.flood_fill import ROWS, diamond, words_of
from duskfall.welten.rule_tables import COST_LEVELS, MOST_POINTS, RuleTables

FAR: Final = 1 << 20
"""The distance of a tile from which a unit never reaches its goal."""

NEVER_MEASURED: Final = -1

LONGEST: Final = 1023
"""The longest way that is measured; farther tiles are as far as that."""


class Scratch(NamedTuple):
    """Arrays without a meaning between two phases, and the orders that a phase gave."""

    plan: NDArray[np.float64]
    """The plan as it stands in the running round."""
    widths: NDArray[np.int64]
    """The range of each type along a row so many rows away."""
    way: NDArray[np.int32]
    """The way of each type from each cell to its goal."""
    measured: NDArray[np.int64]
    """The round in which the way of each type was measured, `NEVER_MEASURED` before the first time."""
    hit: NDArray[np.float32]
    """The worth of the best strike of each type from each cell."""
    base: NDArray[np.float32]
    """The worth of each cell to each type, without its danger."""
    living: NDArray[np.int64]
    """The number of living units of each type."""
    enemies: NDArray[np.int32]
    friends: NDArray[np.int32]
    """The enemies and the units of the side to play above and left of each cell, its own row and column included."""
    danger: NDArray[np.float32]
    """The damage of the enemy's next attack on each cell."""
    shared: NDArray[np.float32]
    """The same for a unit that shares it with the friends around."""
    edges: NDArray[np.float32]
    price: NDArray[np.int32]
    """The movement points that a structure counts that has to be opened or broken first; `FAR` where it cannot be."""
    entry: NDArray[np.int32]
    cost: NDArray[np.int32]
    """What the step onto a cell counts beyond the rules' cost, and the rules' cost of its ground, for one type."""
    traffic: NDArray[np.int32]
    """The units whose way is first barred by the structure on each cell."""
    lane: NDArray[np.uint8]
    """1 on cells that are kept clear for engines."""
    head: NDArray[np.int32]
    node_cell: NDArray[np.int32]
    node_next: NDArray[np.int32]
    """Cells to be measured, in a list for each distance."""
    queue: NDArray[np.int32]
    """Units in the order in which they move, and their keys."""
    keys: NDArray[np.float64]
    steps: NDArray[np.uint8]
    """The directions of a march."""
    cells: NDArray[np.int32]
    left: NDArray[np.int16]
    grounds: NDArray[np.int64]
    maps: NDArray[np.int64]
    window: NDArray[np.int32]
    met: NDArray[np.int64]
    fronts: NDArray[np.int32]
    reached: NDArray[np.int32]
    """For the flood fill of one unit."""
    starts: NDArray[np.int64]
    target_cells: NDArray[np.int32]
    target_hits: NDArray[np.int16]
    """The targets of attackers: those of queue[i] are entries starts[i] to starts[i+1]."""
    aimed_starts: NDArray[np.int64]
    aimed: NDArray[np.int32]
    """The attackers of targets, the other way round: places in `queue`."""
    busy: NDArray[np.uint8]
    """Units that have given their attack, or keep it back."""
    need: NDArray[np.float64]
    """V of each enemy less the expected damage of the attacks given; and what surely is left of it."""
    sure: NDArray[np.int64]
    potential: NDArray[np.float64]
    order_unit: NDArray[np.int32]
    order_cell: NDArray[np.int32]
    """The orders of the phase: a unit and the cell that it goes to or attacks. A unit may move twice."""


def scratch_for(board: Board, tables: RuleTables) -> Scratch:
    """Makes the arrays for boards of the shape of this one."""
    kinds, cells, units = len(UNIT_TYPES), len(board.terrain), len(board.cell)
    words = cells // board.stride * words_of(board.stride)
    room = int(diamond(np.array([MOST_POINTS]))[0])
    targets = units * units + kinds * 1000
    away = np.arange(int(tables.span.max()) + 1)
    return Scratch(
        plan=np.zeros((kinds, COLUMNS)),
        widths=np.sqrt(np.maximum(tables.reach[:, None] - away**2, 0)).astype(np.int64),
        way=np.zeros((kinds, cells), np.int32),
        measured=np.full(kinds, NEVER_MEASURED, np.int64),
        hit=np.zeros((kinds, cells), np.float32),
        base=np.zeros((kinds, cells), np.float32),
        living=np.zeros(kinds, np.int64),
        enemies=np.zeros(cells, np.int32),
        friends=np.zeros(cells, np.int32),
        danger=np.zeros(cells, np.float32),
        shared=np.zeros(cells, np.float32),
        edges=np.zeros(cells, np.float32),
        price=np.zeros(cells, np.int32),
        entry=np.zeros(cells, np.int32),
        cost=np.zeros(cells, np.int32),
        traffic=np.zeros(cells, np.int32),
        lane=np.zeros(cells, np.uint8),
        head=np.zeros(LONGEST + 1, np.int32),
        node_cell=np.zeros(6 * cells, np.int32),
        node_next=np.zeros(6 * cells, np.int32),
        queue=np.zeros(units, np.int32),
        keys=np.zeros(units, np.float64),
        steps=np.zeros(MOST_POINTS, np.uint8),
        cells=np.zeros(room, np.int32),
        left=np.zeros(room, np.int16),
        grounds=np.zeros((len(Terrain), words), np.int64),
        maps=np.zeros((kinds, COST_LEVELS, words), np.int64),
        window=np.zeros((COST_LEVELS + 1, ROWS), np.int32),
        met=np.zeros(COST_LEVELS, np.int64),
        fronts=np.zeros((MOST_POINTS + 2, ROWS), np.int32),
        reached=np.zeros(5 * ROWS, np.int32),
        starts=np.zeros(units + 1, np.int64),
        target_cells=np.zeros(targets, np.int32),
        target_hits=np.zeros(targets, np.int16),
        aimed_starts=np.zeros(units + 2, np.int64),
        aimed=np.zeros(units * units, np.int32),
        busy=np.zeros(units, np.uint8),
        need=np.zeros(units, np.float64),
        sure=np.zeros(units, np.int64),
        potential=np.zeros(units, np.float64),
        order_unit=np.zeros(2 * units, np.int32),
        order_cell=np.zeros(2 * units, np.int32),
    )
