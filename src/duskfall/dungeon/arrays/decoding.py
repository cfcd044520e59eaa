"""Decodes arrays into a `Dungeon` with its records."""

from __future__ import annotations

from duskfall.dungeon.arrays.encoding import PURPOSES, REASONS
from duskfall.dungeon.arrays.layout import (
    ATTEMPT,
    CAMERA_X,
    CAMERA_Y,
    DECOYS,
    DOWN_X,
    DOWN_Y,
    LINKS,
    ROOMS,
    SKIPS,
    UNUSED,
    UP_X,
    UP_Y,
    MapArrays,
    Numbers,
)
from duskfall.dungeon.dungeon import Dungeon
from duskfall.dungeon.options import Options
from duskfall.dungeon.records import Corridor, Decoy, Door, Link, Room, Side, Skip, Slot, Treasure


def decode_dungeon(m: MapArrays, profile: str, seed: int, options: Options) -> Dungeon:
    """Decodes the arrays of one map."""
    facts: list[int] = m.facts.tolist()
    return Dungeon(
        tiles=m.tiles,
        profile=profile,
        seed=seed,
        options=options,
        rooms=tuple(_room(m, index) for index in range(facts[ROOMS])),
        links=tuple(Link(a, b, PURPOSES[purpose]) for a, b, purpose in m.links[: facts[LINKS]].tolist()),
        decoys=tuple(
            Decoy(room, Door(x, y, Side(side), bool(secret)), length)
            for room, x, y, side, length, secret in m.decoys[: facts[DECOYS]].tolist()
        ),
        skipped=tuple(Skip(a, b, REASONS[reason]) for a, b, reason in m.skips[: facts[SKIPS]].tolist()),
        up=(facts[UP_X], facts[UP_Y]),
        down=(facts[DOWN_X], facts[DOWN_Y]),
        camera=(facts[CAMERA_X], facts[CAMERA_Y]),
        attempt=facts[ATTEMPT],
    )


def _room(m: MapArrays, index: int) -> Room:
    x, y, w, h, degree, secret, treasure_x, treasure_y, treasure_side, hub, priority = m.rooms[index].tolist()
    treasure = None if treasure_x == UNUSED else Treasure(treasure_x, treasure_y, Side(treasure_side))
    slots = tuple(_slot(m.slots[index, at]) for at in range(degree))
    return Room(x, y, w, h, slots, bool(secret), treasure, hub, priority)


def _slot(row: Numbers) -> Slot:
    other, shape, x, y, side, secret, *bends = row.tolist()
    places = tuple(zip(bends[::2], bends[1::2], strict=True))
    return Slot(other, Corridor(shape), Door(x, y, Side(side), bool(secret)), places[:shape])
