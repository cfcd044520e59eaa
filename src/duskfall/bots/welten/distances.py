"""Measures how many movement points the way from each tile to a goal takes, for a type of unit."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.welten import UNIT_TYPES, Terrain, View, entry_costs, rules_named

OBSTACLES: Final = {Terrain.WALL: 12, Terrain.GATE: 1}
"""The movement points that the way through a wall or a shut gate counts, because a unit has to open it first."""
FAR: Final = 1 << 20
"""The distance of a tile from which a unit never reaches the goal."""


def distances_to(view: View, kind: int, x: int, y: int) -> NDArray[np.int32]:
    """Returns the distance [y, x] of each tile from a goal for a type of unit, on a board without other units."""
    costs = entry_costs(rules_named(view.rules), UNIT_TYPES[kind], view.terrain, closed=FAR, through=OBSTACLES)
    distances = np.full((costs.shape[0] + 2, costs.shape[1] + 2), FAR, np.int32)
    inner = distances[1:-1, 1:-1]
    inner[y, x] = 0
    through = np.full_like(distances, FAR)
    # Every round lets each tile learn from its neighbours until none learns anything: a few dozen array operations.
    while True:
        # A unit enters the neighbour, and pays the cost of the neighbour.
        through[1:-1, 1:-1] = inner + costs
        through[y + 1, x + 1] = 0 if costs[y, x] >= FAR else costs[y, x]
        near = np.minimum(
            np.minimum(through[:-2, 1:-1], through[2:, 1:-1]), np.minimum(through[1:-1, :-2], through[1:-1, 2:])
        )
        better = np.minimum(inner, near)
        if np.array_equal(better, inner):
            return np.minimum(better, FAR)
        inner[:] = better
