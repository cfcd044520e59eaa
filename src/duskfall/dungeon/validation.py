"""What is broken about a map: the invariants, one map or many."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel
from duskfall.dungeon.faults import Fault, fault
from duskfall.dungeon.inspecting_corridors import (
    inspect_corridors,
    inspect_decoys,
    inspect_doors,
    inspect_ground,
    inspect_secrets,
)
from duskfall.dungeon.inspecting_links import inspect_links, inspect_numbers
from duskfall.dungeon.inspecting_rooms import (
    claim_rooms,
    inspect_hubs,
    inspect_room_boxes,
    inspect_room_tiles,
    inspect_stairs,
    inspect_treasures,
)
from duskfall.dungeon.inspection import MOST_FAULTS, Scratch, inspect_stairs_joined, inspect_tiles, new_scratch
from duskfall.dungeon.options import CLASSIC
from duskfall.dungeon.tables import ROOMS, Rules, Table, Tables, rules_of, table
from duskfall.dungeon.tiles import pack, packed_size, unpack
from duskfall.dungeon.writing import Unreadable, write_table
from duskfall.errors import Refused

if TYPE_CHECKING:
    from duskfall.dungeon.dungeon import Dungeon


@kernel
def inspect_records(rules: Rules, m: Table, s: Scratch) -> None:
    """The rules that need records, as far as the records hang together."""
    if not inspect_room_boxes(rules, m, s):
        return
    s.known[:] = 0
    claim_rooms(m.rooms, m.facts[ROOMS], s.owner)
    for room in range(m.facts[ROOMS]):
        inspect_room_tiles(m.tiles, m.rooms, room, s.faults, s.found)
    inspect_stairs(rules, m, s)
    if not inspect_numbers(m, s):
        return
    inspect_links(rules, m, s)
    inspect_hubs(rules, m, s)
    if inspect_doors(m, s):
        inspect_corridors(rules, m, s)
        inspect_decoys(rules, m, s)
        inspect_treasures(rules, m, s)
        inspect_ground(m, s)
    inspect_secrets(m, s)


@kernel
def inspect_map(rules: Rules, m: Table, s: Scratch) -> None:
    """All rules; what is wrong is in `s.faults`."""
    s.found[0] = 0
    inspect_tiles(m.tiles, s)
    inspect_stairs_joined(m.tiles, s)
    inspect_records(rules, m, s)


@kernel
def inspect_maps(rules: Rules, tables: Tables, s: Scratch, broken: NDArray[np.int64]) -> None:
    """How many faults each map has."""
    for i in range(len(broken)):
        inspect_map(rules, table(tables, i), s)
        broken[i] = s.found[0]


def validate(dungeon: Dungeon) -> list[Fault]:
    """What is broken; empty when the map is sound. Of a map without records only the rules of tiles are asked."""
    faults = _packing_faults(dungeon)
    scratch = new_scratch(dungeon.height, dungeon.width)
    if dungeon.options is None:
        inspect_tiles(dungeon.tiles, scratch)
        inspect_stairs_joined(dungeon.tiles, scratch)
        return faults + _read(scratch)
    if (dungeon.options.width, dungeon.options.height) != (dungeon.width, dungeon.height):
        faults.append(Fault(1, f"the map is {dungeon.width}x{dungeon.height}, the options say otherwise"))
    try:
        records = write_table(dungeon)
    except Unreadable as unreadable:
        inspect_tiles(dungeon.tiles, scratch)
        return [*faults, *_read(scratch), Fault(4, f"the records cannot be read: {unreadable}")]
    inspect_map(rules_of(dungeon.profile or CLASSIC, dungeon.options), records, scratch)
    return faults + _read(scratch)


def _packing_faults(dungeon: Dungeon) -> list[Fault]:
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
