"""Names the codes of `terrain` in `game_update`, the limits of a seat and the numbers that every player has to know."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict

from duskfall.fog.layout import CITY_ARMIES, GROWTH_TURNS, QUEUE_CAP, TOWER_DEFENCE
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
    smallestArmy: Literal[2] = 2
    """Of a tile that an army may march from: one has to stay (`TOO_FEW`)."""


class FogNumbers(BaseModel):
    """Gives the numbers that every player of Fog of War has to know."""

    model_config = ConfigDict(frozen=True)

    growthTurns: Literal[25] = GROWTH_TURNS
    """From one growth of all land to the next."""
    cityArmies: Literal[40] = CITY_ARMIES
    """Of a city that nobody has taken."""
    towerDefence: Literal[25] = TOWER_DEFENCE
    """Of a tower that nobody has taken."""
