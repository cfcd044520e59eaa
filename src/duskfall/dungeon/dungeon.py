"""A map with all that is known about it."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from duskfall.dungeon.options import Options
from duskfall.dungeon.records import Connection, Decoy, Link, Place, Room, Skip
from duskfall.dungeon.tiles import DOWN, UP, Tiles
from duskfall.errors import Refusal, Refused


@dataclass(frozen=True, eq=False)
class Dungeon:
    """A map and its records. A map without records (`from_tiles`) has no rooms and no options."""

    tiles: Tiles
    """Read-only, `tiles[y, x]`."""
    profile: str | None = None
    seed: int | None = None
    options: Options | None = None
    rooms: tuple[Room, ...] = ()
    links: tuple[Link, ...] = ()
    """Which rooms are connected, in the order in which the corridors were dug."""
    decoys: tuple[Decoy, ...] = ()
    skipped: tuple[Skip, ...] = ()
    up: Place | None = None
    down: Place | None = None
    camera: Place = (0, 0)
    """Where a view of the map starts: the centre of room 0."""
    attempt: int = 0
    """How many maps were given up before this one."""

    def __post_init__(self) -> None:
        tiles = np.array(self.tiles, np.uint8)
        tiles.flags.writeable = False
        object.__setattr__(self, "tiles", tiles)

    @classmethod
    def from_tiles(cls, tiles: Tiles) -> Dungeon:
        """A map of which only the tiles are known, such as one loaded from a C64 file."""
        if np.ndim(tiles) != 2:
            raise Refused(Refusal.MALFORMED, f"an array of {np.ndim(tiles)} dimensions", "tiles have rows and columns")
        found = [_only(tiles, UP), _only(tiles, DOWN)]
        centre = (tiles.shape[1] // 2, tiles.shape[0] // 2)
        return cls(tiles, up=found[0], down=found[1], camera=found[0] or centre)

    @property
    def width(self) -> int:
        """Columns."""
        return int(self.tiles.shape[1])

    @property
    def height(self) -> int:
        """Rows."""
        return int(self.tiles.shape[0])

    @property
    def recorded(self) -> bool:
        """Whether there are records, not only tiles."""
        return self.options is not None

    @property
    def connections(self) -> tuple[Connection, ...]:
        """The corridors between rooms, in the order in which they were dug."""
        return tuple(self.connection(link.a, link.b) for link in self.links)

    def room(self, index: int) -> Room:
        """The room with this number; rooms are numbered in the order in which they were built."""
        if not 0 <= index < len(self.rooms):
            raise Refused(Refusal.OUT_OF_RANGE, f"room {index}", f"this map has rooms 0 to {len(self.rooms) - 1}")
        return self.rooms[index]

    def room_at(self, x: int, y: int) -> int | None:
        """The number of the room whose floor holds the place, if any."""
        return next((index for index, room in enumerate(self.rooms) if (x, y) in room), None)

    def connected(self, a: int, b: int) -> bool:
        """Whether a corridor joins the two rooms directly."""
        return any(slot.other == b for slot in self.room(a).slots)

    def connection(self, a: int, b: int) -> Connection:
        """The corridor as one walks it from room `a` to room `b`: doors, side, type, bends."""
        near = next((slot for slot in self.room(a).slots if slot.other == b), None)
        far = next((slot for slot in self.room(b).slots if slot.other == a), None)
        link = next((link for link in self.links if {link.a, link.b} == {a, b}), None)
        if near is None or far is None or link is None:
            raise Refused(Refusal.IMPOSSIBLE, f"rooms {a} and {b}", "no corridor joins them directly")
        return Connection(a, b, link.purpose, near.corridor, near.door, far.door, near.bends)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dungeon):
            return NotImplemented
        rest = (field.name for field in fields(self) if field.name != "tiles")
        return np.array_equal(self.tiles, other.tiles) and all(getattr(self, n) == getattr(other, n) for n in rest)

    def __hash__(self) -> int:
        return hash((self.tiles.tobytes(), self.tiles.shape, self.profile, self.seed))

    def __repr__(self) -> str:
        """Short: a map is looked at, not printed."""
        return f"<Dungeon {self.profile} seed {self.seed}, {self.width}x{self.height}, {len(self.rooms)} rooms>"


def _only(tiles: Tiles, kind: int) -> Place | None:
    rows, columns = np.nonzero(tiles == kind)
    return (int(columns[0]), int(rows[0])) if len(rows) else None
