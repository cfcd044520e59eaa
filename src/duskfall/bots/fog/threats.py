"""Reads which enemy army in sight would take our general, and when it would arrive."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from duskfall.compiled import kernel, number
from duskfall.fog.layout import Ints
from duskfall.fog.raiding import FAR, spread, step_towards
from duskfall.fog.turn import NO_MARCH
from duskfall.grid import beside

_TILE: Final = 0
_STEPS: Final = 1
_EXCESS: Final = 2
_MOST: Final = 3


class Threat(NamedTuple):
    """An enemy army that would take our general."""

    tile: int
    steps: int
    """Turns until it can arrive."""
    excess: int
    """Armies by which it would win if nothing were done."""
    most: int
    """Armies by which the strongest army in sight would win, which may come later."""


@kernel
def find_threat(
    guard: Ints, terrain: Ints, seen_turn: Ints, turn: int, width: int, height: int, other: int, home: int,
    recall: int, within: int, margin: int, distance: Ints, cost: Ints, queue: Ints, found: Ints,
) -> None:  # fmt: skip
    """Writes tile, steps and excess of the first army of one player to arrive, and the largest excess of all.

    An excess of 0 or less is no danger.
    """
    queue[0] = home
    spread(guard, terrain, width, height, other, 1, distance, cost, queue)
    found[_EXCESS] = 0
    found[_MOST] = 0
    for tile in range(width * height):
        if terrain[tile] != other or guard[tile] < 3 or distance[tile] >= FAR:
            continue
        unseen = turn - seen_turn[tile]
        if unseen > recall:
            continue
        steps = max(1, number(distance[tile]) - unseen)
        if steps > within:
            continue
        excess = guard[tile] - 1 - number(cost[tile]) - guard[home] - (steps - 1) + margin
        found[_MOST] = max(number(found[_MOST]), excess)
        if excess > 0 and (found[_EXCESS] <= 0 or steps < found[_STEPS]):
            found[_TILE], found[_STEPS], found[_EXCESS] = tile, steps, excess


@kernel
def block_way(
    guard: Ints, terrain: Ints, width: int, height: int, seat: int, other: int, home: int, threat: int,
    distance: Ints, cost: Ints, queue: Ints, way: Ints,
) -> int:  # fmt: skip
    """Returns the march that puts an army in a threat's way to our general before it has passed, or NO_MARCH.

    The army must hold the tile against the threat; of all such armies the one with the shortest way marches.
    """
    queue[0] = home
    spread(guard, terrain, width, height, other, 1, distance, cost, queue)
    steps = number(distance[threat])
    way[0] = threat
    for i in range(steps):
        march = step_towards(guard, terrain, width, height, other, number(way[i]), distance, cost)
        if march == NO_MARCH:
            return NO_MARCH
        way[i + 1] = beside(march >> 3, (march >> 1) & 3, width, height)
    best = NO_MARCH
    nearest = FAR
    strength = number(guard[threat]) - 1
    for i in range(1, steps):
        spot = number(way[i])
        queue[0] = spot
        spread(guard, terrain, width, height, seat, 1, distance, cost, queue)
        held = number(guard[spot]) if terrain[spot] == seat else -number(guard[spot])
        for tile in range(width * height):
            nearer = terrain[tile] == seat and guard[tile] > 1 and 0 < distance[tile] <= i and distance[tile] < nearest
            if nearer and guard[tile] - 1 - cost[tile] + held >= strength:
                march = step_towards(guard, terrain, width, height, seat, tile, distance, cost)
                if march != NO_MARCH:
                    best = march
                    nearest = number(distance[tile])
        strength += guard[spot] - 1 if terrain[spot] == other else -1 - guard[spot]
    return best


class Threats:
    """Finds the most urgent threat to our general."""

    def __init__(self, tiles: int) -> None:
        self._distance, self._cost, self._queue, self._way = (np.zeros(tiles, np.int32) for _ in range(4))
        self._found = np.zeros(4, np.int32)

    def worst(
        self, guard: Ints, terrain: Ints, seen_turn: Ints, turn: int, width: int, others: list[int], home: int,
        limits: tuple[int, int, int],
    ) -> Threat | None:  # fmt: skip
        """Returns the threat that arrives first, or None.

        The limits are the turns for which armies out of sight count, the steps from home within which an army is a
        threat, and the armies that the general must have beyond what the army brings.
        """
        worst = None
        most = 0
        for other in others:
            find_threat(
                guard, terrain, seen_turn, turn, width, len(guard) // width, other, home, *limits,
                self._distance, self._cost, self._queue, self._found,
            )  # fmt: skip
            threat = Threat(*self._found.tolist())
            most = max(most, threat.most)
            if threat.excess > 0 and (worst is None or threat.steps < worst.steps):
                worst = threat
        return None if worst is None else worst._replace(most=most)

    def block(self, guard: Ints, terrain: Ints, width: int, seat: int, home: int, threat: Threat) -> int:
        """Returns the march, packed, that puts an army in the way of a threat, or NO_MARCH."""
        return block_way(
            guard, terrain, width, len(guard) // width, seat, int(terrain[threat.tile]), home, threat.tile,
            self._distance, self._cost, self._queue, self._way,
        )  # fmt: skip
