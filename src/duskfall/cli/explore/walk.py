"""Walking through a map: what has been seen, what is in sight, and the secrets that were found."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.cli.explore.window import Cells
from duskfall.dungeon import DOWN, FLOOR, SECRET, WALL, Dungeon, Place

HERO: Final = 7
TREASURE: Final = 8
"""Cells that are no tiles."""
REMEMBERED: Final = 16
"""Added to a cell that was seen before and is out of sight now."""
NEXT_TO: Final = tuple((right, down) for down in (-1, 0, 1) for right in (-1, 0, 1) if right or down)


class Walk:
    """One walker on a map. A secret is wall to the eye and to the foot until it is found by searching next to it."""

    def __init__(self, dungeon: Dungeon) -> None:
        self._dungeon = dungeon
        self._hidden: NDArray[np.bool_] = dungeon.tiles == SECRET
        self._seen = np.zeros(dungeon.tiles.shape, np.bool_)
        self._treasures = {room.treasure.chamber for room in dungeon.rooms if room.treasure}
        self.x, self.y = dungeon.up or _some_floor(dungeon)
        self.steps = 0
        self.secrets = 0
        self.treasures = 0
        self._look()

    def step(self, right: int, down: int) -> str:
        """Go one tile, if there is ground; what happened, in words, or nothing."""
        x, y = self.x + right, self.y + down
        if not self._is_ground(x, y):
            return ""
        self.x, self.y = x, y
        self.steps += 1
        self._look()
        if (x, y) in self._treasures:
            self._treasures.remove((x, y))
            self.treasures += 1
            return "You found a treasure!"
        return "The stairs down." if self._dungeon.tiles[y, x] == DOWN else ""

    def search(self) -> str:
        """Search the eight tiles around for secrets; what came of it, in words."""
        found = 0
        for right, down in NEXT_TO:
            x, y = self.x + right, self.y + down
            if 0 <= x < self._dungeon.width and 0 <= y < self._dungeon.height and self._hidden[y, x]:
                self._hidden[y, x] = False
                found += 1
        if not found:
            return "You search and find nothing."
        self.secrets += found
        self._look()
        return "You found a secret!" if found == 1 else f"You found {found} secrets!"

    def scene(self) -> Cells:
        """The map as the walker knows it: in sight, remembered, or nothing."""
        cells = self._looks()
        for x, y in self._treasures:
            cells[y, x] = TREASURE
        cells[~self._in_sight] += REMEMBERED
        cells[~self._seen] = 0
        cells[self.y, self.x] = HERO
        return cells

    def _looks(self) -> Cells:
        return np.where(self._hidden, WALL, self._dungeon.tiles).astype(np.uint8)

    def _look(self) -> None:
        self._in_sight = Dungeon.from_tiles(self._looks()).field_of_view(self.x, self.y)
        self._seen |= self._in_sight

    def _is_ground(self, x: int, y: int) -> bool:
        inside = 0 <= x < self._dungeon.width and 0 <= y < self._dungeon.height
        return inside and bool(self._dungeon.tiles[y, x] >= FLOOR) and not self._hidden[y, x]


def _some_floor(dungeon: Dungeon) -> Place:
    """Where to start on a map without stairs."""
    rows, columns = np.nonzero(dungeon.tiles >= FLOOR)
    return (int(columns[0]), int(rows[0])) if len(rows) else dungeon.camera
