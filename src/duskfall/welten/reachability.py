"""Reachability: the tiles that units can move to, for a whole army at once, with costs and paths."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.welten.board import GONE, Board
from duskfall.welten.flood_fill import ROWS, diamond, flood_fill, words_of
from duskfall.welten.paths import trace, unpack_path
from duskfall.welten.rule_tables import COST_LEVELS, MOST_POINTS, RuleTables
from duskfall.welten.scenario import Position
from duskfall.welten.terrain import Terrain
from duskfall.welten.units import FIRST_DAILOR, UNIT_TYPES, Side


class Way(NamedTuple):
    """The way of a unit to a tile."""

    cost: int
    """The points it pays."""
    b: int
    """The points it has left there."""
    path: str
    """The steps: U, D, L and R."""


def position(cell: int, stride: int) -> Position:
    """Returns the tile of a cell."""
    return Position(cell % stride - 1, cell // stride - 1)


@dataclass(frozen=True, eq=False, slots=True)
class Reach:
    """The tiles that each of several units can reach.

    Entries starts[i] to starts[i+1] of `cells` and `left` belong to units[i], row by row.
    """

    units: NDArray[np.int32]
    budgets: NDArray[np.int16]
    starts: NDArray[np.int64]
    cells: NDArray[np.int32]
    left: NDArray[np.int16]
    stride: int
    tables: RuleTables
    ground: NDArray[np.uint8]
    """A copy of the grounds: paths are computed on demand."""
    kinds: NDArray[np.uint8]
    """The type of each of `units`."""
    origins: NDArray[np.int32]
    """The cell on which each of them stood."""

    def owner(self, entry: int) -> int:
        """Returns the unit that an entry belongs to."""
        return int(self.units[np.searchsorted(self.starts, entry, "right") - 1])

    def ways(self, unit: int) -> dict[Position, Way]:
        """Returns each tile that a unit can reach, with the way that leaves most points; row by row."""
        i = int(np.searchsorted(self.units, unit))
        if i == len(self.units) or self.units[i] != unit:
            return {}
        entries = slice(int(self.starts[i]), int(self.starts[i + 1]))
        points = int(self.budgets[i])
        rows = zip(self.cells[entries].tolist(), self.left[entries].tolist(), self.codes(i).tolist(), strict=True)
        return {position(cell, self.stride): Way(points - left, left, unpack_path(code)) for cell, left, code in rows}

    def codes(self, i: int) -> NDArray[np.int64]:
        """Returns the packed path to each entry of units[i]."""
        entries = slice(int(self.starts[i]), int(self.starts[i + 1]))
        cells, left, points = self.cells[entries], self.left[entries], int(self.budgets[i])
        costs, ways = np.full(len(self.ground), MOST_POINTS + 1, np.int16), np.empty(len(self.ground), np.int64)
        codes = np.empty(len(cells), np.int64)
        kind, start = int(self.kinds[i]), int(self.origins[i])
        trace(self.ground, self.stride, self.tables, kind, start, points, cells, left, costs, ways, codes)
        return codes


def reach_of(board: Board, tables: RuleTables, units: NDArray[np.int32], budgets: NDArray[np.int16]) -> Reach:
    """Finds the tiles that living `units`, in ascending order, can reach with so many points each."""
    room = int(diamond(budgets.astype(np.int64)).sum())
    starts, cells, left = np.zeros(len(units) + 1, np.int64), np.empty(room, np.int32), np.empty(room, np.int16)
    if room:
        _flood_fill(board, tables, units, budgets, starts, cells, left)
    found = int(starts[-1])
    return Reach(
        units=units,
        budgets=budgets,
        starts=starts,
        cells=cells[:found],
        left=left[:found],
        stride=board.stride,
        tables=tables,
        ground=board.ground.copy(),
        kinds=board.kind[units],
        origins=board.cell[units],
    )


def _flood_fill(
    board: Board,
    tables: RuleTables,
    units: NDArray[np.int32],
    budgets: NDArray[np.int16],
    starts: NDArray[np.int64],
    cells: NDArray[np.int32],
    left: NDArray[np.int16],
) -> None:
    """Calls the kernel with its scratch arrays."""
    words = len(board.ground) // board.stride * words_of(board.stride)
    grounds, maps = np.empty((len(Terrain), words), np.int64), np.empty((len(UNIT_TYPES), COST_LEVELS, words), np.int64)
    window, fronts = np.empty((COST_LEVELS + 1, ROWS), np.int32), np.empty((MOST_POINTS + 2, ROWS), np.int32)
    met, reached = np.empty(COST_LEVELS, np.int64), np.empty(5 * ROWS, np.int32)
    flood_fill(board, tables, units, budgets, starts, cells, left, grounds, maps, window, met, fronts, reached)


def army(board: Board, side: Side) -> NDArray[np.int32]:
    """Lists the living units of a side, in ascending order."""
    mine = (board.kind >= FIRST_DAILOR) == (side is Side.DAILOR)
    return np.flatnonzero(mine & (board.cell != GONE)).astype(np.int32)
