"""The raiding policy, compiled: expands with small armies, gathers a large one, and marches it on the enemy.

It reads what its seat knows in the form of a view (`view.render`), so it plays the same in a rollout and in a live
game. It remembers nothing itself: tiles out of sight are as they were last seen, as in every view.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import inline_kernel, kernel, number
from duskfall.dice import Stream, below
from duskfall.fog.layout import Ints
from duskfall.fog.position import CITY_TILE, EMPTY, FOG, FOG_OBSTACLE, MOUNTAIN_TILE, TOWER_TILE
from duskfall.fog.turn import NO_MARCH
from duskfall.grid import beside, manhattan

FAR: Final = 1 << 20
"""The distance of a tile that no way leads to."""
WATCH: Final = 8
"""Steps from the general within which an enemy army can be a danger; an army farther away often goes elsewhere."""
STRIKING_ARMY: Final = 24
"""Armies with which the raider sets out: a general makes as many in the time between two growths of the land."""
STRIKING_SHARE: Final = 10
"""The part of all armies that can march which must stand together before it sets out: late in a game 24 are nothing."""
GATHERING_SHARE: Final = 4
"""While land can be taken, one turn in so many brings armies together: land is what the next armies grow on."""
GATHERING_STEPS: Final = 12
"""Steps from which an army is called to the large one; from farther away it would come too late."""
CITY_RESERVE: Final = 12
"""Armies that must be left after taking a city, so that the raider is not helpless when it pays for one."""
GENERAL_EDGE: Final = 3
"""Tiles between a general and the edge of the board, at least (Fog of War specification, map)."""
RAIDING_INTS: Final = 3
"""Scratch for each tile: distance, cost, queue."""


@inline_kernel
def passable(code: int) -> bool:
    """Tells whether an army on its way marches over a tile; free cities and towers would eat it up."""
    return code >= 0 or code in (EMPTY, FOG)


@kernel
def spread(
    armies: Ints, terrain: Ints, width: int, height: int, seat: int, count: int, distance: Ints, cost: Ints, queue: Ints
) -> None:
    """Finds the way of every tile to the nearest of `count` goals, which stand in the queue.

    `cost` is what an army loses on the tiles between, those of the seat's own counted as gain.
    """
    for tile in range(width * height):
        distance[tile] = FAR
    for i in range(count):
        distance[queue[i]] = 0
        cost[queue[i]] = 0
    goals = count
    done = 0
    while done < count:
        tile = number(queue[done])
        toll = number(cost[tile])
        if done >= goals:
            toll += 1 - armies[tile] if terrain[tile] == seat else 1 + armies[tile]
        steps = distance[tile] + 1
        done += 1
        for direction in range(4):
            near = beside(tile, direction, width, height)
            if near >= 0 and passable(terrain[near]):
                if distance[near] == FAR:
                    distance[near] = steps
                    cost[near] = toll
                    queue[count] = near
                    count += 1
                elif distance[near] == steps and toll < cost[near]:
                    cost[near] = toll


@kernel
def step_towards(
    armies: Ints, terrain: Ints, width: int, height: int, seat: int, tile: int, distance: Ints, cost: Ints
) -> int:
    """Returns the march from a tile along the cheapest shortest way to the goal; none into a tile that would hold."""
    best = NO_MARCH
    least = FAR
    for direction in range(4):
        near = beside(tile, direction, width, height)
        if near >= 0 and distance[near] == distance[tile] - 1:
            own = terrain[near] == seat
            toll = number(cost[near] - armies[near] if own else cost[near] + armies[near])
            if toll < least and (own or armies[tile] - 1 > armies[near]):
                least = toll
                best = tile * 8 + direction * 2
    return best


@kernel
def strike(
    armies: Ints, terrain: Ints, width: int, height: int, seat: int, goal: int, growth: int, within: int,
    distance: Ints, cost: Ints, queue: Ints,
) -> int:  # fmt: skip
    """Returns a step of the nearest army that can take a tile which grows by `growth` a turn, or NO_MARCH.

    Armies farther away than `within` are left out.
    """
    queue[0] = goal
    spread(armies, terrain, width, height, seat, 1, distance, cost, queue)
    best = -1
    for tile in range(width * height):
        if terrain[tile] == seat and armies[tile] > 1 and distance[tile] <= within:
            arriving = armies[tile] - 1 - cost[tile]
            nearer = best < 0 or distance[tile] < distance[best]
            stronger = best >= 0 and distance[tile] == distance[best] and armies[tile] > armies[best]
            if arriving > armies[goal] + growth * distance[tile] and (nearer or stronger):
                best = tile
    if best < 0:
        return NO_MARCH
    return step_towards(armies, terrain, width, height, seat, best, distance, cost)


@kernel
def find_danger(armies: Ints, terrain: Ints, visible: NDArray[np.bool_], width: int, seat: int, home: int) -> int:
    """Returns the enemy army in sight that would beat the general by most, or -1."""
    danger = -1
    most = 0
    for tile in range(len(visible)):
        if visible[tile] and terrain[tile] >= 0 and terrain[tile] != seat and armies[tile] > 1:
            away = manhattan(tile, home, width)
            # The general grows by one a turn until the enemy comes.
            excess = number(armies[tile] - armies[home] - away + 1)
            if away <= WATCH and excess > most:
                most = excess
                danger = tile
    return danger


@kernel
def defend(
    armies: Ints, terrain: Ints, width: int, height: int, seat: int, home: int, danger: int,
    distance: Ints, cost: Ints, queue: Ints,
) -> int:  # fmt: skip
    """Meets a danger with an army that beats it, or else calls the army home that adds most in time."""
    away = manhattan(danger, home, width)
    march = strike(armies, terrain, width, height, seat, danger, 0, away + 1, distance, cost, queue)
    if march != NO_MARCH:
        return march
    return gather(armies, terrain, width, height, seat, home, away, distance, cost, queue)


@kernel
def gather(
    armies: Ints, terrain: Ints, width: int, height: int, seat: int, goal: int, within: int,
    distance: Ints, cost: Ints, queue: Ints,
) -> int:  # fmt: skip
    """Returns a step to a tile of the seat's own by the army that brings most for each turn of its way."""
    queue[0] = goal
    spread(armies, terrain, width, height, seat, 1, distance, cost, queue)
    best = -1
    most = 0
    for tile in range(width * height):
        if terrain[tile] == seat and tile != goal and armies[tile] > 1 and distance[tile] <= within:
            gain = (armies[tile] - 1 - min(0, number(cost[tile]))) * 64 // distance[tile]
            if gain > most:
                most = gain
                best = tile
    if best < 0:
        return NO_MARCH
    return step_towards(armies, terrain, width, height, seat, best, distance, cost)


@kernel
def list_goals(terrain: Ints, width: int, height: int, seat: int, hidden: bool, queue: Ints) -> int:
    """Lists the tiles that the large army marches to: the fog nearest to the middle of the enemy's known land.

    Where no general can be in the fog, or it is not looked for there (`hidden` false), any land of the enemy; before
    anyone was met, any fog. Returns how many there are.
    """
    enemies = 0
    rows = 0
    columns = 0
    for tile in range(width * height):
        if terrain[tile] >= 0 and terrain[tile] != seat:
            enemies += 1
            rows += tile // width
            columns += tile % width
    count = 0
    if hidden and enemies > 0:
        nearest = FAR
        for tile in range(width * height):
            row, column = tile // width, tile % width
            inside = GENERAL_EDGE <= row < height - GENERAL_EDGE and GENERAL_EDGE <= column < width - GENERAL_EDGE
            if terrain[tile] == FOG and inside:
                away = abs(row - rows // enemies) + abs(column - columns // enemies)
                if away < nearest:
                    nearest = away
                    queue[0] = tile
                    count = 1
    if count > 0:
        return count
    for tile in range(width * height):
        code = terrain[tile]
        if (enemies > 0 and code >= 0 and code != seat) or (enemies == 0 and code == FOG):
            queue[count] = tile
            count += 1
    return count


@inline_kernel
def prize(code: int, attackers: int, defenders: int, seat: int) -> int:
    """Rates a tile that an army could take; 0 if it cannot or should not."""
    if code == seat or code in (MOUNTAIN_TILE, FOG_OBSTACLE) or attackers <= defenders:
        return 0
    if code == CITY_TILE:
        return 3 if attackers > defenders + CITY_RESERVE else 0
    if code == TOWER_TILE:
        return 0
    return 4 if code >= 0 else 2


@kernel
def capture(
    armies: Ints, terrain: Ints, width: int, height: int, seat: int, home: int, stream: Stream, distance: Ints
) -> int:
    """Takes the best tile that an army stands beside, the nearest to the goal among equals, with a small army."""
    best = NO_MARCH
    most = 0
    for tile in range(width * height):
        if terrain[tile] == seat and armies[tile] > 1:
            for direction in range(4):
                target = beside(tile, direction, width, height)
                if target >= 0:
                    value = prize(terrain[target], armies[tile] - 1, armies[target], seat)
                    if value > 0:
                        # The general's armies are kept together for the raid while others can march.
                        value = 2 * value - (1 if tile == home else 0)
                        near = 4095 - min(4095, number(distance[target]))
                        spent = 4095 - min(4095, number(armies[tile]))
                        value = (((value << 12) + near) << 20) + (spent << 8) + below(stream, 256)
                        if value > most:
                            most = value
                            best = tile * 8 + direction * 2
    return best


@kernel
def count_spare(armies: Ints, terrain: Ints, seat: int) -> int:
    """Counts the armies of a seat that can march: all but one on each tile."""
    spare = 0
    for tile in range(len(armies)):
        if terrain[tile] == seat and armies[tile] > 1:
            spare += armies[tile] - 1
    return spare


@kernel
def bring_forward(armies: Ints, terrain: Ints, width: int, height: int, seat: int, distance: Ints, cost: Ints) -> int:
    """Moves the army that is worth most where it is needed a step towards the goal."""
    best = NO_MARCH
    most = 0
    for tile in range(width * height):
        if terrain[tile] == seat and armies[tile] > most and armies[tile] > 1:
            march = step_towards(armies, terrain, width, height, seat, tile, distance, cost)
            if march != NO_MARCH:
                most = number(armies[tile])
                best = march
    return best


@kernel
def raiding_march(
    numbers: Ints, visible: NDArray[np.bool_], generals: Ints, players: int, seat: int, stream: Stream, work: Ints
) -> int:
    """Strikes at a general in sight, defends its own, marches its large army on the enemy, or expands."""
    width, height = number(numbers[0]), number(numbers[1])
    size = width * height
    armies, terrain = numbers[2 : 2 + size], numbers[2 + size : 2 + 2 * size]
    distance, cost, queue = work[:size], work[size : 2 * size], work[2 * size : 3 * size]
    for i in range(size):
        armies[i] += numbers[2 + 2 * size + i]  # a free tower's defence is beaten like armies
    home = number(generals[seat])
    for other in range(players):
        if other != seat and generals[other] >= 0:
            goal = number(generals[other])
            march = strike(armies, terrain, width, height, seat, goal, 1, size, distance, cost, queue)
            if march != NO_MARCH:
                return march
    danger = find_danger(armies, terrain, visible, width, seat, home)
    if danger >= 0:
        march = defend(armies, terrain, width, height, seat, home, danger, distance, cost, queue)
        if march != NO_MARCH:
            return march
    forward = NO_MARCH
    for hidden in (True, False):
        if forward == NO_MARCH:
            count = list_goals(terrain, width, height, seat, hidden, queue)
            spread(armies, terrain, width, height, seat, count, distance, cost, queue)
            forward = bring_forward(armies, terrain, width, height, seat, distance, cost)
    spare = count_spare(armies, terrain, seat)
    strong = forward != NO_MARCH and armies[forward >> 3] >= max(STRIKING_ARMY, spare // STRIKING_SHARE)
    if strong:
        return forward
    march = capture(armies, terrain, width, height, seat, home, stream, distance)
    expand = spare < STRIKING_ARMY or below(stream, GATHERING_SHARE) > 0
    if forward == NO_MARCH or (march != NO_MARCH and expand):
        return march
    gathered = gather(armies, terrain, width, height, seat, forward >> 3, GATHERING_STEPS, distance, cost, queue)
    return gathered if gathered != NO_MARCH else forward
