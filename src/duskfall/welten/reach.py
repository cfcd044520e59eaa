"""What an army can reach and hit, worked out for all its units at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.welten.board import GONE, PHASE, PLAYER, Board
from duskfall.welten.combat import survey
from duskfall.welten.flood import ROWS, diamond, spread, words_of
from duskfall.welten.laws import MOST_POINTS, TOLLS, Law
from duskfall.welten.rules import MODIFIERS
from duskfall.welten.scenario import Position
from duskfall.welten.terrain import Terrain
from duskfall.welten.threat import threaten
from duskfall.welten.turns import Phase
from duskfall.welten.units import ATTACK, FIRST_DAILOR, MOVEMENT, UNIT_TYPES, Side
from duskfall.welten.ways import trace, way_of

MOST_MODIFIER = max(MODIFIERS)


class Way(NamedTuple):
    """How a unit gets to a tile."""

    cost: int
    """The points it pays."""
    b: int
    """The points it has left there."""
    path: str
    """The steps: U, D, L and R."""


def position(cell: int, stride: int) -> Position:
    """The tile of a cell."""
    return Position(cell % stride - 1, cell // stride - 1)


@dataclass(frozen=True, eq=False, slots=True)
class Reach:
    """Every tile that each of some units can reach.

    Entries starts[i] to starts[i+1] of `cells` and `left` belong to units[i], row by row.
    """

    units: NDArray[np.int32]
    budgets: NDArray[np.int16]
    starts: NDArray[np.int64]
    cells: NDArray[np.int32]
    left: NDArray[np.int16]
    stride: int
    law: Law
    ground: NDArray[np.uint8]
    """The grounds as they were, for the ways: these are worked out when someone asks for them."""
    kinds: NDArray[np.uint8]
    """The type of each of `units`."""
    origins: NDArray[np.int32]
    """The cell on which each of them stood."""

    def owner(self, entry: int) -> int:
        """The unit that an entry belongs to."""
        return int(self.units[np.searchsorted(self.starts, entry, "right") - 1])

    def ways(self, unit: int) -> dict[Position, Way]:
        """Each tile that a unit can reach, with the way that leaves it most points; row by row."""
        i = int(np.searchsorted(self.units, unit))
        if i == len(self.units) or self.units[i] != unit:
            return {}
        entries = slice(int(self.starts[i]), int(self.starts[i + 1]))
        points = int(self.budgets[i])
        rows = zip(self.cells[entries].tolist(), self.left[entries].tolist(), self.codes(i).tolist(), strict=True)
        return {position(cell, self.stride): Way(points - left, left, way_of(code)) for cell, left, code in rows}

    def codes(self, i: int) -> NDArray[np.int64]:
        """The packed way to each entry of units[i]."""
        entries = slice(int(self.starts[i]), int(self.starts[i + 1]))
        cells, left, points = self.cells[entries], self.left[entries], int(self.budgets[i])
        costs, ways = np.full(len(self.ground), MOST_POINTS + 1, np.int16), np.empty(len(self.ground), np.int64)
        codes = np.empty(len(cells), np.int64)
        kind, start = int(self.kinds[i]), int(self.origins[i])
        trace(self.ground, self.stride, self.law, kind, start, points, cells, left, costs, ways, codes)
        return codes


def reach_of(board: Board, law: Law, units: NDArray[np.int32], budgets: NDArray[np.int16]) -> Reach:
    """What `units`, in ascending order and alive, can reach with so many points each."""
    room = int(diamond(budgets.astype(np.int64)).sum())
    starts, cells, left = np.zeros(len(units) + 1, np.int64), np.empty(room, np.int32), np.empty(room, np.int16)
    if room:
        _spread(board, law, units, budgets, starts, cells, left)
    found = int(starts[-1])
    return Reach(
        units=units,
        budgets=budgets,
        starts=starts,
        cells=cells[:found],
        left=left[:found],
        stride=board.stride,
        law=law,
        ground=board.ground.copy(),
        kinds=board.kind[units],
        origins=board.cell[units],
    )


def _spread(
    board: Board,
    law: Law,
    units: NDArray[np.int32],
    budgets: NDArray[np.int16],
    starts: NDArray[np.int64],
    cells: NDArray[np.int32],
    left: NDArray[np.int16],
) -> None:
    """Give the kernel the room that it works in."""
    words = len(board.ground) // board.stride * words_of(board.stride)
    grounds, maps = np.empty((len(Terrain), words), np.int64), np.empty((len(UNIT_TYPES), TOLLS, words), np.int64)
    window, fronts = np.empty((TOLLS + 1, ROWS), np.int32), np.empty((MOST_POINTS + 2, ROWS), np.int32)
    met, reached = np.empty(TOLLS, np.int64), np.empty(5 * ROWS, np.int32)
    spread(board, law, units, budgets, starts, cells, left, grounds, maps, window, met, fronts, reached)


@dataclass(frozen=True, eq=False, slots=True)
class Targets:
    """Everything that each of some units can hit: enemies by number, then structures row by row.

    Entries belong to units as in `Reach`.
    """

    stride: int
    units: NDArray[np.int32]
    starts: NDArray[np.int64]
    cells: NDArray[np.int32]
    hits: NDArray[np.int16]
    """The unit that is hit, or the structure: `GATE_HIT`, `WALL_HIT`."""

    def owner(self, entry: int) -> int:
        """The unit that an entry belongs to."""
        return int(self.units[np.searchsorted(self.starts, entry, "right") - 1])

    def of(self, unit: int) -> list[tuple[int, int]]:
        """The cells that a unit can hit and what it hits there."""
        i = int(np.searchsorted(self.units, unit))
        if i == len(self.units) or self.units[i] != unit:
            return []
        entries = slice(int(self.starts[i]), int(self.starts[i + 1]))
        return list(zip(self.cells[entries].tolist(), self.hits[entries].tolist(), strict=True))


def targets_of(board: Board, law: Law, units: NDArray[np.int32]) -> Targets:
    """What `units`, in ascending order, can hit now."""
    starts = np.zeros(len(units) + 1, np.int64)
    if not len(units):
        return Targets(board.stride, units, starts, np.empty(0, np.int32), np.empty(0, np.int16))
    # No unit hits more than all enemies and every tile of the square that it can reach into.
    breakers = law.breaks_gates[board.kind[units]] == 1
    room = len(units) * len(board.cell) + int(((2 * law.span[board.kind[units]] + 1) ** 2)[breakers].sum())
    cells, hits = np.empty(room, np.int32), np.empty(room, np.int16)
    survey(board, law, units, starts, cells, hits)
    found = int(starts[-1])
    return Targets(board.stride, units, starts, cells[:found], hits[:found])


def range_of(board: Board, law: Law, unit: int) -> tuple[Position, ...]:
    """Every tile in the range of a living unit, the one that it stands on left out; row by row."""
    width, height = board.stride - 2, len(board.ground) // board.stride - 2
    x, y = position(int(board.cell[unit]), board.stride)
    right, down = np.arange(width) - x, np.arange(height)[:, None] - y
    away = right**2 + down**2
    rows, columns = np.nonzero((away > 0) & (away <= law.reach[board.kind[unit]]))
    return tuple(map(Position, columns.tolist(), rows.tolist()))


@dataclass(frozen=True, eq=False, slots=True)
class Threats:
    """What the enemy could do to each tile in its next attack, [y, x]."""

    count: NDArray[np.int32]
    """How many enemies could hit it."""
    least: NDArray[np.int32]
    """The damage if all of them did with the lowest modifier: the sum of their A."""
    most: NDArray[np.int32]
    """The same with the highest modifier: the sum of their A+4."""


def army(board: Board, side: Side) -> NDArray[np.int32]:
    """The living units of a side, in ascending order."""
    mine = (board.kind >= FIRST_DAILOR) == (side is Side.DAILOR)
    return np.flatnonzero(mine & (board.cell != GONE)).astype(np.int32)


def _budgets_before_attack(board: Board, side: Side, units: NDArray[np.int32]) -> NDArray[np.int16]:
    """The points that units of a side have for moving before they attack next."""
    phase, player = int(board.facts[PHASE]), Side(board.facts[PLAYER])
    full, points = MOVEMENT[board.kind[units]], board.points[units]
    if phase == Phase.MOVEMENT:
        return points if player <= side else np.zeros_like(points)
    if phase == Phase.ATTACK and player <= side:
        # Whoever has struck in this very state strikes again only after the next movement.
        struck = (points == 0) & (player == side)
        return np.where(struck, full, 0).astype(np.int16)
    return full


def threats_of(board: Board, law: Law, side: Side) -> Threats:
    """What the units of a side threaten: from where they can go if they still move before they attack."""
    units = army(board, side)
    reach = reach_of(board, law, units, _budgets_before_attack(board, side, units))
    away = np.arange(int(law.span.max()) + 1)
    rest = law.reach[:, None] - away**2
    widths = np.where(rest >= 0, np.sqrt(np.maximum(rest, 0)), -1).astype(np.int64)
    count, damage, edges = (np.zeros(len(board.terrain), np.int32) for _ in range(3))
    threaten(board, units, reach.starts, reach.cells, widths, edges, count, damage, ATTACK)
    inside = [array.reshape(-1, board.stride)[1:-1, 1:-1].copy() for array in (count, damage)]
    return Threats(inside[0], inside[1], inside[1] + MOST_MODIFIER * inside[0])
