"""Plans the opening: the marches that hold most land at a given turn, by a search over many openings.

An opening is a chain of launches: an army leaves the general when it is large enough, walks over own land to the
border, and takes a tile a turn until it is used up. How long each launch waits and where it turns is drawn by chance;
the best of many is kept, and played on as long as the board turns out as assumed. What is unseen is taken as open.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.bots.fog.land import Floats, border_steps
from duskfall.compiled import kernel, number, word
from duskfall.dice import Stream, below, key, purpose
from duskfall.fog.layout import GROWTH_TURNS, Ints
from duskfall.fog.position import EMPTY, FOG
from duskfall.fog.turn import NO_MARCH
from duskfall.grid import beside

_DICE: Final = purpose("fog opening")
LONGEST_WAIT: Final = 12
"""Armies that a launch waits for at most: more could not be used up before the land grows."""


@kernel
def next_step(
    owner: Ints, width: int, height: int, seat: int, tile: int, chance: Floats, stream: Stream, distance: Ints
) -> int:
    """Returns the direction in which an army walks on: into free land by its outlook and chance, else to the border."""
    best = -1
    most = -1.0
    for direction in range(4):
        near = beside(tile, direction, width, height)
        if near < 0:
            continue
        free = owner[near] == EMPTY or owner[near] == FOG
        if free:
            promise = 4.0 + below(stream, 64) / 16
            for way in range(4):
                beyond = beside(near, way, width, height)
                if beyond >= 0 and (owner[beyond] == EMPTY or owner[beyond] == FOG):
                    promise += 1.0 + (400.0 * chance[beyond] if owner[beyond] == FOG else 0.0)
            if promise > most:
                most = promise
                best = direction
        elif owner[near] == seat and distance[near] >= 0 and distance[near] < distance[tile] and most < 4.0:
            promise = below(stream, 16) / 16
            if promise > most:
                most = promise
                best = direction
    return best


@kernel
def walk(armies: Ints, owner: Ints, seat: int, source: int, target: int) -> int:
    """Moves all armies but one to the next tile; returns 1 if land was taken."""
    moved = armies[source] - 1
    armies[source] = 1
    if owner[target] == seat:
        armies[target] += moved
        return 0
    owner[target] = seat
    armies[target] = moved
    return 1


@kernel
def grow(armies: Ints, owner: Ints, seat: int, home: int, turn: int) -> None:
    """Lets the general and, in its turn, all land grow."""
    armies[home] += 1
    if turn % GROWTH_TURNS == 0:
        for tile in range(len(owner)):
            if owner[tile] == seat and tile != home:
                armies[tile] += 1


@kernel
def outlook(
    armies: Ints, owner: Ints, width: int, height: int, seat: int, home: int, distance: Ints, queue: Ints
) -> float:
    """Rates how an opening leaves the board: armies at the border that can take land at once, and those at home."""
    border_steps(owner, width, height, seat, distance, queue)
    launching = 0
    for tile in range(width * height):
        if owner[tile] == seat and armies[tile] > 1 and distance[tile] == 1:
            launching += 1
    return 0.1 * min(launching, GROWTH_TURNS) + 0.02 * float(armies[home])


@kernel
def next_head(
    armies: Ints, owner: Ints, width: int, height: int, seat: int, home: int, wait: int, distance: Ints, queue: Ints
) -> int:
    """Returns the army that marches next: one at the border, or the general's when it is as large as it waits for."""
    border_steps(owner, width, height, seat, distance, queue)
    for tile in range(width * height):
        if owner[tile] == seat and tile != home and armies[tile] > 1 and distance[tile] == 1:
            return tile
    return home if armies[home] >= wait else -1


@kernel
def draw_opening(
    armies: Ints, owner: Ints, width: int, height: int, seat: int, home: int, turn: int, end: int, chance: Floats,
    stream: Stream, marches: Ints, distance: Ints, queue: Ints,
) -> float:  # fmt: skip
    """Plays an opening drawn by chance on a board that it may write on; writes its marches, returns its worth."""
    head = -1
    wait = 2 + below(stream, LONGEST_WAIT)
    taken = 0
    for now in range(turn, end):
        march = NO_MARCH
        if head < 0 or armies[head] < 2:
            head = next_head(armies, owner, width, height, seat, home, wait, distance, queue)
        if head >= 0:
            direction = next_step(owner, width, height, seat, head, chance, stream, distance)
            if direction >= 0:
                march = head * 8 + direction * 2
                target = number(beside(head, direction, width, height))
                taken += walk(armies, owner, seat, head, target)
                if head == home:
                    wait = 2 + below(stream, LONGEST_WAIT)
                head = target
            else:
                head = -1
        marches[now - turn] = march
        grow(armies, owner, seat, home, now + 1)
    return taken + outlook(armies, owner, width, height, seat, home, distance, queue)


@kernel
def follow_opening(
    armies: Ints, owner: Ints, width: int, height: int, seat: int, home: int, turn: int, end: int, marches: Ints,
    distance: Ints, queue: Ints,
) -> float:  # fmt: skip
    """Plays given marches on a board that it may write on; returns their worth, below 0 if one cannot be made."""
    taken = 0
    for now in range(turn, end):
        march = number(marches[now - turn])
        if march >= 0:
            source = march >> 3
            target = number(beside(source, (march >> 1) & 3, width, height))
            free = owner[target] == EMPTY or owner[target] == FOG or owner[target] == seat
            if owner[source] != seat or armies[source] < 2 or not free:
                return -1.0
            taken += walk(armies, owner, seat, source, target)
        grow(armies, owner, seat, home, now + 1)
    return taken + outlook(armies, owner, width, height, seat, home, distance, queue)


@kernel
def search_opening(
    armies: Ints, terrain: Ints, width: int, height: int, seat: int, home: int, turn: int, end: int, chance: Floats,
    seed: int, tries: int, stream: Stream, best: Ints, marches: Ints, work: Ints,
) -> None:  # fmt: skip
    """Puts the best of `tries` openings into `best`, unless the one that stands there is at least as good."""
    size = width * height
    own, owner = work[:size], work[size : 2 * size]
    distance, queue = work[2 * size : 3 * size], work[3 * size : 4 * size]
    most = -1.0
    for attempt in range(tries + 1):
        for tile in range(size):
            own[tile] = armies[tile]
            owner[tile] = terrain[tile]
        if attempt == 0:
            most = follow_opening(own, owner, width, height, seat, home, turn, end, best, distance, queue)
            continue
        stream[0] = key(seed, turn * 4096 + attempt, _DICE)
        value = draw_opening(own, owner, width, height, seat, home, turn, end, chance, stream, marches, distance, queue)
        if value > most:
            most = value
            for i in range(end - turn):
                best[i] = marches[i]


class Opening:
    """The plan of the opening for one seat; every turn a better one is searched for on the board as known by then."""

    def __init__(self, seed: int, tries: int) -> None:
        self._seed, self._tries = seed, tries
        self._plan: list[int] = []
        self._first = -1
        """The turn of the plan's first march."""

    def march(
        self, armies: Ints, terrain: Ints, width: int, seat: int, home: int, turn: int, end: int, chance: Floats
    ) -> int:
        """Returns the march of this turn, packed; NO_MARCH while armies are saved up."""
        size, turns = len(armies), end - turn
        kept = self._plan[turn - self._first :] if self._first >= 0 else []
        best = np.full(turns, NO_MARCH, np.int32)
        best[: len(kept)] = kept[:turns]
        search_opening(
            armies, terrain, width, size // width, seat, home, turn, end, chance, word(self._seed), self._tries,
            np.zeros(1, np.uint64), best, np.zeros(turns, np.int32), np.zeros(4 * size, np.int32),
        )  # fmt: skip
        self._plan, self._first = best.tolist(), turn
        return self._plan[0]
