"""Chooses the next land to take: what it is worth, what it shows, and which army takes it."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.fog.layout import Ints
from duskfall.fog.position import EMPTY, FOG
from duskfall.fog.turn import NO_MARCH
from duskfall.grid import beside

Floats = NDArray[np.float64]
STUCK: Final = -(1 << 28)
"""What an army brings that would come to a halt among armies that are kept."""


@kernel
def border_steps(terrain: Ints, width: int, height: int, seat: int, distance: Ints, queue: Ints) -> int:
    """Finds the steps of each tile of ours to land that is not ours; -1 where there is no way, 0 on other land.

    The queue lists the tiles with a way from the nearest to the farthest; returns how many there are.
    """
    count = 0
    for tile in range(width * height):
        distance[tile] = -1
        code = terrain[tile]
        if code != seat and (code >= 0 or code in (EMPTY, FOG)):
            distance[tile] = 0
            queue[count] = tile
            count += 1
    done = 0
    while done < count:
        tile = queue[done]
        done += 1
        for direction in range(4):
            near = beside(tile, direction, width, height)
            if near >= 0 and distance[near] < 0 and terrain[near] == seat:
                distance[near] = distance[tile] + 1
                queue[count] = near
                count += 1
    return count


@kernel
def carry_on(
    guard: Ints, width: int, height: int, kept: Ints, distance: Ints, queue: Ints, count: int, carried: Ints
) -> None:
    """Finds what an army from each tile of ours brings to the border if it takes along what stands on its way.

    `distance`, `queue` and `count` are those of `border_steps`. What guards the tile beyond the border is counted off.
    """
    for i in range(count):
        tile = queue[i]
        if distance[tile] == 0:
            carried[tile] = -guard[tile]
            continue
        most = STUCK
        for direction in range(4):
            near = beside(tile, direction, width, height)
            if near >= 0 and distance[near] == distance[tile] - 1:
                most = max(most, number(carried[near]))
        carried[tile] = STUCK if kept[tile] == 1 else most + guard[tile] - 1


@kernel
def worth(
    guard: Ints, terrain: Ints, width: int, height: int, seat: int, target: int, left: int, chance: Floats, info: float
) -> float:
    """Rates taking a tile: 1 for free land, 2 for an enemy's, more for what it shows and where it leads."""
    value = 2.0 if terrain[target] >= 0 else 1.0
    onward = 0
    for direction in range(4):
        near = beside(target, direction, width, height)
        if near >= 0:
            code = terrain[near]
            if code == FOG:
                value += info * chance[near]
            if code != seat and (code >= 0 or code in (EMPTY, FOG)):
                onward += 1
    if onward > 0:
        value += 0.05 + (0.1 if left > 1 else 0.0)
    return value - 0.01 * float(guard[target])


@kernel
def take_land(
    guard: Ints, terrain: Ints, width: int, height: int, seat: int, kept: Ints, chance: Floats, info: float,
    away: Ints, search: float, along: bool, distance: Ints, queue: Ints, carried: Ints, value: Floats,
) -> int:  # fmt: skip
    """Returns the march that is worth most for each turn it takes until land is taken, and its worth in value[0].

    Tiles whose `kept` is 1 do not march. In a `search` (above 0) large armies go first, and to where `away`, the steps
    to tiles that are looked for, is small. An army from inland counts what it takes `along` on its way if asked to.
    """
    count = border_steps(terrain, width, height, seat, distance, queue)
    carry_on(guard, width, height, kept, distance, queue, count, carried)
    best = NO_MARCH
    most = 0.0
    for tile in range(width * height):
        if terrain[tile] != seat or guard[tile] < 2 or kept[tile] == 1 or distance[tile] < 1:
            continue
        for direction in range(4):
            near = beside(tile, direction, width, height)
            if near < 0 or distance[near] != distance[tile] - 1 or not (terrain[near] == seat or distance[near] == 0):
                continue
            marching = number(guard[tile]) - 1
            if distance[near] == 0:
                if marching <= guard[near]:
                    continue
                rate = worth(guard, terrain, width, height, seat, near, marching - guard[near], chance, info)
                rate += search * (1.0 - 1.0 / marching - 0.05 * min(away[near], 20))
            else:
                brought = marching + (number(carried[near]) if along else 0)
                if brought <= 0:
                    continue
                rate = (0.9 + search) * brought / (brought + distance[tile] - 1)
                rate -= search * 0.05 * min(away[near], 20)
            if rate > most:
                most = rate
                best = tile * 8 + direction * 2
    value[0] = most
    return best
