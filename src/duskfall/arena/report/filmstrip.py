"""Filmstrips: replays that the report can show without knowing any rules.

A filmstrip is one byte for each tile and frame, the index of a colour in `COLOURS`. Each frame but the first is stored
as its difference from the one before (exclusive or), which zlib then makes very small.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

import numpy as np

from duskfall.arena.games import GAMES, Colours, Frame, game_named
from duskfall.play import Match, Replay

MAX_FRAMES: Final = 80
"""Frames of a filmstrip, the first and the last among them."""

COLOURS: Final[Colours] = tuple(colour for game in GAMES.values() for colour in game.colours)
"""The colours of all games, one game after the other."""
_FIRST_COLOUR: Final = dict(
    zip(GAMES, accumulate((len(game.colours) for game in GAMES.values()), initial=0), strict=False)
)
"""The index of a game's first colour in `COLOURS`, by the game's name."""


@dataclass(frozen=True, slots=True)
class Filmstrip:
    """A replay as a sequence of small pictures."""

    width: int
    height: int
    turns: tuple[int, ...]
    """The turn that each frame shows."""
    data: str
    """The frames, packed by zlib, as base64."""


def filmstrip_of(replay: Replay) -> Filmstrip:
    """Return the filmstrip of a match, which is played again for this and compared with its digests on the way."""
    last = replay.turns
    step = max(1, -(-last // (MAX_FRAMES - 1)))
    shown = sorted({*range(0, last, step), last})
    frames = [_frame(match) for match in replay.watch() if match.turn in set(shown)]
    height, width = frames[0].shape
    stacked = np.stack(frames)
    stacked[1:] ^= stacked[:-1].copy()
    data = base64.b64encode(zlib.compress(stacked.tobytes(), 9)).decode()
    return Filmstrip(width, height, tuple(shown), data)


def _frame(match: Match) -> Frame:
    game = match.setup.game
    frame: Frame = game_named(game).frame(match.game.view(None)) + np.uint8(_FIRST_COLOUR[game])
    return frame


def player_data(name: str) -> Mapping[str, Any]:
    """Return what the report's script needs to draw the filmstrips of a game, as plain values for JSON."""
    game, first = game_named(name), _FIRST_COLOUR[name]
    marks = [
        {"first": first + mark.first, "end": first + mark.end, "inset": mark.inset, "colour": f"#{mark.colour}"}
        for mark in game.marks
    ]
    return {
        "colours": [f"#{colour}" for colour in COLOURS],
        "seats": [f"#{game.colours[index]}" for index in game.seat_colours],
        "marks": marks,
        "unit": game.unit,
    }
