"""Sweeps the fog for players that nobody has met: finds the walk that shows most hidden tiles for each of its turns.

A walk is that of one army: over own land, where it takes the armies along, and on over free land until it is used up.
A beam search follows the best walks of the likeliest armies, one walk for each tile that is reached.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.fog import weights
from duskfall.bots.fog.memory import UNREACHED, Floats, measure
from duskfall.compiled import kernel, number
from duskfall.fog.layout import Ints
from duskfall.fog.position import FOG
from duskfall.fog.turn import NO_MARCH
from duskfall.grid import beside

DEPTH: Final = 24
"""Steps of a walk that are looked ahead: about as many armies as one brings together."""
BEAM: Final = 16
"""Walks that are followed at once."""
WALKERS: Final = 10
"""Armies whose walks are compared."""
WORTH_SEEING: Final = 0.5
"""What a tile in the fog is worth at least that walks go for."""
Walks = NDArray[np.int32]
Rates = NDArray[np.float64]
_TILE, _ARMIES, _TAKEN = range(3)


@kernel
def shown_anew(terrain: Ints, width: int, height: int, tile: int, worth: Floats, walk: Ints, steps: int) -> float:
    """Returns the worth of the hidden tiles beside a tile that no tile of the walk so far lies beside."""
    shown = 0.0
    for direction in range(4):
        near = beside(tile, direction, width, height)
        if near < 0 or terrain[near] != FOG:
            continue
        known = False
        for i in range(steps):
            apart = abs(walk[i] - near)
            known = known or apart <= 1 or apart == width
        if not known:
            shown += worth[near]
    return shown


@kernel
def walked_before(walk: Ints, steps: int, tile: int) -> bool:
    """Tells whether a walk came over a tile."""
    known = False
    for i in range(steps):
        known = known or walk[i] == tile
    return known


@kernel
def find_row(tiles: Ints, rank: Floats, found: int, tile: int, order: float) -> int:
    """Returns the row for a walk that reaches a tile: that of a worse walk to it, a free one, the worst one, or -1."""
    for i in range(found):
        if tiles[i] == tile:
            return i if order > rank[i] else -1
    if found < BEAM:
        return found
    worst = 0
    for i in range(1, found):
        if rank[i] < rank[worst]:
            worst = i
    return worst if order > rank[worst] else -1


@kernel
def extend_walks(
    guard: Ints, terrain: Ints, width: int, height: int, seat: int, worth: Floats, away: Ints, land: float, step: int,
    count: int, walks: Walks, state: Walks, shown: Rates, rank: Floats,
) -> int:  # fmt: skip
    """Extends the walks of layer 0 by a step into layer 1; returns how many there are then.

    A walk ranks by what it shows, how near it comes to hidden tiles, and the armies that it has left.
    """
    found = 0
    for row in range(count):
        tile, armies = number(state[0, row, _TILE]), number(state[0, row, _ARMIES])
        for direction in range(4):
            near = beside(tile, direction, width, height)
            if near < 0 or away[near] == UNREACHED or walked_before(walks[0, row], step, near):
                continue
            own = terrain[near] == seat
            left = armies - 1 + (number(guard[near]) if own else -number(guard[near]))
            if armies < 2 or left < 1:
                continue
            value = shown[0, row] + shown_anew(terrain, width, height, near, worth, walks[0, row], step)
            taken = number(state[0, row, _TAKEN]) + (0 if own else 1)
            order = value + land * taken - 1.5 * away[near] + 0.2 * min(left, 12)
            at = find_row(state[1, :, _TILE], rank, found, near, order)
            if at < 0:
                continue
            found = max(found, at + 1)
            for i in range(step):
                walks[1, at, i] = walks[0, row, i]
            walks[1, at, step] = near
            state[1, at, _TILE], state[1, at, _ARMIES], state[1, at, _TAKEN] = near, left, taken
            shown[1, at], rank[at] = value, order
    return found


@kernel
def keep_walks(walks: Walks, state: Walks, shown: Rates, count: int, step: int) -> None:
    """Copies the walks that were extended from layer 1 to layer 0."""
    for row in range(count):
        for i in range(step + 1):
            walks[0, row, i] = walks[1, row, i]
        for i in range(3):
            state[0, row, i] = state[1, row, i]
        shown[0, row] = shown[1, row]


@kernel
def best_walk(
    guard: Ints, terrain: Ints, width: int, height: int, seat: int, start: int, worth: Floats, away: Ints,
    land: float, waste: float, walks: Walks, state: Walks, shown: Rates, rank: Floats, best: Ints,
) -> float:  # fmt: skip
    """Follows the walks of one army; writes the steps and tiles of the best to `best`, returns its worth for a turn.

    `walks`, `state` and `shown` have two layers of BEAM rows: as far as was walked, and a step farther.
    """
    count = 1
    walks[0, 0, 0] = start
    state[0, 0, _TILE], state[0, 0, _ARMIES], state[0, 0, _TAKEN] = start, guard[start], 0
    shown[0, 0] = 0.0
    most = 0.0
    for step in range(1, DEPTH + 1):
        count = extend_walks(
            guard, terrain, width, height, seat, worth, away, land, step, count, walks, state, shown, rank
        )
        for row in range(count):
            rate = (shown[1, row] + land * state[1, row, _TAKEN]) / (step + waste)
            if shown[1, row] > 0.0 and rate > most:
                most = rate
                best[0] = step
                for i in range(step + 1):
                    best[1 + i] = walks[1, row, i]
        keep_walks(walks, state, shown, count, step)
    return most


@kernel
def next_walkers(guard: Ints, terrain: Ints, seat: int, kept: Ints, away: Ints, walkers: Ints) -> int:
    """Lists the armies that show most by a rough estimate; returns how many there are."""
    count = 0
    for tile in range(len(terrain)):
        if terrain[tile] != seat or guard[tile] < 2 or kept[tile] == 1 or away[tile] >= UNREACHED:
            continue
        walkers[count] = tile
        count += 1
    chosen = min(count, WALKERS)
    for i in range(chosen):
        best = i
        for j in range(i, count):
            one, other = walkers[j], walkers[best]
            # Armies that walk so far show about as much as they have left.
            if (guard[one] - 1) * (guard[other] + away[other]) > (guard[other] - 1) * (guard[one] + away[one]):
                best = j
        walkers[i], walkers[best] = walkers[best], walkers[i]
    return chosen


class Sweep:
    """Chooses the walks of one seat through the fog."""

    def __init__(self, width: int, height: int) -> None:
        tiles = width * height
        self._width, self._height = width, height
        self._away, self._queue, self._walkers = (np.zeros(tiles, np.int32) for _ in range(3))
        self._walks = np.zeros((2, BEAM, DEPTH + 1), np.int32)
        self._state = np.zeros((2, BEAM, 3), np.int32)
        self._shown, self._rank = np.zeros((2, BEAM)), np.zeros(BEAM)

    def march(self, guard: Ints, terrain: Ints, seat: int, kept: Ints, chance: Floats) -> tuple[int, int]:
        """Returns the first march, packed, of the walk that shows most for its turns, or NO_MARCH, and its turns."""
        worth = self._worth(terrain, chance)
        hidden = np.flatnonzero((terrain == FOG) & (worth >= WORTH_SEEING)).astype(np.int32)
        measure(terrain, self._width, self._height, hidden, len(hidden), self._away, self._queue)
        count = next_walkers(guard, terrain, seat, kept, self._away, self._walkers)
        most, best = 0.0, np.zeros(DEPTH + 2, np.int32)
        for walker in self._walkers[:count].tolist():
            walk = np.zeros(DEPTH + 2, np.int32)
            rate = best_walk(
                guard, terrain, self._width, self._height, seat, walker, worth, self._away, weights.SWEEP_LAND,
                weights.SWEEP_WASTE, self._walks, self._state, self._shown, self._rank, walk,
            )  # fmt: skip
            if rate > most:
                most, best = rate, walk
        turns, source, target = best[:3].tolist()
        for direction in range(4):
            if turns and beside(source, direction, self._width, self._height) == target:
                return source * 8 + direction * 2, turns
        return NO_MARCH, 0

    def _worth(self, terrain: Ints, chance: Floats) -> Floats:
        """Returns what it is worth to see each tile: more where its neighbours were seen, or it would be left over."""
        hidden = np.pad((terrain == FOG).reshape(self._height, self._width), 1).astype(np.int32)
        closed = hidden[:-2, 1:-1] + hidden[2:, 1:-1] + hidden[1:-1, :-2] + hidden[1:-1, 2:]
        worth: Floats = chance / chance.max() * (1 + weights.SWEEP_CORNER * (4 - closed.ravel()))
        return worth
