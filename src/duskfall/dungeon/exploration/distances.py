"""Walking distances and connected areas, by flood fill: the one implementation for checks, statistics and exports."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.dungeon.tiles import SECRET, WALL, Tiles
from duskfall.grid import DIRECTIONS

Steps = NDArray[np.int32]
"""Half as much memory as other numbers take: a map's steps then stay in the processor's nearest cache."""


@kernel
def flood_fill(tiles: Tiles, x: int, y: int, secrets: bool, steps: Steps, queue: Steps) -> int:
    """Fills in the steps from (x, y) to every reachable tile that has -1; returns the number of these tiles.

    `queue` lists them, the nearest first. Secrets can be open or shut.
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
def measure_distances(tiles: Tiles, x: int, y: int, secrets: bool, steps: Steps, queue: Steps) -> int:
    """Writes the steps from (x, y) to every tile, -1 where no way leads; returns the number of reachable tiles."""
    steps[:] = -1
    return flood_fill(tiles, x, y, secrets, steps, queue)


@kernel
def mark_areas(tiles: Tiles, areas: Steps, steps: Steps, queue: Steps) -> None:
    """Writes the area of each tile, see `areas`."""
    height, width = tiles.shape
    areas[:] = 0
    steps[:] = -1
    marked = 0
    for y in range(height):
        for x in range(width):
            if tiles[y, x] <= WALL or tiles[y, x] == SECRET or areas[y, x] > 0:
                continue
            marked += 1
            for i in range(flood_fill(tiles, x, y, False, steps, queue)):
                areas[queue[i] // width, queue[i] % width] = marked


def distances(tiles: Tiles, x: int, y: int, *, secrets: bool = True) -> Steps:
    """Counts the steps from a place to every tile, -1 where no way leads.

    >>> distances(np.array([[2, 1, 2], [2, 2, 2]], np.uint8), 0, 0).tolist()
    [[0, -1, 4], [1, 2, 3]]
    """
    steps = np.zeros(tiles.shape, np.int32)
    measure_distances(tiles, x, y, secrets, steps, np.zeros(tiles.size, np.int32))
    return steps


def areas(tiles: Tiles) -> Steps:
    """Numbers the areas that are connected without secrets, from 1; all other tiles have 0.

    >>> areas(np.array([[2, 6, 3], [1, 1, 2]], np.uint8)).tolist()
    [[1, 0, 2], [0, 0, 2]]
    """
    numbers = np.zeros(tiles.shape, np.int32)
    mark_areas(tiles, numbers, np.zeros(tiles.shape, np.int32), np.zeros(tiles.size, np.int32))
    return numbers
