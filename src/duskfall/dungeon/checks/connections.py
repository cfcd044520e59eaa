"""Rule 4 of a map with records: the connections form a tree, with at most the requested loops and passages."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import (
    DEGREE,
    HIDDEN,
    LINKS,
    LOOP,
    OTHER,
    PURPOSE,
    ROOMS,
    SKIPS,
    TREE,
    A,
    B,
    MapArrays,
    Numbers,
    Rules,
)
from duskfall.dungeon.checks.faults import (
    DEGREE_RANGE,
    HIDDEN_ASKED,
    LINK_ENDS,
    LINK_ROOMS,
    LINK_TWICE,
    LOOPS_ASKED,
    NOTHING,
    SKIP_ROOMS,
    SLOT_LINK,
    SLOT_TWICE,
    TREE_SIZE,
    TREE_SPLIT,
    TREE_WEIGHT,
)
from duskfall.dungeon.checks.report import Scratch, report
from duskfall.dungeon.checks.rooms import room_distance
from duskfall.dungeon.corridors.connections import find_slot
from duskfall.dungeon.records import SLOTS


@kernel
def check_numbers(m: MapArrays, s: Scratch) -> bool:
    """Checks that every room number in a record is valid; False if not, so that no record can be followed."""
    rooms = m.facts[ROOMS]
    sound = True
    for i in range(m.facts[LINKS]):
        a, b, purpose = m.links[i, A], m.links[i, B], m.links[i, PURPOSE]
        if not (0 <= a < rooms and 0 <= b < rooms) or a == b or not TREE <= purpose <= HIDDEN:
            report(s.faults, s.found, LINK_ROOMS, i, a, b)
            sound = False
    for i in range(m.facts[SKIPS]):
        a, b = m.skips[i, A], m.skips[i, B]
        if not (0 <= a < rooms and 0 <= b < rooms) or a == b:
            report(s.faults, s.found, SKIP_ROOMS, a, b, NOTHING)
    for room in range(rooms):
        if not 1 <= m.rooms[room, DEGREE] <= SLOTS:
            report(s.faults, s.found, DEGREE_RANGE, room, m.rooms[room, DEGREE], NOTHING)
            sound = sound and m.rooms[room, DEGREE] == 0
            continue
        for slot in range(m.rooms[room, DEGREE]):
            other = m.slots[room, slot, OTHER]
            if not 0 <= other < rooms or other == room:
                report(s.faults, s.found, SLOT_LINK, room, other, NOTHING)
                sound = False
    return sound


@kernel
def check_links(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks that links and slots agree, and that the links form a tree."""
    for i in range(m.facts[LINKS]):
        a, b = m.links[i, A], m.links[i, B]
        if find_slot(m.rooms, m.slots, a, b) < 0 or find_slot(m.rooms, m.slots, b, a) < 0:
            report(s.faults, s.found, LINK_ENDS, a, b, NOTHING)
        if find_link(m.links, i, a, b) >= 0:
            report(s.faults, s.found, LINK_TWICE, a, b, NOTHING)
    for room in range(m.facts[ROOMS]):
        for slot in range(m.rooms[room, DEGREE]):
            other = m.slots[room, slot, OTHER]
            if find_link(m.links, m.facts[LINKS], room, other) < 0:
                report(s.faults, s.found, SLOT_LINK, room, other, NOTHING)
            if find_slot(m.rooms, m.slots, room, other) != slot:
                report(s.faults, s.found, SLOT_TWICE, room, other, NOTHING)
    loops, hidden = count_links(m.links, m.facts[LINKS], LOOP), count_links(m.links, m.facts[LINKS], HIDDEN)
    if loops > rules.loops:
        report(s.faults, s.found, LOOPS_ASKED, loops, rules.loops, NOTHING)
    if hidden > rules.hidden_passages:
        report(s.faults, s.found, HIDDEN_ASKED, hidden, rules.hidden_passages, NOTHING)
    check_tree(rules, m, s)


@kernel
def find_link(links: Numbers, count: int, a: int, b: int) -> int:
    """Finds the one of the first `count` connections that joins two rooms, in either direction; -1 if none does."""
    for i in range(count):
        if (links[i, A] == a and links[i, B] == b) or (links[i, A] == b and links[i, B] == a):
            return i
    return -1


@kernel
def count_links(links: Numbers, count: int, purpose: int) -> int:
    """Counts the connections of a purpose."""
    found = number(0)
    for i in range(count):
        if links[i, PURPOSE] == purpose:
            found += 1
    return found


@kernel
def check_tree(rules: Rules, m: MapArrays, s: Scratch) -> None:
    """Checks that the tree reaches all rooms, and has the least length if no pair was skipped."""
    rooms = m.facts[ROOMS]
    size = count_links(m.links, m.facts[LINKS], TREE)
    if size != rooms - 1:
        report(s.faults, s.found, TREE_SIZE, size, rooms, NOTHING)
    reached = m.marks
    reached[:] = 0
    reached[0] = 1
    weight = number(0)
    for _ in range(rooms):
        for i in range(m.facts[LINKS]):
            a, b = m.links[i, A], m.links[i, B]
            if m.links[i, PURPOSE] == TREE and reached[a] != reached[b]:
                reached[a] = 1
                reached[b] = 1
                weight += room_distance(rules, m.rooms, a, b)
    for room in range(rooms):
        if not reached[room]:
            report(s.faults, s.found, TREE_SPLIT, room, NOTHING, NOTHING)
            return
    if m.facts[SKIPS] == 0:
        least = least_weight(rules, m.rooms, m.order, m.marks, rooms)
        if weight != least:
            report(s.faults, s.found, TREE_WEIGHT, weight, least, NOTHING)


@kernel
def least_weight(rules: Rules, rooms: Numbers, nearest: Numbers, joined: Numbers, count: int) -> int:
    """Computes the length of the shortest tree over all rooms."""
    joined[:] = 0
    for room in range(count):
        nearest[room] = room_distance(rules, rooms, room, number(0))
    joined[0] = 1
    weight = number(0)
    for _ in range(count - 1):
        best = number(-1)
        for room in range(count):
            if not joined[room] and (best < 0 or nearest[room] < nearest[best]):
                best = room
        joined[best] = 1
        weight += nearest[best]
        for room in range(count):
            nearest[room] = min(nearest[room], room_distance(rules, rooms, room, best))
    return weight
