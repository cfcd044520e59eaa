"""Dungeons as files and pictures, for keepers and for players."""

from duskfall.formats.dungeon.files import FORMATS, Format, export, format_named, format_of, load, load_sheet
from duskfall.formats.dungeon.views import Sheet, View, sheet, tiles_for_players

__all__ = [
    "FORMATS", "Format", "Sheet", "View", "export", "format_named", "format_of", "load", "load_sheet",
    "sheet", "tiles_for_players",
]  # fmt: skip
