"""Names the codes of `terrain` in `game_update`, limits of a seat and the growth, for clients in other languages."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from duskfall.fog.layout import GROWTH_TURNS, QUEUE_CAP
from duskfall.fog.position import CITY_TILE, EMPTY, FOG, FOG_OBSTACLE, MOUNTAIN_TILE, TOWER_TILE


class TileCodes(BaseModel):
    """Gives each code of `terrain` below 0 its name; a seat's own number means that the seat holds the tile."""

    model_config = ConfigDict(frozen=True)

    land: Literal[-1] = EMPTY
    mountain: Literal[-2] = MOUNTAIN_TILE
    fog: Literal[-3] = FOG
    """Never seen."""
    fogObstacle: Literal[-4] = FOG_OBSTACLE
    """Never seen; a mountain, city or tower."""
    tower: Literal[-5] = TOWER_TILE
    city: Literal[-6] = CITY_TILE


class SeatLimits(BaseModel):
    """Gives the limits of one seat."""

    model_config = ConfigDict(frozen=True)

    queue: Literal[64] = QUEUE_CAP
    """Marches that may wait."""


class Growth(BaseModel):
    """Gives the turns from one growth of armies to the next."""

    model_config = ConfigDict(frozen=True)

    landTurns: Literal[25] = GROWTH_TURNS
    """On ordinary land."""
