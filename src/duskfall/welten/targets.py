"""The targets of units: enemies, gates and walls in range."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duskfall.welten.board import Board
from duskfall.welten.combat import list_targets
from duskfall.welten.reachability import position
from duskfall.welten.rule_tables import RuleTables
from duskfall.welten.scenario import Position


@dataclass(frozen=True, eq=False, slots=True)
class Targets:
    """The targets of each of several units: enemies by number, then structures row by row.

    Entries belong to units as in `Reach`.
    """

    stride: int
    units: NDArray[np.int32]
    starts: NDArray[np.int64]
    cells: NDArray[np.int32]
    hits: NDArray[np.int16]
    """The unit that is hit, or the structure: `GATE_HIT`, `WALL_HIT`."""

    def owner(self, entry: int) -> int:
        """Returns the unit that an entry belongs to."""
        return int(self.units[np.searchsorted(self.starts, entry, "right") - 1])

    def of(self, unit: int) -> list[tuple[int, int]]:
        """Lists the cells that a unit can hit, with the target on each."""
        i = int(np.searchsorted(self.units, unit))
        if i == len(self.units) or self.units[i] != unit:
            return []
        entries = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return list(zip(self.cells[entries].tolist(), self.hits[entries].tolist(), strict=True))


def targets_of(board: Board, tables: RuleTables, units: NDArray[np.int32]) -> Targets:
    """Finds the targets of `units`, which are in ascending order."""
    starts = np.zeros(len(units) + 1, np.int64)
    if not len(units):
        return Targets(board.stride, units, starts, np.empty(0, np.int32), np.empty(0, np.int16))
    # A unit has at most all enemies and every tile of the square around its range as targets.
    breakers = tables.breaks_gates[board.kind[units]] == 1
    room = len(units) * len(board.cell) + int(((2 * tables.span[board.kind[units]] + 1) ** 2)[breakers].sum())
    cells, hits = np.empty(room, np.int32), np.empty(room, np.int16)
    list_targets(board, tables, units, starts, cells, hits)
    found = int(starts[-1])
    return Targets(board.stride, units, starts, cells[:found], hits[:found])


def range_of(board: Board, tables: RuleTables, unit: int) -> tuple[Position, ...]:
    """Lists the tiles in the range of a living unit, without its own; row by row."""
    width, height = board.stride - 2, len(board.ground) // board.stride - 2
    x, y = position(int(board.cell[unit]), board.stride)
    right, down = np.arange(width) - x, np.arange(height)[:, None] - y
    away = right**2 + down**2
    rows, columns = np.nonzero((away > 0) & (away <= tables.reach[board.kind[unit]]))
    return tuple(map(Position, columns.tolist(), rows.tolist()))
