"""The whole state of one game as one block of small integers, with typed views into it.

Cells are the tiles of the map and a rim of one cell around them, so that every tile has four neighbours. Cell
(y+1) * stride + (x+1) is tile x,y.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.welten.rule_tables import OUTSIDE, TAKEN
from duskfall.welten.terrain import KINDS
from duskfall.welten.units import FIRST_DAILOR

PHASE: Final = 0
PLAYER: Final = 1
ROUNDS: Final = 2
"""Completed rounds."""
ATTACKS: Final = 3
"""Attacks on units so far: the number of the next modifier."""
DAILOR: Final = 4
"""Living units of Dailor."""
OFFERS: Final = 5
"""Bit 0: Eldoin offers a draw; bit 1: Dailor does."""
WINNER: Final = 6
"""A side, `NOBODY` while the game runs, `BOTH` after a draw."""
REASON: Final = 7
"""The number of the reason why the game ended."""
FACTS: Final = 8

NOBODY: Final = -1
BOTH: Final = 2

GONE: Final = 0
"""The cell of a destroyed unit: a corner of the rim, where nothing ever stands."""


class Board(NamedTuple):
    """Views into the block, and the constants of the game beside them."""

    stride: int
    """Cells in a row: the width of the map and two."""
    border: int
    kind: NDArray[np.uint8]
    """The type of each unit."""
    gate_cell: NDArray[np.int32]
    block: NDArray[np.uint8]
    """The state, whole: copied by clones, hashed by digests."""
    facts: NDArray[np.int32]
    cell: NDArray[np.int32]
    """The cell of each unit; `GONE` when it is destroyed."""
    defence: NDArray[np.int16]
    """V of each unit; 0 when it is destroyed."""
    points: NDArray[np.int16]
    """B of each unit: movement points, or the token of an attack."""
    occupant: NDArray[np.int16]
    """The unit on each cell, or -1."""
    terrain: NDArray[np.uint8]
    """The terrain code of each cell, 0 on the rim."""
    ground: NDArray[np.uint8]
    """The terrain of each cell or `OUTSIDE`, plus `TAKEN` where a unit stands."""
    gate_live: NDArray[np.uint8]


class Layout(NamedTuple):
    """Determines the layout of a block; every clone of a board shares it."""

    width: int
    height: int
    border: int
    kind: NDArray[np.uint8]
    gate_cell: NDArray[np.int32]


def board_over(layout: Layout, block: NDArray[np.uint8] | None = None) -> Board:
    """Makes a board whose views lie over `block`, or over a new empty one."""
    cells, units = (layout.width + 2) * (layout.height + 2), len(layout.kind)
    parts: list[tuple[type[np.generic], int]] = [
        (np.int32, FACTS),
        (np.int32, units),
        (np.int16, units),
        (np.int16, units),
        (np.int16, cells),
        (np.uint8, cells),
        (np.uint8, cells),
        (np.uint8, len(layout.gate_cell)),
    ]  # from the widest to the narrowest, so that every view is aligned
    if block is None:
        block = np.zeros(sum(np.dtype(kind).itemsize * count for kind, count in parts), np.uint8)
    views, start = [], 0
    for kind, count in parts:
        end = start + np.dtype(kind).itemsize * count
        views.append(block[start:end].view(kind))
        start = end
    return Board(layout.width + 2, layout.border, layout.kind, layout.gate_cell, block, *views)


@kernel
def derive_ground(board: Board) -> None:
    """Derives `occupant`, `ground` and the number of Dailor's units from the other views."""
    for cell in range(len(board.terrain)):
        code = board.terrain[cell]
        board.ground[cell] = OUTSIDE if code == 0 else KINDS[code]
        board.occupant[cell] = -1
    board.facts[DAILOR] = 0
    for unit in range(len(board.cell)):
        cell = board.cell[unit]
        if cell != GONE:
            board.occupant[cell] = unit
            board.ground[cell] += TAKEN
            if board.kind[unit] >= FIRST_DAILOR:
                board.facts[DAILOR] += 1


@kernel
def set_terrain(board: Board, cell: int, code: int) -> None:
    """Changes the terrain of a cell, under a unit or not."""
    board.terrain[cell] = code
    board.ground[cell] = KINDS[code] + (board.ground[cell] & TAKEN)


@kernel
def place_unit(board: Board, unit: int, cell: int) -> None:
    """Puts a unit on another cell, or on `GONE`."""
    left = board.cell[unit]
    board.occupant[left] = -1
    board.ground[left] -= TAKEN
    board.cell[unit] = cell
    if cell != GONE:
        board.occupant[cell] = unit
        board.ground[cell] += TAKEN


@kernel
def owner(board: Board, unit: int) -> int:
    """Returns the side of a unit."""
    return 1 if board.kind[unit] >= FIRST_DAILOR else 0
