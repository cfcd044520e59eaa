"""Finds the cities and towers that bar the only way to a region of the board, as in the corridors of a dungeon.

What was never seen and is no open land may be a mountain, a city or a tower. Generals are connected over cities and
towers, so an obstacle between two regions that no open way joins is taken for one of these until it is seen.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.bots.fog import weights
from duskfall.compiled import kernel
from duskfall.fog.layout import Ints
from duskfall.fog.position import CITY_TILE, EMPTY, FOG, FOG_OBSTACLE, TOWER_TILE
from duskfall.grid import beside

NO_REGION: Final = -1


@kernel
def number_regions(terrain: Ints, width: int, height: int, region: Ints, size: Ints, queue: Ints) -> int:
    """Numbers the regions of open tiles from 0; `size` counts the tiles of each. Returns how many there are."""
    for tile in range(width * height):
        region[tile] = NO_REGION
    regions = 0
    for start in range(width * height):
        if region[start] != NO_REGION or not (terrain[start] >= 0 or terrain[start] in (EMPTY, FOG)):
            continue
        region[start] = regions
        queue[0] = start
        count, done = 1, 0
        while done < count:
            tile = queue[done]
            done += 1
            for direction in range(4):
                near = beside(tile, direction, width, height)
                if near >= 0 and region[near] == NO_REGION and (terrain[near] >= 0 or terrain[near] in (EMPTY, FOG)):
                    region[near] = regions
                    queue[count] = near
                    count += 1
        size[regions] = count
        regions += 1
    return regions


@kernel
def open_barriers(
    terrain: Ints, guard: Ints, width: int, height: int, region: Ints, size: Ints, least: int, guess: int
) -> int:
    """Opens the obstacles that stand between two regions of at least so many tiles; returns how many there are.

    `terrain` has open land there afterwards, and `guard` the guess for obstacles that were never seen.
    """
    opened = 0
    for tile in range(width * height):
        code = terrain[tile]
        if code not in (CITY_TILE, TOWER_TILE, FOG_OBSTACLE):
            continue
        first = NO_REGION
        joins = False
        for direction in range(4):
            near = beside(tile, direction, width, height)
            if near < 0 or region[near] == NO_REGION or size[region[near]] < least:
                continue
            joins = joins or (first != NO_REGION and region[near] != first)
            first = region[near]
        if joins:
            terrain[tile] = EMPTY
            opened += 1
            if code == FOG_OBSTACLE:
                guard[tile] = guess
    return opened


class Passages:
    """Opens the barriers of one board for plans that lead over them."""

    def __init__(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        self._region, self._size, self._queue = (np.zeros(width * height, np.int32) for _ in range(3))

    def open(self, terrain: Ints, guard: Ints) -> Ints:
        """Returns the terrain with barriers as land; writes what is guessed to stand on them to `guard`."""
        regions = number_regions(terrain, self._width, self._height, self._region, self._size, self._queue)
        if regions < 2:
            return terrain
        opened = terrain.copy()
        count = open_barriers(
            opened, guard, self._width, self._height, self._region, self._size,
            weights.REGION_LEAST, weights.BARRIER_GUARD,
        )  # fmt: skip
        return opened if count else terrain
