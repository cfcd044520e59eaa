"""Weltendämmerung in the arena."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from duskfall.arena.games.game import Colours, Frame, Mark
from duskfall.formats.palette import GUIDE, LIGHT_RED, WHITE, YELLOW
from duskfall.play import Options
from duskfall.welten import UNIT_TYPES, Side, Terrain, View
from duskfall.welten.terrain import KINDS

_ARMIES: Final = len(Terrain)
"""The colour of Eldoin's units; Dailor's and that of the Feldherr follow."""
_COMMANDER: Final = _ARMIES + len(Side)

_LANDS: Final = ("588d43", "3a4fb5", "2f5f2a", "000000", "5c6b2e", "6c5a2b", "7b7b7b", "b2b2b2", "4a4a4a")
"""The nine terrains in quiet colours, so that armies stand out."""
_UNITS: Final = tuple(GUIDE[colour].removeprefix("#") for colour in (YELLOW, LIGHT_RED, WHITE))


class WeltenArenaGame:
    """Describes Weltendämmerung to the arena."""

    name: Final = "welten"
    title: Final = "Weltendämmerung"
    unit: Final = "order"
    units: Final = "orders"
    endings: Final = {
        "commander": "the Feldherr fell",
        "annihilation": "no unit of Dailor left",
        "rounds": "held out for 15 rounds",
        "west_edge": "west edge reached",
        "resign": "resigned",
        "draw": "draw agreed",
        "clock": "too many faults",
    }
    colours: Final[Colours] = (*_LANDS, *_UNITS)
    seat_colours: Final = range(_ARMIES, _COMMANDER)
    marks: Final[tuple[Mark, ...]] = ()

    def default_options(self, seats: int) -> dict[str, Any]:
        """Return no options: those of the game itself apply."""
        del seats
        return {}

    def seats(self, options: Options) -> int:
        """Return the number of sides, which no option changes."""
        del options
        return len(Side)

    def frame(self, view: View) -> Frame:
        """Draw the whole land and its units."""
        codes = np.frombuffer(b"".join(view.terrain), np.uint8)
        frame = KINDS[codes].astype(np.uint8).reshape(len(view.terrain), -1)
        for unit in view.units:
            if unit.alive:
                kind = UNIT_TYPES[unit.type]
                frame[unit.y, unit.x] = _COMMANDER if kind.must_live else _ARMIES + kind.side
        return frame
