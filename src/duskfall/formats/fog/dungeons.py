"""A dungeon as a map of Fog of War: its walls and the void are mountains, everything else is drawn by the rules."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon import EMPTY, WALL, Dungeon
from duskfall.fog import Options, Position, draw_position
from duskfall.formats.fog.mapfiles import map_rows


def dungeon_mountains(dungeon: Dungeon) -> NDArray[np.bool_]:
    """Where a dungeon has mountains when armies march through it, (height, width): its walls and the void.

    Doors, stairs and secrets are open land, so whatever can be reached in the dungeon can be reached by armies.

    >>> dungeon_mountains(Dungeon.from_tiles(np.array([[0, 1, 2, 3], [1, 4, 5, 6]], np.uint8))).astype(int)
    array([[1, 1, 0, 0],
           [1, 0, 0, 0]])
    """
    return np.isin(dungeon.tiles, (EMPTY, WALL))


def dungeon_position(dungeon: Dungeon, players: int, seed: int) -> Position:
    """The board of a game in a dungeon; `seed` draws the generals, cities and towers, again until all can meet."""
    options = Options(width=dungeon.width, height=dungeon.height, players=players)
    return draw_position(seed, options, dungeon_mountains(dungeon))


def fog_rows(dungeon: Dungeon, players: int, seed: int) -> list[str]:
    """The same board as the rows of a map file, as a match takes them under the option `map`.

    >>> from duskfall.dungeon import generate
    >>> rows = fog_rows(generate(7), players=2, seed=1)
    >>> print(rows[20])
    ^^^^^^^^a.......^^^^^^^^^^^^^^.^^^^^^^^^^+...^^^^^^^^^^^^^^^^^^^^^^^^^^^
    """
    position = dungeon_position(dungeon, players, seed)
    return map_rows(position.terrain.astype(np.int32).reshape(position.height, position.width))
