"""How far it is on foot, and what hangs together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.dungeon.tiles import SECRET, WALL, Tiles
from duskfall.grid import DIRECTIONS

Steps = NDArray[np.int32]
"""Half as much memory as other numbers take: a map's steps then stay in the processor's nearest cache."""


@kernel
def spread(tiles: Tiles, x: int, y: int, secrets: bool, steps: Steps, queue: Steps) -> int:
    """Write the steps from (x, y) to every tile that can be reached and has -1; gives how many those are.

    They stand in `queue`, the nearest first. Secrets can be open or shut.
    """
    height, width = tiles.shape
    if tiles[y, x] <= WALL:
        return 0
    steps[y, x] = 0
    queue[0] = y * width + x
    done, count = 0, 1
    while done < count:
        row = queue[done] // width
        column = queue[done] - row * width
        done += 1
        for dy, dx in DIRECTIONS:
            near_y, near_x = row + dy, column + dx
            if not (0 <= near_y < height and 0 <= near_x < width) or steps[near_y, near_x] >= 0:
                continue
            tile = tiles[near_y, near_x]
            if tile > WALL and (secrets or tile != SECRET):
                steps[near_y, near_x] = steps[row, column] + 1
                queue[count] = near_y * width + near_x
                count += 1
    return count


@kernel
def walk(tiles: Tiles, x: int, y: int, secrets: bool, steps: Steps, queue: Steps) -> int:
    """Write the steps from (x, y) to every tile, -1 where one cannot get; gives how many tiles can be reached."""
    steps[:] = -1
    return spread(tiles, x, y, secrets, steps, queue)


@kernel
def mark_areas(tiles: Tiles, areas: Steps, steps: Steps, queue: Steps) -> None:
    """Write to which area each tile belongs, see `areas`."""
    height, width = tiles.shape
    areas[:] = 0
    steps[:] = -1
    marked = 0
    for y in range(height):
        for x in range(width):
            if tiles[y, x] <= WALL or tiles[y, x] == SECRET or areas[y, x] > 0:
                continue
            marked += 1
            for i in range(spread(tiles, x, y, False, steps, queue)):
                areas[queue[i] // width, queue[i] % width] = marked


def distances(tiles: Tiles, x: int, y: int, *, secrets: bool = True) -> Steps:
    """Steps from a place to every tile, -1 where one cannot get.

    >>> distances(np.array([[2, 1, 2], [2, 2, 2]], np.uint8), 0, 0).tolist()
    [[0, -1, 4], [1, 2, 3]]
    """
    steps = np.zeros(tiles.shape, np.int32)
    walk(tiles, x, y, secrets, steps, np.zeros(tiles.size, np.int32))
    return steps


def areas(tiles: Tiles) -> Steps:
    """Which tiles are joined without secrets: the number of each one's area, counted from 1, and 0 for all others.

    >>> areas(np.array([[2, 6, 3], [1, 1, 2]], np.uint8)).tolist()
    [[1, 0, 2], [0, 0, 2]]
    """
    numbers = np.zeros(tiles.shape, np.int32)
    mark_areas(tiles, numbers, np.zeros(tiles.shape, np.int32), np.zeros(tiles.size, np.int32))
    return numbers
