"""Fog of War as bots play it: the built-in bots and the orders of players."""

from __future__ import annotations

from typing import Final

from duskfall.bots.bot_game import BotGame
from duskfall.bots.fog.explain import SENTENCES
from duskfall.bots.fog.frames import FogFrames
from duskfall.bots.fog.marshal import Marshal
from duskfall.bots.fog.raider import Raider
from duskfall.bots.fog.settler import Settler
from duskfall.bots.fog.wanderer import Wanderer
from duskfall.fog import Clear, March, Pass, Surrender, Undo

FOG: Final = BotGame(
    order_types=(March, Undo, Clear, Pass, Surrender),
    pass_order=None,
    built_in={"marshal": Marshal, "raider": Raider, "settler": Settler, "wanderer": Wanderer},
    levels=("wanderer", "settler", "raider", "marshal"),
    first_level="settler",
    remembering=frozenset({"marshal"}),
    planning=frozenset({"marshal"}),
    frames=FogFrames,
    sentences=SENTENCES,
)
