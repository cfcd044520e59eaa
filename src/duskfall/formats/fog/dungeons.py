"""A dungeon as a map of Fog of War: walls and empty tiles are mountains; the rules draw everything else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon import EMPTY, WALL, Dungeon
from duskfall.fog import Options, Position, draw_position
from duskfall.formats.fog.map_files import map_rows


def dungeon_mountains(dungeon: Dungeon) -> NDArray[np.bool_]:
    """Returns the mountains of a dungeon, (height, width): its walls and empty tiles.

    Doors, stairs and secrets are open land, so armies reach every tile that can be reached in the dungeon.

    >>> dungeon_mountains(Dungeon.from_tiles(np.array([[0, 1, 2, 3], [1, 4, 5, 6]], np.uint8))).astype(int)
    array([[1, 1, 0, 0],
           [1, 0, 0, 0]])
    """
    return np.isin(dungeon.tiles, (EMPTY, WALL))


def dungeon_position(dungeon: Dungeon, players: int, seed: int) -> Position:
    """Draws the board of a game in a dungeon; `seed` places the generals, cities and towers."""
    options = Options(width=dungeon.width, height=dungeon.height, players=players)
    return draw_position(seed, options, dungeon_mountains(dungeon))


def fog_rows(dungeon: Dungeon, players: int, seed: int) -> list[str]:
    """Draws the same board as the rows of a map file, for the option `map` of a match.

    >>> from duskfall.dungeon import generate
    >>> rows = fog_rows(generate(7), players=2, seed=1)
    >>> print(rows[20])
    ^^^^^^^^a.......^^^^^^^^^^^^^^.^^^^^^^^^^+...^^^^^^^^^^^^^^^^^^^^^^^^^^^
    """
    position = dungeon_position(dungeon, players, seed)
    return map_rows(position.terrain.astype(np.int32).reshape(position.height, position.width))
