"""Registers the room of each game by the game's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from duskfall.server.live.fog.room import FogRoom
from duskfall.server.live.welten.room import WeltenRoom
from duskfall.server.lobby.room import Room

ROOMS: Final[Mapping[str, type[Room[Any, Any]]]] = {room.game: room for room in (FogRoom, WeltenRoom)}
