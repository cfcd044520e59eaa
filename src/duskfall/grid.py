"""Tiles and distances, for every world that stands on squares.

A tile is its row-major index: row 0 is the top one, and tile = row * width + column. `Grid` is the face for people;
compiled code takes the tables (`neighbour_table`, `disc_offsets`) and the kernels below them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import inline_kernel, kernel
from duskfall.errors import Refusal, Refused

DIRECTIONS: Final = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""Row and column steps up, down, left and right; everything that numbers directions uses this order."""

NOWHERE: Final = -1
"""Stands in a table for a neighbour beyond the border."""


@kernel
def manhattan(a: int, b: int, width: int) -> int:
    """Steps along the edges between two tiles."""
    return abs(a // width - b // width) + abs(a % width - b % width)


@kernel
def chebyshev(a: int, b: int, width: int) -> int:
    """Steps of a king between two tiles."""
    return max(abs(a // width - b // width), abs(a % width - b % width))


@inline_kernel
def beside(tile: int, direction: int, width: int, height: int) -> int:
    """The neighbour of a tile in one of the four directions, or `NOWHERE` beyond the border."""
    # One path for all four directions: which one comes is hard to predict, a division is cheaper than a wrong guess.
    across = direction >= 2
    ahead = direction & 1
    step = (1 if across else width) * (2 * ahead - 1)
    row = tile // width
    place = tile - row * width if across else row
    border = (width - 1 if across else height - 1) if ahead else 0
    return tile + step if place != border else -1


@dataclass(frozen=True, slots=True)
class Grid:
    """A board of `width` by `height` tiles.

    >>> grid = Grid(30, 20)
    >>> grid.tile(2, 5), grid.row(65), grid.column(65)
    (65, 2, 5)
    >>> grid.neighbours(0)
    [30, 1]
    """

    width: int
    height: int

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise Refused(
                Refusal.OUT_OF_RANGE,
                f"{self.width}x{self.height}",
                "a grid has at least one row and one column",
            )

    @property
    def size(self) -> int:
        """How many tiles there are."""
        return self.width * self.height

    def __contains__(self, tile: object) -> bool:
        return isinstance(tile, int) and 0 <= tile < self.size

    def inside(self, row: int, column: int) -> bool:
        """Whether the place lies on the board."""
        return 0 <= row < self.height and 0 <= column < self.width

    def tile(self, row: int, column: int) -> int:
        """The tile at a place.

        >>> Grid(30, 20).tile(20, 0)
        Traceback (most recent call last):
        duskfall.errors.Refused: row 20, column 0: not on a board of 30x20
        """
        if not self.inside(row, column):
            raise Refused(
                Refusal.OFF_MAP,
                f"row {row}, column {column}",
                f"not on a board of {self.width}x{self.height}",
            )
        return row * self.width + column

    def row(self, tile: int) -> int:
        """The row of a tile, counted from the top."""
        return self._checked(tile) // self.width

    def column(self, tile: int) -> int:
        """The column of a tile, counted from the left."""
        return self._checked(tile) % self.width

    def neighbours(self, tile: int) -> list[int]:
        """The tiles that share an edge with this one, in the order of `DIRECTIONS`."""
        row, column = self.row(tile), self.column(tile)
        return [
            self.tile(row + down, column + right)
            for down, right in DIRECTIONS
            if self.inside(row + down, column + right)
        ]

    def manhattan(self, a: int, b: int) -> int:
        """Steps along the edges between two tiles.

        >>> Grid(10, 10).manhattan(0, 34)
        7
        """
        return abs(self.row(a) - self.row(b)) + abs(self.column(a) - self.column(b))

    def chebyshev(self, a: int, b: int) -> int:
        """Steps of a king between two tiles.

        >>> Grid(10, 10).chebyshev(0, 34)
        4
        """
        return max(abs(self.row(a) - self.row(b)), abs(self.column(a) - self.column(b)))

    def euclidean(self, a: int, b: int) -> float:
        """The length of the straight line between two centres.

        >>> Grid(10, 10).euclidean(0, 34)
        5.0
        """
        return hypot(self.row(a) - self.row(b), self.column(a) - self.column(b))

    def edge_distance(self, tile: int) -> int:
        """Steps to the nearest border tile; 0 on the border itself."""
        row, column = self.row(tile), self.column(tile)
        return min(row, column, self.height - 1 - row, self.width - 1 - column)

    def disc(self, centre: int, radius: int) -> list[int]:
        """The tiles at most `radius` away in a straight line, ascending.

        >>> Grid(5, 5).disc(0, 2)
        [0, 1, 2, 5, 6, 10]
        """
        row, column = self.row(centre), self.column(centre)
        return [
            self.tile(row + down, column + right)
            for down, right in _disc(radius)
            if self.inside(row + down, column + right)
        ]

    def neighbour_table(self) -> NDArray[np.int32]:
        """For each tile its four neighbours in the order of `DIRECTIONS`, `NOWHERE` beyond the border."""
        tiles = np.arange(self.size, dtype=np.int32).reshape(self.height, self.width)
        table = np.full((self.height, self.width, 4), NOWHERE, np.int32)
        table[1:, :, 0] = tiles[:-1]
        table[:-1, :, 1] = tiles[1:]
        table[:, 1:, 2] = tiles[:, :-1]
        table[:, :-1, 3] = tiles[:, 1:]
        return table.reshape(self.size, 4)

    def _checked(self, tile: int) -> int:
        if tile not in self:
            raise Refused(
                Refusal.OFF_MAP,
                f"tile {tile}",
                f"not on a board of {self.width}x{self.height}",
                f"tiles run from 0 to {self.size - 1}",
            )
        return tile


def disc_offsets(radius: int) -> NDArray[np.int32]:
    """Row and column offsets of a disc, row by row: the table compiled code walks.

    >>> disc_offsets(1).tolist()
    [[-1, 0], [0, -1], [0, 0], [0, 1], [1, 0]]
    """
    return np.array(list(_disc(radius)), np.int32)


def _disc(radius: int) -> Iterator[tuple[int, int]]:
    for down in range(-radius, radius + 1):
        for right in range(-radius, radius + 1):
            if down * down + right * right <= radius * radius:
                yield down, right
