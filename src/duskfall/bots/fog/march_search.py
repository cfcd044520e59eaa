"""Finds marches that bring armies to a tile: distances around obstacles, the best army, its next step."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.fog import March, View
from duskfall.grid import NOWHERE, Grid

BARRED: Final = (-2, -4, -5, -6)
"""The terrain that an army does not march through: mountains, unseen obstacles, free towers and free cities."""
FAR: Final = 1 << 30
"""The distance of a tile that cannot be reached."""


def converge(view: View, seat: int, goal: int, guard: int) -> March | None:
    """Returns a step towards a goal by the nearest army that is strong enough.

    `guard` is the number of armies to beat at the goal. Below 0 the goal is our own, and the strongest army near it
    takes the step.
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


def steps_to(view: View, goal: int) -> NDArray[np.int32]:
    """Returns the distance of each tile from a goal, over tiles that are not known to bar the way."""
    neighbours = Grid(view.width, view.height).neighbour_table()
    steps = np.full(len(neighbours), FAR, np.int32)
    steps[goal] = 0
    open_tiles = ~np.isin(view.terrain, BARRED)
    open_tiles[goal] = False
    front = np.array([goal])
    count = 0
    while len(front):
        count += 1
        near = neighbours[front]
        near = near[near != NOWHERE]
        front = np.unique(near[open_tiles[near]])
        steps[front] = count
        open_tiles[front] = False
    return steps


def step_down(view: View, tile: int, steps: NDArray[np.int32]) -> March | None:
    """Returns the step from a tile towards the goal of `steps`, over own land where there is a choice."""
    grid = Grid(view.width, view.height)
    ways = [near for near in grid.neighbours(tile) if steps[near] == steps[tile] - 1]
    if not ways:
        return None
    return March(tile, min(ways, key=lambda near: (view.terrain[near] != view.seat, int(view.armies[near]), near)))
