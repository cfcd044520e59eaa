"""The look of lands that bring tiles of their own."""

from __future__ import annotations

from base64 import b64encode

from duskfall.formats.welten.pictures import png_of, tile_sheet
from duskfall.formats.welten.tiles import tiles_of
from duskfall.welten import Scenario


def tiles_shown(land: Scenario) -> str | None:
    """The tiles that a land brings, as an address that holds the whole picture; None if it is drawn with our own.

    >>> from duskfall.formats.welten.library import default_scenario
    >>> tiles_shown(default_scenario()) is None
    True
    """
    if land.tiles is None and land.colours is None:
        return None
    return f"data:image/png;base64,{b64encode(png_of(tile_sheet(tiles_of(land)), scale=1)).decode()}"
