"""Encodes the records of a `DungeonMap` into arrays for kernels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from duskfall.dungeon.arrays.layout import (
    ATTEMPT,
    CAMERA_X,
    CAMERA_Y,
    DECOY_COLUMNS,
    DECOYS,
    DOWN_X,
    DOWN_Y,
    FACTS,
    LINKS,
    PAIR_COLUMNS,
    PATH_COLUMNS,
    ROOM_COLUMNS,
    ROOMS,
    SKIPS,
    SLOT_COLUMNS,
    UNUSED,
    UP_X,
    UP_Y,
    MapArrays,
    Numbers,
)
from duskfall.dungeon.dungeon_map import DungeonMap
from duskfall.dungeon.records import SLOTS, Corridor, Purpose, Reason, Room, Slot

PURPOSES: Final = (Purpose.TREE, Purpose.LOOP, Purpose.HIDDEN)
REASONS: Final = (Reason.FULL, Reason.BLOCKED)
"""By number in the arrays."""


class UnreadableRecords(Exception):
    """Raised for records that do not fit into arrays; the message gives the reason."""


def encode_dungeon(dungeon: DungeonMap) -> MapArrays:
    """Encodes a map with its records; raises `UnreadableRecords` for values that are no records."""
    try:
        return _table(dungeon)
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as cause:
        raise UnreadableRecords(f"{type(cause).__name__}: {cause}") from cause


def _table(dungeon: DungeonMap) -> MapArrays:
    rooms = max(len(dungeon.rooms), 1)
    facts = np.zeros(FACTS, np.int64)
    facts[[ROOMS, LINKS, DECOYS, SKIPS]] = (
        len(dungeon.rooms), len(dungeon.links), len(dungeon.decoys), len(dungeon.skipped)
    )  # fmt: skip
    facts[UP_X : UP_Y + 1] = dungeon.up or (-1, -1)
    facts[DOWN_X : DOWN_Y + 1] = dungeon.down or (-1, -1)
    facts[CAMERA_X : CAMERA_Y + 1] = dungeon.camera
    facts[ATTEMPT] = dungeon.attempt
    links = [(link.a, link.b, PURPOSES.index(link.purpose)) for link in dungeon.links]
    skips = [(skip.a, skip.b, REASONS.index(skip.reason)) for skip in dungeon.skipped]
    decoys = [(it.room, it.door.x, it.door.y, it.door.side, it.length, it.door.secret) for it in dungeon.decoys]
    return MapArrays(
        tiles=np.array(dungeon.tiles),
        rooms=_rows([_room_row(room) for room in dungeon.rooms], ROOM_COLUMNS, rooms),
        slots=_slot_rows(dungeon.rooms, rooms),
        links=_rows(links, PAIR_COLUMNS),
        decoys=_rows(decoys, DECOY_COLUMNS),
        skips=_rows(skips, PAIR_COLUMNS),
        facts=facts,
        dice=np.zeros(2, np.uint64),
        ground=np.zeros((1, 1), np.uint8),
        order=np.zeros(rooms, np.int64),
        marks=np.zeros(rooms, np.int64),
        path=np.zeros(PATH_COLUMNS, np.int64),
        way=np.zeros((4 * (dungeon.width + dungeon.height), 2), np.int64),
    )


FARTHEST: Final = 1 << 20
"""Numbers in records are clamped to this, so that kernels need not handle overflow."""


def _rows(rows: Sequence[Sequence[int]], columns: int, least: int = 0) -> Numbers:
    table = np.zeros((max(len(rows), least), columns), np.int64)
    for at, row in enumerate(rows):
        table[at] = [max(-FARTHEST, min(FARTHEST, int(value))) for value in row]
    return table


def _room_row(room: Room) -> list[int]:
    treasure = room.treasure
    hidden = (UNUSED, UNUSED, UNUSED) if treasure is None else (treasure.x, treasure.y, treasure.side)
    box = (room.x, room.y, room.w, room.h)
    return [*box, len(room.slots), room.secret, *hidden, room.hub_distance, room.priority]


def _slot_rows(rooms: Sequence[Room], count: int) -> Numbers:
    table = np.zeros((count, SLOTS, SLOT_COLUMNS), np.int64)
    for index, room in enumerate(rooms):
        # A room with more slots than there are is refused by its number of connections; the rest is not looked at.
        rows = [_slot_row(slot) for slot in room.slots[:SLOTS]]
        table[index, : len(rows)] = _rows(rows, SLOT_COLUMNS)
    return table


def _slot_row(slot: Slot) -> list[int]:
    if len(slot.bends) > Corridor.Z:
        raise ValueError(f"a corridor has at most 2 bends, not {len(slot.bends)}")
    bends = [number for place in slot.bends for number in place]
    unused = [UNUSED] * (4 - len(bends))
    door = slot.door
    return [slot.other, slot.corridor, door.x, door.y, door.side, door.secret, *bends, *unused]
