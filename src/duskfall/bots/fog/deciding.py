"""Decides between striking, defending, attacking, searching and land, by the turns that each takes."""

from __future__ import annotations

import numpy as np

from duskfall.bots.fog import weights
from duskfall.bots.fog.attacking import Attack
from duskfall.bots.fog.defending import Defence
from duskfall.bots.fog.gathering import Gathering
from duskfall.bots.fog.ground import Choice, Ground, Reason, read_ground
from duskfall.bots.fog.land import take_land
from duskfall.bots.fog.memory import FogMemory
from duskfall.bots.fog.opening import Opening
from duskfall.bots.fog.sweeping import Sweep
from duskfall.fog import View
from duskfall.fog.layout import Ints
from duskfall.fog.turn import NO_MARCH
from duskfall.grid import beside


class Decider:
    """Chooses the march of each turn for one seat. The same views, seed and budget give the same marches."""

    def __init__(self, seed: int, seat: int, width: int, height: int, budget: int) -> None:
        tiles = width * height
        self._memory = FogMemory(seat, width, height)
        gathering = Gathering(width, height)
        self._defence = Defence(self._memory, gathering, tiles)
        self._attack = Attack(self._memory, gathering)
        self._opening = Opening(seed, opening_tries(budget, tiles))
        self._sweep = Sweep(width, height)
        self._distance, self._queue, self._carried = (np.zeros(tiles, np.int32) for _ in range(3))
        self._worth = np.zeros(1)
        self._wide: bool | None = None
        """Whether ways were long when the game began, as in a dungeon; None before that."""

    def decide(self, view: View) -> Choice:
        """Returns the march of this turn and the reason for it."""
        seat = self._memory.seat
        self._memory.see(view)
        ground = read_ground(view, seat, self._memory)
        if self._wide is None:
            self._wide = ground.expected_steps > weights.WIDE_STEPS
        threat = self._defence.threat(ground)
        if threat is not None:
            kill = self._attack.strike(ground)
            if kill is not None and kill.reason.numbers["turns"] <= max(1, threat.steps - 1):
                return kill
            defence = self._defence.answer(ground, threat)
            if defence is not None:
                return defence
        ground, half, clearing = self._defence.free_armies(ground)
        choice = (
            self._attack.strike(ground)
            or clearing
            or self._sweep_fog(ground)
            or self._attack.take_city(ground)
            or self._settle(ground)
            or self._break_out(ground)
            or self._attack.attack(ground)
            or self._search(ground)
            or self._expand(ground)
        )
        if half and choice.march >> 3 == ground.home:
            return choice._replace(march=choice.march | 1)
        return choice

    def _sweep_fog(self, ground: Ground) -> Choice | None:
        """Looks for players that have not marched, by the walks that show most of the fog."""
        view = ground.view
        if not ground.idle or ground.target >= 0 or ground.chance.max() <= 0:
            return None
        kept = np.zeros(len(ground.guard), np.int32)
        kept[ground.home] = view.turn >= weights.SWEEP_HOME_TURN
        march, turns = self._sweep.march(ground.guard, ground.terrain, ground.seat, kept, ground.chance)
        return None if march == NO_MARCH else Choice(march, Reason("search", {"turns": turns}))

    def _settle(self, ground: Ground) -> Choice | None:
        """Takes land before it attacks while several others play: an attack on one is a gift to the rest."""
        if not ground.crowded or ground.view.turn < weights.OPENING_TURNS:
            return None
        choice = self._expand(ground)
        return choice if self._worth[0] >= weights.CROWD_LAND else None

    def _break_out(self, ground: Ground) -> Choice | None:
        """Takes a city or tower that bars the way when no land can be taken, as in the corridors of a dungeon."""
        if ground.view.turn < weights.ATTACK_FIRST_TURN:
            return None
        if self._take(ground, np.zeros(len(ground.guard), np.int32)) != NO_MARCH:
            return None
        return self._attack.break_out(ground)

    def _expand(self, ground: Ground) -> Choice:
        """Takes land: by the plan of the opening, then where it is worth most."""
        view = ground.view
        end = weights.TIGHT_OPENING_TURNS if ground.tight else weights.OPENING_TURNS
        if view.turn < end:
            march = self._opening.march(
                ground.guard, view.terrain, view.width, ground.seat, ground.home, view.turn, end, ground.chance
            )
            return Choice(march, Reason("opening", {"turns": end - view.turn}))
        kept = np.zeros(len(ground.guard), np.int32)
        if ground.target >= 0:
            kept[ground.home] = 1
            kept[ground.mine >= weights.KEPT_ARMY] = 1
        march = self._take(ground, kept)
        if self._worth[0] < weights.LITTLE_LAND:
            march = self._take(ground, np.zeros_like(kept))
        return Choice(march, Reason("land", {"worth": round(100 * float(self._worth[0]))}))

    def _search(self, ground: Ground) -> Choice | None:
        """Searches for players, but takes land first where the way of the search leads far over our own."""
        walk = self._attack.search(ground)
        if walk is None or not self._wide or walk.reason.numbers["turns"] <= weights.FAR_WALK:
            return walk
        target = beside(walk.march >> 3, (walk.march >> 1) & 3, ground.view.width, ground.view.height)
        if ground.terrain[target] != ground.seat:
            return walk
        march = self._take(ground, np.zeros(len(ground.guard), np.int32), 0.0)
        if self._worth[0] < weights.FAR_LAND:
            return walk
        self._attack.halt()
        return Choice(march, Reason("land", {"worth": round(100 * float(self._worth[0]))}))

    def _take(self, ground: Ground, kept: Ints, search: float = weights.SEARCH) -> int:
        """Returns the march that takes the land which is worth most; `kept` armies do not march.

        Before anyone was met, armies that go where nobody was yet are worth more by `search`.
        """
        view, unmet = ground.view, ground.target < 0
        info = (weights.INFO_UNMET if unmet else weights.INFO) * np.count_nonzero(ground.chance)
        hidden = np.flatnonzero(ground.chance > ground.chance.max() / 2) if unmet else np.zeros(0, np.intp)
        away, search = self._memory.steps_from(ground.terrain, hidden), search if unmet else 0.0
        return take_land(
            ground.guard, ground.terrain, view.width, view.height, ground.seat, kept, ground.chance, info,
            away, search, unmet and bool(self._wide), self._distance, self._queue, self._carried, self._worth,
        )  # fmt: skip


def opening_tries(budget: int, tiles: int) -> int:
    """Returns how many openings are tried each turn: fewer on a larger board, for the same work.

    >>> opening_tries(48, 30 * 30), opening_tries(48, 100 * 100)
    (48, 8)
    """
    return max(min(budget, 8), budget * 900 // max(tiles, 900))
