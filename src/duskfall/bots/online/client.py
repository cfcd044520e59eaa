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
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from duskfall.bots.answers import orders_of
from duskfall.bots.bot import Answer
from duskfall.bots.faults import Fault, FaultCount, FaultKind
from duskfall.bots.fog.bot_game import FOG
from duskfall.bots.online.connection import Connection, Lost, accepted, check_online
from duskfall.bots.online.followed_game import FollowedGame
from duskfall.bots.online.reconnect import PATIENCE_S, ReconnectAttempts, no_connection
from duskfall.bots.sight import Sight
from duskfall.errors import Refusal, Refused
from duskfall.fog import Order, Pass
from duskfall.protocol.patches import patch_reader

DIALECT: Final = "splice"
"""The dialect of patches that we ask for: the shortest of the four on most turns."""

MISSED: Final = "missed"
"""The reason of an ending that came while the connection was lost."""


@dataclass(frozen=True, slots=True)
class Ending:
    """Tells how a game ended for a client."""

    seat: int
    winner: int | None
    places: tuple[int, ...]
    reason: str
    turn: int
    replay: str
    """The name of the replay on the server."""

    @property
    def won(self) -> bool:
        """Whether the client's seat has won."""
        return self.winner == self.seat


class OnlineBot:
    """Plays `games` games in one room of a live server. Build on it and write `on_turn`.

    `user` is the player's secret: anyone who has it plays under their name. Without one the server makes one, which is
    kept as long as the object lives. As the host, the bot sets `options` and invites the opponents in `invite`.
    """

    def __init__(
        self,
        url: str,
        room: str,
        name: str,
        *,
        user: str | None = None,
        games: int = 1,
        dialect: str = DIALECT,
        transports: Sequence[str] | None = None,
        options: Mapping[str, Any] | None = None,
        invite: Sequence[str] = (),
        patience_s: float = PATIENCE_S,
    ) -> None:
        patch_reader(dialect)
        self.url = url
        self.room = room
        self.name = name
        self.user = user
        self.games = games
        self.seat = -1
        self.players: list[dict[str, Any]] = []
        """The players in the room: index, username, isBot, eliminated, connected, ready, isHost."""
        self.options: dict[str, Any] = {}
        """The options of the room, in the words of the wire."""
        self.endings: list[Ending] = []
        self.faults = FaultCount()
        """The faults of `on_turn`; after 10 in a row or 50 in all the bot gives up."""
        self._dialect = dialect
        self._transports = None if transports is None else list(transports)
        self._room_options = options
        self._invite = tuple(invite)
        self._patience_s = patience_s
        self._token: str | None = None
        self._joined = False
        self._game = FollowedGame(dialect)
        self._wake = asyncio.Event()
        self._author = asyncio.Lock()
        self._thought: asyncio.Future[Any] | None = None
        self._surrender: Refused | None = None

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

    def on_start(self) -> None:
        """Called when a game begins."""

    def on_end(self, ending: Ending) -> None:
        """Called when a game is over."""

    def on_refused(self, order: Order, refused: Refused) -> None:
        """Called when the server refused an order; it cost nothing."""

    def on_fault(self, fault: Fault) -> None:
        """Called when `on_turn` failed or returned something that is no order; the turn is passed."""

    def run(self) -> list[Ending]:
        """Plays, and returns how the games ended."""
        return asyncio.run(self.play())

    async def play(self) -> list[Ending]:
        """Plays like `run`, on an event loop that is running already."""
        check_online()
        self._wake, self._author = asyncio.Event(), asyncio.Lock()
        attempts = ReconnectAttempts(self.url, self._patience_s)
        while len(self.endings) < self.games:
            connection = Connection()
            try:
                await connection.open(self.url, self._dialect, self._transports)
                await self._enter(connection)
                attempts.succeed()
                await self._attend(connection)
            except Lost as lost:
                if not self._joined:
                    raise no_connection(self.url, "no server answers", lost) from lost
                await attempts.wait(lost)
            finally:
                await connection.close()
        if self._surrender is not None:  # the game may have ended before our own surrender was answered
            raise self._surrender
        return self.endings

    async def _enter(self, connection: Connection) -> None:
        """Identifies, and takes a seat or takes it back; before a game also says that we are ready."""
        named = await connection.ask("set_username", self.user, self.name)
        self.user = named.get("userId") or self.user
        seated = await connection.ask("join_private", self.room, self.user, self._token)
        self.seat = seated["playerIndex"]
        self._token = seated.get("token") or self._token
        if self._game.running:
            await self._resume(connection)
        if not self._joined:
            if self._room_options is not None:
                await connection.ask("set_options", self.room, dict(self._room_options))
            for bot in self._invite:
                await connection.ask("invite_bot", self.room, bot)
            self._joined = True
        if not self._game.running and len(self.endings) < self.games:
            await self._be_ready(connection)

    async def _be_ready(self, connection: Connection) -> None:
        """Says that we are ready for a game, the first or the next."""
        try:
            await connection.ask("set_ready", self.room, True)
        except Refused as refused:
            if refused.code is not Refusal.GAME_RUNNING:  # we took the last seat, or the host began
                raise

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
            if self._thought is not None:  # a thread cannot be cancelled, and the author's code runs once at a time
                await asyncio.wait((self._thought,))

    async def _listen(self, connection: Connection) -> None:
        while len(self.endings) < self.games:
            event, arguments = await connection.hear()
            match event, arguments:
                case "joined_as_player", ({"playerIndex": seat, "token": token},):
                    self.seat, self._token = seat, token
                case "players_update", (players,):
                    self.players = players
                case "room_update", ({"options": options},):
                    self.options = options
                case "game_start", ({"playerIndex": seat, "options": options, "replay_id": replay},):
                    await self._start(seat, options, replay)
                case "attack_result", ({"phase": "done"} as result,):
                    self._game.settle(self.seat, result)
                case "game_update", (update,):
                    self._look(update)
                case "game_end", (end,):
                    await self._finish(connection, end)
                case "notice", ({"code": Refusal.REPLACED, "message": message},):
                    raise Refused(Refusal.REPLACED, self.name, message, "play each name from one place")

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

    async def _finish(self, connection: Connection, end: Mapping[str, Any]) -> None:
        winner = end["winner"]
        ending = Ending(
            self.seat, None if winner is None else winner["index"], tuple(end["places"]), end["reason"], end["turn"],
            end["replay_id"],
        )  # fmt: skip
        await self._note_end(ending)
        if len(self.endings) < self.games:
            await self._be_ready(connection)

    async def _note_end(self, ending: Ending) -> None:
        self._game = FollowedGame(self._dialect)
        await self._with_author(self.on_end, ending)
        self.endings.append(ending)

    async def _think(self, connection: Connection) -> None:
        """Answers the latest turn, over and over."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            game = self._game
            sight = game.sight
            if sight is None or not sight.alive or self.eliminated:
                continue
            orders = await self._answer(sight)
            if self.faults.lost:
                await self._give_up(connection)
            if game is self._game and game.running:
                await self._send(connection, game, orders)

    async def _give_up(self, connection: Connection) -> NoReturn:
        """Leaves the game after too many faults."""
        reason = f"gave no answer {self.faults.in_all} times; {self.faults.last}"
        self._surrender = Refused(Refusal.IMPOSSIBLE, self.name, reason, "mend the bot")
        await connection.ask("abandon_game", self.room, self.user)
        raise self._surrender

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

    async def _answer(self, sight: Sight) -> list[Order]:
        """Asks the author's code; any exception is a fault and a pass."""
        try:
            answer = await self._with_author(self.on_turn, sight)
            orders = orders_of(answer, FOG.order_types)
        except Exception as error:  # noqa: BLE001 -- a stranger's code
            fault = error if isinstance(error, Fault) else Fault(FaultKind.SILENT, f"{type(error).__name__}: {error}")
            fault.__cause__ = error.__cause__ if fault is error else error
            self.faults.add(fault)
            self.on_fault(fault)
            return []
        self.faults.end_row()
        return orders

    async def _with_author(self, hook: Callable[..., Any], *arguments: Any) -> Any:
        """Runs the author's code, one call at a time: in a thread, or on the loop if it is `async`."""
        async with self._author:
            if inspect.iscoroutinefunction(hook):
                return await hook(*arguments)
            self._thought = asyncio.ensure_future(asyncio.to_thread(hook, *arguments))
            return await asyncio.shield(self._thought)
