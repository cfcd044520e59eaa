"""`DungeonMap`: the tiles of a map with the records of what was built."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from duskfall.dungeon.options import Options
from duskfall.dungeon.records import Decoy, Link, Place, Room, Skip
from duskfall.dungeon.tiles import Tiles
from duskfall.errors import Refusal, Refused


@dataclass(frozen=True, eq=False)
class DungeonMap:
    """A map and its records. A map without records has no rooms and no options."""

    tiles: Tiles
    """Read-only, `tiles[y, x]`."""
    profile: str | None = None
    seed: int | None = None
    options: Options | None = None
    rooms: tuple[Room, ...] = ()
    links: tuple[Link, ...] = ()
    """The pairs of connected rooms, in the order in which the corridors were dug."""
    decoys: tuple[Decoy, ...] = ()
    skipped: tuple[Skip, ...] = ()
    up: Place | None = None
    down: Place | None = None
    camera: Place = (0, 0)
    """The place that a view of the map starts at: the centre of room 0."""
    attempt: int = 0
    """The number of failed attempts before this map."""

    def __post_init__(self) -> None:
        tiles = np.array(self.tiles, np.uint8)
        if tiles.ndim != 2 or not tiles.size:
            raise Refused(Refusal.MALFORMED, f"tiles of shape {tiles.shape}", "a map has rows and columns")
        tiles.flags.writeable = False
        object.__setattr__(self, "tiles", tiles)

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
        """Whether the map has records, not only tiles."""
        return self.options is not None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DungeonMap):
            return NotImplemented
        rest = (field.name for field in fields(self) if field.name != "tiles")
        return np.array_equal(self.tiles, other.tiles) and all(getattr(self, n) == getattr(other, n) for n in rest)

    def __hash__(self) -> int:
        return hash((self.tiles.tobytes(), self.tiles.shape, self.profile, self.seed))

    def __repr__(self) -> str:
        """Names the map; its tiles would fill the screen."""
        size = f"{self.width}x{self.height}"
        return f"<{type(self).__name__} {self.profile} seed {self.seed}, {size}, {len(self.rooms)} rooms>"
