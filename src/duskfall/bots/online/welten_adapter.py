"""Lets any bot for Weltendämmerung play on a live server: each board becomes the view that the bot plays from."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final

from duskfall.bots.bot import Answer, Bot, Deadline, SeatInfo
from duskfall.bots.online.connection import Connection
from duskfall.bots.online.followed_land import FollowedLand
from duskfall.bots.online.room_player import MISSED, Ending, RoomPlayer
from duskfall.bots.online.seated_bot import SeatedBot
from duskfall.bots.welten.bot_game import WELTEN
from duskfall.errors import Refusal, Refused
from duskfall.play import Order
from duskfall.protocol.welten.board import SIDES
from duskfall.welten import Outcome, Reason, Side, View

SEATS: Final = {name: int(side) for side, name in SIDES.items()}
ANSWER_MS: Final = 10_000
"""The deadline that a bot is told; nobody stops it."""
TOO_FAST_S: Final = 0.5
"""Seconds to wait when the server has no time for an order."""


class WeltenAdapter(RoomPlayer):
    """Plays on a live server with any bot for Weltendämmerung: built in, a class or a program."""

    order_types: ClassVar[tuple[type, ...]] = WELTEN.order_types

    def __init__(
        self, make_bot: Callable[[SeatInfo], Bot], seed: int, url: str, room: str, name: str, **rest: Any
    ) -> None:
        super().__init__(url, room, name, **rest)
        self._seed = seed
        self._bot = SeatedBot(make_bot)
        self._land: FollowedLand | None = None
        """The running game; None before and after it."""

    def on_start(self) -> None:
        """Makes a bot for the game."""
        if self._land is not None:
            self._bot.start(SeatInfo("welten", self._land.options, self.seat, 2, self._seed))

    def on_refused(self, order: Order, refused: Refused) -> None:
        """Passes a refusal on to a bot that listens."""
        self._bot.refuse(order, refused)

    def on_end(self, ending: Ending) -> None:
        """Ends the bot; the next game has a new one."""
        reasons = {str(reason): reason for reason in Reason}
        winner = None if ending.winner is None else Side(ending.winner)
        self._bot.end(Outcome(winner, reasons[ending.reason]) if ending.reason in reasons else None)

    async def play(self) -> list[Ending]:
        """Plays, and ends the bot also after an error."""
        try:
            return await super().play()
        finally:
            self._bot.end(None)

    async def _enter(self, connection: Connection) -> None:
        await self._sit_down(connection, "welten_join", None if self._joined else self._room_options)
        if not self._joined:
            await self._invite_bots(connection)
            await self._be_ready(connection)  # for the opponent of a game that has ended
            self._joined = True

    async def _attend(self, connection: Connection) -> None:
        try:
            while len(self.endings) < self.games:
                event, arguments = await connection.hear()
                self._hear_of_room(event, arguments)
                match event, arguments:
                    case "welten_view", (news,):
                        await self._see(news)
                    case "welten_events", (news,) if self._land is not None:
                        self._land.follow(news)
                    case "game_end", (end,):
                        await self._note_end(self._ending(end))
                        if len(self.endings) < self.games:
                            await self._be_ready(connection)
                if self._land is not None and self._land.plays(self.seat):
                    await self._order(connection, self._land)
        finally:
            await self._end_thought()

    async def _see(self, news: Mapping[str, Any]) -> None:
        """Takes a whole board: of a new game, or of the running one after a reconnect."""
        running = self._land
        if news["side"] in SEATS:
            self.seat = SEATS[news["side"]]  # in a rematch the players change sides
        if news["view"]["outcome"] is not None:
            if running is not None:  # it ended while the connection was lost
                await self._note_end(Ending(self.seat, None, (), MISSED, news["n"], running.replay))
            return
        if running is not None and running.replay == news["replay_id"]:
            running.show(news)
            return
        self._land = FollowedLand(news, str(self.options.get("scenario", "")))
        await self._with_author(self.on_start)

    async def _note_end(self, ending: Ending) -> None:
        self._land = None
        await super()._note_end(ending)

    async def _order(self, connection: Connection, land: FollowedLand) -> None:
        """Asks the bot, and gives its orders one after the other; an answer without a legal order ends the state."""
        orders = await self._answer(self._choose, land.view(Side(self.seat)))
        if self.faults.lost:
            await self._give_up(connection)
        done = 0
        for order in orders:
            try:
                await self._give(connection, land, str(order))
                done += 1
            except Refused as refused:
                if refused.code in (Refusal.STALE, Refusal.NOT_YOUR_TURN, Refusal.GAME_OVER, Refusal.NOT_PLAYING):
                    return
                self.on_refused(order, refused)
        if not done:
            await self._give(connection, land, "end")

    def _choose(self, view: View) -> Answer:
        return self._bot.choose(view, Deadline(ANSWER_MS))

    async def _give(self, connection: Connection, land: FollowedLand, text: str) -> None:
        while True:
            try:
                reply = await connection.ask("welten_order", self.room, land.awaited, text)
            except Refused as refused:
                if refused.code is not Refusal.TOO_FAST:
                    raise
                await asyncio.sleep(TOO_FAST_S)
            else:
                land.awaited = reply["n"]
                return
