"""Holds the bot that plays a game on a live server: a new one for each game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from duskfall.bots.bot import Answer, Bot, Deadline, Leaving, Listening, SeatInfo
from duskfall.errors import Refused
from duskfall.play import Order, Outcome


class SeatedBot:
    """Is the bot of the running game, if one runs."""

    def __init__(self, make_bot: Callable[[SeatInfo], Bot]) -> None:
        self._make_bot = make_bot
        self._bot: Bot | None = None

    def start(self, info: SeatInfo) -> None:
        """Makes a bot for a game."""
        self._bot = self._make_bot(info)

    def choose(self, view: Any, deadline: Deadline) -> Answer:
        """Asks the bot."""
        if self._bot is None:
            raise AssertionError("a game starts before its first turn")
        return self._bot.choose(view, deadline)

    def refuse(self, order: Order, refused: Refused) -> None:
        """Passes a refusal on to a bot that listens."""
        bot: object = self._bot
        if isinstance(bot, Listening):
            bot.refuse(order, refused)

    def end(self, outcome: Outcome | None) -> None:
        """Ends the bot; the next game has a new one."""
        bot: object = self._bot
        self._bot = None
        if isinstance(bot, Leaving):
            bot.leave(None, outcome)
