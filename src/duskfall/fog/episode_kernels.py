"""Steps many games for training environments: turns, observations, masks, scores and rewards in one kernel."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import inline_kernel, kernel, number
from duskfall.dice import Stream, below, key, purpose
from duskfall.fog.batch_kernels import draw_into, policy_march, report
from duskfall.fog.board_setup import set_up
from duskfall.fog.encoding import MEMORY_PLANES, forget, remember, write_actions
from duskfall.fog.layout import (
    CITY_COUNT,
    GARRISON,
    GENERAL,
    GROWTH_TURNS,
    HEIGHT,
    HOLDER,
    LAND,
    PLACE,
    PLAYERS,
    REASON,
    RUNNING,
    SEAT_INTS,
    SEATS,
    SEEN,
    SIGHT,
    SPLIT,
    STRUCTURES,
    SUMS,
    TILES,
    TURN,
    TURN_LIMIT,
    WIDTH,
    WINNER,
    Cells,
    Ints,
    Longs,
)
from duskfall.fog.map_generation import DRAWN
from duskfall.fog.observations import Planes, can_move, open_ways, show_board, show_changes
from duskfall.fog.policies import roll_policy
from duskfall.fog.scratch import JOURNAL, JOURNAL_COUNT, JOURNAL_INTS, clear_scratch
from duskfall.fog.turn import play_turn, queue_march

_EPISODE = purpose("fog episode")
LEVEL_DICE = purpose("fog level")

Floats = NDArray[np.float64]
Seeds = NDArray[np.uint64]

GIVEN: Final = -1
"""Stands for a policy where the actions of a seat are given."""

# The results of a board: whether its episode has ended, in which turn, who won (-1: nobody); then all places.
ENDED: Final = 0
END_TURN: Final = 1
FIRST_PLACE: Final = 3

# The record of a viewer: whether the game is over for it, turns played, turns left; then tiles, armies and life of each
# seat, counted from the viewer.
OVER: Final = 0
PLAYED: Final = 1
LEFT: Final = 2
SCORES: Final = 3
SCORE_INTS: Final = 3

# The values of a viewer: the reward of the last turn, and the worth of its land and armies now.
REWARD: Final = 0
POTENTIAL: Final = 1

MOST_ARMIES: Final = 2**31 - 1
"""Armies of a seat saturate here in an observation."""


class Shown(NamedTuple):
    """All that learners read, a row for each board; each row has a part for each viewer.

    There are few arrays, because handing one over to compiled code takes as long as a third of a turn.
    """

    planes: Planes
    masks: Cells
    """(boards, viewers, actions)"""
    memory: Planes
    """Without columns when nothing is to be remembered."""
    records: Ints
    """(boards, viewers, 3 + 3 * seats)"""
    values: Floats
    """(boards, viewers, 2)"""
    results: Ints
    """(boards, 3 + seats)"""


class Levels(NamedTuple):
    """Boards that games begin on, one chosen by the seed; without rows boards are drawn from the seed."""

    tiles: Cells
    garrison: Ints
    generals: Ints


@kernel
def begin_game(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, work: Ints, marks: Cells, stream: Stream, seed: int,
    distance: int, levels: Levels,
) -> int:  # fmt: skip
    """Begins the game of a seed on a board; returns `DRAWN` or the problem."""
    if len(levels.tiles) == 0:
        return draw_into(ints, longs, cells, scratch, work, marks, stream, seed, distance, marks[:0])
    stream[0] = key(seed, 0, LEVEL_DICE)
    level = below(stream, len(levels.tiles))
    for tile in range(ints[WIDTH] * ints[HEIGHT]):
        cells[ints[TILES] + tile] = levels.tiles[level, tile]
        ints[ints[GARRISON] + tile] = levels.garrison[level, tile]
    set_up(ints, longs, cells, scratch, levels.generals[level], 0)
    return DRAWN


@kernel
def mask_tile(ints: Ints, longs: Longs, cells: Cells, mask: Cells, seat: int, tile: int) -> None:
    """Writes the actions of one tile for one viewer."""
    write_actions(mask, 0, tile, open_ways(ints, longs, cells, seat, tile), ints[SPLIT])


@inline_kernel
def mask_grown(ints: Ints, longs: Longs, cells: Cells, masks: Cells, tile: int) -> None:
    """Writes the actions of a tile that could not march before it grew."""
    holder = number(cells[ints[TILES] + tile]) & HOLDER
    if 0 < holder <= len(masks) and ints[ints[GARRISON] + tile] == 2:
        mask_tile(ints, longs, cells, masks[holder - 1], holder - 1, tile)


@kernel
def mask_changes(ints: Ints, longs: Longs, cells: Cells, scratch: Ints, masks: Cells) -> None:
    """Updates masks after a turn: tiles that changed hands or fell to 1 army or rose above it, and those that grew.

    It writes only where it must: a turn is so short that every line of memory it touches counts.
    """
    for entry in range(scratch[JOURNAL_COUNT]):
        at = scratch[JOURNAL] + JOURNAL_INTS * entry
        tile = scratch[at]
        for seat in range(len(masks)):
            could = scratch[at + 1] > 1 and scratch[at + 2] & HOLDER == seat + 1
            if could != can_move(ints, longs, seat, tile):
                mask_tile(ints, longs, cells, masks[seat], seat, tile)
    if ints[TURN] % GROWTH_TURNS == 0:
        for tile in range(ints[WIDTH] * ints[HEIGHT]):
            mask_grown(ints, longs, cells, masks, tile)
        return
    for seat in range(len(masks)):
        general = ints[ints[SEATS] + seat * SEAT_INTS + GENERAL]
        if general >= 0:
            mask_grown(ints, longs, cells, masks, general)
    for i in range(ints[CITY_COUNT]):
        city = ints[ints[STRUCTURES] + i]
        if city & 31:
            mask_grown(ints, longs, cells, masks, city >> 5)


@kernel
def mask_beginning(ints: Ints, longs: Longs, cells: Cells, masks: Cells) -> None:
    """Writes whole masks; a seat can always pass."""
    for seat in range(len(masks)):
        for tile in range(ints[WIDTH] * ints[HEIGHT]):
            mask_tile(ints, longs, cells, masks[seat], seat, tile)
        masks[seat, masks.shape[1] - 1] = 1


@kernel
def remember_board(ints: Ints, cells: Cells, memory: Planes, visible: NDArray[np.bool_], work: Ints) -> None:
    """Updates the memory planes of all viewers of a board."""
    size, players = ints[WIDTH] * ints[HEIGHT], ints[PLAYERS]
    living = 0
    for seat in range(players):
        living |= (1 if ints[ints[SEATS] + seat * SEAT_INTS + GENERAL] >= 0 else 0) << seat
    for seat in range(len(memory) // (MEMORY_PLANES * size)):
        for tile in range(size):
            visible[tile] = number(cells[ints[SIGHT] + seat * size + tile]) & SEEN != 0
        for other in range(players):
            general = ints[ints[SEATS] + other * SEAT_INTS + GENERAL]
            work[other] = general if general >= 0 and visible[general] else -1
        first = MEMORY_PLANES * size * seat
        remember(visible, work, living, seat, players, memory[first : first + MEMORY_PLANES * size])


@kernel
def score(ints: Ints, longs: Longs, records: Ints) -> None:
    """Writes the scores of all seats, counted from each viewer, and the turns played and left."""
    players = ints[PLAYERS]
    for viewer in range(len(records)):
        records[viewer, PLAYED] = ints[TURN]
        records[viewer, LEFT] = ints[TURN_LIMIT] - ints[TURN]
        for other in range(players):
            seat = viewer + other
            if seat >= players:
                seat -= players
            record, at = ints[SEATS] + seat * SEAT_INTS, SCORES + SCORE_INTS * other
            records[viewer, at] = ints[record + LAND]
            records[viewer, at + 1] = min(longs[ints[SUMS] + seat], MOST_ARMIES)
            records[viewer, at + 2] = ints[record + GENERAL] >= 0


@kernel
def potential(ints: Ints, longs: Longs, seat: int) -> float:
    """Returns the mean of a seat's shares of all held land and of all armies."""
    land, armies = 0, 0
    for other in range(ints[PLAYERS]):
        land += number(ints[ints[SEATS] + other * SEAT_INTS + LAND])
        armies += number(longs[ints[SUMS] + other])
    mine = number(ints[ints[SEATS] + seat * SEAT_INTS + LAND])
    return 0.5 * (mine / max(land, 1) + number(longs[ints[SUMS] + seat]) / max(armies, 1))


@inline_kernel
def outcome_for(ints: Ints, seat: int) -> float:
    """Returns 1 for the winner, 0 for those who share the first place, -1 for all others."""
    if ints[WINNER] == seat:
        return 1.0
    shares = ints[REASON] != RUNNING and ints[ints[SEATS] + seat * SEAT_INTS + PLACE] == 1
    return 0.0 if shares else -1.0


@kernel
def settle(ints: Ints, longs: Longs, records: Ints, values: Floats, shaping: float, discount: float) -> bool:
    """Writes the rewards of a turn; returns whether the episode of the board is over.

    It is over when the game is, or when no viewer is left in it. The potential after the end counts 0, so that shaping
    changes no optimal policy.
    """
    running = ints[REASON] == RUNNING
    left = 0
    for seat in range(len(records)):
        values[seat, REWARD] = 0.0
        if records[seat, OVER]:
            continue
        if running and ints[ints[SEATS] + seat * SEAT_INTS + GENERAL] >= 0:
            left += 1
            if shaping != 0.0:
                now = shaping * potential(ints, longs, seat)
                values[seat, REWARD] = discount * now - values[seat, POTENTIAL]
                values[seat, POTENTIAL] = now
        else:
            records[seat, OVER] = 1
            values[seat, REWARD] = outcome_for(ints, seat) - values[seat, POTENTIAL]
            values[seat, POTENTIAL] = 0.0
    return left == 0


@inline_kernel
def begin_records(ints: Ints, longs: Longs, records: Ints, values: Floats, results: Ints, shaping: float) -> None:
    """Empties the records of a game that begins."""
    for seat in range(len(records)):
        records[seat, OVER] = 0
        values[seat, REWARD] = 0.0
        values[seat, POTENTIAL] = shaping * potential(ints, longs, seat) if shaping != 0.0 else 0.0
    for i in range(len(results)):
        results[i] = 0
    results[END_TURN + 1] = -1


@kernel
def begin_episodes(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, work: Ints, marks: Cells, stream: Stream,
    visible: NDArray[np.bool_], seeds: Seeds, distance: int, levels: Levels, which: NDArray[np.bool_], fresh: bool,
    shown: Shown, shaping: float, first: int, last: int,
) -> int:  # fmt: skip
    """Begins games on those of the boards `first` to `last` - 1 that `which` names.

    With `fresh`, each gets a seed that follows from its last one. Returns `DRAWN`, or the problem of the first board
    that cannot be drawn.
    """
    for board in range(first, last):
        if which[board]:
            one, long, cell, records = ints[board], longs[board], cells[board], shown.records[board]
            if fresh:
                seeds[board] = key(seeds[board], one[TURN], _EPISODE)
            problem = begin_game(one, long, cell, scratch, work, marks, stream, seeds[board], distance, levels)
            if problem != DRAWN:
                return problem
            begin_records(one, long, records, shown.values[board], shown.results[board], shaping)
            show_board(one, cell, shown.planes[board])
            mask_beginning(one, long, cell, shown.masks[board])
            score(one, long, records)
            forget(shown.memory[board])
            remember_board(one, cell, shown.memory[board], visible, work)
    return DRAWN


@inline_kernel
def queue_marches(
    ints: Ints, longs: Longs, cells: Cells, work: Ints, stream: Stream, seed: int, policies: Ints, actions: Ints,
    visible: NDArray[np.bool_],
) -> None:  # fmt: skip
    """Queues the march of each seat: a given one, or that of its policy, which is written into `actions`."""
    passing = 8 * ints[WIDTH] * ints[HEIGHT]
    for seat in range(ints[PLAYERS]):
        if policies[seat] != GIVEN:
            roll_policy(stream, seed, ints[TURN], seat)
            march = policy_march(ints, longs, cells, seat, policies[seat], stream, work, visible)
            actions[seat] = march if march >= 0 else passing
        if actions[seat] != passing:
            queue_march(ints, seat, actions[seat])


@kernel
def play_episodes(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, work: Ints, stream: Stream, visible: NDArray[np.bool_],
    seeds: Seeds, policies: Ints, actions: Ints, shown: Shown, shaping: float, discount: float, first: int, last: int,
) -> int:  # fmt: skip
    """Plays one turn on those of the boards `first` to `last` - 1 whose episode has not ended; returns `DRAWN`."""
    for board in range(first, last):
        records, values, results = shown.records[board], shown.values[board], shown.results[board]
        if results[ENDED]:
            for seat in range(len(values)):
                values[seat, REWARD] = 0.0
            continue
        one, long, cell = ints[board], longs[board], cells[board]
        queue_marches(one, long, cell, work, stream, seeds[board], policies, actions[board], visible)
        play_turn(one, long, cell, scratch)
        show_changes(one, cell, scratch, shown.planes[board])
        mask_changes(one, long, cell, scratch, shown.masks[board])
        clear_scratch(scratch)
        if settle(one, long, records, values, shaping, discount):
            results[ENDED] = 1
            report(one, results[END_TURN:])
        score(one, long, records)
        if shown.memory.shape[1]:
            remember_board(one, cell, shown.memory[board], visible, work)
    return DRAWN
