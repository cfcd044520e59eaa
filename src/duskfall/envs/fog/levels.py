"""Levels: boards that episodes begin on, from a map or from dungeons with a dial for their difficulty."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from duskfall.dice import Dice, purpose
from duskfall.dungeon import Options as DungeonOptions
from duskfall.dungeon import generate
from duskfall.errors import Refusal, Refused
from duskfall.fog import Options, Position, draw_position, position_of_tiles
from duskfall.formats.fog.dungeons import dungeon_mountains
from duskfall.formats.fog.map_files import parse_text_map, read_map

_WALLS: Final = purpose("dungeon level")
ROOM_SIDE: Final = 12
"""Tiles of the board on each side for one cell of a dungeon's grid."""
TRIES: Final = 100
"""Dungeons that may have no room for the generals, one after another, before the options are refused."""


def map_level(source: Path | Sequence[str], players: int | None) -> Position:
    """Returns the board of a map file, or of its rows."""
    tiles = read_map(source) if isinstance(source, Path) else parse_text_map("\n".join(source))
    return position_of_tiles(tiles, players)


def dungeon_level(seed: int, options: Options, difficulty: float) -> Position:
    """Draws a board in the dungeon of a seed, of whose walls and rock only the share `difficulty` stands.

    A harder level of the same seed has all mountains of an easier one. 0 is an open field, 1 the whole dungeon.

    >>> board = Options(width=24, height=24)
    >>> [int((dungeon_level(3, board, share).kinds == 32).sum()) for share in (0, 0.5, 1)]
    [0, 251, 502]
    """
    smaller = min(options.width, options.height)
    grid = max(2, min(8, smaller // ROOM_SIDE))
    dungeon = generate(seed, options=DungeonOptions(options.width, options.height, grid, treasures=0, loops=grid))
    walls = np.flatnonzero(dungeon_mountains(dungeon)).tolist()
    Dice(seed, 0, _WALLS).shuffle(walls)
    mountains = np.zeros(options.width * options.height, np.bool_)
    mountains[walls[: round(difficulty * len(walls))]] = True
    return draw_position(seed, options, mountains.reshape(options.height, options.width))


def dungeon_levels(first: int, count: int, options: Options, difficulty: float) -> tuple[Position, ...]:
    """Draws levels in the dungeons of the seeds from `first` on, passing over those without room for the generals."""
    levels: list[Position] = []
    seed, failures = first, 0
    while len(levels) < count:
        try:
            levels.append(dungeon_level(seed, options, difficulty))
            failures = 0
        except Refused as refused:
            failures += 1
            if refused.code is not Refusal.IMPOSSIBLE or failures >= TRIES:
                raise
        seed += 1
    return tuple(levels)
