"""Defines the options of a room of Fog of War, and the part of them that everyone may know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, model_validator

from duskfall.play.clock import DEADLINE_MS, TURN_MS
from duskfall.protocol.dungeon_options import DungeonParameters
from duskfall.protocol.values import STRICT, CasualReason, Seed

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
    rated: bool = False
    """Games shall count for ratings, if everything else is as they need it."""
    listed: bool = True
    """The room is in the public list; else only those find it who know its name."""
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
    """The game counts for ratings."""
    casual: CasualReason | None
    """Why it does not count; null if it does."""
    listed: bool
    """The room is in the public list."""

    @classmethod
    def of(cls, options: FogOptions, casual: CasualReason | None) -> FogPublicOptions:
        """Give the public part of a host's choices, and whether games count for ratings."""
        chosen: dict[MapSource, object] = {"own": options.map, "dungeon": options.dungeon, "seed": options.seed}
        source: MapSource = next((name for name, value in chosen.items() if value is not None), "drawn")
        width, height = board_size(options)
        return cls(
            width, height, options.players, options.turnMs, options.lockstep, options.deadlineMs,
            options.half, options.spectatorDelay, source, casual is None, casual, options.listed,
        )  # fmt: skip


def board_size(options: FogOptions) -> tuple[int, int]:
    """Give the width and height of the board: a host's own map and a dungeon have their own size."""
    if options.map is not None:
        return max((len(row.replace(" ", "")) for row in options.map), default=0), len(options.map)
    if options.dungeon is not None:
        return (options.dungeonOptions or DungeonOptions()).size
    return options.width, options.height


def casual_reason(options: FogOptions) -> CasualReason | None:
    """Tell why games with these options do not count for ratings; None if they may."""
    if not options.rated:
        return "not asked"
    if (options.map, options.dungeon, options.seed) != (None, None, None):
        return "map"
    return None if has_usual_options(options) else "options"


def has_usual_options(options: FogOptions) -> bool:
    """Tell whether a room plays as usual: default options, any number of players, a secret map."""
    return options == FogOptions(players=options.players, rated=options.rated, listed=options.listed)
