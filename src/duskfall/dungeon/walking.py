"""How far it is on foot."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.dungeon.tables import Numbers
from duskfall.dungeon.tiles import SECRET, WALL, Tiles


@kernel
def walk(tiles: Tiles, x: int, y: int, secrets: bool, steps: Numbers, queue: Numbers) -> int:
    """Write the steps from (x, y) to every tile, -1 where one cannot get; gives how many tiles can be reached."""
    height, width = tiles.shape
    steps[:] = -1
    if tiles[y, x] <= WALL:
        return 0
    steps[y, x] = 0
    queue[0] = y * width + x
    done, count = 0, 1
    while done < count:
        row, column = queue[done] // width, queue[done] % width
        done += 1
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            near_y, near_x = row + dy, column + dx
            if not (0 <= near_y < height and 0 <= near_x < width) or steps[near_y, near_x] >= 0:
                continue
            tile = tiles[near_y, near_x]
            if tile > WALL and (secrets or tile != SECRET):
                steps[near_y, near_x] = steps[row, column] + 1
                queue[count] = near_y * width + near_x
                count += 1
    return count


def distances(tiles: Tiles, x: int, y: int, *, secrets: bool = True) -> NDArray[np.int64]:
    """Steps from a place to every tile, -1 where one cannot get.

    >>> distances(np.array([[2, 1, 2], [2, 2, 2]], np.uint8), 0, 0).tolist()
    [[0, -1, 4], [1, 2, 3]]
    """
    steps = np.zeros(tiles.shape, np.int64)
    walk(tiles, x, y, secrets, steps, np.zeros(tiles.size, np.int64))
    return steps
