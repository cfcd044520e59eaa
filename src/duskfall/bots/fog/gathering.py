"""Gathers the most armies at a tile in a given number of turns: a knapsack over the tree of shortest ways.

Every tile knows its best way to the goal. Using a tile costs one turn, brings its armies but one, or costs the guard of
land that is not ours yet, and needs the tiles of its way. The best choice for each number of turns is found exactly for
that tree, from the leaves to the goal.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.fog.layout import Ints
from duskfall.fog.position import EMPTY, FOG
from duskfall.fog.turn import NO_MARCH
from duskfall.grid import beside

MOST_TILES: Final = 2_500
"""Tiles of a gathering tree, the nearest to its goal: all of a board of 50x50; a bound on work above."""
MOST_TURNS: Final = 160
"""Turns that a gathering may take: the way through a dungeon from one end to the other."""
NEVER: Final = -(1 << 28)

Choices = NDArray[np.int16]


@kernel
def grow_tree(
    guard: Ints, terrain: Ints, width: int, height: int, seat: int, goal: int, reach: int,
    place: Ints, order: Ints, parent: Ints, depth: Ints, carried: Ints,
) -> int:  # fmt: skip
    """Lists the tiles within reach of a goal in order of distance, each with the parent that its way leads over.

    `place` is the index of each tile in the list, -1 for all others. Returns the number of tiles.
    """
    for tile in range(width * height):
        place[tile] = -1
    order[0] = goal
    place[goal] = 0
    parent[0] = -1
    depth[0] = 0
    carried[0] = 0
    count = 1
    done = 0
    while done < count:
        tile = order[done]
        steps = depth[done] + 1
        for direction in range(4):
            near = beside(tile, direction, width, height)
            if near < 0 or not (terrain[near] >= 0 or terrain[near] in (EMPTY, FOG)):
                continue
            value = guard[near] - 1 if terrain[near] == seat else -1 - guard[near]
            at = place[near]
            if at < 0 and count < len(order) and steps <= reach:
                place[near] = count
                order[count] = near
                parent[count] = done
                depth[count] = steps
                carried[count] = carried[done] + value
                count += 1
            elif at >= 0 and depth[at] == steps and carried[done] + value > carried[at]:
                parent[at] = done
                carried[at] = carried[done] + value
        done += 1
    return count


@kernel
def weigh_tree(
    guard: Ints, terrain: Ints, seat: int, count: int, order: Ints, parent: Ints, turns: int,
    brought: Ints, chosen: Choices, size: Ints,
) -> None:  # fmt: skip
    """Finds how many armies reach the goal in each number of turns up to `turns`: `brought[turns]` of row 0."""
    row = turns + 1
    for i in range(count * row):
        brought[i] = 0
    for i in range(count):
        size[i] = 0
    for i in range(count - 1, 0, -1):
        tile = order[i]
        value = guard[tile] - 1 if terrain[tile] == seat else -1 - guard[tile]
        own = min(number(size[i]) + 1, turns)
        at = i * row
        for used in range(own, 0, -1):
            brought[at + used] = brought[at + used - 1] + value
        brought[at] = 0
        above = number(parent[i]) * row
        total = min(number(size[parent[i]]) + own, turns)
        widest = number(size[parent[i]])
        for used in range(total, -1, -1):
            best = NEVER
            pick = 0
            for share in range(min(own, used) + 1):
                together = brought[above + min(used - share, widest)] + brought[at + share]
                if together > best:
                    best = together
                    pick = share
            brought[above + used] = best
            chosen[at + used] = pick
        for used in range(total + 1, row):
            chosen[at + used] = chosen[at + total]
        size[parent[i]] = total
    last = number(size[0])
    for used in range(last + 1, row):
        brought[used] = brought[last]


@kernel
def first_march(
    guard: Ints, terrain: Ints, width: int, height: int, seat: int, count: int, order: Ints, parent: Ints, depth: Ints,
    turns: int, chosen: Choices, size: Ints, left: Ints, leaf: Ints,
) -> int:  # fmt: skip
    """Returns the first march of the best choice for a number of turns: of its tile that is farthest from the goal."""
    row = turns + 1
    best = -1
    for i in range(count):
        left[i] = 0
        leaf[i] = 1
    left[0] = min(turns, number(size[0]))
    for i in range(1, count):
        above = number(parent[i])
        share = 0
        if left[above] > 0:
            share = number(chosen[i * row + left[above]])
            left[above] -= share
        left[i] = max(0, share - 1)
        if share > 0:
            leaf[above] = 0
        else:
            leaf[i] = 0
    for i in range(1, count):
        if leaf[i] == 1 and terrain[order[i]] == seat and guard[order[i]] > 1 and (best < 0 or depth[i] > depth[best]):
            best = i
    if best < 0:
        return NO_MARCH
    source, target = number(order[best]), number(order[parent[best]])
    for direction in range(4):
        if beside(source, direction, width, height) == target:
            return source * 8 + direction * 2
    return NO_MARCH


class Gathering:
    """The ways of all armies to one goal, and what they bring in each number of turns."""

    def __init__(self, width: int, height: int) -> None:
        tiles, most = width * height, min(width * height, MOST_TILES)
        self._width, self._height = width, height
        self._place = np.zeros(tiles, np.int32)
        self._order, self._parent, self._depth, self._carried, self._size, self._left, self._leaf = (
            np.zeros(most, np.int32) for _ in range(7)
        )
        self._brought = np.zeros(most * (MOST_TURNS + 1), np.int32)
        self._chosen = np.zeros(most * (MOST_TURNS + 1), np.int16)
        self._count = self._turns = 0
        self._guard = self._terrain = self._place
        self._seat = 0
        self.goal = -1

    def plan(self, guard: Ints, terrain: Ints, seat: int, goal: int, turns: int) -> list[int]:
        """Returns the armies that can reach the goal in 0, 1, ... turns; those that stand there are not counted."""
        self._guard, self._terrain, self._seat, self.goal = guard, terrain, seat, goal
        self._turns = turns = min(turns, MOST_TURNS)
        self._count = grow_tree(
            guard, terrain, self._width, self._height, seat, goal, turns,
            self._place, self._order, self._parent, self._depth, self._carried,
        )  # fmt: skip
        weigh_tree(
            guard, terrain, seat, self._count, self._order, self._parent, turns,
            self._brought, self._chosen, self._size,
        )  # fmt: skip
        return list(map(int, self._brought[: turns + 1]))

    def march(self, turns: int) -> int:
        """Returns the first march, packed, of the plan that uses that many turns."""
        # A plan for fewer turns is part of the same tables only at the top: weigh again for exactly these turns.
        if turns != self._turns:
            self.plan(self._guard, self._terrain, self._seat, self.goal, turns)
        return first_march(
            self._guard, self._terrain, self._width, self._height, self._seat, self._count, self._order, self._parent,
            self._depth, self._turns, self._chosen, self._size, self._left, self._leaf,
        )  # fmt: skip
