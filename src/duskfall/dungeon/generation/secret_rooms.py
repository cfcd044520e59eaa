"""Phase 3, Creating Secret Areas: rooms with one connection are hidden by chance."""

from __future__ import annotations

from duskfall.compiled import kernel
from duskfall.dungeon.arrays.layout import (
    DEGREE,
    DOOR_SECRET,
    DOOR_SIDE,
    DOOR_X,
    DOOR_Y,
    DOWN_ROOM,
    OTHER,
    ROOMS,
    SECRET_ROOM,
    UP_ROOM,
    MapArrays,
    Rules,
)
from duskfall.dungeon.corridors.connections import doors_in_wall, find_slot
from duskfall.dungeon.generation.dice import roll
from duskfall.dungeon.tiles import SECRET


@kernel
def hide_rooms(rules: Rules, m: MapArrays) -> None:
    """Makes rooms with one connection secret by chance, but no room with stairs or behind a shared wall."""
    for room in range(m.facts[ROOMS]):
        if m.rooms[room, DEGREE] != 1:
            continue
        if not rules.original and room in (m.facts[UP_ROOM], m.facts[DOWN_ROOM]):
            continue
        if roll(m.dice, rules.secret_sides) >= rules.secret_chance:
            continue
        other = m.slots[room, 0, OTHER]
        slot = m.slots[other, find_slot(m.rooms, m.slots, other, room)]
        if doors_in_wall(m.rooms, m.slots, m.decoys, other, slot[DOOR_SIDE]) == 1:
            m.rooms[room, SECRET_ROOM] = 1
            slot[DOOR_SECRET] = 1
            m.tiles[slot[DOOR_Y], slot[DOOR_X]] = SECRET
