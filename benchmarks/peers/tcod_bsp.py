"""Measures python-tcod: dungeons of rooms and corridors from its binary space partitioning.

The partition, seeded map by map, is the package's own. What a user of it adds is carved with NumPy slices: a room of
random size in each leaf, a corridor with one bend between the rooms of sisters, and two stairs. There are no doors,
secrets, treasures or records, and nothing is checked, so it does less than what it is compared with. The map starts as
solid rock, which is the shortest way; `walled` draws walls around rooms and corridors in empty ground instead.
"""

import random
import time
from typing import Any, Final

import numpy as np
import tcod.bsp  # type: ignore[import-not-found]
import tcod.random  # type: ignore[import-not-found]

DISTRIBUTIONS: Final = ("tcod", "numpy")

EMPTY: Final = 0
WALL: Final = 1
FLOOR: Final = 2
UP: Final = 4
DOWN: Final = 5

DEPTH: Final = 4
"""Four splits make up to 16 leaves: as many as the grid of the other side has cells."""
LEAST_LEAF: Final = 10
ROOM_LEAST: Final = 4
ROOM_MOST: Final = 8


def dig(tiles: Any, top: int, left: int, bottom: int, right: int) -> None:
    """Lay floor over a rectangle, ends not included."""
    tiles[top:bottom, left:right] = FLOOR


def dig_walled(tiles: Any, top: int, left: int, bottom: int, right: int) -> None:
    """Lay floor over a rectangle, with walls over the empty tiles around it."""
    around = tiles[top - 1 : bottom + 1, left - 1 : right + 1]
    around[around == EMPTY] = WALL
    tiles[top:bottom, left:right] = FLOOR


def new_map(side: int, seed: int, walled: bool) -> Any:
    """Make one map."""
    tiles = np.full((side, side), EMPTY if walled else WALL, np.uint8)
    carve = dig_walled if walled else dig
    root = tcod.bsp.BSP(1, 1, side - 2, side - 2)
    root.split_recursive(
        DEPTH, LEAST_LEAF, LEAST_LEAF, 1.5, 1.5, seed=tcod.random.Random(tcod.random.MERSENNE_TWISTER, seed)
    )
    dice = random.Random(seed)  # noqa: S311 - a map is no secret
    centres: dict[Any, tuple[int, int]] = {}
    leaves = []
    for node in root.inverted_level_order():
        if node.children:
            first, second = node.children
            (x, y), (to_x, to_y) = centres[first], centres[second]
            carve(tiles, y, min(x, to_x), y + 1, max(x, to_x) + 1)
            carve(tiles, min(y, to_y), to_x, max(y, to_y) + 1, to_x + 1)
            centres[node] = centres[dice.choice(node.children)]
            continue
        width, height = dice.randint(ROOM_LEAST, ROOM_MOST), dice.randint(ROOM_LEAST, ROOM_MOST)
        left = node.x + dice.randint(1, node.width - width - 1)
        top = node.y + dice.randint(1, node.height - height - 1)
        carve(tiles, top, left, top + height, left + width)
        centres[node] = (left + width // 2, top + height // 2)
        leaves.append(centres[node])
    for (x, y), stairs in zip(dice.sample(leaves, 2), (UP, DOWN), strict=True):
        tiles[y, x] = stairs
    return tiles


def maps(seconds: float, side: int, walled: bool = False) -> tuple[int, float]:
    """Measure the making of maps, one seed after the other."""
    made = 0
    started = time.perf_counter()
    while True:
        for _ in range(20):
            new_map(side, made, walled)
            made += 1
        spent = time.perf_counter() - started
        if spent >= seconds:
            return made, spent


MEASURES: Final = {"maps": maps}
