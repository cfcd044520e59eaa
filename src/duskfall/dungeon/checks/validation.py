"""Validates one map or many: runs every check and returns the faults."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.encoding import UnreadableRecords, encode_dungeon
from duskfall.dungeon.arrays.layout import ROOMS, BatchArrays, MapArrays, Rules, kernel_map_at, rules_of
from duskfall.dungeon.checks.connections import check_links, check_numbers
from duskfall.dungeon.checks.corridors import check_corridors, check_doors, check_ground
from duskfall.dungeon.checks.decoys import check_decoys
from duskfall.dungeon.checks.faults import Fault, fault
from duskfall.dungeon.checks.report import MOST_FAULTS, Scratch, new_scratch
from duskfall.dungeon.checks.rooms import check_hubs, check_room_boxes, check_room_tiles, claim_rooms
from duskfall.dungeon.checks.secrets import check_secrets
from duskfall.dungeon.checks.stairs import check_stairs, check_stairs_joined
from duskfall.dungeon.checks.tiles import check_tiles
from duskfall.dungeon.checks.treasures import check_treasures
from duskfall.dungeon.dungeon_map import DungeonMap
from duskfall.dungeon.options import CLASSIC
from duskfall.dungeon.tiles import pack, packed_size, unpack
from duskfall.errors import Refused


@kernel
def check_records(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks the rules that need records, as far as the records allow."""
    if not check_room_boxes(rules, m, s):
        return
    s.known[:] = 0
    claim_rooms(m.rooms, m.facts[ROOMS], s.owner)
    for room in range(m.facts[ROOMS]):
        check_room_tiles(m.tiles, m.rooms, room, s.faults, s.found)
    check_stairs(rules, m, s)
    if not check_numbers(m, s):
        return
    check_links(rules, m, s)
    check_hubs(rules, m, s)
    if check_doors(m, s):
        check_corridors(rules, m, s)
        check_decoys(rules, m, s)
        check_treasures(rules, m, s)
        check_ground(m, s)
    check_secrets(m, s)


@kernel
def check_map(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks all rules; the faults are in `s.faults`."""
    s.found[0] = 0
    check_tiles(m.tiles, s)
    check_stairs_joined(m.tiles, s)
    check_records(rules, m, s)


@kernel
def check_maps(rules: Rules, arrays: BatchArrays, s: Scratch, broken: NDArray[np.int64]) -> None:
    """Counts the faults of each map."""
    for i in range(len(broken)):
        check_map(rules, kernel_map_at(arrays, i), s)
        broken[i] = s.found[0]


def validate(dungeon: DungeonMap) -> list[Fault]:
    """Lists the faults of a map; a map without records is checked by the rules of tiles only."""
    faults = _packing_faults(dungeon)
    scratch = new_scratch(dungeon.height, dungeon.width)
    if dungeon.options is None:
        check_tiles(dungeon.tiles, scratch)
        check_stairs_joined(dungeon.tiles, scratch)
        return faults + _read(scratch)
    if (dungeon.options.width, dungeon.options.height) != (dungeon.width, dungeon.height):
        faults.append(Fault(1, f"the map is {dungeon.width}x{dungeon.height}, the options say otherwise"))
    try:
        records = encode_dungeon(dungeon)
    except UnreadableRecords as unreadable:
        check_tiles(dungeon.tiles, scratch)
        return [*faults, *_read(scratch), Fault(4, f"the records cannot be read: {unreadable}")]
    check_map(rules_of(dungeon.profile or CLASSIC, dungeon.options), records, scratch)
    return faults + _read(scratch)


def _packing_faults(dungeon: DungeonMap) -> list[Fault]:
    packed = pack(dungeon.tiles)
    if len(packed) != packed_size(dungeon.width, dungeon.height):
        return [Fault(1, f"the map packs to {len(packed)} bytes")]
    try:
        same = np.array_equal(unpack(packed, dungeon.width, dungeon.height), dungeon.tiles)
    except Refused as refused:
        return [Fault(1, f"the map cannot be unpacked: {refused}")]
    return [] if same else [Fault(1, "the map does not survive packing")]


def _read(scratch: Scratch) -> list[Fault]:
    rows = scratch.faults[: min(int(scratch.found[0]), MOST_FAULTS)].tolist()
    return [fault(code, (p, q, r)) for code, p, q, r in rows]
