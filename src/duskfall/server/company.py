"""What rooms of every game share, and all that the house asks of a room."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, Literal, Protocol

from duskfall.errors import Malformed, Refusal, Refused
from duskfall.server.commands import GameOrder, RoomCommand
from duskfall.server.desk import Desk, Holder
from duskfall.server.guard import Guard
from duskfall.server.identity import User
from duskfall.server.line import Line
from duskfall.server.messages import Message, Player, RoomState, RoomUpdate
from duskfall.server.store import Deed
from duskfall.server.welten.commands import WeltenOptions
from duskfall.server.welten.messages import WeltenRoomUpdate

_HARMLESS: Final = str.maketrans({"<": "‹", ">": "›"})
"""Chat is text, and clients that take it for markup exist: what they would stumble over looks the same here."""


class House(Protocol):
    """What a room asks of the house it is in."""

    desk: Desk
    guard: Guard

    def seat_lost(self, user: User) -> None:
        """A player has no seat in a room any more."""

    def rate(self, game: str, holders: Sequence[Holder], places: Sequence[int]) -> Sequence[Deed]:
        """What a rated game that has just ended does to the ratings of those who played it."""


class Company(ABC):
    """A room with those who are in it."""

    game: ClassVar[Literal["fog", "welten"]]

    def __init__(self, house: House, name: str) -> None:
        self.name = name
        self.holders: list[Holder] = []
        """Who has a seat, in the order of coming."""
        self.watchers: list[Line] = []
        self.empty_since: float | None = None
        self._house = house

    # How it stands

    @property
    @abstractmethod
    def state(self) -> RoomState:
        """Before, in or after a game."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """How many can play."""

    @property
    @abstractmethod
    def turn(self) -> int | None:
        """Turns played, or orders where these advance the game; None without a game."""

    @property
    def host(self) -> Holder | None:
        """The first person among the players."""
        return next((holder for holder in self.holders if holder.bot is None), None)

    @property
    def lines(self) -> list[Line]:
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

    # Coming and going

    @abstractmethod
    def check_join(self, line: Line, user: User, wishes: WeltenOptions | None = None) -> None:
        """Refuse whom there is no seat for."""

    def check_spectate(self, line: Line) -> None:
        """Refuse whom there is no place for among those who watch."""
        limit = self._house.desk.settings.limits.spectators
        if line not in self.watchers and len(self.watchers) >= limit:
            raise Refused(Refusal.TOO_MANY, self.name, f"{limit} watch already")

    @abstractmethod
    def join(self, line: Line, user: User, name: str, wishes: WeltenOptions | None = None) -> int:
        """Take a seat, or take it back; gives its number. Only Weltendämmerung lets people wish for one."""

    @abstractmethod
    def spectate(self, line: Line) -> None:
        """Watch."""

    @abstractmethod
    def leave(self, line: Line) -> None:
        """Somebody leaves, or its connection is lost."""

    def _watch(self, line: Line) -> None:
        """Let somebody in who watches."""
        self.check_spectate(line)
        if line not in self.watchers:
            self.watchers.append(line)
        line.room = self
        self.empty_since = None

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
    def chat(self, line: Line, text: str) -> None:
        """Somebody says something."""

    @abstractmethod
    def ping(self, line: Line, tile: int) -> None:
        """Somebody points at a tile."""

    @abstractmethod
    def order(self, line: Line, command: GameOrder) -> asyncio.Future[None]:
        """An order in Fog of War for the sender's own army; done when it is in the log."""

    @abstractmethod
    def command(self, line: Line, command: RoomCommand) -> asyncio.Future[None] | None:
        """What players do in a room before and after games."""

    def _spoken(self, text: str) -> str:
        """What somebody says as others will read it, or a refusal."""
        limit = self._house.desk.settings.limits.chat_characters
        if len(text) > limit:
            raise Refused(Refusal.OUT_OF_RANGE, "chat", f"{len(text)} characters are too many", f"at most {limit}")
        if not text.isprintable() or not text.strip():
            raise Malformed("chat", "a message has visible characters only")
        return text.translate(_HARMLESS)

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
    def give_up(self, seat: int) -> asyncio.Future[None] | None:
        """The player at a seat surrenders if a game is on, and leaves."""

    @abstractmethod
    def stop_clock(self) -> None:
        """Let nothing more be played: the server goes."""
