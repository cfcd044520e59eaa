"""Defines the options of a room of Fog of War, and the part of them that everyone may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from duskfall.play.clock import DEADLINE_MS, TURN_MS
from duskfall.protocol.dungeon_options import DungeonParameters
from duskfall.protocol.values import STRICT, Seed

SMALLEST_SIDE: Final = 10
LARGEST_SIDE: Final = 100
"""Tiles along a side of a board in a room."""
SMALLEST_DUNGEON_SIDE: Final = 24
MOST_PLAYERS: Final = 16
LONGEST_DELAY_TURNS: Final = 1000

Side = Annotated[int, Field(ge=SMALLEST_SIDE, le=LARGEST_SIDE)]
DungeonSide = Annotated[int | None, Field(ge=SMALLEST_DUNGEON_SIDE, le=LARGEST_SIDE)]
TurnMs = Annotated[int, Field(ge=TURN_MS[0], le=TURN_MS[2])]
MapRow = Annotated[str, StringConstraints(max_length=LARGEST_SIDE)]


class DungeonOptions(DungeonParameters):
    """Says how the dungeon of a room is dug; it is no larger than a board can be."""

    model_config = STRICT | ConfigDict(frozen=True)

    width: DungeonSide = None
    height: DungeonSide = None


class FogOptions(BaseModel):
    """Holds what a host chooses for a room of Fog of War. Names are those of the wire."""

    model_config = STRICT | ConfigDict(frozen=True)

    width: Side = 30
    height: Side = 30
    players: Annotated[int, Field(ge=2, le=MOST_PLAYERS)] = 8
    """The game begins when so many are there."""
    turnMs: TurnMs = TURN_MS[1]
    lockstep: bool = False
    deadlineMs: Annotated[int, Field(ge=DEADLINE_MS[0], le=DEADLINE_MS[2])] = DEADLINE_MS[1]
    half: bool = True
    spectatorDelay: Annotated[int, Field(ge=0, le=LONGEST_DELAY_TURNS)] = 20
    """Turns by which spectators are late."""
    seed: Seed | None = None
    """The seed that the map is drawn from, instead of a secret one."""
    dungeon: Seed | None = None
    """The seed of a dungeon whose walls are the mountains."""
    dungeonOptions: DungeonOptions | None = None
    """How that dungeon is dug, if not as usual."""
    map: Annotated[list[MapRow], Field(max_length=LARGEST_SIDE)] | None = None
    """A map of one's own, a text a row."""

    @model_validator(mode="after")
    def _has_a_dungeon(self) -> Self:
        if self.dungeonOptions is not None and self.dungeon is None:
            raise ValueError("dungeonOptions are for a dungeon, and none is chosen")
        return self


MapSource: TypeAlias = Literal["drawn", "seed", "dungeon", "own"]


@dataclass(frozen=True, slots=True)
class FogPublicOptions:
    """Shows everyone in a room its options, without the source of a secret map."""

    width: int
    height: int
    players: int
    turnMs: int
    lockstep: bool
    deadlineMs: int
    half: bool
    spectatorDelay: int
    map: MapSource
    """Drawn in secret by the server, or chosen by the host: then the map is open and the game not rated."""
    rated: bool

    @classmethod
    def of(cls, options: FogOptions) -> FogPublicOptions:
        """Give the public part of a host's choices."""
        chosen: dict[MapSource, object] = {"own": options.map, "dungeon": options.dungeon, "seed": options.seed}
        source: MapSource = next((name for name, value in chosen.items() if value is not None), "drawn")
        return cls(
            options.width, options.height, options.players, options.turnMs, options.lockstep, options.deadlineMs,
            options.half, options.spectatorDelay, source, is_rated(options),
        )  # fmt: skip


def is_rated(options: FogOptions) -> bool:
    """Tell whether games count for ratings: default options, any number of players, a secret map."""
    return options == FogOptions(players=options.players)
