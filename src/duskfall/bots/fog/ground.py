"""The board as the marshal takes it to be: what is in sight, what it remembers, and what it guesses of the rest."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from duskfall.bots.fog import weights
from duskfall.bots.fog.land import Floats
from duskfall.bots.fog.memory import FogMemory
from duskfall.fog import View
from duskfall.fog.layout import GROWTH_TURNS, Ints
from duskfall.fog.position import FOG
from duskfall.play.fog_goals import FogGoal


class Reason(NamedTuple):
    """Why a march was chosen: the name of its goal, and the numbers that decided."""

    goal: FogGoal
    numbers: dict[str, int]


class Choice(NamedTuple):
    """A march, packed, and the reason for it."""

    march: int
    reason: Reason


class Ground(NamedTuple):
    """The board of one turn, with guesses where nothing is in sight."""

    view: View
    seat: int
    home: int
    guard: Ints
    """Armies on each tile, those out of sight guessed."""
    terrain: Ints
    """The view's terrain, but cities and towers that bar the only way to a region are open land with a guard."""
    reach: Ints
    """Steps from home."""
    chance: Floats
    """How likely each tile is to hold the general that is looked for."""
    target: int
    """The player whose general is looked for, -1 while nobody was met."""

    @property
    def others(self) -> list[int]:
        """The players that are still in the game, without our own seat."""
        return [other for other, alive in enumerate(self.view.alive) if alive and other != self.seat]

    @property
    def idle(self) -> bool:
        """Whether nobody else has marched by the turn in which everybody has: the scores show one tile each."""
        return self.view.turn >= weights.IDLE_TURN and all(self.view.scores[other].tiles == 1 for other in self.others)

    @property
    def crowded(self) -> bool:
        """Whether several others are still in the game."""
        return len(self.others) > 1

    @property
    def far(self) -> bool:
        """Whether nobody was met, and the general that is looked for is expected to be far away."""
        return self.target < 0 and self.expected_steps > weights.FAR_STEPS

    @property
    def expected_steps(self) -> float:
        """The steps from home to the general that is looked for, on average over the tiles on which it may be."""
        return float((self.chance * self.reach)[self.chance > 0].sum())

    @property
    def dense(self) -> bool:
        """Whether so many began on this board that every neighbour is near."""
        return len(self.terrain) < weights.DENSE_TILES * len(self.view.generals)

    @property
    def tight(self) -> bool:
        """Whether the board is too small for generals that are as far apart as they are drawn elsewhere."""
        room = max(self.view.width, self.view.height) - 1 - 2 * weights.GENERAL_EDGE
        return room < weights.general_distance(len(self.view.generals))

    @property
    def mine(self) -> Ints:
        """Our armies on each tile, 0 on land that is not ours."""
        return np.where(self.terrain == self.seat, self.guard, 0)

    def with_home(self, armies: int) -> Ground:
        """Returns the same ground with other armies at home: those that may leave it."""
        guard = self.guard.copy()
        guard[self.home] = armies
        return self._replace(guard=guard)


def read_ground(view: View, seat: int, memory: FogMemory) -> Ground:
    """Returns the board that the marshal decides on."""
    guard = _guess_guard(view, seat, memory)
    terrain = memory.passages.open(view.terrain, guard)
    reach = memory.steps_from(terrain, [memory.home])
    target, chance = _look_for(view, terrain, seat, memory, reach)
    return Ground(view, seat, memory.home, guard, terrain, reach, chance, target)


def _look_for(view: View, terrain: Ints, seat: int, memory: FogMemory, reach: Ints) -> tuple[int, Floats]:
    """Returns the player whose general is looked for, the weakest that was met, and where it is how likely."""
    others = [other for other, alive in enumerate(view.alive) if alive and other != seat]
    met = [other for other in others if memory.held[other].any()]
    if not others:
        return -1, np.zeros(len(reach))
    if not met:
        return -1, memory.likelihood(view, terrain, others[0], reach)
    weakest = min(met, key=lambda other: (view.scores[other].armies, other))
    return weakest, memory.likelihood(view, terrain, weakest, reach)


def _guess_guard(view: View, seat: int, memory: FogMemory) -> Ints:
    guard: Ints = (view.armies + view.defence).astype(np.int32)
    land = np.flatnonzero(memory.held.any(axis=0))
    usual = memory.usual_guard(view)
    if len(land):
        near = memory.steps_from(view.terrain, land)
        guard[(view.terrain == FOG) & (near <= weights.FOG_GUARD_STEPS)] = max(weights.FOG_GUARD, usual)
    # An army that marched out of sight left a trail of tiles on which it was seen; it stands on none of them now.
    age = view.turn - memory.seen_turn
    trail = (view.terrain >= 0) & (view.terrain != seat) & (age >= weights.TRAIL_TURNS)
    trail[[*view.cities, *(general for general in memory.generals if general >= 0)]] = False
    guard[trail] = np.minimum(guard[trail], np.maximum(weights.TRAIL_GUARD + age[trail] // GROWTH_TURNS, usual))
    return guard
