"""Runs the phases in their order, for one map or for many; each phase serves both profiles."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.layout import ATTEMPT, HIDDEN, ROOMS, BatchArrays, MapArrays, Rules, clear, kernel_map_at
from duskfall.dungeon.c64.generation import (
    choose_stairs_original,
    connect_original,
    draw_priorities,
    place_treasures_original,
)
from duskfall.dungeon.corridors.spanning_tree import add_corridors, add_loops, grow_tree, measure_hubs
from duskfall.dungeon.generation.decoys import add_decoys
from duskfall.dungeon.generation.dice import (
    DECOYS_DICE,
    ROOMS_DICE,
    SECRETS_DICE,
    TREASURES_DICE,
    take_byte,
    take_stream,
)
from duskfall.dungeon.generation.rooms import build_rooms
from duskfall.dungeon.generation.secret_rooms import hide_rooms
from duskfall.dungeon.generation.stairs import aim_camera, choose_stairs, place_stairs
from duskfall.dungeon.generation.treasures import place_treasures

ATTEMPTS: Final = 100
"""Maps that are begun before a seed is given up."""


@kernel
def rooms_phase(rules: Rules, m: MapArrays, seed: int, attempt: int) -> bool:
    """Phase 1: builds the rooms; False if there are too few for a map."""
    clear(m)
    m.facts[ATTEMPT] = attempt
    if rules.original:
        take_byte(m.dice, seed)
        build_rooms(rules, m)
        draw_priorities(m)
        return True
    take_stream(m.dice, seed, attempt, ROOMS_DICE)
    build_rooms(rules, m)
    return bool(m.facts[ROOMS] >= 2)


@kernel
def corridors_phase(rules: Rules, m: MapArrays) -> bool:
    """Phase 2: digs the corridors and chooses the rooms of the stairs; False if a room cannot be joined."""
    if rules.original:
        connect_original(m)
        return True
    if not grow_tree(m):
        return False
    add_loops(rules, m)
    measure_hubs(m)
    choose_stairs(m)
    return True


@kernel
def secrets_phase(rules: Rules, m: MapArrays, seed: int, attempt: int) -> None:
    """Phase 3: hides rooms and adds the hidden passages and decoys that the options ask for."""
    if rules.original:
        hide_rooms(rules, m)
        return
    take_stream(m.dice, seed, attempt, SECRETS_DICE)
    hide_rooms(rules, m)
    if rules.hidden_passages:
        add_corridors(m, rules.hidden_passages, HIDDEN)
        measure_hubs(m)
    take_stream(m.dice, seed, attempt, DECOYS_DICE)
    add_decoys(rules, m)


@kernel
def treasures_phase(rules: Rules, m: MapArrays, seed: int, attempt: int) -> None:
    """Phase 3.5: places the treasures."""
    if rules.original:
        place_treasures_original(rules, m)
        return
    take_stream(m.dice, seed, attempt, TREASURES_DICE)
    place_treasures(rules, m)


@kernel
def stairs_phase(rules: Rules, m: MapArrays) -> None:
    """Phase 4: places the stairs."""
    if rules.original:
        choose_stairs_original(m)
    place_stairs(m)


@kernel
def make_map(rules: Rules, m: MapArrays, seed: int) -> bool:
    """Runs all phases until an attempt succeeds; False after `ATTEMPTS`."""
    for attempt in range(ATTEMPTS):
        if rooms_phase(rules, m, seed, attempt) and corridors_phase(rules, m):
            secrets_phase(rules, m, seed, attempt)
            treasures_phase(rules, m, seed, attempt)
            stairs_phase(rules, m)
            aim_camera(m)
            return True
    return False


@kernel
def make_maps(rules: Rules, arrays: BatchArrays, seeds: NDArray[np.uint64]) -> int:
    """Makes the maps of many seeds; returns how many succeeded before the first failure."""
    for i in range(len(seeds)):
        if not make_map(rules, kernel_map_at(arrays, i), seeds[i]):
            return i
    return len(seeds)
