"""Frames of Weltendämmerung: the map and the armies in the C64's colours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image

from duskfall.formats.palette import GUIDE, LIGHT_BLUE, LIGHT_RED, rgb
from duskfall.formats.replay.frame import Colour, Standing, Style, captioned
from duskfall.formats.welten.pictures import Board, pixels
from duskfall.welten import UNIT_TYPES, Game

_PALETTE: Final[tuple[Colour, ...]] = tuple(rgb(colour) for colour in GUIDE)
_STYLE: Final = Style(
    palette=_PALETTE,
    ground=_PALETTE[0],
    ink=_PALETTE[1],
    longest_detail="Eldoin, 000 units",
)
_LONGEST_TITLE: Final = "Round 15 of 15, Dailor: movement"
SIDES: Final = (LIGHT_BLUE, LIGHT_RED)
"""The colours of Eldoin and Dailor in a caption."""


def welten_frame(game: Game, players: Sequence[str]) -> Image.Image:
    """Draws the board of a game with its caption."""
    board, view = Board.at(game), game.view()
    counts = [sum(unit.alive and UNIT_TYPES[unit.type].side == side for unit in view.units) for side in (0, 1)]
    if view.outcome is not None:
        title = str(view.outcome)
    else:
        title = f"Round {view.rounds + 1} of 15, {view.player.name.capitalize()}: {view.phase.name.lower()}"
    standings = [
        Standing(players[seat], f"{side}, {counts[seat]} units", SIDES[seat])
        for seat, side in enumerate(("Eldoin", "Dailor"))
    ]
    return captioned(pixels(board.codes(), board.tiles), title, _LONGEST_TITLE, standings, _STYLE)
