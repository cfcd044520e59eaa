"""The keys that lead a walker from one place of a map to another."""

from __future__ import annotations

from collections import deque

import numpy as np

from duskfall.dungeon import FLOOR, SECRET, Dungeon, Place

STEPS = {"w": (0, -1), "a": (-1, 0), "s": (0, 1), "d": (1, 0)}


def keys_to(dungeon: Dungeon, start: Place, *goals: Place, secrets: bool = False) -> str:
    """The shortest way to the nearest of the goals, through secrets only if they are open."""
    ways, edge = {start: ""}, deque([start])
    while edge:
        x, y = edge.popleft()
        if (x, y) in goals:
            return ways[x, y]
        for key, (right, down) in STEPS.items():
            place = x + right, y + down
            kind = dungeon.tiles[place[1], place[0]]
            if place not in ways and kind >= FLOOR and (secrets or kind != SECRET):
                ways[place] = ways[x, y] + key
                edge.append(place)
    raise AssertionError(f"no way leads from {start} to {goals}")


def secrets_of(dungeon: Dungeon) -> list[Place]:
    """Where the secrets are."""
    return [(int(x), int(y)) for y, x in np.argwhere(dungeon.tiles == SECRET)]


def to_a_secret(dungeon: Dungeon) -> str:
    """The keys that lead from the stairs up to the side of the nearest secret."""
    assert dungeon.up is not None
    beside = [(x + right, y + down) for x, y in secrets_of(dungeon) for right, down in STEPS.values()]
    return keys_to(dungeon, dungeon.up, *beside)
