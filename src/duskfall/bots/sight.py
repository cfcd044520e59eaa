"""What a client of the live server knows after a turn, for the author of a bot and as a `fog.View`.

Nothing is guessed. What the wire leaves out and a `fog.View` has follows from what it sends: a tile is in sight exactly
when land, cities and towers of the seat see it, and a mountain that hides something is itself in sight.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.fog import Event, March, Outcome, Score, View
from duskfall.fog.vision import CITY_RADIUS, DISC, HIDERS, TOWER_RADIUS
from duskfall.grid import Grid

MOUNTAIN: Final = -2


@dataclass(frozen=True, slots=True)
class Sight:
    """All that a seat knows after a turn. Lists have one value a tile; tile = row * width + column.

    >>> sight = Sight(seat=0, turn=9, width=3, height=1, armies=(5, 1, 0), terrain=(0, -1, -2))
    >>> sight.mine, sight.neighbours(1), sight.neighbours(0)
    ([0], [0, 2], [1])
    """

    seat: int
    turn: int
    width: int
    height: int
    armies: tuple[int, ...]
    """On land and cities; as last seen where the seat does not look now."""
    terrain: tuple[int, ...]
    """A seat that holds the tile; -1 free land, -2 mountain, -3 never seen, -4 never seen and an obstacle,
    -5 free tower, -6 free city."""
    tower_defence: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    """The cities discovered so far, whoever holds them."""
    towers: tuple[int, ...] = ()
    generals: tuple[int, ...] = ()
    """The tile of each seat's general, -1 where it is not in sight."""
    scores: tuple[Score, ...] = ()
    """Tiles and armies of each seat, which everyone knows; 0 and 0 for those who are out."""
    events: tuple[Event, ...] = ()
    """What the seat is told of the last turn, the marches of its own included."""
    queue: tuple[March, ...] = ()
    """The seat's marches that were sent and not made yet."""
    half: bool = True
    """Whether marches may take half."""

    @property
    def mine(self) -> list[int]:
        """The tiles that the seat holds."""
        return [tile for tile, holder in enumerate(self.terrain) if holder == self.seat]

    @property
    def home(self) -> int:
        """The tile of the seat's own general, -1 once it is lost."""
        return self.generals[self.seat]

    @property
    def alive(self) -> bool:
        """Whether the seat is in the game. A seat in the game holds its general's tile at least."""
        return self.scores[self.seat].tiles > 0

    def neighbours(self, tile: int) -> list[int]:
        """The tiles above, below, left and right of a tile that are on the map, mountains too."""
        return Grid(self.width, self.height).neighbours(tile)

    def guard(self, tile: int) -> int:
        """What a march has to beat on a tile, as far as the seat knows."""
        return self.armies[tile] + self.tower_defence[tile]

    def visible(self) -> NDArray[np.bool_]:
        """Which tiles are in sight now; all others are as last seen."""
        land = np.array(self.terrain, np.int8).reshape(self.height, self.width)
        mine: NDArray[np.bool_] = land == self.seat
        seen = mine.copy()
        seen[1:] |= mine[:-1]
        seen[:-1] |= mine[1:]
        seen[:, 1:] |= mine[:, :-1]
        seen[:, :-1] |= mine[:, 1:]
        for structures, radius in ((self.cities, CITY_RADIUS), (self.towers, TOWER_RADIUS)):
            for tile in structures:
                if self.terrain[tile] == self.seat:
                    _look_around(land, seen, tile, radius)
        return seen.ravel()

    def view(self, outcome: Outcome | None = None) -> View:
        """The same as the view that bots of this house play from."""
        board = (self.width, self.height, *self.armies, *self.terrain, *self.tower_defence)
        numbers, visible = np.array(board, np.int32), self.visible()
        for array in (numbers, visible):
            array.flags.writeable = False
        return View(
            seat=self.seat,
            turn=self.turn,
            width=self.width,
            height=self.height,
            numbers=numbers,
            visible=visible,
            cities=self.cities,
            towers=self.towers,
            generals=self.generals,
            scores=self.scores,
            alive=tuple(score.tiles > 0 for score in self.scores),
            queue=self.queue,
            events=self.events,
            half=self.half,
            turn_limit=None,
            outcome=outcome,
        )


def _look_around(land: NDArray[np.int8], seen: NDArray[np.bool_], tile: int, radius: int) -> None:
    """Add the disc of a structure, less what mountains hide."""
    height, width = land.shape
    row, column = divmod(tile, width)
    places = [
        (n, row + int(down), column + int(right), int(down * down + right * right))
        for n, (down, right) in enumerate(DISC)
        if 0 <= row + down < height and 0 <= column + right < width
    ]
    mountains = sum(1 << n for n, r, c, _ in places if land[r, c] == MOUNTAIN)
    for n, r, c, away in places:
        if away <= radius * radius and not mountains & int(HIDERS[n]):
            seen[r, c] = True
