"""The records of a map: rooms, doors, corridors, treasures, decoys, and skipped pairs of rooms."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique
from typing import Final

Place = tuple[int, int]
"""Column and row, counted from the top left corner."""

SLOTS: Final = 4
"""Connections a room can have."""


@unique
class Side(IntEnum):
    """A wall of a room, with the number of the original."""

    LEFT = 0
    RIGHT = 1
    TOP = 2
    BOTTOM = 3

    @property
    def outward(self) -> Place:
        """The step that leads out of the room through this wall.

        >>> Side.TOP.outward
        (0, -1)
        """
        return OUTWARD[self]


OUTWARD: Final = {Side.LEFT: (-1, 0), Side.RIGHT: (1, 0), Side.TOP: (0, -1), Side.BOTTOM: (0, 1)}


@unique
class Corridor(IntEnum):
    """The shape of a corridor; its number is the number of its bends."""

    STRAIGHT = 0
    L = 1
    Z = 2


@unique
class Purpose(StrEnum):
    """The purpose of a corridor."""

    TREE = "tree"
    LOOP = "loop"
    HIDDEN = "hidden"


@unique
class Reason(StrEnum):
    """The reason why a pair of rooms was skipped while the tree grew."""

    FULL = "full"
    BLOCKED = "blocked"


@dataclass(frozen=True, slots=True)
class Door:
    """A door in the wall of a room; a secret one looks like wall until it is found."""

    x: int
    y: int
    side: Side
    secret: bool = False

    @property
    def place(self) -> Place:
        """Its column and row."""
        return self.x, self.y

    @property
    def outside(self) -> Place:
        """The tile in front of it."""
        dx, dy = OUTWARD[self.side]
        return self.x + dx, self.y + dy


@dataclass(frozen=True, slots=True)
class Slot:
    """One end of a connection, as the room at that end records it. Bends are in the order of walking away."""

    other: int
    corridor: Corridor
    door: Door
    bends: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Treasure:
    """A hidden chamber of one tile: the secret tile in the room's wall, and the side of that wall."""

    x: int
    y: int
    side: Side

    @property
    def place(self) -> Place:
        """The secret tile in the wall."""
        return self.x, self.y

    @property
    def chamber(self) -> Place:
        """The tile behind it."""
        dx, dy = OUTWARD[self.side]
        return self.x + dx, self.y + dy


@dataclass(frozen=True, slots=True)
class Room:
    """A room: its floor from (x, y), `w` wide and `h` high; its walls lie around that."""

    x: int
    y: int
    w: int
    h: int
    slots: tuple[Slot, ...] = ()
    secret: bool = False
    treasure: Treasure | None = None
    hub_distance: int = 0
    priority: int = 0

    @property
    def centre(self) -> Place:
        """The place for stairs; doors are in line with it."""
        return self.x + self.w // 2, self.y + self.h // 2

    @property
    def doors(self) -> tuple[Door, ...]:
        """The doors of its connections, each once: corridors from one wall share a door."""
        return tuple(dict.fromkeys(slot.door for slot in self.slots))

    def __contains__(self, place: object) -> bool:
        match place:
            case (int(x), int(y)):
                return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h
            case _:
                return False


@dataclass(frozen=True, slots=True)
class Link:
    """A pair of connected rooms and the purpose of the corridor; `a` was connected first. The slots hold the ends."""

    a: int
    b: int
    purpose: Purpose = Purpose.TREE


@dataclass(frozen=True, slots=True)
class Connection:
    """A corridor as walked from room `a` to room `b`."""

    a: int
    b: int
    purpose: Purpose
    corridor: Corridor
    door: Door
    """The door of `a`."""
    far_door: Door
    """The door of `b`."""
    bends: tuple[Place, ...]
    """As room `a` records them."""

    @property
    def side(self) -> Side:
        """The wall of `a` that the corridor leaves through."""
        return self.door.side


@dataclass(frozen=True, slots=True)
class Decoy:
    """A door of room `room` to a straight corridor of `length` tiles that ends blind."""

    room: int
    door: Door
    length: int

    @property
    def end(self) -> Place:
        """Its last tile."""
        dx, dy = OUTWARD[self.door.side]
        return self.door.x + dx * self.length, self.door.y + dy * self.length


@dataclass(frozen=True, slots=True)
class Skip:
    """A nearest pair of rooms that was not joined: `a` had no slot left, or every way was blocked."""

    a: int
    b: int
    reason: Reason
