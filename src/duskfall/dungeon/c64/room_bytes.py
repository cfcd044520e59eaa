"""Packs a room into the 42 bytes of the original, in its field order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from duskfall.dungeon.records import SLOTS, Corridor, Door, Place, Room, Side, Slot, Treasure
from duskfall.errors import Refusal, Refused

ROOM_BYTES: Final = 42
NOWHERE: Final = 255
"""A coordinate that is unused."""
NO_ROOM: Final = 31
"""The room of a slot that is unused: the greatest number that five bits hold."""

_SECRET_ROOM: Final = 1
_HAS_TREASURE: Final = 2
_SECRET_DOOR: Final = 4

_SLOTS_AT: Final = 6
_DOORS_AT: Final = 10
_BENDS_AT: Final = 22
_TREASURE_AT: Final = 38


def pack_rooms(rooms: Sequence[Room]) -> bytes:
    """Packs rooms one after the other.

    >>> pack_rooms([Room(5, 7, 6, 4, priority=3)]).hex(" ", 21)
    '0507060400001f1f1f1fffff00ffff00ffff00ffff 00ffffffffffffffffffffffffffffffffffff0003'
    """
    if len(rooms) > NO_ROOM:
        raise Refused(
            Refusal.IMPOSSIBLE,
            f"{len(rooms)} rooms",
            f"the records number rooms with five bits and hold at most {NO_ROOM}",
            "choose a smaller grid",
        )
    return b"".join(_pack(room) for room in rooms)


def unpack_rooms(packed: bytes) -> tuple[Room, ...]:
    """Unpacks rooms that `pack_rooms` packed."""
    if len(packed) % ROOM_BYTES:
        raise Refused(Refusal.MALFORMED, f"{len(packed)} bytes", f"a room takes {ROOM_BYTES} bytes")
    return tuple(_unpack(packed[at : at + ROOM_BYTES]) for at in range(0, len(packed), ROOM_BYTES))


def _pack(room: Room) -> bytes:
    state = _SECRET_ROOM * room.secret | _HAS_TREASURE * (room.treasure is not None)
    record = bytearray([room.x, room.y, room.w, room.h, len(room.slots), state])
    spare = SLOTS - len(room.slots)
    record += bytes(slot.other | slot.corridor << 5 for slot in room.slots) + bytes([NO_ROOM]) * spare
    for slot in room.slots:
        record += bytes([slot.door.x, slot.door.y, slot.door.side | _SECRET_DOOR * slot.door.secret])
    record += bytes([NOWHERE, NOWHERE, 0]) * spare
    for slot in room.slots:
        bends = [*slot.bends, (NOWHERE, NOWHERE), (NOWHERE, NOWHERE)]
        record += bytes([*bends[0], *bends[1]])
    record += bytes([NOWHERE] * 4) * spare
    record += bytes(room.treasure.place if room.treasure else (NOWHERE, NOWHERE))
    record += bytes([room.hub_distance, room.priority])
    return bytes(record)


def _unpack(record: bytes) -> Room:
    x, y, w, h, degree, state = record[:_SLOTS_AT]
    if degree > SLOTS:
        raise Refused(Refusal.MALFORMED, f"{degree} connections", f"a room has at most {SLOTS}")
    slots = []
    for at in range(degree):
        door_x, door_y, flags = record[_DOORS_AT + 3 * at : _DOORS_AT + 3 * at + 3]
        corridor = record[_SLOTS_AT + at] >> 5
        if corridor > Corridor.Z:
            raise Refused(Refusal.MALFORMED, f"corridor type {corridor}", "there are types 0, 1 and 2")
        numbers = record[_BENDS_AT + 4 * at : _BENDS_AT + 4 * at + 4]
        bends: tuple[Place, ...] = ((numbers[0], numbers[1]), (numbers[2], numbers[3]))
        door = Door(door_x, door_y, Side(flags & 3), bool(flags & _SECRET_DOOR))
        slots.append(Slot(record[_SLOTS_AT + at] & NO_ROOM, Corridor(corridor), door, bends[:corridor]))
    place = record[_TREASURE_AT], record[_TREASURE_AT + 1]
    box = x, y, w, h
    treasure = Treasure(*place, side_of(place, box)) if state & _HAS_TREASURE else None
    return Room(*box, tuple(slots), bool(state & _SECRET_ROOM), treasure, record[-2], record[-1])


def side_of(place: Place, box: tuple[int, int, int, int]) -> Side:
    """Returns the wall of the room `box` (x, y, w, h) that a place in it belongs to, tested in the original's order.

    >>> side_of((4, 9), (5, 7, 6, 4))
    <Side.LEFT: 0>
    """
    x, y, w, _ = box
    if place[0] < x:
        return Side.LEFT
    if place[0] >= x + w:
        return Side.RIGHT
    return Side.TOP if place[1] < y else Side.BOTTOM
