"""Files and pictures of Fog of War."""

from duskfall.formats.fog.mapfiles import read_map
from duskfall.formats.fog.picture import draw_picture

__all__ = ["draw_picture", "read_map"]
