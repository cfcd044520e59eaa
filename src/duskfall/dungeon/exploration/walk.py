"""A walk through a map: the tiles seen so far, the tiles in sight, and the secrets and treasures found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon.dungeon import Dungeon
from duskfall.dungeon.exploration.field_of_view import field_of_view
from duskfall.dungeon.records import Place
from duskfall.dungeon.tiles import DOWN, FLOOR, SECRET, WALL
from duskfall.errors import Refusal, Refused

Cells = NDArray[np.uint8]
"""Codes of tiles as a walker sees them: the tile kinds and those below."""

HERO: Final = 7
TREASURE: Final = 8
"""Cells beyond the tile kinds."""
REMEMBERED: Final = 16
"""Added to a cell that was seen before and is out of sight."""
NEXT_TO: Final = tuple((right, down) for down in (-1, 0, 1) for right in (-1, 0, 1) if right or down)


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a walker and their changes to the map: all that the next step depends on."""

    place: Place
    found: tuple[Place, ...] = ()
    """Secrets."""
    taken: tuple[Place, ...] = ()
    """Treasures."""


class Walk:
    """One walker on a map. A secret looks and blocks like wall until the walker finds it by searching next to it."""

    def __init__(self, dungeon: Dungeon, standing: Standing | None = None) -> None:
        """Begins on the stairs up, or continues from `standing`."""
        self._dungeon = dungeon
        self._hidden: NDArray[np.bool_] = dungeon.tiles == SECRET
        self._seen = np.zeros(dungeon.tiles.shape, np.bool_)
        self._treasures = {room.treasure.chamber for room in dungeon.rooms if room.treasure}
        self.secrets_total = int(self._hidden.sum())
        self.treasures_total = len(self._treasures)
        self._found: list[Place] = []
        self._taken: list[Place] = []
        self.x, self.y = dungeon.up or _some_floor(dungeon)
        self.steps = 0
        if standing is not None:
            self._go_on(standing)
        self._look()

    @property
    def standing(self) -> Standing:
        """The state from which the walk can continue."""
        return Standing((self.x, self.y), tuple(self._found), tuple(self._taken))

    @property
    def seen(self) -> int:
        """The number of tiles seen so far."""
        return int(self._seen.sum())

    def clone(self) -> Walk:
        """Returns an independent copy of the walk on the same map."""
        twin = object.__new__(Walk)
        twin.__dict__.update(self.__dict__)
        twin._hidden, twin._seen, twin._in_sight = self._hidden.copy(), self._seen.copy(), self._in_sight.copy()
        twin._treasures, twin._found, twin._taken = self._treasures.copy(), self._found.copy(), self._taken.copy()
        return twin

    @property
    def secrets(self) -> int:
        """The number of secrets found."""
        return len(self._found)

    @property
    def treasures(self) -> int:
        """The number of treasures taken."""
        return len(self._taken)

    @property
    def is_at_stairs_down(self) -> bool:
        """Whether the walker stands on the stairs that lead to the next map."""
        return bool(self._dungeon.tiles[self.y, self.x] == DOWN)

    def step(self, right: int, down: int) -> str:
        """Moves one tile, if it is walkable; returns a message, or an empty one."""
        x, y = self.x + right, self.y + down
        if not self._is_ground(x, y):
            return ""
        self.x, self.y = x, y
        self.steps += 1
        self._look()
        if (x, y) in self._treasures:
            self._take((x, y))
            return "You found a treasure!"
        return "The stairs down." if self.is_at_stairs_down else ""

    def search(self) -> str:
        """Searches the eight tiles around for secrets; returns a message."""
        places = [(self.x + right, self.y + down) for right, down in NEXT_TO]
        near = [place for place in places if self._is_inside(*place) and self._hidden[place[1], place[0]]]
        if not near:
            return "You search and find nothing."
        for place in near:
            self._find(place)
        self._look()
        return "You found a secret!" if len(near) == 1 else f"You found {len(near)} secrets!"

    def scene(self) -> Cells:
        """Returns the map as the walker knows it: in sight, remembered, or unknown."""
        cells = self._looks()
        cells[~self._in_sight] += REMEMBERED
        cells[~self._seen] = 0
        cells[self.y, self.x] = HERO
        return cells

    def sight(self) -> list[tuple[Place, int]]:
        """Lists the tiles in sight, and the ground under the walker."""
        cells = self._looks()
        rows, columns = np.nonzero(self._in_sight)
        places = zip(columns.tolist(), rows.tolist(), strict=True)
        return list(zip(places, cells[self._in_sight].tolist(), strict=True))

    def _looks(self) -> Cells:
        cells = self._ground()
        for x, y in self._treasures:
            cells[y, x] = TREASURE
        return cells

    def _ground(self) -> Cells:
        return np.where(self._hidden, WALL, self._dungeon.tiles).astype(np.uint8)

    def _look(self) -> None:
        self._in_sight = field_of_view(self._ground(), self.x, self.y)
        self._seen |= self._in_sight

    def _find(self, place: Place) -> None:
        self._hidden[place[1], place[0]] = False
        self._found.append(place)

    def _take(self, place: Place) -> None:
        self._treasures.remove(place)
        self._taken.append(place)

    def _go_on(self, standing: Standing) -> None:
        for place in _once(standing.found):
            if not (self._is_inside(*place) and self._hidden[place[1], place[0]]):
                raise Refused(Refusal.INCONSISTENT, f"a secret at {place[0]},{place[1]}", "this map has none there")
            self._find(place)
        for place in _once(standing.taken):
            if place not in self._treasures:
                raise Refused(Refusal.INCONSISTENT, f"a treasure at {place[0]},{place[1]}", "this map has none there")
            self._take(place)
        x, y = standing.place
        if not self._is_inside(x, y):
            height, width = self._hidden.shape
            raise Refused(Refusal.OFF_MAP, f"{x},{y}", f"the map has {width}x{height} tiles, counted from 0,0")
        if (x, y) != (self.x, self.y) and not self._is_ground(x, y):
            raise Refused(Refusal.INCONSISTENT, f"a walker at {x},{y}", "the tile is not walkable", "begin again")
        self.x, self.y = x, y

    def _is_inside(self, x: int, y: int) -> bool:
        return 0 <= x < self._dungeon.width and 0 <= y < self._dungeon.height

    def _is_ground(self, x: int, y: int) -> bool:
        return self._is_inside(x, y) and bool(self._dungeon.tiles[y, x] >= FLOOR) and not self._hidden[y, x]


def _once(places: Iterable[Place]) -> tuple[Place, ...]:
    return tuple(dict.fromkeys(places))


def _some_floor(dungeon: Dungeon) -> Place:
    """Finds a start on a map without stairs."""
    rows, columns = np.nonzero(dungeon.tiles >= FLOOR)
    return (int(columns[0]), int(rows[0])) if len(rows) else dungeon.camera
