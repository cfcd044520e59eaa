"""The built-in bots for Weltendämmerung, and `GameModel`, which tells any bot what is legal.

A new built-in bot is a module here and an entry in `bot_game.py`.
"""

from duskfall.bots.welten.captain import Captain
from duskfall.bots.welten.game_model import GameModel, living
from duskfall.bots.welten.recruit import Recruit
from duskfall.bots.welten.warlord import QuickWarlord, Warlord

__all__ = ["Captain", "GameModel", "QuickWarlord", "Recruit", "Warlord", "living"]
