"""Remembers what the fog hides: what was seen when, where each general can be, and how strong hidden armies are."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.fog import weights
from duskfall.bots.fog.passages import Passages
from duskfall.compiled import kernel
from duskfall.fog import View
from duskfall.fog.layout import MAX_PLAYERS, Ints
from duskfall.fog.position import EMPTY, FOG
from duskfall.grid import beside

UNREACHED: Final = 1 << 20
"""The distance of a tile that no way leads to."""

Floats = NDArray[np.float64]


@kernel
def measure(terrain: Ints, width: int, height: int, sources: Ints, count: int, distance: Ints, queue: Ints) -> None:
    """Finds the steps of every tile from the nearest of `count` sources, over land and fog."""
    for tile in range(width * height):
        distance[tile] = UNREACHED
    for i in range(count):
        distance[sources[i]] = 0
        queue[i] = sources[i]
    done = 0
    while done < count:
        tile = queue[done]
        done += 1
        for direction in range(4):
            near = beside(tile, direction, width, height)
            if near >= 0 and distance[near] == UNREACHED:
                code = terrain[near]
                if code >= 0 or code in (EMPTY, FOG):
                    distance[near] = distance[tile] + 1
                    queue[count] = near
                    count += 1


class FogMemory:
    """What one seat remembers of a game, fed with every view in turn."""

    def __init__(self, seat: int, width: int, height: int) -> None:
        size = width * height
        self.seat = seat
        self.width = width
        self.turn = -1
        self.home = -1
        self.seen_turn = np.full(size, -1, np.int32)
        """The turn in which each tile was last in sight."""
        self.generals = [-1] * MAX_PLAYERS
        """Where each general was seen; a general never moves."""
        self.held = np.zeros((MAX_PLAYERS, size), np.bool_)
        """The tiles on which each seat was ever seen."""
        rows, columns = np.divmod(np.arange(size), width)
        edge = np.minimum.reduce([rows, columns, height - 1 - rows, width - 1 - columns])
        self._zone = edge >= weights.GENERAL_EDGE
        self._rows, self._columns = rows, columns
        self._distance, self._queue = np.zeros(size, np.int32), np.zeros(size, np.int32)
        self.passages = Passages(width, height)

    def see(self, view: View) -> None:
        """Takes in the view of a turn; the same turn twice changes nothing."""
        if view.turn == self.turn:
            return
        seat = self.seat
        self.turn = view.turn
        self.home = view.generals[seat]
        self.seen_turn[view.visible] = view.turn
        for other, general in enumerate(view.generals):
            if other == seat:
                continue
            if general >= 0:
                self.generals[other] = general
            elif not view.alive[other]:
                self.generals[other] = -1
            self.held[other] |= view.terrain == other

    def steps_from(self, terrain: Ints, tiles: NDArray[np.intp] | list[int]) -> Ints:
        """Returns the steps of every tile from the nearest of some tiles."""
        sources = np.asarray(tiles, np.int32)
        measure(terrain, self.width, len(terrain) // self.width, sources, len(sources), self._distance, self._queue)
        return self._distance.copy()

    def likelihood(self, view: View, terrain: Ints, other: int, reach: Ints) -> Floats:
        """Returns how likely each tile is to be a player's general; the sum is 1, or 0 if no tile can be.

        It was never seen as anything else, it lies in the zone and is reachable (`reach`, steps from our home), and
        it is near the land on which the player was met.
        """
        if self.generals[other] >= 0 or not view.alive[other]:
            return np.zeros(len(reach))
        possible = (view.terrain == FOG) & self._zone & (reach < UNREACHED)
        chance: Floats = possible.astype(np.float64)
        row, column = divmod(self.home, self.width)
        apart = np.maximum(abs(self._rows - row), abs(self._columns - column))
        chance[apart < weights.general_distance(len(view.generals))] *= weights.TOO_NEAR
        land = np.flatnonzero(self.held[other])
        if len(land):
            steps = self.steps_from(terrain, land)
            chance *= np.exp(-np.minimum(steps, 60) / weights.BEHIND_BORDER)
            spread_rows = abs(self._rows - self._rows[land].mean())
            spread_columns = abs(self._columns - self._columns[land].mean())
            chance *= np.exp(-(spread_rows + spread_columns) / weights.AROUND_MIDDLE)
        total = float(chance.sum())
        return chance / total if total > 0 else chance

    def usual_guard(self, view: View) -> int:
        """Returns what is expected on a tile of others' land out of sight: a part of what they hold a tile.

        What their generals made by themselves may still stand there, and is left out.
        """
        others = [score for other, score in enumerate(view.scores) if other != self.seat and view.alive[other]]
        tiles = sum(score.tiles for score in others)
        armies = sum(max(0, score.armies - view.turn - 1) for score in others)
        return int(weights.USUAL_SHARE * armies / max(1, tiles))

    def spare(self, view: View, other: int) -> int:
        """Returns the armies of a player that could march: all but one a tile."""
        score = view.scores[other]
        return max(0, score.armies - score.tiles)
