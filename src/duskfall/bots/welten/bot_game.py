"""Weltendämmerung as bots play it: the built-in bots and the orders of players."""

from __future__ import annotations

from typing import Final

from duskfall.bots.bot_game import BotGame
from duskfall.bots.welten.captain import Captain
from duskfall.bots.welten.explain import SENTENCES
from duskfall.bots.welten.frames import WeltenFrames
from duskfall.bots.welten.recruit import Recruit
from duskfall.bots.welten.warlord import QuickWarlord, Warlord
from duskfall.welten import Attack, Draw, End, Gate, MovePath, MoveTo, Resign, Undo

WELTEN: Final = BotGame(
    order_types=(MoveTo, MovePath, Attack, Gate, End, Undo, Resign, Draw),
    pass_order=End(),
    built_in={"captain": Captain, "recruit": Recruit, "warlord": Warlord, "warlord-quick": QuickWarlord},
    levels=("recruit", "captain", "warlord-quick", "warlord"),
    first_level="recruit",
    remembering=frozenset(),
    planning=frozenset({"warlord", "warlord-quick"}),
    frames=WeltenFrames,
    sentences=SENTENCES,
)
