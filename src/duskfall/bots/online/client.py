"""Plays on a live server: `OnlineBot`, for authors to build on.

    class Mine(OnlineBot):
        def on_turn(self, sight: Sight) -> Answer:
            ...
            return March(source, target)

    Mine("http://localhost:8080", room="den", name="Mine").run()

It joins, keeps the map, sends the orders that `on_turn` returns, and takes its seat back when the connection was lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, ClassVar

from duskfall.bots.bot import Answer
from duskfall.bots.fog.bot_game import FOG
from duskfall.bots.online.connection import Connection, accepted
from duskfall.bots.online.followed_game import FollowedGame
from duskfall.bots.online.room_player import MISSED, Ending, RoomPlayer
from duskfall.bots.sight import Sight
from duskfall.errors import Refusal, Refused
from duskfall.fog import Order, Pass


class OnlineBot(RoomPlayer):
    """Plays `games` games of Fog of War in one room of a live server. Build on it and write `on_turn`.

    `user` is the player's secret: anyone who has it plays under their name. Without one the server makes one, which is
    kept as long as the object lives. As the host, the bot sets `options` and invites the opponents in `invite`.
    """

    order_types: ClassVar[tuple[type, ...]] = FOG.order_types

    def __init__(self, url: str, room: str, name: str, **rest: Any) -> None:
        super().__init__(url, room, name, **rest)
        self._game = FollowedGame(self._dialect)
        self._wake = asyncio.Event()

    @property
    def eliminated(self) -> bool:
        """Whether our seat is out of the running game."""
        return any(player["index"] == self.seat and player["eliminated"] for player in self.players)

    def on_turn(self, sight: Sight) -> Answer | Awaitable[Answer]:
        """Returns a `March`, a list of orders, or an empty list. May be `async`.

        It is called in a thread, so that a long thought does not cut the connection. If it takes longer than a turn, it
        is asked about the latest turn next.
        """
        raise NotImplementedError

    async def play(self) -> list[Ending]:
        """Plays like `run`, on an event loop that is running already."""
        self._wake = asyncio.Event()
        return await super().play()

    async def _enter(self, connection: Connection) -> None:
        await self._sit_down(connection, "join_private")
        if self._game.running:
            await self._resume(connection)
        if not self._joined:
            if self._room_options is not None:
                await self._ask_before_game(connection, "set_options", self.room, dict(self._room_options))
            await self._invite_bots(connection)
            self._joined = True
        if not self._game.running and len(self.endings) < self.games:
            await self._be_ready(connection)

    async def _resume(self, connection: Connection) -> None:
        """Goes on with the game after a reconnect; it may have ended in the meantime."""
        self._game.rejoin()
        try:
            # Marches from before the loss are plans for a board that has changed since.
            await connection.ask("clear_moves")
        except Refused as refused:
            if refused.code is Refusal.NOT_PLAYING:
                turn = 0 if self._game.sight is None else self._game.sight.turn
                await self._note_end(Ending(self.seat, None, (), MISSED, turn, self._game.replay))

    async def _attend(self, connection: Connection) -> None:
        """Plays until all games are over or the connection ends."""
        thinking = asyncio.create_task(self._think(connection))
        hearing = asyncio.create_task(self._listen(connection))
        try:
            done, _ = await asyncio.wait((thinking, hearing), return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in (thinking, hearing):
                task.cancel()
            await asyncio.gather(thinking, hearing, return_exceptions=True)
            await self._end_thought()

    async def _listen(self, connection: Connection) -> None:
        while len(self.endings) < self.games:
            event, arguments = await connection.hear()
            self._hear_of_room(event, arguments)
            match event, arguments:
                case "game_start", ({"playerIndex": seat, "options": options, "replay_id": replay},):
                    await self._start(seat, options, replay)
                case "attack_result", ({"phase": "done"} as result,):
                    self._game.settle(self.seat, result)
                case "game_update", (update,):
                    self._look(update)
                case "game_end", (end,):
                    await self._note_end(self._ending(end))
                    if len(self.endings) < self.games:
                        await self._be_ready(connection)

    async def _start(self, seat: int, options: dict[str, Any], replay: str) -> None:
        self.seat, self.options = seat, options
        if not self._game.running:
            self.players = [player | {"eliminated": False} for player in self.players]
            self._game = FollowedGame(self._dialect, replay)
            await self._with_author(self.on_start)

    def _look(self, update: Mapping[str, Any]) -> None:
        """Takes the update of a turn and wakes `_think`."""
        self._game.take(update, self.seat, half=bool(self.options.get("half", True)))
        self._wake.set()

    async def _note_end(self, ending: Ending) -> None:
        self._game = FollowedGame(self._dialect)
        await super()._note_end(ending)

    async def _think(self, connection: Connection) -> None:
        """Answers the latest turn, over and over."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            game = self._game
            sight = game.sight
            if sight is None or not sight.alive or self.eliminated:
                continue
            orders = await self._answer(self.on_turn, sight)
            if self.faults.lost:
                await self._give_up(connection)
            if game is self._game and game.running:
                await self._send(connection, game, orders)

    async def _send(self, connection: Connection, game: FollowedGame, orders: Sequence[Order]) -> None:
        """Sends all orders at once, then waits for the acknowledgements."""
        if not orders and not game.marches and self.options.get("lockstep"):
            orders = [Pass()]  # the others would wait for us until the deadline
        said = [(order, number, await connection.say(*words)) for order, number, words in map(game.words, orders)]
        for order, number, answer in said:
            try:
                await accepted(order, answer)
            except Refused as refused:
                game.marches.pop(number, None)
                self.on_refused(order, refused)
