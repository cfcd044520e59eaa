"""The layout of the arrays: `MapArrays` hold one map, `BatchArrays` many side by side.

Records are rows of numbers; the constants here name their columns. `MapArrays` also carry the scratch of the phases,
so that kernels allocate nothing.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.dungeon.options import C64, Options
from duskfall.dungeon.records import SLOTS

Numbers = NDArray[np.int64]
Bytes = NDArray[np.uint8]

# Columns of a room.
X: Final = 0
Y: Final = 1
WIDTH: Final = 2
HEIGHT: Final = 3
DEGREE: Final = 4
SECRET_ROOM: Final = 5
TREASURE_X: Final = 6
TREASURE_Y: Final = 7
TREASURE_SIDE: Final = 8
HUB: Final = 9
PRIORITY: Final = 10
ROOM_COLUMNS: Final = 11

# Columns of a slot: one end of a connection.
OTHER: Final = 0
SLOT_SHAPE: Final = 1
DOOR_X: Final = 2
DOOR_Y: Final = 3
DOOR_SIDE: Final = 4
DOOR_SECRET: Final = 5
BEND_X: Final = 6  # then its row, and column and row of the second bend
SLOT_COLUMNS: Final = 10

# Columns of a link and of a skipped pair.
A: Final = 0
B: Final = 1
PURPOSE: Final = 2
REASON: Final = 2
PAIR_COLUMNS: Final = 3

# Numbers that are handed to kernels are wrapped: Numba would compile a kernel anew for every literal it is given.
TREE: Final = number(0)
LOOP: Final = number(1)
HIDDEN: Final = number(2)

FULL: Final = number(0)
BLOCKED: Final = number(1)

# Columns of a decoy.
DECOY_ROOM: Final = 0
DECOY_X: Final = 1
DECOY_Y: Final = 2
DECOY_SIDE: Final = 3
DECOY_LENGTH: Final = 4
DECOY_SECRET: Final = 5
DECOY_COLUMNS: Final = 6

# Facts of a map.
ROOMS: Final = 0
LINKS: Final = 1
DECOYS: Final = 2
SKIPS: Final = 3
UP_X: Final = 4
UP_Y: Final = 5
DOWN_X: Final = 6
DOWN_Y: Final = 7
CAMERA_X: Final = 8
CAMERA_Y: Final = 9
UP_ROOM: Final = 10
DOWN_ROOM: Final = 11
ATTEMPT: Final = 12
FACTS: Final = 13

UNUSED: Final = 255
"""Stands for a coordinate that is not used."""

# The ground layer: marks rooms and corridors while corridors are dug.
OPEN_GROUND: Final = 0
ROOM_GROUND: Final = 1
CORRIDOR_GROUND: Final = 2

PATH_COLUMNS: Final = 11


class Rules(NamedTuple):
    """A profile and its options as the numbers that kernels read."""

    original: int
    """1 for the profile c64, 0 for classic."""
    width: int
    height: int
    grid: int
    room_min: int
    room_max: int
    treasures: int
    secret_chance: int
    secret_sides: int
    """A room becomes secret when a die of `secret_sides` shows less than `secret_chance`."""
    loops: int
    decoys: int
    hidden_passages: int
    cell_width: int
    cell_height: int
    first_x: int
    first_y: int


SCRATCH: Final = 6
"""The last arrays, from `dice` on, are scratch and not part of the map."""


class MapArrays(NamedTuple):
    """One map, its records and the scratch of the phases."""

    tiles: Bytes
    rooms: Numbers
    slots: Numbers
    links: Numbers
    decoys: Numbers
    skips: Numbers
    facts: Numbers
    dice: NDArray[np.uint64]
    """One stream: its state, and 1 behind it when the dice are the original's byte."""
    ground: Bytes
    order: Numbers
    """A number for each room: the order of cells, then a queue of rooms."""
    marks: Numbers
    """A mark for each room: joined, or eligible."""
    path: Numbers
    """The corridor that is being tried: shape, door, side, door, side, bends."""
    way: Numbers
    """The tiles between its doors."""


class BatchArrays(NamedTuple):
    """Many maps side by side, with one set of scratch, since they are made one after the other."""

    tiles: Bytes
    rooms: Numbers
    slots: Numbers
    links: Numbers
    decoys: Numbers
    skips: Numbers
    facts: Numbers
    dice: NDArray[np.uint64]
    ground: Bytes
    order: Numbers
    marks: Numbers
    path: Numbers
    way: Numbers


SHARE_SIDES: Final = 1_000_000
"""A share is rolled in millionths."""


def rules_of(profile: str, options: Options) -> Rules:
    """Computes the parameters of a profile and its options."""
    original = profile == C64
    cell_width = (options.width - 8) // options.grid
    cell_height = (options.height - 8) // options.grid
    return Rules(
        original=int(original),
        width=options.width,
        height=options.height,
        grid=options.grid,
        room_min=options.room_min,
        room_max=options.room_max,
        treasures=options.treasures,
        secret_chance=50 if original else round(options.secret_share * SHARE_SIDES),
        secret_sides=100 if original else SHARE_SIDES,
        loops=options.loops,
        decoys=options.decoys,
        hidden_passages=options.hidden_passages,
        cell_width=cell_width,
        cell_height=cell_height,
        first_x=1 if original else (options.width - options.grid * cell_width) // 2,
        first_y=1 if original else (options.height - options.grid * cell_height) // 2,
    )


def new_arrays(count: int, options: Options) -> BatchArrays:
    """Allocates the arrays of `count` maps."""
    rooms, pairs = options.rooms, options.rooms * (options.rooms - 1) // 2
    links = min(rooms * SLOTS // 2, pairs)
    return BatchArrays(
        tiles=np.zeros((count, options.height, options.width), np.uint8),
        rooms=np.zeros((count, rooms, ROOM_COLUMNS), np.int64),
        slots=np.zeros((count, rooms, SLOTS, SLOT_COLUMNS), np.int64),
        links=np.zeros((count, links, PAIR_COLUMNS), np.int64),
        decoys=np.zeros((count, options.decoys, DECOY_COLUMNS), np.int64),
        skips=np.zeros((count, pairs, PAIR_COLUMNS), np.int64),
        facts=np.zeros((count, FACTS), np.int64),
        dice=np.zeros(2, np.uint64),
        ground=np.zeros((options.height, options.width), np.uint8),
        order=np.zeros(rooms, np.int64),
        marks=np.zeros(rooms, np.int64),
        path=np.zeros(PATH_COLUMNS, np.int64),
        way=np.zeros((2 * (options.width + options.height), 2), np.int64),
    )


def map_at(arrays: BatchArrays, index: int) -> MapArrays:
    """Returns a view of one of many maps, for code that is not compiled."""
    scratch = arrays[len(arrays) - SCRATCH :]
    return MapArrays(*(array[index] for array in arrays[: len(arrays) - SCRATCH]), *scratch)


@kernel
def kernel_map_at(arrays: BatchArrays, index: int) -> MapArrays:
    """Returns a view of one of many maps within a kernel."""
    return MapArrays(
        arrays.tiles[index],
        arrays.rooms[index],
        arrays.slots[index],
        arrays.links[index],
        arrays.decoys[index],
        arrays.skips[index],
        arrays.facts[index],
        arrays.dice,
        arrays.ground,
        arrays.order,
        arrays.marks,
        arrays.path,
        arrays.way,
    )


@kernel
def clear(m: MapArrays) -> None:
    """Empties all arrays of a map."""
    m.tiles[:] = 0
    m.ground[:] = OPEN_GROUND
    m.rooms[:] = 0
    m.slots[:] = 0
    m.links[:] = 0
    m.decoys[:] = 0
    m.skips[:] = 0
    m.facts[:] = 0
