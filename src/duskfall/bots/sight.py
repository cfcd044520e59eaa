"""Defines `Sight`: a turn as a client of the live server knows it, for authors of bots and as a `fog.View`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from duskfall.fog import Event, March, Outcome, Score, View
from duskfall.grid import Grid


@dataclass(frozen=True, slots=True)
class Sight:
    """Holds everything that a seat knows after a turn. Lists have one value a tile; tile = row * width + column.

    >>> sight = Sight(seat=0, turn=9, width=3, height=1, armies=(5, 1, 0), terrain=(0, -1, -2))
    >>> sight.mine, sight.neighbours(1), sight.neighbours(0)
    ([0], [0, 2], [1])
    """

    seat: int
    turn: int
    width: int
    height: int
    armies: tuple[int, ...]
    """The armies on land and cities; as last seen on tiles that are not in sight now."""
    terrain: tuple[int, ...]
    """The seat that holds the tile, or -1 free land, -2 mountain, -3 never seen, -4 never seen and an obstacle,
    -5 free tower, -6 free city."""
    tower_defence: tuple[int, ...] = ()
    cities: tuple[int, ...] = ()
    """The cities discovered so far, of any holder."""
    towers: tuple[int, ...] = ()
    generals: tuple[int, ...] = ()
    """The tile of each seat's general, -1 where it is not in sight."""
    scores: tuple[Score, ...] = ()
    """The public tiles and armies of each seat; 0 and 0 once it is out."""
    events: tuple[Event, ...] = ()
    """The events of the last turn that the seat is told, its own marches included."""
    queue: tuple[March, ...] = ()
    """The seat's marches that were sent and not made yet."""
    half: bool = True
    """Whether marches may take half."""
    in_sight: tuple[bool, ...] = ()
    """Whether the tile is in sight now, as the server says."""

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
        """Returns the tiles above, below, left and right of a tile that are on the map, mountains too."""
        return Grid(self.width, self.height).neighbours(tile)

    def guard(self, tile: int) -> int:
        """Returns the armies that a march has to beat on a tile, as far as the seat knows."""
        return self.armies[tile] + self.tower_defence[tile]

    def visible(self) -> NDArray[np.bool_]:
        """Returns which tiles are in sight now; all others are as last seen."""
        return np.array(self.in_sight, np.bool_)

    def view(self, outcome: Outcome | None = None) -> View:
        """Returns the same as the view from which all other bots play."""
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
