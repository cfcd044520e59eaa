"""Kernels over many boards: drawing, stepping and rolling out, a slice of boards a call."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import inline_kernel, kernel
from duskfall.dice import Stream, key, purpose
from duskfall.fog.board_setup import set_up
from duskfall.fog.layout import (
    GARRISON,
    GENERAL,
    HEIGHT,
    MOVABLE,
    MOVERS,
    PLACE,
    PLAYERS,
    REASON,
    RUNNING,
    SEAT_INTS,
    SEATS,
    TILES,
    TURN,
    WIDTH,
    WINNER,
    WORDS,
    Cells,
    Ints,
    Longs,
)
from duskfall.fog.map_generation import DRAWN, draw_board
from duskfall.fog.observations import Planes, show_board, show_changes, show_mask
from duskfall.fog.policies import PASSING, RAIDING, march_by, roll_policy
from duskfall.fog.raiding import RAIDING_INTS, raiding_march
from duskfall.fog.scratch import clear_scratch
from duskfall.fog.turn import play_turn, queue_march
from duskfall.fog.view import render

_EPISODE = purpose("fog episode")

Seeds = NDArray[np.uint64]
Results = NDArray[np.int32]
Seen = NDArray[np.bool_]


@kernel
def draw_into(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, work: Ints, marks: Cells, stream: Stream, seed: int,
    distance: int, walls: Cells,
) -> int:  # fmt: skip
    """Draws a board from a seed into a block and sets it up; returns `DRAWN` or the problem."""
    width, height, players = ints[WIDTH], ints[HEIGHT], ints[PLAYERS]
    size = width * height
    tiles = cells[ints[TILES] : ints[TILES] + size]
    garrison = ints[ints[GARRISON] : ints[GARRISON] + size]
    generals = work[2 * size :]
    problem = draw_board(
        seed, width, height, players, distance, walls, stream, work[: 2 * size], generals, tiles, garrison, marks
    )
    if problem == DRAWN:
        set_up(ints, longs, cells, scratch, generals, 0)
    return problem


@kernel
def draw_boards(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, work: Ints, marks: Cells, stream: Stream, seeds: Seeds,
    distance: int, walls: Cells, first: int, last: int,
) -> int:  # fmt: skip
    """Draws boards `first` to `last` - 1, each from its seed; stops at the first that cannot be drawn."""
    for board in range(first, last):
        problem = draw_into(
            ints[board], longs[board], cells[board], scratch, work, marks, stream, seeds[board], distance, walls
        )
        if problem != DRAWN:
            return problem
    return DRAWN


@kernel
def show_boards(ints: Ints, cells: Cells, planes: Planes, first: int, last: int) -> None:
    """Writes the observations of boards `first` to `last` - 1 anew."""
    for board in range(first, last):
        show_board(ints[board], cells[board], planes[board])


@kernel
def mask_boards(ints: Ints, longs: Longs, cells: Cells, masks: Cells, first: int, last: int) -> None:
    """Writes the action masks of boards `first` to `last` - 1."""
    for board in range(first, last):
        for seat in range(ints[board, PLAYERS]):
            show_mask(ints[board], longs[board], cells[board], seat, masks[board, seat])


@kernel
def report(ints: Ints, results: Results) -> None:
    """Keeps the result of a game that has just ended: its turn, winner and places."""
    results[0] = ints[TURN]
    results[1] = ints[WINNER]
    for seat in range(ints[PLAYERS]):
        results[2 + seat] = ints[ints[SEATS] + seat * SEAT_INTS + PLACE]


@inline_kernel
def count_game(results: Results, tally: Longs) -> None:
    """Counts a game that has just ended, and its winner."""
    if results[0] > 0:
        tally[0] += 1
        if results[1] >= 0:
            tally[1 + results[1]] += 1


@inline_kernel
def advance_board(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, work: Ints, marks: Cells, stream: Stream, seed: Seeds,
    distance: int, walls: Cells, planes: Planes, observe: bool, results: Results,
) -> int:  # fmt: skip
    """Plays one turn of a board, updates its observations, and begins a new game on it when this one has ended."""
    results[0] = 0
    play_turn(ints, longs, cells, scratch)
    if ints[REASON] == RUNNING:
        if observe:
            show_changes(ints, cells, scratch, planes)
        clear_scratch(scratch)
        return DRAWN
    clear_scratch(scratch)
    report(ints, results)
    seed[0] = key(seed[0], ints[TURN], _EPISODE)
    problem = draw_into(ints, longs, cells, scratch, work, marks, stream, seed[0], distance, walls)
    if observe and problem == DRAWN:
        show_board(ints, cells, planes)
    return problem


@kernel
def raid(ints: Ints, cells: Cells, seat: int, stream: Stream, work: Ints, seen: Seen) -> int:
    """Returns the march of the raiding policy, from what the seat sees and remembers."""
    size, players = ints[WIDTH] * ints[HEIGHT], ints[PLAYERS]
    known = RAIDING_INTS * size
    numbers = work[known : known + 2 + 3 * size]
    generals = work[known + 2 + 3 * size :]
    render(ints, cells, seat, numbers, seen)
    for other in range(players):
        general = ints[ints[SEATS] + other * SEAT_INTS + GENERAL]
        generals[other] = general if general >= 0 and seen[general] else -1
    return raiding_march(numbers, seen, generals, players, seat, stream, work)


@kernel
def policy_march(
    ints: Ints, longs: Longs, cells: Cells, seat: int, policy: int, stream: Stream, work: Ints, seen: Seen
) -> int:
    """Returns the march of a policy on a board."""
    size, words = ints[WIDTH] * ints[HEIGHT], ints[WORDS]
    movers = ints[ints[SEATS] + seat * SEAT_INTS + MOVERS]
    if policy == PASSING or movers == 0:
        return -1
    if policy == RAIDING:
        return raid(ints, cells, seat, stream, work, seen)
    bits = ints[MOVABLE] + seat * words
    return march_by(
        policy,
        cells[ints[TILES] : ints[TILES] + size],
        ints[ints[GARRISON] : ints[GARRISON] + size],
        ints[WIDTH],
        ints[HEIGHT],
        seat,
        longs[bits : bits + words],
        movers,
        stream,
        work,
    )


@kernel
def choose_moves(
    ints: Ints, longs: Longs, cells: Cells, work: Ints, seen: Seen, stream: Stream, seeds: Seeds, policies: Ints,
    moves: Ints, first: int, last: int,
) -> None:  # fmt: skip
    """Writes the march of each seat's policy on boards `first` to `last` - 1."""
    for board in range(first, last):
        for seat in range(ints[board, PLAYERS]):
            roll_policy(stream, seeds[board], ints[board, TURN], seat)
            moves[board, seat] = policy_march(
                ints[board], longs[board], cells[board], seat, policies[seat], stream, work, seen
            )


@kernel
def play_boards(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, work: Ints, marks: Cells, stream: Stream, seeds: Seeds,
    distance: int, walls: Cells, moves: Ints, policies: Ints, turns: int, planes: Planes, observe: bool,
    results: Results, tally: Longs, seen: Seen, first: int, last: int,
) -> int:  # fmt: skip
    """Plays `turns` turns on boards `first` to `last` - 1; counts ended games and wins.

    Each seat marches as `policies` say, or, where there are none, as `moves`, (boards, turns, seats), give.
    """
    players = ints[first, PLAYERS]
    given = len(policies) == 0
    for board in range(first, last):
        one_ints, one_longs, one_cells = ints[board], longs[board], cells[board]
        shown = planes[board] if observe else planes[0]
        seed, result = seeds[board : board + 1], results[board]
        for turn in range(turns):
            for seat in range(players):
                if given:
                    march = moves[board, turn, seat]
                else:
                    roll_policy(stream, seed[0], one_ints[TURN], seat)
                    march = policy_march(one_ints, one_longs, one_cells, seat, policies[seat], stream, work, seen)
                if march >= 0:
                    queue_march(one_ints, seat, march)
            problem = advance_board(
                one_ints, one_longs, one_cells, scratch, work, marks, stream, seed, distance, walls, shown, observe,
                result,
            )  # fmt: skip
            if problem != DRAWN:
                return problem
            count_game(result, tally)
    return DRAWN
