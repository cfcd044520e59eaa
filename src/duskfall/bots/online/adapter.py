"""Any bot of this house on a live server: what the wire says becomes the view that it plays from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duskfall.bots.bot import Answer, Bot, Deadline, Leaving, Listening, SeatInfo
from duskfall.bots.online.client import Ending, OnlineBot
from duskfall.bots.sight import Sight
from duskfall.errors import Refused
from duskfall.fog import Order, Outcome, Reason


class BotAdapter(OnlineBot):
    """Any bot that plays from a `fog.View`, built in, a class or a program, on a live server."""

    def __init__(self, maker: Callable[[SeatInfo], Bot], seed: int, *places: str, **rest: Any) -> None:
        super().__init__(*places, **rest)
        self._maker = maker
        self._seed = seed
        self._bot: Bot | None = None

    @property
    def clock(self) -> Deadline:
        """How long a turn of the room is."""
        return Deadline(int(self.options.get("deadlineMs" if self.options.get("lockstep") else "turnMs", 500)))

    def on_start(self) -> None:
        """The bot takes its chair."""
        options = {"width": self.options["width"], "height": self.options["height"], "players": len(self.players),
                   "half": self.options["half"], "turn_limit": None}  # fmt: skip
        self._bot = self._maker(SeatInfo("fog", options, self.seat, len(self.players), self._seed))

    def on_turn(self, sight: Sight) -> Answer:
        """Ask the bot."""
        if self._bot is None:
            raise AssertionError("a game starts before its first turn")
        return self._bot.choose(sight.view(), self.clock)

    def on_refused(self, order: Order, refused: Refused) -> None:
        """Pass a refusal on to a bot that listens."""
        bot: object = self._bot
        if isinstance(bot, Listening):
            bot.refuse(order, refused)

    def on_end(self, ending: Ending) -> None:
        """Let the bot go; the next game has a new one."""
        reasons = {str(reason): reason for reason in Reason}
        known = ending.reason in reasons
        outcome = Outcome(ending.winner, ending.places, reasons[ending.reason], ending.turn) if known else None
        self._dismiss(outcome)

    async def play(self) -> list[Ending]:
        """Play; whatever happens, the bot is let go."""
        try:
            return await super().play()
        finally:
            self._dismiss(None)

    def _dismiss(self, outcome: Outcome | None) -> None:
        bot: object = self._bot
        self._bot = None
        if isinstance(bot, Leaving):
            bot.leave(None, outcome)
