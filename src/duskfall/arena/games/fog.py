"""Fog of War in the arena."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from duskfall.arena.games.game import Colours, Frame, Mark
from duskfall.fog import View
from duskfall.fog.position import CITY_TILE, EMPTY, MOUNTAIN_TILE, TOWER_TILE
from duskfall.formats.fog.pictures import LAND, ROCK, SEATS, STONE
from duskfall.play import Options

TURN_LIMIT: Final = 1000
"""Turns after which a game between bots is decided by armies and land, unless an option says otherwise."""

_GENERAL: Final = len(SEATS)
_CITY: Final = 2 * len(SEATS)
"""Added to the number of a seat: its general, a city or tower of its own."""
_FREE, _MOUNTAIN, _FREE_CITY, _FREE_TOWER = range(3 * len(SEATS), 3 * len(SEATS) + 4)
_NEUTRAL: Final = {EMPTY: _FREE, MOUNTAIN_TILE: _MOUNTAIN, CITY_TILE: _FREE_CITY, TOWER_TILE: _FREE_TOWER}


def _hex(colour: tuple[int, int, int]) -> str:
    return "{:02x}{:02x}{:02x}".format(*colour)


_SEAT_COLOURS: Final = tuple(_hex(colour) for colour in SEATS)


class FogArenaGame:
    """Describes Fog of War to the arena."""

    name: Final = "fog"
    title: Final = "Fog of War"
    unit: Final = "turn"
    units: Final = "turns"
    endings: Final = {"last_alive": "last one alive", "turn_limit": "turn limit"}
    colours: Final[Colours] = (*3 * _SEAT_COLOURS, _hex(LAND), _hex(ROCK), _hex(STONE), "8c8a80")
    seat_colours: Final = range(len(SEATS))
    marks: Final = (Mark(_GENERAL, _CITY, 0.25, "ffd860"), Mark(_CITY, _FREE, 0.36, "fafaf5"))

    def default_options(self, seats: int) -> dict[str, Any]:
        """Return the options that apply unless others are given: all seats play, and there is a turn limit."""
        return {"players": seats, "turn_limit": TURN_LIMIT}

    def seats(self, options: Options) -> int:
        """Return the number of players that the options name."""
        return int(options["players"])

    def frame(self, view: View) -> Frame:
        """Draw the whole board."""
        frame = np.where(view.terrain >= 0, view.terrain, 0).astype(np.uint8)
        for code, colour in _NEUTRAL.items():
            frame[view.terrain == code] = colour
        for tile in (*view.cities, *view.towers):
            if view.terrain[tile] >= 0:
                frame[tile] = _CITY + view.terrain[tile]
        for tile in view.generals:
            if tile >= 0 and view.terrain[tile] >= 0:
                frame[tile] = _GENERAL + view.terrain[tile]
        return frame.reshape(view.height, view.width)
