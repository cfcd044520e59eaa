"""A window of 40 by 25 cells on a larger map, as the Commodore 64 shows it; fewer rows where a terminal is low.

A window knows the content of each of its cells. Moving it, or changing the map under it, returns the cells that have
to be drawn, and only those; drawing them gives the same screen as drawing everything.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.dungeon.exploration.walk import Cells

COLUMNS: Final = 40
ROWS: Final = 25


class Window:
    """A window on `scene`, a map of cells by row and column.

    >>> scene = np.zeros((72, 72), np.uint8)
    >>> scene[0, 40] = 1
    >>> window = Window(scene)
    >>> window.move(1, 0)
    [(0, 39)]
    >>> (window.x, window.y), int(window.cells[0, 39])
    ((1, 0), 1)
    """

    def __init__(self, scene: Cells, x: int = 0, y: int = 0) -> None:
        self._scene = scene
        self.rows = ROWS
        self.x, self.y = self._clamped(x, y)
        self.cells = self._redrawn()

    @property
    def scene(self) -> Cells:
        """The map under the window."""
        return self._scene

    def move(self, right: int, down: int) -> list[tuple[int, int]]:
        """Move by a number of tiles, as far as the map goes; return the row and column of each cell that changed."""
        self.x, self.y = self._clamped(self.x + right, self.y + down)
        return self._drawn()

    def resize(self, rows: int) -> None:
        """Show more or fewer rows, with the same tile in the middle as far as the map goes; all cells change."""
        middle = self.y + self.rows // 2
        self.rows = rows
        self.x, self.y = self._clamped(self.x, middle - rows // 2)
        self.cells = self._redrawn()

    def centre(self, x: int, y: int) -> list[tuple[int, int]]:
        """Bring a tile to the middle, as far as the map goes; return the cells that changed."""
        self.x, self.y = self._clamped(x - COLUMNS // 2, y - self.rows // 2)
        return self._drawn()

    def show(self, scene: Cells, centre: tuple[int, int] | None = None) -> list[tuple[int, int]]:
        """Show another map, or the same one changed, in the same place or with a tile in the middle."""
        self._scene = scene
        if centre is not None:
            return self.centre(*centre)
        return self.move(0, 0)

    def _drawn(self) -> list[tuple[int, int]]:
        fresh = self._redrawn()
        changed = np.argwhere(fresh != self.cells)
        self.cells = fresh
        return [(int(row), int(column)) for row, column in changed]

    def _redrawn(self) -> Cells:
        """Return all cells; a map smaller than the window leaves the rest of it empty."""
        part = self._scene[self.y : self.y + self.rows, self.x : self.x + COLUMNS]
        cells = np.zeros((self.rows, COLUMNS), np.uint8)
        cells[: part.shape[0], : part.shape[1]] = part
        return cells

    def _clamped(self, x: int, y: int) -> tuple[int, int]:
        height, width = self._scene.shape
        return min(max(x, 0), max(width - COLUMNS, 0)), min(max(y, 0), max(height - self.rows, 0))
