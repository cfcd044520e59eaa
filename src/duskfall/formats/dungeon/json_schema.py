"""The schema of a map's JSON document, as strict models that report the place of a fault."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Final = "duskfall-dungeon"
VERSION: Final = 1

Coordinate = Annotated[int, Field(ge=0, le=254)]
Index = Annotated[int, Field(ge=0, le=63)]
Count = Annotated[int, Field(ge=0, le=255)]
Point = Annotated[list[Coordinate], Field(min_length=2, max_length=2)]
SideName = Literal["left", "right", "top", "bottom"]
CorridorName = Literal["straight", "L", "Z"]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")


class DoorPart(_Part):
    """A door: its place, the wall it is in, and whether it is hidden."""

    x: Coordinate
    y: Coordinate
    side: SideName
    secret: bool = False


class SlotPart(_Part):
    """One end of a connection."""

    room: Index
    corridor: CorridorName
    door: DoorPart
    bends: Annotated[list[Point], Field(max_length=2)] = []


class TreasurePart(_Part):
    """The secret tile before a treasure chamber, and the wall it is in."""

    x: Coordinate
    y: Coordinate
    side: SideName


class RoomPart(_Part):
    """A room and its ends of connections."""

    x: Coordinate
    y: Coordinate
    w: Annotated[int, Field(ge=1, le=255)]
    h: Annotated[int, Field(ge=1, le=255)]
    secret: bool = False
    treasure: TreasurePart | None = None
    hub_distance: Count = 0
    priority: Count = 0
    connections: Annotated[list[SlotPart], Field(max_length=4)] = []


class LinkPart(_Part):
    """A pair of connected rooms, and the purpose of the corridor."""

    a: Index
    b: Index
    purpose: Literal["tree", "loop", "hidden"]


class DecoyPart(_Part):
    """A corridor that ends blind."""

    room: Index
    door: DoorPart
    length: Annotated[int, Field(ge=1, le=255)]


class SkipPart(_Part):
    """A skipped pair of rooms."""

    a: Index
    b: Index
    reason: Literal["full", "blocked"]


class OptionsPart(_Part):
    """The options of the profile; their bounds are those of `Options`."""

    width: int
    height: int
    grid: int
    room_min: int
    room_max: int
    treasures: int
    secret_share: float
    loops: int
    decoys: int
    hidden_passages: int


class Document(_Part):
    """The whole document."""

    format: Literal["duskfall-dungeon"]
    version: Annotated[int, Field(ge=VERSION, le=VERSION)]
    view: Literal["keeper", "player"]
    profile: Literal["classic", "c64"] | None = None
    seed: Annotated[int, Field(ge=0, lt=1 << 64)] | None = None
    attempt: Annotated[int, Field(ge=0, le=100)] = 0
    options: OptionsPart | None = None
    width: Annotated[int, Field(ge=1, le=255)]
    height: Annotated[int, Field(ge=1, le=255)]
    names: list[str]
    tiles: list[str]
    up: Point | None = None
    down: Point | None = None
    camera: Point
    rooms: Annotated[list[RoomPart], Field(max_length=64)] = []
    links: Annotated[list[LinkPart], Field(max_length=256)] = []
    decoys: Annotated[list[DecoyPart], Field(max_length=64)] = []
    skipped: Annotated[list[SkipPart], Field(max_length=100_000)] = []
