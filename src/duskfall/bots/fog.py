"""Opponents for Fog of War, on the engine's compiled policies. All of them know only the view and the match's seed."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.fog import March, View, advise

MOUNTAIN: Final = -2
WATCH: Final = 7
"""Steps from its general within which the settler takes an enemy for a danger."""
FAR: Final = 1 << 30


class Wanderer:
    """Marches anywhere: any tile that can, in any direction that it could take."""

    def __init__(self, chair: SeatInfo) -> None:
        self._seed = chair.seed

    def choose(self, view: View, clock: Deadline) -> list[March]:
        """A random march, or none."""
        del clock
        march = advise(view, "random", self._seed)
        return [] if march is None else [march]


class Settler:
    """Expands, strikes at a general it sees, and calls its armies home when an enemy comes near its own."""

    def __init__(self, chair: SeatInfo) -> None:
        self._seed = chair.seed

    def choose(self, view: View, clock: Deadline) -> list[March]:
        """The most pressing of: win, defend, hunt, expand."""
        del clock
        if view.seat is None or not view.alive[view.seat]:
            return []
        march = self._strike(view, view.seat) or self._defend(view, view.seat) or advise(view, "expanding", self._seed)
        return [] if march is None else [march]

    def _strike(self, view: View, seat: int) -> March | None:
        """March on an enemy's general in sight with an army that is strong enough for all that stands on the way."""
        for other, general in enumerate(view.generals):
            if other != seat and general >= 0:
                march = converge(view, seat, general, int(view.armies[general]))
                if march is not None:
                    return march
        return None

    def _defend(self, view: View, seat: int) -> March | None:
        """Meet the strongest enemy near the general that the general could not bear."""
        home = view.generals[seat]
        danger = nearest_danger(view, seat, home)
        if danger is None:
            return None
        march = converge(view, seat, danger, int(view.armies[danger]))
        if march is not None:
            return march
        return converge(view, seat, home, -1)


def nearest_danger(view: View, seat: int, home: int) -> int | None:
    """The enemy tile in sight that is nearest to the general, among those with more armies than guard it."""
    enemies = np.flatnonzero((view.terrain >= 0) & (view.terrain != seat) & view.visible)
    enemies = enemies[view.armies[enemies] > 1]
    if not len(enemies):
        return None
    rows, columns = np.divmod(enemies, view.width)
    away = abs(rows - home // view.width) + abs(columns - home % view.width)
    # The general grows by one a turn, so an army that is too weak when it arrives is no danger.
    dangerous = (away <= WATCH) & (view.armies[enemies] + 1 >= view.armies[home] + away)
    if not dangerous.any():
        return None
    return int(enemies[dangerous][np.argmin(away[dangerous])])


def steps_to(view: View, goal: int) -> NDArray[np.int32]:
    """How many steps each tile is from a goal, over anything that is not known to bar the way."""
    steps = np.full(view.width * view.height, FAR, np.int32)
    barred = np.isin(view.terrain, (MOUNTAIN, -4, -5, -6))
    steps[goal] = 0
    front = [goal]
    count = 0
    while front:
        count += 1
        following = []
        for tile in front:
            for near in beside(tile, view.width, view.height):
                if steps[near] == FAR and not barred[near]:
                    steps[near] = count
                    following.append(near)
        front = following
    return steps


def beside(tile: int, width: int, height: int) -> list[int]:
    """The neighbours of a tile: up, down, left, right."""
    row, column = divmod(tile, width)
    found = [tile - width] if row > 0 else []
    if row < height - 1:
        found.append(tile + width)
    if column > 0:
        found.append(tile - 1)
    if column < width - 1:
        found.append(tile + 1)
    return found


def converge(view: View, seat: int, goal: int, guard: int) -> March | None:
    """A step towards a goal by the army that is strong enough and nearest, or if none is by the strongest near it.

    `guard` is what has to be beaten there; below 0 the goal is our own.
    """
    steps = steps_to(view, goal)
    mine = np.flatnonzero((view.terrain == seat) & (view.armies > 1) & (steps < FAR) & (steps > 0))
    if not len(mine):
        return None
    armies, away = view.armies[mine].astype(np.int64), steps[mine].astype(np.int64)
    enough = armies - 1 > guard + away // 2
    if guard >= 0 and enough.any():
        best = mine[enough][np.lexsort((-armies[enough], away[enough]))[0]]
    elif guard >= 0:
        return None
    else:
        best = mine[np.argmax(armies * 4 - away * away)]
    return step_down(view, int(best), steps)


def step_down(view: View, tile: int, steps: NDArray[np.int32]) -> March | None:
    """The step from a tile towards the goal of `steps`, over own land if it can be chosen."""
    ways = [near for near in beside(tile, view.width, view.height) if steps[near] == steps[tile] - 1]
    if not ways:
        return None
    return March(tile, min(ways, key=lambda near: (view.terrain[near] != view.seat, int(view.armies[near]), near)))
