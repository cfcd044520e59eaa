"""The field of view from a tile, by symmetric shadow casting.

Each of the four quarters around the eye is scanned row by row outwards. A row is the part of the quarter between two
slopes; an opaque tile narrows the part that is passed on to the next row, or splits it. A transparent tile
counts as seen when its centre lies between the slopes, so that sight is mutual; an opaque tile counts as seen when
any part of it does, so that walls have no gaps. Slopes are fractions of whole numbers: nothing is rounded.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import Numbers
from duskfall.dungeon.tiles import DOOR, SECRET, WALL, Tiles

ROW_COLUMNS: Final = 5
"""A pending row: its distance, and its two slopes as numerators and denominators."""


@kernel
def hides(tile: int) -> bool:
    """Tells whether a tile blocks sight: all but floor and stairs do."""
    return tile <= WALL or tile in (DOOR, SECRET)


@kernel
def place_in_quarter(quarter: int, depth: int, across: int) -> tuple[int, int]:
    """Returns the column and row step of a tile `depth` outwards and `across` sideways in a quarter."""
    if quarter == 0:
        return across, -depth
    if quarter == 1:
        return across, depth
    if quarter == 2:
        return -depth, across
    return depth, across


@kernel
def scan_quarter(tiles: Tiles, seen: NDArray[np.bool_], x: int, y: int, quarter: int, rows: Numbers) -> None:
    """Marks the seen tiles of one quarter; `rows` holds the pending rows."""
    height, width = tiles.shape
    rows[0, 0], rows[0, 1], rows[0, 2], rows[0, 3], rows[0, 4] = 1, -1, 1, 1, 1
    count = 1
    while count > 0:
        count -= 1
        depth = rows[count, 0]
        low, low_over, high, high_over = rows[count, 1], rows[count, 2], rows[count, 3], rows[count, 4]
        first = (2 * depth * low + low_over) // (2 * low_over)  # the nearest whole number, halves upwards
        last = -((high_over - 2 * depth * high) // (2 * high_over))  # the nearest whole number, halves downwards
        before = -1  # -1 nothing yet, 0 the last tile was open, 1 it hid
        for across in range(first, last + 1):
            dx, dy = place_in_quarter(quarter, depth, across)
            inside = 0 <= x + dx < width and 0 <= y + dy < height
            blocked = not inside or hides(tiles[y + dy, x + dx])
            if inside and (blocked or (across * low_over >= depth * low and across * high_over <= depth * high)):
                seen[y + dy, x + dx] = True
            if before == 1 and not blocked:
                low, low_over = 2 * across - 1, 2 * depth
            if before == 0 and blocked:
                count = wait(rows, count, depth + 1, low, low_over, 2 * across - 1, 2 * depth)
            before = 1 if blocked else 0
        if before == 0:
            count = wait(rows, count, depth + 1, low, low_over, high, high_over)


@kernel
def wait(rows: Numbers, count: int, depth: int, low: int, low_over: int, high: int, high_over: int) -> int:
    """Adds a pending row; returns the number of pending rows."""
    rows[count, 0] = depth
    rows[count, 1] = low
    rows[count, 2] = low_over
    rows[count, 3] = high
    rows[count, 4] = high_over
    return count + 1


@kernel
def look(tiles: Tiles, x: int, y: int, radius: int, seen: NDArray[np.bool_], rows: Numbers) -> None:
    """Marks all tiles seen from (x, y); a negative radius means no limit."""
    seen[:] = False
    seen[y, x] = True
    for quarter in range(4):
        scan_quarter(tiles, seen, x, y, quarter, rows)
    if radius < 0:
        return
    height, width = tiles.shape
    for row in range(height):
        for column in range(width):
            if (row - y) * (row - y) + (column - x) * (column - x) > radius * radius:
                seen[row, column] = False


def field_of_view(tiles: Tiles, x: int, y: int, radius: int | None = None) -> NDArray[np.bool_]:
    """Returns the tiles that are seen from a place.

    >>> field_of_view(np.array([[2, 2, 3, 2, 2]], np.uint8), 0, 0).tolist()
    [[True, True, True, False, False]]
    """
    seen = np.zeros(tiles.shape, np.bool_)
    rows = np.zeros((tiles.size + 4, ROW_COLUMNS), np.int64)  # at most one pending row a tile
    look(tiles, x, y, number(-1 if radius is None else radius), seen, rows)
    return seen
