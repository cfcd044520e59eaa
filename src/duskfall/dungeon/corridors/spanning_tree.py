"""Phase 2, Connecting Rooms, of the classic profile: a spanning tree by Prim, then loops; hub distances follow."""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import (
    BLOCKED,
    DEGREE,
    FULL,
    HIDDEN,
    HUB,
    LOOP,
    OTHER,
    PRIORITY,
    REASON,
    ROOMS,
    SECRET_ROOM,
    SKIPS,
    TREE,
    A,
    B,
    MapArrays,
    Numbers,
    Rules,
)
from duskfall.dungeon.corridors.connections import find_slot
from duskfall.dungeon.corridors.digging import dig_corridor
from duskfall.dungeon.records import SLOTS
from duskfall.dungeon.room_geometry import centre_distance

NUMBERS: Final = 64
"""More than any room's number: a pair and its distance are one number, so that the least is the one to take."""


@kernel
def grow_tree(m: MapArrays) -> bool:
    """Joins all rooms, nearest first (Prim); False if one cannot be joined."""
    rooms = m.facts[ROOMS]
    m.marks[:] = 0
    m.marks[0] = 1
    for _ in range(rooms - 1):  # noqa: SIM110 - Numba compiles no generators
        if not join_nearest(m):
            return False
    return True


@kernel
def join_nearest(m: MapArrays) -> bool:
    """Joins the nearest joined and unjoined room that can be joined; records the pairs that it skips."""
    last = number(-1)
    while True:
        found = next_tree_pair(m.rooms, m.marks, m.facts[ROOMS], last)
        if found < 0:
            return False
        a, b = found // NUMBERS % NUMBERS, found % NUMBERS
        if m.rooms[a, DEGREE] >= SLOTS:
            note_skip(m, a, b, FULL)
        elif dig_corridor(m, a, b, TREE):
            m.marks[b] = 1
            return True
        else:
            note_skip(m, a, b, BLOCKED)
        last = found


@kernel
def next_tree_pair(rooms: Numbers, joined: Numbers, count: int, last: int) -> int:
    """Finds the nearest pair after `last`, ties to the lowest joined, then the lowest unjoined number; -1 if none."""
    best = -1
    for a in range(count):
        if joined[a] == 0:
            continue
        for b in range(count):
            if joined[b] == 1:
                continue
            found = (centre_distance(rooms, a, b) * NUMBERS + a) * NUMBERS + b
            if found > last and (best < 0 or found < best):
                best = found
    return best


@kernel
def note_skip(m: MapArrays, a: int, b: int, reason: int) -> None:
    """Records once that a pair was skipped."""
    count = m.facts[SKIPS]
    for i in range(count):
        if m.skips[i, A] == a and m.skips[i, B] == b:
            return
    m.skips[count, A] = a
    m.skips[count, B] = b
    m.skips[count, REASON] = reason
    m.facts[SKIPS] += 1


@kernel
def add_corridors(m: MapArrays, wanted: int, purpose: int) -> None:
    """Digs up to `wanted` corridors between the nearest unconnected rooms: loops, or hidden passages."""
    last = number(-1)
    while wanted > 0:
        last = next_spare_pair(m.rooms, m.slots, m.facts[ROOMS], last, purpose == HIDDEN)
        if last < 0:
            return
        if dig_corridor(m, last // NUMBERS % NUMBERS, last % NUMBERS, purpose):
            wanted -= 1


@kernel
def next_spare_pair(rooms: Numbers, slots: Numbers, count: int, last: int, open_only: bool) -> int:
    """Finds the nearest pair after `last` that is not connected and has slots left; -1 if none."""
    best = -1
    for a in range(count):
        if not is_spare(rooms, a, open_only):
            continue
        for b in range(a + 1, count):
            if not is_spare(rooms, b, open_only) or find_slot(rooms, slots, a, b) >= 0:
                continue
            found = (centre_distance(rooms, a, b) * NUMBERS + a) * NUMBERS + b
            if found > last and (best < 0 or found < best):
                best = found
    return best


@kernel
def is_spare(rooms: Numbers, room: int, open_only: bool) -> bool:
    """Tells whether a room can take another connection; secret rooms take no hidden passage."""
    return rooms[room, DEGREE] < SLOTS and not (open_only and rooms[room, SECRET_ROOM])


@kernel
def add_loops(rules: Rules, m: MapArrays) -> None:
    """Digs the corridors beyond the tree that the options ask for, as far as there is ground."""
    add_corridors(m, rules.loops, LOOP)


@kernel
def measure_hubs(m: MapArrays) -> None:
    """Counts the corridors between each room and room 0, and sets the priority that follows."""
    rooms = m.facts[ROOMS]
    hub_distances(m.rooms, m.slots, m.order, m.marks, rooms)
    for room in range(rooms):
        m.rooms[room, HUB] = m.marks[room]
        m.rooms[room, PRIORITY] = priority(m.rooms[room, DEGREE], m.rooms[room, HUB])


@kernel
def hub_distances(rooms: Numbers, slots: Numbers, queue: Numbers, hubs: Numbers, count: int) -> None:
    """Counts the corridors between each room and room 0, -1 for an unreachable room."""
    hubs[:] = -1
    hubs[0] = 0
    queue[0] = 0
    seen = 1
    for i in range(count):
        if i >= seen:
            break
        room = queue[i]
        for slot in range(rooms[room, DEGREE]):
            other = slots[room, slot, OTHER]
            if hubs[other] < 0:
                hubs[other] = hubs[room] + 1
                queue[seen] = other
                seen += 1


@kernel
def priority(degree: int, hub_distance: int) -> int:
    """Returns the importance of a room, from 1 to 10."""
    return max(1, min(10, 2 * degree + 2 - hub_distance // 2))
