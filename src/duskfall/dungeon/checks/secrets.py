"""Rule 8: secret rooms and secret doors."""

from __future__ import annotations

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.layout import (
    DEGREE,
    DOOR_SECRET,
    HIDDEN,
    LINKS,
    OTHER,
    PURPOSE,
    ROOMS,
    SECRET_ROOM,
    A,
    B,
    MapArrays,
    X,
    Y,
)
from duskfall.dungeon.checks.faults import NOTHING, ROOM_SHUT, SECRET_DEGREE, SECRET_ENTRANCE, SECRET_FLAG, SECRET_OPEN
from duskfall.dungeon.checks.report import Scratch, report
from duskfall.dungeon.corridors.connections import find_slot
from duskfall.dungeon.exploration.distances import measure_distances


@kernel
def check_secrets(m: MapArrays, s: Scratch) -> None:
    """Checks that secret rooms are hidden, and no other rooms."""
    for room in range(m.facts[ROOMS]):
        if m.rooms[room, SECRET_ROOM]:
            check_secret_room(m, s, room)
    for i in range(m.facts[LINKS]):
        for end in range(2):
            room, other = m.links[i, A + end], m.links[i, B - end]
            slot = find_slot(m.rooms, m.slots, room, other)
            wanted = m.links[i, PURPOSE] == HIDDEN or m.rooms[other, SECRET_ROOM] == 1
            if slot >= 0 and (m.slots[room, slot, DOOR_SECRET] == 1) != wanted:
                report(s.faults, s.found, SECRET_FLAG, room, other, NOTHING)
    for start in range(m.facts[ROOMS]):
        if not m.rooms[start, SECRET_ROOM]:
            measure_distances(m.tiles, m.rooms[start, X], m.rooms[start, Y], False, s.steps, s.queue)
            for room in range(m.facts[ROOMS]):
                reached = s.steps[m.rooms[room, Y], m.rooms[room, X]] >= 0
                if m.rooms[room, SECRET_ROOM] and reached:
                    report(s.faults, s.found, SECRET_OPEN, room, NOTHING, NOTHING)
                if not m.rooms[room, SECRET_ROOM] and not reached:
                    report(s.faults, s.found, ROOM_SHUT, room, NOTHING, NOTHING)
            return


@kernel
def check_secret_room(m: MapArrays, s: Scratch, room: int) -> None:
    """Checks that a secret room has one connection, whose far door is secret."""
    if m.rooms[room, DEGREE] != 1:
        report(s.faults, s.found, SECRET_DEGREE, room, m.rooms[room, DEGREE], NOTHING)
        return
    other = m.slots[room, 0, OTHER]
    slot = find_slot(m.rooms, m.slots, other, room)
    if slot < 0 or not m.slots[other, slot, DOOR_SECRET] or m.slots[room, 0, DOOR_SECRET]:
        report(s.faults, s.found, SECRET_ENTRANCE, room, NOTHING, NOTHING)
