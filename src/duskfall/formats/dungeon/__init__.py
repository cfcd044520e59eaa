"""Exports and imports of dungeons, one module for each format, for keepers and for players."""

from duskfall.formats.dungeon.registry import FORMATS, Format, export, format_named, format_of, load, load_sheet
from duskfall.formats.dungeon.views import Sheet, View, sheet, tiles_for_players

__all__ = [
    "FORMATS", "Format", "Sheet", "View", "export", "format_named", "format_of", "load", "load_sheet",
    "sheet", "tiles_for_players",
]  # fmt: skip
