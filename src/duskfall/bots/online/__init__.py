"""Bots on a live server: build on `OnlineBot`."""

from duskfall.bots.online.client import OnlineBot
from duskfall.bots.online.room_player import Ending, RoomPlayer

__all__ = ["Ending", "OnlineBot", "RoomPlayer"]
