"""The phases in their order, for one map or for many; each works for both profiles."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.dungeon.chance import DECOYS_DICE, ROOMS_DICE, SECRETS_DICE, TREASURES_DICE, take_byte, take_stream
from duskfall.dungeon.connecting import add_corridors, add_loops, grow_tree, measure_hubs
from duskfall.dungeon.original import (
    choose_stairs_original,
    connect_original,
    draw_priorities,
    place_treasures_original,
)
from duskfall.dungeon.rooms import build_rooms
from duskfall.dungeon.secrets import add_decoys, hide_rooms, place_treasures
from duskfall.dungeon.stairs import aim_camera, choose_stairs, place_stairs
from duskfall.dungeon.tables import ATTEMPT, HIDDEN, ROOMS, Rules, Table, Tables, clear, table

ATTEMPTS: Final = 100
"""Maps that are begun before a seed is given up."""


@kernel
def rooms_phase(rules: Rules, m: Table, seed: int, attempt: int) -> bool:
    """Phase 1; False if there are not enough rooms for a map."""
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
def corridors_phase(rules: Rules, m: Table) -> bool:
    """Phase 2, with the choice of the stairs' rooms; False if a room cannot be joined."""
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
def secrets_phase(rules: Rules, m: Table, seed: int, attempt: int) -> None:
    """Phase 3, with the hidden passages and decoys that were asked for."""
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
def treasures_phase(rules: Rules, m: Table, seed: int, attempt: int) -> None:
    """Phase 3.5."""
    if rules.original:
        place_treasures_original(rules, m)
        return
    take_stream(m.dice, seed, attempt, TREASURES_DICE)
    place_treasures(rules, m)


@kernel
def stairs_phase(rules: Rules, m: Table) -> None:
    """Phase 4."""
    if rules.original:
        choose_stairs_original(m)
    place_stairs(m)


@kernel
def make_map(rules: Rules, m: Table, seed: int) -> bool:
    """All phases, begun anew until a map comes out; False after `ATTEMPTS`."""
    for attempt in range(ATTEMPTS):
        if rooms_phase(rules, m, seed, attempt) and corridors_phase(rules, m):
            secrets_phase(rules, m, seed, attempt)
            treasures_phase(rules, m, seed, attempt)
            stairs_phase(rules, m)
            aim_camera(m)
            return True
    return False


@kernel
def make_maps(rules: Rules, tables: Tables, seeds: NDArray[np.uint64]) -> int:
    """The maps of many seeds; gives how many came out before the first that did not."""
    for i in range(len(seeds)):
        if not make_map(rules, table(tables, i), seeds[i]):
            return i
    return len(seeds)
