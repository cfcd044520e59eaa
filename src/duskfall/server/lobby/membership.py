"""Keeps the members of a room: occupants of seats and spectators, who join, leave, reconnect and are sent messages."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from duskfall.errors import Refusal, Refused
from duskfall.protocol.fog.messages import FogRoomUpdate
from duskfall.protocol.messages import (
    ChatHistory,
    ChatLine,
    GameAlreadyStarted,
    Notice,
    Player,
    PlayerJoined,
    PlayersUpdate,
    RoomState,
)
from duskfall.protocol.values import CasualReason
from duskfall.protocol.welten.messages import WeltenRoomUpdate
from duskfall.protocol.wire import Message
from duskfall.server.live.match import LiveMatch
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.live.spectators import SpectatorFeed
from duskfall.server.lobby.chat_log import ChatLog
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User
from duskfall.server.lobby.moderation import Moderation
from duskfall.server.ranking.rated import casual_seats
from duskfall.server.transport.encoding import encode

RoomUpdate: TypeAlias = FogRoomUpdate | WeltenRoomUpdate


@dataclass(frozen=True, slots=True)
class SeatLost:
    """A player has no seat in the room any more."""

    user: User


@dataclass(frozen=True, slots=True)
class GameEnded:
    """A game of a player is over; a name that they took meanwhile is shown from now on."""

    user: User


RoomEvent: TypeAlias = SeatLost | GameEnded
"""All that a room tells the lobby."""

RoomReport: TypeAlias = Callable[[RoomEvent], None]


@dataclass(slots=True)
class UnloadedMatch:
    """A match that was being played when the server stopped, and has not been played again from its log yet."""

    name: str
    turn: int
    abandoned: bool = False
    """Nobody has come back to it for so long that it has ended."""


LiveT = TypeVar("LiveT", bound=LiveMatch)
OptionsT = TypeVar("OptionsT")


class Membership(ABC, Generic[LiveT, OptionsT]):
    """Holds the occupants of a room's seats, its spectators, and its live match if there is one."""

    def __init__(self, services: Services, report: RoomReport, name: str, options: OptionsT) -> None:
        self.name = name
        self.options = options
        self.occupants: list[Occupant] = []
        """Players and bots, in the order of their coming."""
        self.spectators: list[Client] = []
        self.live: LiveT | None = None
        """The match that is played, or the last one while everyone is still here."""
        self.last: LiveT | None = None
        """The last match, from its end until the next one begins, whoever is still here."""
        self.unloaded: UnloadedMatch | None = None
        """The match that is played on when it has been loaded from the store; there is no live match until then."""
        self.empty_since: float | None = None
        self.moderation = Moderation()
        self.chat_log = ChatLog()
        self._services = services
        self._report = report
        self._announced_players: tuple[Player, ...] = ()
        """The players as everyone was told last."""
        self._announced_casual: CasualReason | None = None
        """Why games are not rated, as everyone was told last."""

    # State

    @property
    def state(self) -> RoomState:
        """Tell whether the room is before, in or after a game."""
        if self.unloaded is not None:
            return "ended" if self.unloaded.abandoned else "playing"
        if self.live is None:
            return "lobby"
        return "playing" if self.live.result is None else "ended"

    @property
    def playing(self) -> LiveT | None:
        """Give the live match while it is played."""
        return self.live if self.state == "playing" else None

    @property
    @abstractmethod
    def seats(self) -> int:
        """Count the seats."""

    @property
    @abstractmethod
    def tiles(self) -> int:
        """Count the tiles of the board."""

    @property
    def turn(self) -> int | None:
        """Count the turns played, or orders where these advance the game; None without a game."""
        if self.unloaded is not None:
            return self.unloaded.turn
        return None if self.live is None else self.live.match.turn

    @property
    def host(self) -> Occupant | None:
        """Give the first person among the players."""
        return next((occupant for occupant in self.occupants if occupant.bot is None), None)

    @property
    def clients(self) -> list[Client]:
        """List everyone who is connected here."""
        return [occupant.client for occupant in self.occupants if occupant.client is not None] + self.spectators

    @property
    def casual(self) -> CasualReason | None:
        """Tell why games do not count for ratings, None if they do; it does not change while a game is on."""
        if self.playing is not None:
            return self.playing.casual
        return self._casual_options() or casual_seats(occupant for _, occupant in self._seated())

    @abstractmethod
    def _casual_options(self) -> CasualReason | None:
        """Tell why games with the room's options do not count for ratings; None if they may."""

    @abstractmethod
    def room_update(self) -> RoomUpdate:
        """Describe the room in one message."""

    @abstractmethod
    def _seated(self) -> Sequence[tuple[int, Occupant]]:
        """List the seats that are taken, with their occupants."""

    def seat_of(self, user: User | None) -> int | None:
        """Find the seat of a player, the first if they have several; None for everybody else."""
        return next((seat for seat, occupant in self._seated() if user and occupant.user == user), None)

    def occupant_of(self, user: User | None) -> Occupant | None:
        """Find a player among the occupants of seats."""
        return next((occupant for occupant in self.occupants if user and occupant.user == user), None)

    def players(self) -> tuple[Player, ...]:
        """List the players as everyone may know them."""
        seated, live = self._seated(), self.live
        if live is not None and live.occupants != tuple([occupant for _, occupant in seated]):
            live = None
        return tuple(
            Player(
                index=seat,
                username=occupant.name,
                isBot=occupant.bot is not None,
                eliminated=live is not None and live.eliminated(seat),
                connected=occupant.present,
                ready=occupant.ready or occupant.bot is not None,
                isHost=occupant is self.host,
                muted=self.moderation.is_muted(occupant.user),
            )
            for seat, occupant in seated
        )

    def _occupant_of(self, client: Client) -> Occupant | None:
        """Find the occupant who speaks through a connection; None for spectators."""
        return next((occupant for occupant in self.occupants if occupant.client is client), None)

    def _seat_of_client(self, client: Client) -> int:
        """Find the seat of a player who is still in the game, -1 for those who watch."""
        feed = None if self.playing is None else self.playing.feed
        seat = next((seat for seat, occupant in self._seated() if occupant.client is client), -1)
        return -1 if feed is not None and client in feed else seat

    # Sending

    @property
    def _feed(self) -> SpectatorFeed | None:
        """Give the delayed feed of the spectators, None while they hear everything at once."""
        feed = None if self.live is None else self.live.feed
        return None if feed is None or feed.closed else feed

    def send_all(self, *messages: Message, besides: Client | None = None) -> None:
        """Send players a message now, and spectators now or, where they are late, when it can help no player."""
        feed = self._feed
        for message in messages:
            encoded = encode(message)
            for occupant in self.occupants:
                client = occupant.client
                if client is not None and client is not besides and (feed is None or client not in feed):
                    client.send_encoded(encoded)
            if feed is not None:
                feed.hold(message, encoded)
                continue
            for client in self.spectators:
                client.send_encoded(encoded)

    def room_changed(self, besides: Client | None = None) -> None:
        """Send everyone the state of the room."""
        self._announced_casual = self.casual
        self.send_all(self.room_update(), besides=besides)

    def players_changed(self, besides: Client | None = None) -> None:
        """Send everyone the list of players, if it is not what they know already, and whether they play rated games."""
        if self.casual != self._announced_casual:
            self.room_changed(besides)
        players = self.players()
        if players != self._announced_players:
            self._announced_players = players
            self.send_all(PlayersUpdate(players), PlayerJoined(players), besides=besides)

    def _greet(self, client: Client, *, late: bool) -> None:
        """Send a newcomer the state of the room, or as it was for those who are late."""
        feed = None if self.playing is None else self.playing.feed
        players = self.players() if feed is None or not late else feed.players
        client.send(self.room_update())
        client.send(PlayersUpdate(players))
        client.send(PlayerJoined(players))
        if client.detailed:
            client.send(ChatHistory(self._chat_for(late=late)))
            self._tell_last_match(client)

    def _tell_last_match(self, client: Client) -> None:
        """Tell a newcomer how the last match ended, with its board where only the match itself can show it."""
        if self.last is None or self.playing is not None:
            return
        client.send(self.last.last_match(client.user))
        if self._shown_match is None:
            self.last.show_end(client)

    def _chat_for(self, *, late: bool) -> tuple[ChatLine, ...]:
        """Give the chat so far, or as far as it is told to those who are late."""
        live = self.playing
        if live is None or live.feed is None or not late:
            return self.chat_log.for_player()
        return self.chat_log.for_spectator(live.name, live.feed.shown_turn)

    # Coming and going

    def check_join(self, client: Client, user: User, options: OptionsT | None) -> None:
        """Refuse a player for whom there is no seat."""
        if self.seat_of(user) is not None:
            return
        self.moderation.check_entry(self.name, client)
        if self.state == "playing":
            client.send(GameAlreadyStarted())
            raise Refused(Refusal.GAME_RUNNING, self.name, "the game has begun without you", "use spectate to watch it")
        self._free_seats(options)

    @abstractmethod
    def _free_seats(self, options: OptionsT | None) -> list[int]:
        """Choose the seats of a newcomer with these wishes, or refuse."""

    def _former_seats(self, user: User, options: OptionsT | None) -> Sequence[int]:
        """List the seats that a player of the last match had in it, if they can have all of them again."""
        del user, options
        return ()

    @abstractmethod
    def _sit(self, occupant: Occupant, seats: Sequence[int]) -> None:
        """Give an occupant seats."""

    def join(self, client: Client, user: User, name: str, options: OptionsT | None) -> int:
        """Give a player a seat, or their seat back."""
        seat = self.seat_of(user)
        if seat is not None:
            return self._reconnect(client, seat)
        self.check_join(client, user, options)
        seats = self._former_seats(user, options) or self._free_seats(options)
        occupant = Occupant(name, user, client=client, secure=client.secure)
        self._sit(occupant, seats)
        occupant.networks.add(client.address)
        self._enter(client)
        self._clear_last_match(occupant)
        self._greet(client, late=False)
        self.players_changed(besides=client)
        return next(seat for seat, each in self._seated() if each is occupant)  # bots that left made place

    def _reconnect(self, client: Client, seat: int) -> int:
        """Give a player who joins again their seat back, and show them the match."""
        occupant = next(occupant for taken, occupant in self._seated() if taken == seat)
        live, former = self._shown_match, self._take_over(occupant, client)
        if live is not None and live.feed is not None and former is not None:
            live.feed.dismiss(former)
        self._greet(client, late=live is not None and live.eliminated(seat))
        if live is not None:
            live.sit_down(seat, client)
            self._go_on_if_complete()
        self.players_changed(besides=client)
        return seat

    @property
    def _shown_match(self) -> LiveT | None:
        """Give the match that is shown to those who come."""
        return self.playing

    def _take_over(self, occupant: Occupant, client: Client) -> Client | None:
        """Let a player speak through another connection from now on; gives the former one."""
        former = occupant.client
        if former is client:
            former = None
        if former is not None:
            former.send(Notice(str(Refusal.REPLACED), "you have joined from somewhere else"))
            former.room = None
        occupant.client = client
        occupant.networks.add(client.address)
        self._enter(client)
        return former

    def _go_on_if_complete(self) -> None:
        """Let a match that waits for its players go on when all of them are here."""
        live = self.playing
        if live is not None and all(each.present or live.eliminated(seat) for seat, each in enumerate(live.occupants)):
            live.start_clock()

    def check_spectate(self, client: Client) -> None:
        """Refuse a spectator for whom there is no place."""
        self.moderation.check_entry(self.name, client)
        limit = self._services.settings.limits.spectators
        if client not in self.spectators and len(self.spectators) >= limit:
            raise Refused(Refusal.TOO_MANY, self.name, f"it has {limit} spectators already")

    def spectate(self, client: Client) -> None:
        """Let somebody watch."""
        self.check_spectate(client)
        if client not in self.spectators:
            self.spectators.append(client)
        self._enter(client)
        self._greet(client, late=True)
        if self._shown_match is not None:
            self._shown_match.watch(client)
        self.room_changed()

    def leave(self, client: Client) -> None:
        """Let somebody go who leaves or lost the connection. A seat in a running game is kept."""
        client.room = None
        if self.live is not None and self.live.feed is not None:
            self.live.feed.dismiss(client)
        if client in self.spectators:
            self.spectators.remove(client)
            self.room_changed()
        occupant = self._occupant_of(client)
        if occupant is not None:
            if self.playing is not None:
                self.playing.stand_up(next(seat for seat, each in self._seated() if each is occupant))
            else:
                self._give_up_seat(occupant)
            self.players_changed()
        self._note_emptiness()

    def _enter(self, client: Client) -> None:
        client.room = self.name
        self.empty_since = None

    def rename(self, occupant: Occupant, name: str) -> None:
        """Show a player under another name: at once, or from the end of the running game on."""
        if self.state == "playing":
            occupant.new_name = None if name == occupant.name else name
        else:
            occupant.name = name
            self.players_changed()

    def _clear_last_match(self, newcomer: Occupant) -> None:
        """Let the room be one before a game again, since somebody has come.

        Bots that were left alone go: with them the next game would begin at once. They stay for a player of the last
        match who is asked first.
        """
        if self.state == "ended":
            self.live = None
            alone = sum(occupant.bot is None for occupant in self.occupants) == 1
            if alone and not self._decides_on_rematch(newcomer):
                for bot in [occupant for occupant in self.occupants if occupant.bot is not None]:
                    self._give_up_seat(bot)
            self.room_changed()

    def _decides_on_rematch(self, occupant: Occupant) -> bool:
        """Tell whether somebody has played the last match, and knows that they can ask for another one.

        Only clients that ask for more than other servers send know it: all others play on at once.
        """
        return (
            self.last is not None
            and any(each.user == occupant.user for each in self.last.occupants if each.user is not None)
            and occupant.client is not None
            and occupant.client.detailed
        )

    @property
    def _awaits_rematch(self) -> bool:
        """Tell whether a player of the last match is here who has not asked for another one."""
        if self.live is not None:
            return False
        return any(not each.ready and self._decides_on_rematch(each) for each in self.occupants)

    def _give_up_seat(self, occupant: Occupant) -> None:
        self.occupants.remove(occupant)
        if occupant.user is not None:
            self._report(SeatLost(occupant.user))

    def _note_emptiness(self) -> None:
        if not self.clients:
            self.empty_since = asyncio.get_running_loop().time()
