"""The threat map: what an army could do to each tile before it is answered."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.board import Board


@kernel
def threaten(
    board: Board,
    units: NDArray[np.int32],
    starts: NDArray[np.int64],
    cells: NDArray[np.int32],
    widths: NDArray[np.int64],
    edges: NDArray[np.int32],
    count: NDArray[np.int32],
    damage: NDArray[np.int32],
    attack: NDArray[np.int16],
) -> None:
    """Add each of `units` to `count`, and its A to `damage`, wherever it can hit from where it stands or can reach.

    Entries starts[i] to starts[i+1] of `cells` are what units[i] can reach. widths[type, n] is how far the type hits
    along a row n rows away, -1 when not at all. The tiles hit from one place are one run in each row, so only the two
    ends of the runs are noted in `edges` and summed once for each unit.
    """
    rows = len(board.terrain) // board.stride
    stride, span = board.stride, widths.shape[1] - 1
    for i in range(len(units)):
        unit = number(units[i])
        kind = number(board.kind[unit])
        edges[:] = 0
        for place in range(starts[i] - 1, starts[i + 1]):
            cell = number(board.cell[unit]) if place < starts[i] else number(cells[place])
            row, column = cell // stride, cell % stride
            for y in range(max(1, row - span), min(rows - 1, row + span + 1)):
                width = number(widths[kind, abs(y - row)])
                if width >= 0:
                    edges[y * stride + max(1, column - width)] += 1
                    edges[y * stride + min(stride - 1, column + width + 1)] -= 1
        for y in range(1, rows - 1):
            hits = 0
            for cell in range(y * stride + 1, (y + 1) * stride - 1):
                hits += edges[cell]
                if hits > 0:
                    count[cell] += 1
                    damage[cell] += attack[kind]
