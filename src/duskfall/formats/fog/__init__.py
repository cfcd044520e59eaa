"""Files and pictures of Fog of War."""

from duskfall.formats.fog.map_files import read_map
from duskfall.formats.fog.pictures import draw_picture

__all__ = ["draw_picture", "read_map"]
