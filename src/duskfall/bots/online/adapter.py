"""Lets any bot for Fog of War play on a live server: each turn becomes the view that the bot plays from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duskfall.bots.bot import Answer, Bot, Deadline, SeatInfo
from duskfall.bots.online.client import OnlineBot
from duskfall.bots.online.room_player import Ending
from duskfall.bots.online.seated_bot import SeatedBot
from duskfall.bots.sight import Sight
from duskfall.errors import Refused
from duskfall.fog import Order, Outcome, Reason


class FogAdapter(OnlineBot):
    """Plays on a live server with any bot for Fog of War: built in, a class or a program."""

    def __init__(self, make_bot: Callable[[SeatInfo], Bot], seed: int, *places: str, **rest: Any) -> None:
        super().__init__(*places, **rest)
        self._seed = seed
        self._bot = SeatedBot(make_bot)

    @property
    def deadline(self) -> Deadline:
        """The length of a turn of the room."""
        return Deadline(int(self.options.get("deadlineMs" if self.options.get("lockstep") else "turnMs", 500)))

    def on_start(self) -> None:
        """Makes a bot for the game."""
        options = {"width": self.options["width"], "height": self.options["height"], "players": len(self.players),
                   "half": self.options["half"], "turn_limit": None}  # fmt: skip
        self._bot.start(SeatInfo("fog", options, self.seat, len(self.players), self._seed))

    def on_turn(self, sight: Sight) -> Answer:
        """Asks the bot."""
        return self._bot.choose(sight.view(), self.deadline)

    def on_refused(self, order: Order, refused: Refused) -> None:
        """Passes a refusal on to a bot that listens."""
        self._bot.refuse(order, refused)

    def on_end(self, ending: Ending) -> None:
        """Ends the bot; the next game has a new one."""
        reasons = {str(reason): reason for reason in Reason}
        known = ending.reason in reasons
        outcome = Outcome(ending.winner, ending.places, reasons[ending.reason], ending.turn) if known else None
        self._bot.end(outcome)

    async def play(self) -> list[Ending]:
        """Plays, and ends the bot also after an error."""
        try:
            return await super().play()
        finally:
            self._bot.end(None)
