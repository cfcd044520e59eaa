"""Tells the faults that the original's program made from those that came into a map later."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from duskfall.dungeon.checks.faults import Fault
from duskfall.dungeon.dungeon import Dungeon
from duskfall.dungeon.generation.generator import generate, generate_many
from duskfall.dungeon.options import C64, C64_SEEDS
from duskfall.dungeon.tiles import Tiles

MOST_CHANGED: Final = 100
"""Tiles in which a map may differ from one of the original's and still be taken for it. No two of the original's own
maps are nearly as alike: the least difference is above 1000 tiles."""


def original_faults(dungeon: Dungeon) -> frozenset[Fault]:
    """Returns the faults of the original's map that `dungeon` is or was made from; none for other maps.

    >>> len(original_faults(generate(7, "c64"))) == len(generate(7, "c64").validate())
    True
    >>> original_faults(generate(7))
    frozenset()
    """
    seed = dungeon.seed if dungeon.profile == C64 else original_seed(dungeon.tiles)
    if seed is None or seed not in C64_SEEDS:
        return frozenset()
    genuine = generate(seed, C64)
    return frozenset((genuine if dungeon.recorded else Dungeon.from_tiles(genuine.tiles)).validate())


def original_seed(tiles: Tiles) -> int | None:
    """Returns the seed of the original's map that has these tiles, a few changed ones apart; None if there is none.

    >>> original_seed(generate(7, "c64").tiles), original_seed(generate(7).tiles)
    (7, None)
    """
    known = _original_tiles()
    if tiles.shape != known.shape[1:]:
        return None
    changed = (known != tiles).sum(axis=(1, 2))
    nearest = int(changed.argmin())
    return C64_SEEDS[1 + nearest] if changed[nearest] <= MOST_CHANGED else None


@lru_cache(maxsize=1)
def _original_tiles() -> Tiles:
    """Returns the tiles of all of the original's maps, by seed from 1 on."""
    return np.array(generate_many(C64_SEEDS[1:], C64).arrays.tiles)
