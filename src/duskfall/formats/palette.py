"""The sixteen colours of the Commodore 64, in the machine's own order from black to light grey.

There are two palettes on purpose. A C64 sends a television signal, not red, green and blue, so no palette is the right
one. Weltendämmerung uses `GUIDE`, the palette of its guide, in which its tiles were drawn. Dungeons have no such guide
and use the brighter `COLODORE`, a modern measurement.
"""

from __future__ import annotations

from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Palette = tuple[str, ...]
"""Colours by number, written as on the web."""

GUIDE: Final[Palette] = (
    *("#000000", "#ffffff", "#683b2b", "#70a4b2", "#6f3d86", "#588d43", "#352879", "#b8c76f"),
    *("#6f4f25", "#433900", "#9a6759", "#444444", "#6c6c6c", "#9ad284", "#6c5eb5", "#959595"),
)
"""As the guide to Weltendämmerung gives them."""

COLODORE: Final[Palette] = (
    *("#000000", "#ffffff", "#813338", "#75cec8", "#8e3c97", "#56ac4d", "#2e2c9b", "#edf171"),
    *("#8e5029", "#553800", "#c46c71", "#4a4a4a", "#7b7b7b", "#a9ff9f", "#706deb", "#b2b2b2"),
)
"""As measured for the palette of that name."""

(BLACK, WHITE, RED, CYAN, PURPLE, GREEN, BLUE, YELLOW) = range(8)
(ORANGE, BROWN, LIGHT_RED, DARK_GREY, GREY, LIGHT_GREEN, LIGHT_BLUE, LIGHT_GREY) = range(8, 16)


def rgb(colour: str) -> tuple[int, int, int]:
    """Returns red, green and blue of a colour.

    >>> rgb(COLODORE[LIGHT_BLUE])
    (112, 109, 235)
    """
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red, green, blue


def palette_png(points: NDArray[np.uint8], palette: Palette, scale: int) -> bytes:
    """Encodes numbered colours as a PNG, `scale` screen points for each, without metadata such as dates."""
    image = Image.fromarray(points.repeat(scale, axis=0).repeat(scale, axis=1), mode="P")
    image.putpalette([part for colour in palette for part in rgb(colour)])
    file = BytesIO()
    image.save(file, "PNG")  # `optimize` saves a tenth of the bytes and takes four times as long
    return file.getvalue()
