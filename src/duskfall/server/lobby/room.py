"""What rooms of every game share, and all that the house asks of a room."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Literal, Protocol

from duskfall.bots import BUILT_IN
from duskfall.errors import Malformed, Refusal, Refused, UnknownName
from duskfall.play import Match
from duskfall.protocol.commands import GameOrder, PlayOn, RoomCommand
from duskfall.protocol.messages import (
    GameAlreadyStarted,
    Message,
    Notice,
    Player,
    PlayerJoined,
    PlayersUpdate,
    RoomState,
    RoomUpdate,
)
from duskfall.protocol.welten.commands import WeltenOptions
from duskfall.protocol.welten.messages import WeltenRoomUpdate
from duskfall.server.live.log import then
from duskfall.server.live.match import LiveMatch
from duskfall.server.live.services import ABANDONED, Occupant, Services
from duskfall.server.lobby.identity import User
from duskfall.server.store import MatchBegun, Record, SeatRecord
from duskfall.server.transport.connection import Connection
from duskfall.server.transport.rate_limits import RateLimits

_HARMLESS: Final = str.maketrans({"<": "‹", ">": "›"})
"""Chat is text, and clients that take it for markup exist: what they would stumble over looks the same here."""


class Lobby(Protocol):
    """What a room asks of the house it is in."""

    desk: Services
    guard: RateLimits

    def seat_lost(self, user: User) -> None:
        """A player has no seat in a room any more."""

    def rate(self, game: str, holders: Sequence[Occupant], places: Sequence[int]) -> Sequence[Record]:
        """What a rated game that has just ended does to the ratings of those who played it."""


class Room(ABC):
    """A room with those who are in it."""

    game: ClassVar[Literal["fog", "welten"]]

    def __init__(self, house: Lobby, name: str) -> None:
        self.name = name
        self.holders: list[Occupant] = []
        """Who has a seat, in the order of coming."""
        self.watchers: list[Connection] = []
        self.table: LiveMatch | None = None
        """The game that is on, or the last one while everyone is still here."""
        self.empty_since: float | None = None
        self._house = house

    # How it stands

    @property
    def state(self) -> RoomState:
        """Before, in or after a game."""
        if self.table is None:
            return "lobby"
        return "playing" if self.table.result is None else "ended"

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many can play."""

    @property
    @abstractmethod
    def rated(self) -> bool:
        """Whether its games count for ratings."""

    @property
    def turn(self) -> int | None:
        """Turns played, or orders where these advance the game; None without a game."""
        return None if self.table is None else self.table.match.turn

    @property
    def host(self) -> Occupant | None:
        """The first person among the players."""
        return next((holder for holder in self.holders if holder.bot is None), None)

    @property
    def lines(self) -> list[Connection]:
        """Everyone who is connected here."""
        return [holder.line for holder in self.holders if holder.line is not None] + self.watchers

    @abstractmethod
    def standing(self) -> RoomUpdate | WeltenRoomUpdate:
        """The room in one message."""

    @abstractmethod
    def seat_of(self, user: User | None) -> int | None:
        """The seat that a player holds, None for everybody else."""

    @abstractmethod
    def players(self) -> tuple[Player, ...]:
        """The players as everyone may know them."""

    def _shown(self, seat: int, holder: Occupant, *, eliminated: bool) -> Player:
        """A player as everyone may know it."""
        return Player(
            index=seat,
            username=holder.name,
            isBot=holder.bot is not None,
            eliminated=eliminated,
            connected=holder.bot is not None or holder.line is not None,
            ready=holder.ready or holder.bot is not None,
            isHost=holder is self.host,
        )

    def _holder_of(self, line: Connection) -> Occupant | None:
        """Who speaks through a line; None for those who watch."""
        return next((holder for holder in self.holders if holder.line is line), None)

    def _tell_standing(self, line: Connection, players: tuple[Player, ...]) -> None:
        """Tell somebody how the room stands."""
        line.tell(self.standing())
        line.tell(PlayersUpdate(players))
        line.tell(PlayerJoined(players))

    # Coming and going

    @abstractmethod
    def check_join(self, line: Connection, user: User, wishes: WeltenOptions | None = None) -> None:
        """Refuse whom there is no seat for."""

    def check_spectate(self, line: Connection) -> None:
        """Refuse whom there is no place for among those who watch."""
        limit = self._house.desk.settings.limits.spectators
        if line not in self.watchers and len(self.watchers) >= limit:
            raise Refused(Refusal.TOO_MANY, self.name, f"{limit} watch already")

    @abstractmethod
    def join(self, line: Connection, user: User, name: str, wishes: WeltenOptions | None = None) -> int:
        """Take a seat, or take it back; gives its number. Only Weltendämmerung lets people wish for one."""

    @abstractmethod
    def spectate(self, line: Connection) -> None:
        """Watch."""

    @abstractmethod
    def leave(self, line: Connection) -> None:
        """Somebody leaves, or its connection is lost."""

    def _refuse_latecomer(self, line: Connection) -> None:
        """Refuse somebody who comes to a game that is on."""
        if self.state == "playing":
            line.tell(GameAlreadyStarted())
            raise Refused(Refusal.GAME_RUNNING, self.name, "the game has begun without you", "use spectate to watch it")

    def _enter(self, line: Connection) -> None:
        line.room = self
        self.empty_since = None

    def _clear_table(self) -> None:
        """Somebody new has come, and the last game is history.

        Bots that were left alone go: with them the next game would begin at once, for somebody who has only opened the
        page of the last one again.
        """
        if self.state == "ended":
            self.table = None
            if sum(holder.bot is None for holder in self.holders) == 1:
                for bot in [holder for holder in self.holders if holder.bot is not None]:
                    self._give_up_seat(bot)
            self.tell_all(self.standing())

    def _take_over(self, holder: Occupant, line: Connection) -> Connection | None:
        """Let a player speak through another line from now on; gives the one that it spoke through till now."""
        former = holder.line
        if former is line:
            former = None
        if former is not None:
            former.tell(Notice(str(Refusal.REPLACED), "you have joined from somewhere else"))
            former.room = None
        holder.line = line
        self._enter(line)
        return former

    def _give_up_seat(self, holder: Occupant) -> None:
        self.holders.remove(holder)
        if holder.user is not None:
            self._house.seat_lost(holder.user)

    def _watch(self, line: Connection) -> None:
        """Let somebody in who watches."""
        self.check_spectate(line)
        if line not in self.watchers:
            self.watchers.append(line)
        self._enter(line)

    def _note_emptiness(self) -> None:
        if not self.lines:
            self.empty_since = asyncio.get_running_loop().time()

    # What is said

    @abstractmethod
    def tell_all(self, *messages: Message) -> None:
        """Tell everyone who is here."""

    @abstractmethod
    def players_changed(self) -> None:
        """Tell everyone who is in, out, here or away."""

    @abstractmethod
    def chat(self, line: Connection, text: str) -> None:
        """Somebody says something."""

    @abstractmethod
    def ping(self, line: Connection, tile: int) -> None:
        """Somebody points at a tile."""

    @abstractmethod
    def order(self, line: Connection, command: GameOrder) -> asyncio.Future[None]:
        """An order in Fog of War for the sender's own army; done when it is in the log."""

    @abstractmethod
    def command(self, line: Connection, command: RoomCommand) -> asyncio.Future[None] | None:
        """What players do in a room before and after games."""

    def _spoken(self, text: str) -> str:
        """What somebody says as others will read it, or a refusal."""
        limit = self._house.desk.settings.limits.chat_characters
        if len(text) > limit:
            raise Refused(Refusal.OUT_OF_RANGE, "chat", f"{len(text)} characters are too many", f"at most {limit}")
        if not text.isprintable() or not text.strip():
            raise Malformed("chat", "a message has visible characters only")
        return text.translate(_HARMLESS)

    @staticmethod
    def _check_ping(playing: bool, tile: int, size: int) -> None:
        if not playing:
            raise Refused(Refusal.NOT_PLAYING, "ping_tile", "only players point at tiles, while a game is on")
        if not 0 <= tile < size:
            raise Refused(Refusal.OFF_MAP, f"tile {tile}", f"tiles are whole numbers from 0 to {size - 1}")

    def _commanding(self, line: Connection, command: RoomCommand) -> Occupant:
        """The player who says something about the next game, or a refusal: only players do, and between games."""
        holder = self._holder_of(line)
        if holder is None:
            raise Refused(Refusal.NOT_PLAYING, command.event, "you only watch here", "join the room to play")
        if self.state == "playing":
            raise Refused(Refusal.GAME_RUNNING, command.event, "the game is on", "wait for its end")
        return holder

    def _check_host(self, holder: Occupant, command: RoomCommand) -> None:
        if holder is not self.host:
            raise Refused(Refusal.NOT_HOST, command.event, "only the host may do this")

    def _check_playing_on(self, match: Match, wish: PlayOn) -> None:
        """Refuse a seat that nobody can take any more, or a bot that does not play this game."""
        self._check_bot(wish.bot)
        if wish.seat >= match.seats:
            raise Refused(Refusal.NO_SEAT, f"seat {wish.seat}", f"seats run from 0 to {match.seats - 1}")
        if not match.world.living(match.game, wish.seat):
            raise Refused(
                Refusal.ELIMINATED, f"seat {wish.seat}", f"it was out of the game by turn {match.turn}", "take another"
            )

    def _check_bot(self, name: str) -> None:
        if name not in BUILT_IN[self.game]:
            raise UnknownName("bot", name, BUILT_IN[self.game])

    def _change_ready(self, holder: Occupant, ready: bool) -> None:
        if holder.ready != ready:
            holder.ready = ready
            self.players_changed()

    # Games

    def _check_start(self) -> None:
        """Refuse a game whose host begins too many."""
        host = self.host
        if host is not None and host.line is not None:
            self._house.guard.game(host.line)

    @abstractmethod
    def start_if_due(self) -> asyncio.Future[None] | None:
        """Begin a game if everything is ready for it; done when the beginning is safe."""

    @abstractmethod
    def play_on(self) -> asyncio.Future[None]:
        """Go on with a match of an earlier day that is on the table; done when it is safe as a match of its own."""

    @abstractmethod
    def give_up(self, seat: int) -> asyncio.Future[None] | None:
        """The player at a seat surrenders if a game is on, and leaves."""

    @abstractmethod
    def stop_clock(self) -> None:
        """Let nothing more be played: the server goes."""

    def _record(self, table: LiveMatch, options: dict[str, Any], begin: Callable[[], None]) -> asyncio.Future[None]:
        """Write that a game begins with these options of the room, and begin it when that is safe."""
        setup = table.match.setup
        sitters = tuple(SeatRecord(holder.user, holder.name, holder.bot) for holder in table.holders)
        begun = MatchBegun(
            table.name, self.name, setup.game, setup.options, setup.seed, sitters, options, setup.world.rules,
            table.origin,
        )  # fmt: skip
        written = table.recorder.begin(begun)
        then(written, begin)
        return written

    def game_over(self) -> Sequence[Record]:
        """The game is over; gives what the ratings become."""
        table = self.table
        if table is None or table.result is None or table.result.reason == ABANDONED or not self.rated:
            return ()
        return self._house.rate(self.game, table.holders, table.result.places)

    def game_closed(self) -> None:
        """The end is safe and told. Those who are gone give up their seats, the others may play again."""
        for holder in list(self.holders):
            holder.ready = False
            if holder.bot is None and holder.line is None:
                self._give_up_seat(holder)
        self.tell_all(self.standing())
        self.players_changed()
        self._note_emptiness()
