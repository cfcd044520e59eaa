"""The registry of what bots need of each game."""

from __future__ import annotations

from typing import Final

from duskfall.bots.bot_game import BotGame
from duskfall.bots.fog.bot_game import FOG
from duskfall.bots.welten.bot_game import WELTEN

GAMES: Final[dict[str, BotGame]] = {"fog": FOG, "welten": WELTEN}
"""The games that bots play, by name."""
