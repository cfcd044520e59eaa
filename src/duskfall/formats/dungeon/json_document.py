"""A map as a versioned JSON document with all tiles and records, which can be read back.

`json_schema` states its shape; a document with a missing, unknown or impossible part is refused with the place of the
fault.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from pydantic import ValidationError

from duskfall.dungeon import (
    C64,
    NAMES,
    SECRET,
    Corridor,
    Decoy,
    Door,
    Dungeon,
    Link,
    Options,
    Place,
    Purpose,
    Reason,
    Room,
    Side,
    Skip,
    Slot,
    Tiles,
    Treasure,
)
from duskfall.errors import Malformed, Refusal, Refused
from duskfall.formats.dungeon.json_schema import (
    FORMAT,
    VERSION,
    CorridorName,
    DecoyPart,
    Document,
    DoorPart,
    LinkPart,
    OptionsPart,
    RoomPart,
    SideName,
    SkipPart,
    SlotPart,
    TreasurePart,
)
from duskfall.formats.dungeon.views import Sheet, View


def write_document(sheet: Sheet) -> str:
    """Writes the document of a map, with one row of tiles a line.

    A keeper's document has every field. A player's leaves out the fields that players may not know.
    """
    known = sheet.dungeon
    lean = sheet.view is View.PLAYER
    document = Document(
        format=FORMAT,
        version=VERSION,
        view=sheet.view.value,
        profile=known.profile,  # type: ignore[arg-type]  # the model checks the name
        seed=known.seed,
        attempt=known.attempt,
        options=None if known.options is None else OptionsPart(**known.options.as_dict()),  # type: ignore[arg-type]
        width=known.width,
        height=known.height,
        names=list(NAMES[:SECRET] if lean else NAMES),
        tiles=["".join(str(tile) for tile in row) for row in known.tiles.tolist()],
        up=_point(known.up),
        down=_point(known.down),
        camera=list(known.camera),
        rooms=[_room_part(room) for room in known.rooms],
        links=[LinkPart(a=link.a, b=link.b, purpose=link.purpose.value) for link in known.links],
        decoys=[DecoyPart(room=decoy.room, door=_door_part(decoy.door), length=decoy.length) for decoy in known.decoys],
        skipped=[SkipPart(a=skip.a, b=skip.b, reason=skip.reason.value) for skip in known.skipped],
    )
    return document.model_dump_json(indent=1, exclude_defaults=lean) + "\n"


def read_document(text: str | bytes) -> Sheet:
    """Reads the map of a document; its records are taken as they are, `Dungeon.validate` checks them.

    >>> read_document('{"format": "duskfall-dungeon", "version": 2}')
    Traceback (most recent call last):
    duskfall.errors.Malformed: version: this duskfall reads version 1
    """
    try:
        document = Document.model_validate_json(text)
    except ValidationError as error:
        raise _refusal(error) from None
    known = Dungeon(
        _tiles(document),
        profile=document.profile,
        seed=document.seed,
        options=None if document.options is None else Options(**document.options.model_dump()),
        rooms=tuple(_room(part) for part in document.rooms),
        links=tuple(Link(part.a, part.b, Purpose(part.purpose)) for part in document.links),
        decoys=tuple(Decoy(part.room, _door(part.door), part.length) for part in document.decoys),
        skipped=tuple(Skip(part.a, part.b, Reason(part.reason)) for part in document.skipped),
        up=_place(document.up),
        down=_place(document.down),
        camera=(document.camera[0], document.camera[1]),
        attempt=document.attempt,
    )
    _check(known)
    return Sheet(View(document.view), known)


def _refusal(error: ValidationError) -> Malformed:
    """Returns the refusal of the first fault, with its place; a wrong kind of document comes first."""
    first = next((fault for fault in error.errors() if fault["loc"] in {("format",), ("version",)}), error.errors()[0])
    place = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).removeprefix(".")
    kinds = {"format": f'a map says "format": "{FORMAT}"', "version": f"this duskfall reads version {VERSION}"}
    return Malformed(place or "the document", kinds.get(place, first["msg"]))


def _tiles(document: Document) -> Tiles:
    if document.names not in (list(NAMES), list(NAMES[:SECRET])):
        raise Malformed("names", "the tiles have other names than ours", f"ours are {', '.join(NAMES)}")
    if len(document.tiles) != document.height:
        raise Malformed("tiles", f"{len(document.tiles)} rows instead of {document.height}")
    digits = set("0123456789"[: len(document.names)])
    for number, row in enumerate(document.tiles):
        if len(row) != document.width:
            raise Malformed(f"tiles[{number}]", f"{len(row)} tiles instead of {document.width}")
        if not digits.issuperset(row):
            raise Malformed(f"tiles[{number}]", f"tiles are numbered from 0 to {len(digits) - 1}")
    return np.array([[int(tile) for tile in row] for row in document.tiles], np.uint8)


def _check(known: Dungeon) -> None:
    """Refuses places outside of the map, unknown room numbers, and connections with a missing end."""
    for where, (x, y) in _places(known):
        if not (0 <= x < known.width and 0 <= y < known.height):
            raise Refused(Refusal.INCONSISTENT, where, f"({x}, {y}) is not on a map of {known.width}x{known.height}")
    for where, index in _numbers(known):
        if index >= len(known.rooms):
            raise Refused(Refusal.INCONSISTENT, where, f"there is no room {index}, only {len(known.rooms)} rooms")
    first: dict[frozenset[int], int] = {}
    for number, link in enumerate(known.links):
        before = first.setdefault(frozenset((link.a, link.b)), number)
        if before != number:
            raise Refused(
                Refusal.INCONSISTENT, f"links[{number}]", f"links[{before}] joins rooms {link.a} and {link.b} already"
            )
        if not (known.connected(link.a, link.b) and known.connected(link.b, link.a)):
            raise Refused(
                Refusal.INCONSISTENT, f"links[{number}]", f"rooms {link.a} and {link.b} do not both record it"
            )
    _check_connections(known)
    options = known.options
    if known.profile == C64 and options not in (None, Options()):
        raise Refused(Refusal.INCONSISTENT, "options", "the profile c64 has the original's and no others")
    if options is not None and (options.width, options.height) != (known.width, known.height):
        raise Refused(
            Refusal.INCONSISTENT,
            "options",
            f"they say {options.width}x{options.height}, the map is {known.width}x{known.height}",
        )


def _check_connections(known: Dungeon) -> None:
    """Refuses connections of rooms that are not links, or recorded twice."""
    joined = {pair for link in known.links for pair in ((link.a, link.b), (link.b, link.a))}
    for index, room in enumerate(known.rooms):
        others = [slot.other for slot in room.slots]
        for number, other in enumerate(others):
            where = f"rooms[{index}].connections[{number}]"
            if (index, other) not in joined:
                raise Refused(Refusal.INCONSISTENT, where, f"no link joins rooms {index} and {other}")
            if other in others[:number]:
                raise Refused(Refusal.INCONSISTENT, where, f"the connection with room {other} is recorded already")


def _places(known: Dungeon) -> Iterable[tuple[str, Place]]:
    yield "camera", known.camera
    yield from ((name, place) for name, place in (("up", known.up), ("down", known.down)) if place is not None)
    for index, room in enumerate(known.rooms):
        yield f"rooms[{index}]", (room.x, room.y)
        yield f"rooms[{index}]", (room.x + room.w - 1, room.y + room.h - 1)
        if room.treasure:
            yield f"rooms[{index}].treasure", room.treasure.place
            yield f"rooms[{index}].treasure", room.treasure.chamber
        for number, slot in enumerate(room.slots):
            at = f"rooms[{index}].connections[{number}]"
            yield f"{at}.door", slot.door.place
            yield from ((f"{at}.bends", bend) for bend in slot.bends)
    for number, decoy in enumerate(known.decoys):
        yield f"decoys[{number}].door", decoy.door.place
        yield f"decoys[{number}]", decoy.end


def _numbers(known: Dungeon) -> Iterable[tuple[str, int]]:
    for index, room in enumerate(known.rooms):
        for number, slot in enumerate(room.slots):
            yield f"rooms[{index}].connections[{number}].room", slot.other
    for number, link in enumerate(known.links):
        yield f"links[{number}]", max(link.a, link.b)
    for number, skip in enumerate(known.skipped):
        yield f"skipped[{number}]", max(skip.a, skip.b)
    for number, decoy in enumerate(known.decoys):
        yield f"decoys[{number}].room", decoy.room


def _point(place: Place | None) -> list[int] | None:
    return None if place is None else list(place)


def _place(point: list[int] | None) -> Place | None:
    return None if point is None else (point[0], point[1])


_SIDES: Final[dict[Side, SideName]] = {
    Side.LEFT: "left",
    Side.RIGHT: "right",
    Side.TOP: "top",
    Side.BOTTOM: "bottom",
}
_CORRIDORS: Final[dict[Corridor, CorridorName]] = {
    Corridor.STRAIGHT: "straight",
    Corridor.L: "L",
    Corridor.Z: "Z",
}


def _door_part(door: Door) -> DoorPart:
    return DoorPart(x=door.x, y=door.y, side=_SIDES[door.side], secret=door.secret)


def _door(part: DoorPart) -> Door:
    return Door(part.x, part.y, Side[part.side.upper()], part.secret)


def _room_part(room: Room) -> RoomPart:
    found = room.treasure
    return RoomPart(
        x=room.x,
        y=room.y,
        w=room.w,
        h=room.h,
        secret=room.secret,
        treasure=None if found is None else TreasurePart(x=found.x, y=found.y, side=_SIDES[found.side]),
        hub_distance=room.hub_distance,
        priority=room.priority,
        connections=[
            SlotPart(
                room=slot.other,
                corridor=_CORRIDORS[slot.corridor],
                door=_door_part(slot.door),
                bends=[list(bend) for bend in slot.bends],
            )
            for slot in room.slots
        ],
    )


def _room(part: RoomPart) -> Room:
    found = part.treasure
    slots = tuple(
        Slot(slot.room, Corridor[slot.corridor.upper()], _door(slot.door), tuple((x, y) for x, y in slot.bends))
        for slot in part.connections
    )
    treasure = None if found is None else Treasure(found.x, found.y, Side[found.side.upper()])
    return Room(part.x, part.y, part.w, part.h, slots, part.secret, treasure, part.hub_distance, part.priority)
