"""The built-in bots for Weltendämmerung. A new one is a module here and an entry in `bot_game.py`."""

from duskfall.bots.welten.captain import Captain
from duskfall.bots.welten.recruit import Recruit
from duskfall.bots.welten.warlord import QuickWarlord, Warlord

__all__ = ["Captain", "QuickWarlord", "Recruit", "Warlord"]
