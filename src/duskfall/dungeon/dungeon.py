"""`Dungeon`: a map with its records, and the questions that can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon.checks.faults import Fault
from duskfall.dungeon.checks.validation import validate
from duskfall.dungeon.dungeon_map import DungeonMap
from duskfall.dungeon.exploration.distances import distances
from duskfall.dungeon.exploration.field_of_view import field_of_view
from duskfall.dungeon.records import Connection, Place, Room
from duskfall.dungeon.statistics import statistics
from duskfall.dungeon.tiles import DOWN, UP, Tiles
from duskfall.errors import Refusal, Refused


@dataclass(frozen=True, eq=False, repr=False)
class Dungeon(DungeonMap):
    """A map and its records, with the questions that can be asked of them."""

    @classmethod
    def from_tiles(cls, tiles: Tiles) -> Dungeon:
        """Makes a map of tiles alone, such as one loaded from a C64 file."""
        bare = cls(tiles)
        up, down = _first(bare.tiles, UP), _first(bare.tiles, DOWN)
        return cls(tiles, up=up, down=down, camera=up or (bare.width // 2, bare.height // 2))

    @property
    def connections(self) -> tuple[Connection, ...]:
        """The corridors between rooms, in the order in which they were dug."""
        return tuple(self.connection(link.a, link.b) for link in self.links)

    def room(self, index: int) -> Room:
        """Returns the room with this number; rooms are numbered in the order in which they were built."""
        if not 0 <= index < len(self.rooms):
            raise Refused(Refusal.OUT_OF_RANGE, f"room {index}", f"this map has rooms 0 to {len(self.rooms) - 1}")
        return self.rooms[index]

    def room_at(self, x: int, y: int) -> int | None:
        """Returns the number of the room whose floor holds the place, if any."""
        return next((index for index, room in enumerate(self.rooms) if (x, y) in room), None)

    def connected(self, a: int, b: int) -> bool:
        """Tells whether a corridor joins the two rooms directly."""
        return any(slot.other == b for slot in self.room(a).slots)

    def connection(self, a: int, b: int) -> Connection:
        """Returns the corridor as seen from room `a` on the way to room `b`: doors, side, shape, bends."""
        near = next((slot for slot in self.room(a).slots if slot.other == b), None)
        far = next((slot for slot in self.room(b).slots if slot.other == a), None)
        link = next((link for link in self.links if {link.a, link.b} == {a, b}), None)
        if near is None or far is None or link is None:
            raise Refused(Refusal.IMPOSSIBLE, f"rooms {a} and {b}", "no corridor joins them directly")
        return Connection(a, b, link.purpose, near.corridor, near.door, far.door, near.bends)

    def validate(self) -> list[Fault]:
        """Lists the faults of the map; empty when it is sound. Never raises.

        >>> from duskfall.dungeon import generate
        >>> generate(7).validate()
        []
        """
        return validate(self)

    def statistics(self) -> dict[str, int]:
        """Counts the statistics of the map, by name; `STATISTICS` explains each."""
        return statistics(self)

    def distances(self, x: int, y: int, *, secrets: bool = True) -> NDArray[np.int32]:
        """Counts the steps from a place to every tile, -1 where no way leads, with secrets open (`secrets`) or shut."""
        return distances(self.tiles, *self._checked(x, y), secrets=secrets)

    def distance(self, start: Place, goal: Place, *, secrets: bool = True) -> int | None:
        """Counts the steps of the shortest walk between two places, None if no way leads there.

        >>> from duskfall.dungeon import generate
        >>> dungeon = generate(7)
        >>> dungeon.distance(dungeon.up, dungeon.down, secrets=False)
        35
        """
        x, y = self._checked(*goal)
        steps = int(self.distances(*start, secrets=secrets)[y, x])
        return None if steps < 0 else steps

    def field_of_view(self, x: int, y: int, radius: int | None = None) -> NDArray[np.bool_]:
        """Returns the tiles that are seen from a place: `seen[y, x]`.

        Walls, doors and secrets are seen and hide the tiles behind them; a viewer in a door sees both ways. Sight
        between two tiles of floor or stairs is mutual. `radius` limits the distance, in a straight line.
        """
        return field_of_view(self.tiles, *self._checked(x, y), radius)

    def _checked(self, x: int, y: int) -> Place:
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise Refused(
                Refusal.OFF_MAP, f"column {x}, row {y}", f"the map has {self.width} columns and {self.height} rows"
            )
        return x, y


def _first(tiles: Tiles, kind: int) -> Place | None:
    rows, columns = np.nonzero(tiles == kind)
    return (int(columns[0]), int(rows[0])) if len(rows) else None
