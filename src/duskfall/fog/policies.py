"""The built-in policies, compiled: `random_march` and `expanding_march`; `raiding` has a module of its own.

A policy reads a board as one seat knows it: `tiles` and `garrison` in the form of the layout, and the seat's movable
tiles as bits. It looks only at the seat's own tiles and those beside them, which are always in sight, so it plays the
same from the true board in a rollout and from a view in a live game.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.compiled import inline_kernel, kernel, number, word
from duskfall.dice import Stream, below, checked_seed, key, purpose
from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.fog.events import unpack_march
from duskfall.fog.layout import CITY, HOLDER, KIND, MAX_PLAYERS, MOUNTAIN, NATIVE, TOWER, Cells, Ints, Longs
from duskfall.fog.orders import March
from duskfall.fog.position import CITY_TILE, MOUNTAIN_TILE, TOWER_TILE
from duskfall.fog.raiding import RAIDING_INTS, raiding_march
from duskfall.fog.turn import NO_MARCH
from duskfall.fog.view import View
from duskfall.grid import beside

_DICE: Final = purpose("fog policy")

LARGE_ARMY: Final = 16
"""Armies that the expanding policy does not leave idle inland."""

PASSING: Final = 0
RANDOM: Final = 1
EXPANDING: Final = 2
RAIDING: Final = 3
POLICIES: Final = {"pass": PASSING, "random": RANDOM, "expanding": EXPANDING, "raiding": RAIDING}


def policy_number(name: str) -> int:
    """Returns the number of a policy by its name.

    >>> policy_number("expanding")
    2
    """
    if name not in POLICIES:
        raise UnknownName("policy", name, POLICIES)
    return POLICIES[name]


def policy_ints(size: int) -> int:
    """Returns how many numbers of scratch the policies need on a board of that many tiles."""
    return RAIDING_INTS * size + 2 + 3 * size + MAX_PLAYERS


@inline_kernel
def roll_policy(stream: Stream, seed: int, turn: int, seat: int) -> None:
    """Sets a stream to the dice of a seat's policy in a turn."""
    stream[0] = key(seed, turn * MAX_PLAYERS + seat, _DICE)


@inline_kernel
def count_bits(bits: int) -> int:
    """Counts the set bits of the low 32 bits."""
    bits -= (bits >> 1) & 0x55555555
    bits = (bits & 0x33333333) + ((bits >> 2) & 0x33333333)
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F
    return ((bits * 0x01010101) >> 24) & 255


@kernel
def nth_tile(movable: Longs, n: int) -> int:
    """Finds the n-th movable tile, counted from 0 in ascending order."""
    word = 0
    count = count_bits(number(movable[0]))
    while n >= count:
        n -= count
        word += 1
        count = count_bits(number(movable[word]))
    bits = number(movable[word])
    for _ in range(n):
        bits &= bits - 1
    return 32 * word + count_bits((bits & -bits) - 1)


@kernel
def random_march(tiles: Cells, width: int, height: int, movable: Longs, movers: int, stream: Stream) -> int:
    """Chooses a tile that could march, then a direction, each equally likely."""
    for _ in range(8):
        if movers == 0:
            return NO_MARCH
        tile = nth_tile(movable, below(stream, movers))
        first = below(stream, 4)
        ways = 0
        for direction in range(4):
            target = beside(tile, direction, width, height)
            if target >= 0 and number(tiles[target]) & KIND != MOUNTAIN:
                ways |= 1 << direction
        count = count_bits(ways)
        if count > 0:
            if not ways >> first & 1:
                for _ in range(below(stream, count)):
                    ways &= ways - 1
                first = count_bits((ways & -ways) - 1)
            return tile * 8 + first * 2
    return NO_MARCH


@inline_kernel
def worth(cell: int, attackers: int, defenders: int, seat: int) -> int:
    """Rates how much a policy wants to take a tile; 0 if it cannot, or if it holds it."""
    holder = cell & HOLDER
    if holder == seat + 1 or cell & KIND == MOUNTAIN or attackers <= defenders:
        return 0
    if holder != 0:
        return 4
    if cell & NATIVE:
        return 3 if cell & KIND == CITY else 2
    return 1


@kernel
def expanding_march(
    tiles: Cells,
    garrison: Ints,
    width: int,
    height: int,
    seat: int,
    movable: Longs,
    movers: int,
    stream: Stream,
    distance: Ints,
    queue: Ints,
) -> int:
    """Takes the most wanted tile within reach with the strongest army, or brings the largest army to the border.

    A large army that stands idle inland is brought forward half of the time even when there is something to take.
    `distance` and `queue` are scratch, a number for each tile.
    """
    best = NO_MARCH
    best_worth = 0
    largest = NO_MARCH
    idle = False
    for n in range(movers):
        tile = nth_tile(movable, n)
        armies = number(garrison[tile])
        if largest == NO_MARCH or armies > garrison[largest]:
            largest = tile
            idle = True
        for direction in range(4):
            target = beside(tile, direction, width, height)
            if target >= 0:
                value = worth(number(tiles[target]), armies - 1, number(garrison[target]), seat)
                if value > 0:
                    idle = idle and tile != largest
                    value = (value << 40) + (min(armies, 1 << 30) << 8) + below(stream, 256)
                    if value > best_worth:
                        best_worth = value
                        best = tile * 8 + direction * 2
    if largest == NO_MARCH:
        return NO_MARCH
    urgent = idle and garrison[largest] >= LARGE_ARMY and below(stream, 2) == 0
    if best != NO_MARCH and not urgent:
        return best
    forward = march_to_border(tiles, width, height, seat, largest, distance, queue)
    return forward if forward != NO_MARCH else best


@kernel
def march_to_border(tiles: Cells, width: int, height: int, seat: int, tile: int, distance: Ints, queue: Ints) -> int:
    """Finds the first step of the shortest way from a tile through own land to other land."""
    size = width * height
    count = 0
    for other in range(size):
        distance[other] = -1
        cell = number(tiles[other])
        if cell & HOLDER != seat + 1 and cell & KIND != MOUNTAIN:
            distance[other] = 0
            queue[count] = other
            count += 1
    done = 0
    while done < count and distance[tile] < 0:
        place = queue[done]
        done += 1
        for direction in range(4):
            near = beside(place, direction, width, height)
            if near >= 0 and distance[near] < 0 and number(tiles[near]) & HOLDER == seat + 1:
                distance[near] = distance[place] + 1
                queue[count] = near
                count += 1
    for direction in range(4):
        near = beside(tile, direction, width, height)
        if near >= 0 and distance[near] >= 0 and distance[near] == distance[tile] - 1:
            return tile * 8 + direction * 2
    return NO_MARCH


@kernel
def march_by(
    policy: int,
    tiles: Cells,
    garrison: Ints,
    width: int,
    height: int,
    seat: int,
    movable: Longs,
    movers: int,
    stream: Stream,
    work: Ints,
) -> int:
    """Returns the march of a policy; `work` is scratch, two numbers for each tile."""
    size = width * height
    if policy == EXPANDING:
        return expanding_march(tiles, garrison, width, height, seat, movable, movers, stream, work[:size], work[size:])
    if policy == RANDOM:
        return random_march(tiles, width, height, movable, movers, stream)
    return NO_MARCH


def advise(view: View, policy: str, seed: int) -> March | None:
    """Returns the march of a built-in policy in a live game, from the view alone.

    >>> from duskfall.fog import Game, Position
    >>> advise(Game(Position.parse("A5 . ^ B2")).view(0), "expanding", seed=1)
    March.parse('0>1')
    """
    if view.seat is None:
        raise Refused(Refusal.NO_SEAT, "view of everything", "a policy plays one seat", "ask for the view of a seat")
    stream = np.zeros(1, np.uint64)
    roll_policy(stream, word(checked_seed(seed)), view.turn, view.seat)
    if policy_number(policy) == RAIDING:
        march = _raid(view, view.seat, stream)
    else:
        march = _march_beside(view, view.seat, policy_number(policy), stream)
    return None if march == NO_MARCH else unpack_march(march, view.width)


def _raid(view: View, seat: int, stream: Stream) -> int:
    """Returns the march of the raiding policy, which reads the view as it is; NO_MARCH when nothing can march."""
    if not view.alive[seat]:
        return NO_MARCH
    generals = np.array(view.generals, np.int32)
    work = np.zeros(policy_ints(view.width * view.height), np.int32)
    return raiding_march(view.numbers.copy(), view.visible.copy(), generals, len(generals), seat, stream, work)


def _march_beside(view: View, seat: int, policy: int, stream: Stream) -> int:
    """Returns the march of a policy that looks at own tiles and those beside them."""
    size = view.width * view.height
    shown = np.clip(view.terrain, -1, None).astype(np.int16)
    kinds = np.zeros(size, np.uint8)
    kinds[view.terrain == MOUNTAIN_TILE] = MOUNTAIN
    kinds[view.terrain == CITY_TILE] = CITY | NATIVE
    kinds[view.terrain == TOWER_TILE] = TOWER | NATIVE
    mine = np.flatnonzero((view.terrain == seat) & (view.armies > 1))
    movable = np.zeros(-(-size // 32), np.int64)
    np.bitwise_or.at(movable, mine >> 5, 1 << (mine & 31))
    return march_by(
        policy, kinds | (shown + 1).astype(np.uint8), view.armies + view.defence, view.width, view.height, seat,
        movable, len(mine), stream, np.zeros(2 * size, np.int32),
    )  # fmt: skip
