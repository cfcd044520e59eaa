"""Records connections in the slots of both rooms; the last connection can be taken back."""

from __future__ import annotations

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.layout import (
    BEND_X,
    DECOY_LENGTH,
    DECOY_ROOM,
    DECOY_SIDE,
    DEGREE,
    DOOR_SECRET,
    DOOR_SIDE,
    DOOR_X,
    DOOR_Y,
    HIDDEN,
    LINKS,
    OTHER,
    PURPOSE,
    SLOT_SHAPE,
    UNUSED,
    A,
    B,
    MapArrays,
    Numbers,
)
from duskfall.dungeon.corridors.shapes import AX, BEND, BX, PATH_SHAPE
from duskfall.dungeon.records import SLOTS


@kernel
def write_slot(rooms: Numbers, slots: Numbers, path: Numbers, room: int, other: int, door: int, purpose: int) -> None:
    """Fills the next slot of `room`; `door` is the column of its own door in the path."""
    slot = slots[room, rooms[room, DEGREE]]
    slot[OTHER] = other
    slot[SLOT_SHAPE] = path[PATH_SHAPE]
    slot[DOOR_X] = path[door]
    slot[DOOR_Y] = path[door + 1]
    slot[DOOR_SIDE] = path[door + 2]
    slot[DOOR_SECRET] = purpose == HIDDEN
    for i in range(4):
        slot[BEND_X + i] = UNUSED
    bends = path[PATH_SHAPE]
    for i in range(bends):
        at = i if door == AX else bends - 1 - i
        slot[BEND_X + 2 * i] = path[BEND + 2 * at]
        slot[BEND_X + 2 * i + 1] = path[BEND + 2 * at + 1]
    rooms[room, DEGREE] += 1


@kernel
def link(m: MapArrays, a: int, b: int, purpose: int) -> bool:
    """Records the path as a connection of `a` and `b`; False, and nothing written, if a room has no slot left."""
    if m.rooms[a, DEGREE] >= SLOTS or m.rooms[b, DEGREE] >= SLOTS:
        return False
    write_slot(m.rooms, m.slots, m.path, a, b, AX, purpose)
    write_slot(m.rooms, m.slots, m.path, b, a, BX, purpose)
    row = m.links[m.facts[LINKS]]
    row[A] = a
    row[B] = b
    row[PURPOSE] = purpose
    m.facts[LINKS] += 1
    return True


@kernel
def take_back(m: MapArrays) -> bool:
    """Removes the record of the last connection at both ends; False if there is none."""
    if m.facts[LINKS] == 0:
        return False
    m.facts[LINKS] -= 1
    row = m.links[m.facts[LINKS]]
    for room in (row[A], row[B]):
        m.rooms[room, DEGREE] -= 1
        m.slots[room, m.rooms[room, DEGREE]] = 0
    row[:] = 0
    return True


@kernel
def find_slot(rooms: Numbers, slots: Numbers, room: int, other: int) -> int:
    """Finds the slot of `room` that leads to `other`, or -1."""
    for i in range(rooms[room, DEGREE]):
        if slots[room, i, OTHER] == other:
            return i
    return -1


@kernel
def doors_in_wall(rooms: Numbers, slots: Numbers, decoys: Numbers, room: int, side: int) -> int:
    """Counts the connections and decoys that use a wall, one by one even if they share the door."""
    found = 0
    for i in range(rooms[room, DEGREE]):
        if slots[room, i, DOOR_SIDE] == side:
            found += 1
    for i in range(len(decoys)):
        if decoys[i, DECOY_LENGTH] and decoys[i, DECOY_ROOM] == room and decoys[i, DECOY_SIDE] == side:
            found += 1
    return found
