"""Names the codes of `terrain` and of tiles in Weltendämmerung, for clients in other languages."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from duskfall.welten.terrain import (
    END,
    FIRST_CODE,
    FOREST,
    GATE,
    LAST_CODE,
    LASTING_WALL,
    MEADOW,
    MOUNTAINS,
    PAVEMENT,
    RIVER,
    SECOND_MEADOW,
    SWAMP,
    WALL,
)
from duskfall.welten.units import FIRST_UNIT_CODE


class WeltenTileCodes(BaseModel):
    """Gives codes their names. Terrains have more codes than are named here: `/api/scenarios` lists them all."""

    model_config = ConfigDict(frozen=True)

    first: Literal[0x5E] = FIRST_CODE
    """Of the 38 tiles, as `/api/tiles.png` draws them."""
    last: Literal[0x83] = LAST_CODE
    blank: Literal[0x60] = 0x60
    """A tile of bare ground, which is on no map."""
    levelWall: Literal[0x65] = 0x65
    """A piece of wall from left to right."""
    meadow: Literal[0x69] = MEADOW
    secondMeadow: Literal[0x6A] = SECOND_MEADOW
    river: Literal[0x6B] = RIVER
    forest: Literal[0x6C] = FOREST
    end: Literal[0x6D] = END
    swamp: Literal[0x6E] = SWAMP
    gate: Literal[0x6F] = GATE
    mountains: Literal[0x70] = MOUNTAINS
    pavement: Literal[0x71] = PAVEMENT
    """Stands where a gate or a wall was destroyed."""
    shutGate: Literal[0x72] = WALL
    """The wall that stands for a gate of Eldoin while it is shut, by the rules `guide`."""
    lastingWall: Literal[0x73] = LASTING_WALL
    firstUnit: Literal[0x74] = FIRST_UNIT_CODE
    """The tile of a unit is this plus its type."""
