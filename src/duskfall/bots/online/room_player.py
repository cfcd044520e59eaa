"""Plays in a room of a live server: joins, comes back after a lost connection, and asks the author's code."""

from __future__ import annotations

import asyncio
import inspect
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, NoReturn

from duskfall.bots.answers import orders_of
from duskfall.bots.bot import Answer
from duskfall.bots.faults import Fault, FaultCount
from duskfall.bots.online.connection import Connection, Lost, check_online
from duskfall.bots.online.reconnect import PATIENCE_S, ReconnectAttempts, no_connection
from duskfall.errors import Refusal, Refused
from duskfall.play import Order
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


def missing_bots(wanted: Sequence[str], players: Sequence[Mapping[str, Any]] = ()) -> list[str]:
    """Returns the wanted bots that are not among the players of a room, where the second settler is "settler 2".

    >>> missing_bots(["settler", "settler", "raider"], [{"username": "settler 2", "isBot": True}])
    ['settler', 'raider']
    """
    seated = Counter(player["username"].split()[0] for player in players if player["isBot"])
    missing = []
    for bot in wanted:
        if seated[bot] > 0:
            seated[bot] -= 1
        else:
            missing.append(bot)
    return missing


class RoomPlayer:
    """Plays `games` games in one room of a live server. What differs from game to game is left to subclasses.

    `user` is the player's secret: anyone who has it plays under their name. Without one the server makes one, which is
    kept as long as the object lives. As the host, it sets `options` and invites the opponents in `invite`; in
    a game that runs already, neither is needed.
    """

    order_types: ClassVar[tuple[type, ...]]
    """The orders that a player of the game may give."""

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
        """The faults of the author's code; after 10 in a row or 50 in all the player gives up."""
        self._dialect = dialect
        self._transports = None if transports is None else list(transports)
        self._room_options = options
        self._invite = tuple(invite)
        self._patience_s = patience_s
        self._token: str | None = None
        self._joined = False
        self._author = asyncio.Lock()
        self._thought: asyncio.Future[Any] | None = None
        self._surrender: Refused | None = None

    def on_start(self) -> None:
        """Called when a game begins."""

    def on_end(self, ending: Ending) -> None:
        """Called when a game is over."""

    def on_refused(self, order: Order, refused: Refused) -> None:
        """Called when the server refused an order; it cost nothing."""

    def on_fault(self, fault: Fault) -> None:
        """Called when the author's code failed or returned something that is no order; the turn is passed."""

    def run(self) -> list[Ending]:
        """Plays, and returns how the games ended."""
        return asyncio.run(self.play())

    async def play(self) -> list[Ending]:
        """Plays like `run`, on an event loop that is running already."""
        check_online()
        self._author = asyncio.Lock()
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
        """Identifies, takes a seat or takes it back, and is ready for the next game."""
        raise NotImplementedError

    async def _attend(self, connection: Connection) -> None:
        """Plays until all games are over or the connection ends."""
        raise NotImplementedError

    async def _sit_down(self, connection: Connection, join: str, *options: object) -> None:
        """Identifies, and takes a seat or takes it back; `join` is the event that does it in this game."""
        named = await connection.ask("set_username", self.user, self.name)
        self.user = named.get("userId") or self.user
        seated = await connection.ask(join, self.room, self.user, *options, self._token)
        self.seat = seated["playerIndex"]
        self._token = seated.get("token") or self._token

    async def _invite_bots(self, connection: Connection) -> None:
        """Invites the opponents who are not in the room: those of the last game wait there for us."""
        for bot in missing_bots(self._invite, *connection.latest("players_update")):
            await self._ask_before_game(connection, "invite_bot", self.room, bot)

    async def _be_ready(self, connection: Connection) -> None:
        """Says that we are ready for a game, the first or the next."""
        await self._ask_before_game(connection, "set_ready", self.room, True)

    @staticmethod
    async def _ask_before_game(connection: Connection, *words: Any) -> None:
        """Asks for something that a room needs before a game, unless the game has begun.

        It has if we took the last seat, if the host began, or if this program was started again in the middle of it.
        """
        try:
            await connection.ask(*words)
        except Refused as refused:
            if refused.code is not Refusal.GAME_RUNNING:
                raise

    def _hear_of_room(self, event: str, arguments: tuple[Any, ...]) -> None:
        """Takes the messages that rooms of every game send."""
        match event, arguments:
            case "joined_as_player", ({"playerIndex": seat, "token": token},):
                self.seat, self._token = seat, token
            case "players_update", (players,):
                self.players = players
            case "room_update" | "welten_room", ({"options": options},):
                self.options = options
            case "notice", ({"code": Refusal.REPLACED, "message": message},):
                raise Refused(Refusal.REPLACED, self.name, message, "play each name from one place")

    def _ending(self, end: Mapping[str, Any]) -> Ending:
        winner = end["winner"]
        return Ending(
            self.seat, None if winner is None else winner["index"], tuple(end["places"]), end["reason"], end["turn"],
            end["replay_id"],
        )  # fmt: skip

    async def _note_end(self, ending: Ending) -> None:
        await self._with_author(self.on_end, ending)
        self.endings.append(ending)

    async def _give_up(self, connection: Connection) -> NoReturn:
        """Leaves the game after too many faults."""
        reason = f"gave no answer {self.faults.in_all} times; {self.faults.last}"
        self._surrender = Refused(Refusal.IMPOSSIBLE, self.name, reason, "mend the bot")
        await connection.ask("abandon_game", self.room, self.user)
        raise self._surrender

    async def _answer(self, choose: Callable[[Any], Answer | Awaitable[Answer]], view: Any) -> list[Order]:
        """Asks the author's code; any exception is a fault and a pass."""
        try:
            answer = await self._with_author(choose, view)
            orders = orders_of(answer, self.order_types)
        except Exception as error:  # noqa: BLE001 -- a stranger's code
            fault = error if isinstance(error, Fault) else Fault.of_error(error)
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

    async def _end_thought(self) -> None:
        """Waits for the author's code: a thread cannot be cancelled, and it runs once at a time."""
        if self._thought is not None:
            await asyncio.wait((self._thought,))
