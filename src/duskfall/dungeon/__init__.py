"""Dungeons: the rules that make, question and check a map of rooms and corridors."""

from duskfall.dungeon.dungeon import Dungeon
from duskfall.dungeon.generation import generate
from duskfall.dungeon.options import BOUNDS, C64, C64_SEEDS, CLASSIC, PROFILES, Bounds, Options, checked_profile
from duskfall.dungeon.packing import ROOM_BYTES, pack_rooms, unpack_rooms
from duskfall.dungeon.phases import PHASES, OnPhase, Phase
from duskfall.dungeon.records import (
    Connection,
    Corridor,
    Decoy,
    Door,
    Link,
    Place,
    Purpose,
    Reason,
    Room,
    Side,
    Skip,
    Slot,
    Treasure,
)
from duskfall.dungeon.tiles import (
    DOOR,
    DOWN,
    EMPTY,
    FLOOR,
    GLYPHS,
    NAMES,
    SECRET,
    TILE_KINDS,
    UP,
    WALL,
    Tiles,
    pack,
    packed_size,
    unpack,
)

__all__ = [
    "BOUNDS", "C64", "C64_SEEDS", "CLASSIC", "DOOR", "DOWN", "EMPTY", "FLOOR", "GLYPHS", "NAMES", "PHASES", "PROFILES",
    "ROOM_BYTES", "SECRET", "TILE_KINDS", "UP", "WALL", "Bounds", "Connection", "Corridor", "Decoy", "Door", "Dungeon",
    "Link", "OnPhase", "Options", "Phase", "Place", "Purpose", "Reason", "Room", "Side", "Skip", "Slot", "Tiles",
    "Treasure", "checked_profile", "generate", "pack", "pack_rooms", "packed_size", "unpack", "unpack_rooms",
]  # fmt: skip
