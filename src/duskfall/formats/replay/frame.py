"""A frame of a film: a board under a caption with the turn and the standing of each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Points = NDArray[np.uint8]
"""A picture as numbers of colours, [y, x]."""

Colour = tuple[int, int, int]

LINE_HEIGHT: Final = 18
MARGIN: Final = 7
SWATCH: Final = 9
FONT_SIZE: Final = 11.0
SHADES: Final = 8
"""From ground to ink, so that letters have smooth edges."""
DIM: Final = 190
"""The brightness of the players' text; the title has 255."""


class Standing(NamedTuple):
    """The caption's text about one player."""

    name: str
    detail: str
    colour: int
    """Its number in the palette."""


@dataclass(frozen=True)
class Style:
    """The common style of all captions of a game."""

    palette: tuple[Colour, ...]
    """The colours of the board; those of the caption follow."""
    ground: Colour
    ink: Colour
    longest_detail: str
    """The caption reserves space for it, so that all frames of a film have one size."""

    def colours(self) -> list[int]:
        """Returns the palette with the shades of the caption, as Pillow takes it."""
        steps = np.linspace(self.ground, self.ink, SHADES).round().astype(int)
        return [part for colour in (*self.palette, *steps.tolist()) for part in colour]


@cache
def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(FONT_SIZE)


def _spaced(text: str) -> str:
    """Widens the blanks, which are too narrow in this font."""
    return text.replace(" ", "  ")


@cache
def _length(text: str) -> int:
    return round(_font().getlength(_spaced(text)))


def captioned(
    board: Points, title: str, longest_title: str, standings: Sequence[Standing], style: Style
) -> Image.Image:
    """Draws the board with its caption above: the title, then as many players a line as fit.

    The size depends on the longest title that a film has, not on the one that is shown.
    """
    width = board.shape[1]
    cell = SWATCH + max(_length(standing.name) for standing in standings) + _length(style.longest_detail) + 4 * MARGIN
    beside = _length(longest_title) + 2 * MARGIN + cell * len(standings) <= width
    columns = max(1, width // cell)
    lines = 1 if beside else 1 + -(-len(standings) // columns)
    letters = Image.new("L", (width, lines * LINE_HEIGHT + 2), 0)
    draw = ImageDraw.Draw(letters)
    draw.text((MARGIN, LINE_HEIGHT // 2 + 1), _spaced(title), fill=255, font=_font(), anchor="lm")
    swatches: list[tuple[int, int, int]] = []
    for number, standing in enumerate(standings):
        if beside:
            left, line = width - (len(standings) - number) * cell, 0
        else:
            left, line = MARGIN + number % columns * cell, 1 + number // columns
        middle = line * LINE_HEIGHT + LINE_HEIGHT // 2 + 1
        swatches.append((left, middle - SWATCH // 2, standing.colour))
        words = left + SWATCH + MARGIN
        draw.text((words, middle), _spaced(standing.name), fill=255, font=_font(), anchor="lm")
        words += _length(standing.name) + MARGIN
        draw.text((words, middle), _spaced(standing.detail), fill=DIM, font=_font(), anchor="lm")
    shades = np.asarray(letters).astype(np.int64) * (SHADES - 1) // 255 + len(style.palette)
    caption = shades.astype(np.uint8)
    for left, top, colour in swatches:
        caption[top : top + SWATCH, left : left + SWATCH] = colour
    image = Image.fromarray(np.vstack((caption, board)), mode="P")
    image.putpalette(style.colours())
    return image
