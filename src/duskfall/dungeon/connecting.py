"""Phase 2, Connecting Rooms, of the classic profile: the tree, the loops, and what follows from them."""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dungeon.digging import dig
from duskfall.dungeon.linking import find_slot
from duskfall.dungeon.paths import distance
from duskfall.dungeon.records import SLOTS
from duskfall.dungeon.tables import (
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
    Numbers,
    Rules,
    Table,
)

NUMBERS: Final = 64
"""More than any room's number: a pair and its distance are one number, so that the least is the one to take."""


@kernel
def grow_tree(m: Table) -> bool:
    """Join all rooms, nearest first (Prim); False if one cannot be joined."""
    rooms = m.facts[ROOMS]
    m.marks[:] = 0
    m.marks[0] = 1
    for _ in range(rooms - 1):  # noqa: SIM110 - Numba compiles no generators
        if not join_nearest(m):
            return False
    return True


@kernel
def join_nearest(m: Table) -> bool:
    """Join the nearest pair of a joined and an unjoined room that can be joined; the others on the way are noted."""
    last = number(-1)
    while True:
        found = next_tree_pair(m.rooms, m.marks, m.facts[ROOMS], last)
        if found < 0:
            return False
        a, b = found // NUMBERS % NUMBERS, found % NUMBERS
        if m.rooms[a, DEGREE] >= SLOTS:
            note_skip(m, a, b, FULL)
        elif dig(m, a, b, TREE):
            m.marks[b] = 1
            return True
        else:
            note_skip(m, a, b, BLOCKED)
        last = found


@kernel
def next_tree_pair(rooms: Numbers, joined: Numbers, count: int, last: int) -> int:
    """The nearest pair after `last`, ties to the lowest joined, then to the lowest unjoined number; -1 if none."""
    best = -1
    for a in range(count):
        if joined[a] == 0:
            continue
        for b in range(count):
            if joined[b] == 1:
                continue
            found = (distance(rooms, a, b) * NUMBERS + a) * NUMBERS + b
            if found > last and (best < 0 or found < best):
                best = found
    return best


@kernel
def note_skip(m: Table, a: int, b: int, reason: int) -> None:
    """Record once that a pair was passed over."""
    count = m.facts[SKIPS]
    for i in range(count):
        if m.skips[i, A] == a and m.skips[i, B] == b:
            return
    m.skips[count, A] = a
    m.skips[count, B] = b
    m.skips[count, REASON] = reason
    m.facts[SKIPS] += 1


@kernel
def add_corridors(m: Table, wanted: int, purpose: int) -> None:
    """Dig up to `wanted` corridors between the nearest rooms that have none yet: loops, or hidden passages."""
    last = number(-1)
    while wanted > 0:
        last = next_spare_pair(m.rooms, m.slots, m.facts[ROOMS], last, purpose == HIDDEN)
        if last < 0:
            return
        if dig(m, last // NUMBERS % NUMBERS, last % NUMBERS, purpose):
            wanted -= 1


@kernel
def next_spare_pair(rooms: Numbers, slots: Numbers, count: int, last: int, open_only: bool) -> int:
    """The nearest pair after `last` that is not linked and has slots left; -1 if none."""
    best = -1
    for a in range(count):
        if not is_spare(rooms, a, open_only):
            continue
        for b in range(a + 1, count):
            if not is_spare(rooms, b, open_only) or find_slot(rooms, slots, a, b) >= 0:
                continue
            found = (distance(rooms, a, b) * NUMBERS + a) * NUMBERS + b
            if found > last and (best < 0 or found < best):
                best = found
    return best


@kernel
def is_spare(rooms: Numbers, room: int, open_only: bool) -> bool:
    """Whether a room can take another connection; secret rooms take no hidden passage."""
    return rooms[room, DEGREE] < SLOTS and not (open_only and rooms[room, SECRET_ROOM])


@kernel
def add_loops(rules: Rules, m: Table) -> None:
    """As many corridors beyond the tree as were asked for and there is ground for."""
    add_corridors(m, rules.loops, LOOP)


@kernel
def measure_hubs(m: Table) -> None:
    """Corridors between each room and room 0, and the priority that follows."""
    rooms = m.facts[ROOMS]
    for room in range(rooms):
        m.rooms[room, HUB] = -1
    m.rooms[0, HUB] = 0
    m.order[0] = 0
    seen = 1
    for i in range(rooms):
        if i >= seen:
            break
        room = m.order[i]
        for slot in range(m.rooms[room, DEGREE]):
            other = m.slots[room, slot, OTHER]
            if m.rooms[other, HUB] < 0:
                m.rooms[other, HUB] = m.rooms[room, HUB] + 1
                m.order[seen] = other
                seen += 1
    for room in range(rooms):
        m.rooms[room, PRIORITY] = priority(m.rooms[room, DEGREE], m.rooms[room, HUB])


@kernel
def priority(degree: int, hub_distance: int) -> int:
    """How much a room matters, from 1 to 10."""
    return max(1, min(10, 2 * degree + 2 - hub_distance // 2))
