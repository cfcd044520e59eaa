"""Lands made by chance, as large and as crowded as the real one."""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.dice import Dice, purpose
from duskfall.welten import UNIT_TYPES, Placement, Position, Scenario, Side, terrain_of
from duskfall.welten.terrain_costs import can_stand

GROUND: Final = [0x69] * 9 + [0x6A] * 9 + [0x6B, 0x6B, 0x6C, 0x6C, 0x6C, 0x6E, 0x6E, 0x70, 0x71, 0x71, 0x72, 0x6F]
WIDTH, HEIGHT, BORDER = 80, 40, 60


def full_map(seed: int, gates: int = 13) -> Scenario:
    """A map of 80 by 40 tiles with the whole roster, Eldoin in its west and Dailor in its east."""
    dice = Dice(seed, 0, purpose("test land"))
    land = np.array([GROUND[dice.below(len(GROUND))] for _ in range(WIDTH * HEIGHT)], np.uint8).reshape(HEIGHT, WIDTH)
    tiles = [Position(x, y) for y in range(HEIGHT) for x in range(1, WIDTH)]
    dice.shuffle(tiles)
    positions, free = tiles[:gates], tiles[gates:]
    for x, y in positions:
        land[y, x] = 0x6F
    placements = []
    for kind in UNIT_TYPES:
        west = kind.side is Side.ELDOIN
        for _ in range(kind.count):
            place = next(
                tile
                for tile in free
                if (tile.x < WIDTH // 2) is west and can_stand(kind, terrain_of(int(land[tile.y, tile.x])))
            )
            free.remove(place)
            placements.append(Placement(kind.number, *place))
    return Scenario(f"chance {seed}", land, tuple(placements), tuple(positions), BORDER)
