"""The faults of a map: the codes that kernels report, and a sentence for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from duskfall.compiled import number


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault: the number of the broken invariant, and a sentence with the place."""

    rule: int
    text: str

    def __str__(self) -> str:
        return f"rule {self.rule}: {self.text}"


# Wrapped: Numba would compile a kernel anew for every literal it is given.
TILE_KIND: Final = number(0)
TOO_FEW_ROOMS: Final = number(1)
TOO_MANY_ROOMS: Final = number(2)
ROOM_SIZE: Final = number(3)
ROOM_OUTSIDE: Final = number(4)
ROOMS_CLOSE: Final = number(5)
ROOM_FLOOR: Final = number(6)
ROOM_STAIRS: Final = number(7)
RING_TILE: Final = number(8)
LINK_ROOMS: Final = number(9)
LINK_TWICE: Final = number(10)
LINK_ENDS: Final = number(11)
SLOT_LINK: Final = number(12)
SLOT_TWICE: Final = number(13)
DEGREE_RANGE: Final = number(14)
TREE_SIZE: Final = number(15)
TREE_SPLIT: Final = number(16)
TREE_WEIGHT: Final = number(17)
LOOPS_ASKED: Final = number(18)
HIDDEN_ASKED: Final = number(19)
SKIP_ROOMS: Final = number(20)
BENDS_TYPE: Final = number(21)
BENDS_LINE: Final = number(22)
BENDS_FAR: Final = number(23)
PATH_BLOCKED: Final = number(24)
DOOR_WALL: Final = number(25)
DOOR_TILE: Final = number(26)
DOOR_PAIR: Final = number(27)
DOOR_NEXT: Final = number(28)
DOOR_SHARED: Final = number(29)
DOOR_UNKNOWN: Final = number(30)
PATH_ROOM: Final = number(31)
BLOCK: Final = number(32)
DEAD_END: Final = number(33)
OFF_PATH: Final = number(34)
DECOY_SHAPE: Final = number(35)
DECOYS_ASKED: Final = number(36)
SECRET_DEGREE: Final = number(37)
SECRET_ENTRANCE: Final = number(38)
SECRET_OPEN: Final = number(39)
ROOM_SHUT: Final = number(40)
SECRET_FLAG: Final = number(41)
SECRET_STRAY: Final = number(42)
TREASURES_ASKED: Final = number(43)
TREASURES_FEW: Final = number(44)
TREASURE_SECRET: Final = number(45)
TREASURE_PLACE: Final = number(46)
TREASURE_DOORS: Final = number(47)
TREASURE_CHAMBER: Final = number(48)
STAIRS_COUNT: Final = number(49)
STAIRS_PLACE: Final = number(50)
STAIRS_ROOM: Final = number(51)
STAIRS_SECRET: Final = number(52)
STAIRS_NEAR: Final = number(53)
STAIRS_APART: Final = number(54)
SPLIT: Final = number(55)
EDGE: Final = number(56)
OPEN_SIDE: Final = number(57)
LONE_WALL: Final = number(58)
HUB_DISTANCE: Final = number(59)
ROOM_PRIORITY: Final = number(60)
BENDS_SWAPPED: Final = number(61)

NOTHING: Final = number(0)
"""Stands for an unused number of a fault."""

SENTENCES: Final = (
    (1, "tile {2} at column {0}, row {1} is no kind of tile"),
    (2, "{0} rooms are too few"),
    (2, "{0} rooms are more than the grid has cells"),
    (2, "room {0} is {1}x{2}, which the options do not allow"),
    (2, "room {0} or its walls lie outside the map"),
    (2, "rooms {0} and {1} are closer than 5 tiles on both axes"),
    (3, "column {0}, row {1} inside room {2} is neither floor nor stairs"),
    (3, "room {0} has more than one stair"),
    (3, "column {0}, row {1} in the walls of room {2} is neither wall nor door nor secret"),
    (4, "connection {0} joins rooms {1} and {2}, which cannot be"),
    (4, "rooms {0} and {1} are connected twice"),
    (4, "rooms {0} and {1} are connected, but not both record it"),
    (4, "room {0} records a connection to room {1} that does not exist"),
    (4, "room {0} records its connection to room {1} twice"),
    (4, "room {0} has {1} connections instead of 1 to 4"),
    (4, "the tree has {0} corridors for {1} rooms"),
    (4, "the tree does not reach room {0}"),
    (4, "the tree is {0} long although {1} was possible and no pair was passed over"),
    (4, "{0} loops are more than the {1} asked for"),
    (4, "{0} hidden passages are more than the {1} asked for"),
    (4, "the passed-over pair {0} and {1} is no pair of rooms"),
    (5, "the corridor type of room {0} to room {1} is not the number of its bends"),
    (5, "the corridor from room {0} to room {1} is not made of straight legs with a turn at each bend"),
    (5, "rooms {0} and {1} record different corridors to each other"),
    (5, "the corridor of rooms {2} is not walkable at column {0}, row {1}"),
    (6, "the door of room {2} at column {0}, row {1} does not lie in its wall"),
    (6, "the door of room {2} at column {0}, row {1} is another tile on the map"),
    (6, "the door at column {0}, row {1} has not exactly one opposite pair of walkable neighbours"),
    (6, "the door at column {0}, row {1} stands next to a door"),
    (6, "wall {1} of room {0} has two doors"),
    (6, "the door at column {0}, row {1} belongs to no room"),
    (7, "the corridor of rooms {2} touches a room at column {0}, row {1}"),
    (7, "a block of 2x2 is walkable at column {0}, row {1}"),
    (7, "a corridor ends blind at column {0}, row {1}"),
    (7, "column {0}, row {1} is walkable but lies on no recorded corridor"),
    (7, "decoy {0} is not a blind corridor of 3 to 6 tiles"),
    (7, "{0} decoys are more than the {1} asked for"),
    (8, "secret room {0} has {1} connections"),
    (8, "the entrance of secret room {0} is not secret, or its own door is"),
    (8, "secret room {0} can be reached without secrets"),
    (8, "room {0} cannot be reached without secrets"),
    (8, "the door of room {0} to room {1} is marked secret or not, against the rules"),
    (8, "the secret tile at column {0}, row {1} is no entrance, treasure or hidden passage"),
    (9, "{0} treasures are more than the {1} asked for"),
    (9, "there are {0} treasures of {1}, although room {2} could take one"),
    (9, "room {0} is secret and has a treasure"),
    (9, "the treasure of room {0} does not lie within the wall it names"),
    (9, "the treasure of room {0} lies in a wall with a door"),
    (9, "the treasure chamber of room {0} is not walled in with one secret opening"),
    (10, "there are {0} stairs up and {1} stairs down instead of one each"),
    (10, "the stairs are not where the record says, at column {0}, row {1}"),
    (10, "the stairs at column {0}, row {1} do not stand in the middle of a room of their own"),
    (10, "the stairs stand in secret room {0}"),
    (10, "the stairs are {0} steps apart although rooms {1} apart exist"),
    (10, "the stairs are not joined without secrets"),
    (11, "column {0}, row {1} cannot be reached even through secrets"),
    (11, "column {0}, row {1} is walkable at the edge of the map"),
    (11, "column {0}, row {1} is walkable next to an empty tile"),
    (11, "the wall at column {0}, row {1} has nothing walkable around it"),
    (13, "room {0} has hub distance {1} instead of {2}"),
    (13, "room {0} has priority {1} instead of {2}"),
    (5, "the bends that room {1} records of its corridor to room {0} do not lie on it"),
)
"""By code: the number of the invariant, and the sentence."""


def fault(code: int, numbers: tuple[int, int, int]) -> Fault:
    """Returns the fault that a kernel reported.

    >>> str(fault(5, (3, 7, 0)))
    'rule 2: rooms 3 and 7 are closer than 5 tiles on both axes'
    """
    rule, sentence = SENTENCES[code]
    return Fault(rule, sentence.format(*numbers))
