"""The built-in bots for Fog of War. A new one is a module here and an entry in `bot_game.py`."""

from duskfall.bots.fog.marshal import Marshal
from duskfall.bots.fog.raider import Raider
from duskfall.bots.fog.settler import Settler
from duskfall.bots.fog.wanderer import Wanderer

__all__ = ["Marshal", "Raider", "Settler", "Wanderer"]
