"""Film strips: a replay as a page can show it without knowing any rules.

A strip is one byte a tile and frame, the number of a colour in `COLOURS`; each frame but the first is given by what
differs from the one before (exclusive or), which zlib then makes very small.
"""

from __future__ import annotations

import base64
import zlib
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from duskfall.fog import View as FogView
from duskfall.fog.position import CITY_TILE, EMPTY, MOUNTAIN_TILE, TOWER_TILE
from duskfall.formats.fog.pictures import LAND, ROCK, SEATS, STONE
from duskfall.formats.palette import GUIDE, LIGHT_RED, WHITE, YELLOW
from duskfall.play import Match, Replay
from duskfall.welten import UNIT_TYPES, Terrain
from duskfall.welten import View as WeltenView
from duskfall.welten.terrain import KINDS

MOST_FRAMES: Final = 80
"""Frames of a strip, the first and the last among them."""

GENERAL: Final = 16
CITY: Final = 32
"""Added to the number of a seat: its general, a city or tower of its own. The page draws a mark on these."""
FREE, MOUNTAIN, FREE_CITY, FREE_TOWER = 48, 49, 50, 51
GROUND: Final = 52
"""The first of the nine grounds of Weltendämmerung; then come the armies of Eldoin and Dailor, and the Feldherr."""
ELDOIN, DAILOR, COMMANDER = GROUND + 9, GROUND + 10, GROUND + 11

_NEUTRAL: Final = {EMPTY: FREE, MOUNTAIN_TILE: MOUNTAIN, CITY_TILE: FREE_CITY, TOWER_TILE: FREE_TOWER}
_ARMIES: Final = tuple(GUIDE[colour].removeprefix("#") for colour in (YELLOW, LIGHT_RED, WHITE))
_LANDS: Final = ("588d43", "3a4fb5", "2f5f2a", "000000", "5c6b2e", "6c5a2b", "7b7b7b", "b2b2b2", "4a4a4a")
"""The nine grounds in quiet colours, so that armies stand out."""


def _hex(colour: tuple[int, int, int]) -> str:
    return "{:02x}{:02x}{:02x}".format(*colour)


COLOURS: Final[tuple[str, ...]] = (
    *(_hex(colour) for colour in SEATS) , *(_hex(colour) for colour in SEATS), *(_hex(colour) for colour in SEATS),
    _hex(LAND), _hex(ROCK), _hex(STONE), "8c8a80", *_LANDS, *_ARMIES,
)  # fmt: skip
"""What the numbers in a strip stand for, as hexadecimal digits."""


@dataclass(frozen=True, slots=True)
class Strip:
    """A film for a page."""

    width: int
    height: int
    turns: tuple[int, ...]
    """The turn that each frame shows."""
    data: str
    """The frames, packed by zlib, as base64."""


def strip_of(replay: Replay) -> Strip:
    """The strip of a match. It is played again for this, and held to its digests on the way."""
    last = replay.turns
    step = max(1, -(-last // (MOST_FRAMES - 1)))
    shown = sorted({*range(0, last, step), last})
    frames = [_frame(match) for match in replay.watch() if match.turn in set(shown)]
    height, width = frames[0].shape
    stacked = np.stack(frames)
    stacked[1:] ^= stacked[:-1].copy()
    data = base64.b64encode(zlib.compress(stacked.tobytes(), 9)).decode()
    return Strip(width, height, tuple(shown), data)


def _frame(match: Match) -> NDArray[np.uint8]:
    view: Any = match.game.view(None)
    return _fog(view) if match.setup.game == "fog" else _welten(view)


def _fog(view: FogView) -> NDArray[np.uint8]:
    frame = np.where(view.terrain >= 0, view.terrain, 0).astype(np.uint8)
    for code, number in _NEUTRAL.items():
        frame[view.terrain == code] = number
    for tile in (*view.cities, *view.towers):
        if view.terrain[tile] >= 0:
            frame[tile] = CITY + view.terrain[tile]
    for tile in view.generals:
        if tile >= 0 and view.terrain[tile] >= 0:
            frame[tile] = GENERAL + view.terrain[tile]
    return frame.reshape(view.height, view.width)


def _welten(view: WeltenView) -> NDArray[np.uint8]:
    codes = np.frombuffer(b"".join(view.terrain), np.uint8)
    frame = (GROUND + KINDS[codes].astype(np.uint8)).reshape(len(view.terrain), -1)
    for unit in view.units:
        if unit.alive:
            kind = UNIT_TYPES[unit.type]
            frame[unit.y, unit.x] = COMMANDER if kind.must_live else (ELDOIN, DAILOR)[kind.side]
    return frame


assert len(COLOURS) == COMMANDER + 1 and len(Terrain) == 9  # noqa: S101, PT018 -- the table and its numbers
