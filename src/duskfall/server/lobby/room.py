"""Keeps the people around one game, before, during and after it: all that rooms of every game share."""

from __future__ import annotations

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Generic, Self, TypeAlias, TypeVar, assert_never

from duskfall.bots import BUILT_IN
from duskfall.errors import Malformed, Refusal, Refused, UnknownName
from duskfall.play import Match, Setup
from duskfall.protocol.commands import ChatMessage, InviteBot, KickBot, PingTile, PlayOn, Rematch, SetReady
from duskfall.protocol.fog.messages import FogRoomUpdate
from duskfall.protocol.messages import (
    Accepted,
    Chat,
    GameAlreadyStarted,
    Notice,
    Ping,
    Player,
    PlayerJoined,
    PlayersUpdate,
    RoomState,
)
from duskfall.protocol.values import GameName
from duskfall.protocol.welten.messages import WeltenRoomUpdate
from duskfall.protocol.wire import Command, Message, Reply
from duskfall.server.live.match import Announced, Closed, LiveMatch, MatchEvent, PlayersChanged
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.live.spectators import SpectatorFeed
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User
from duskfall.server.replays.play_on import PlayOnPoint
from duskfall.server.store import MatchBegun, SeatRecord, StoredMatch
from duskfall.server.transport.encoding import encode
from duskfall.server.transport.rate_limits import GAMES

_HARMLESS: Final = str.maketrans({"<": "‹", ">": "›"})
"""Chat is text, but clients exist that take it for markup: these signs look the same and do no harm there."""

Answer: TypeAlias = tuple[Reply, asyncio.Future[None] | None]
"""An acknowledgement, and the write that has to be committed before it."""

Handlers: TypeAlias = Mapping[type[Any], Callable[[Any, Client, Any], Answer]]

RoomUpdate: TypeAlias = FogRoomUpdate | WeltenRoomUpdate


@dataclass(frozen=True, slots=True)
class SeatLost:
    """A player has no seat in the room any more."""

    user: User


@dataclass(frozen=True, slots=True)
class RatedGamePlayed:
    """A player has played a rated game under a name."""

    user: User
    name: str


RoomEvent: TypeAlias = SeatLost | RatedGamePlayed
"""All that a room tells the lobby."""

RoomReport: TypeAlias = Callable[[RoomEvent], None]

LiveT = TypeVar("LiveT", bound=LiveMatch)
OptionsT = TypeVar("OptionsT")


class Room(ABC, Generic[LiveT, OptionsT]):
    """Is a room with the occupants of its seats, its spectators, and its live match if there is one."""

    game: ClassVar[GameName]
    title: ClassVar[str]
    """The game's name for people."""
    order_hint: ClassVar[str]
    """Which command gives an order in this game, for those who use another's."""
    handlers: ClassVar[Handlers]
    """The method for each command that players give in a room of this game."""

    def __init__(self, services: Services, report: RoomReport, name: str, options: OptionsT) -> None:
        self.name = name
        self.options = options
        self.occupants: list[Occupant] = []
        """Players and bots, in the order of their coming."""
        self.spectators: list[Client] = []
        self.live: LiveT | None = None
        """The match that is played, or the last one while everyone is still here."""
        self.empty_since: float | None = None
        self._services = services
        self._report = report
        self._announced_players: tuple[Player, ...] = ()
        """The players as everyone was told last."""

    # State

    @property
    def state(self) -> RoomState:
        """Tell whether the room is before, in or after a game."""
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
        return None if self.live is None else self.live.match.turn

    @property
    def host(self) -> Occupant | None:
        """Give the first person among the players."""
        return next((occupant for occupant in self.occupants if occupant.bot is None), None)

    @property
    def clients(self) -> list[Client]:
        """List everyone who is connected here."""
        return [occupant.client for occupant in self.occupants if occupant.client is not None] + self.spectators

    @abstractmethod
    def room_update(self) -> RoomUpdate:
        """Describe the room in one message."""

    @abstractmethod
    def _seated(self) -> Sequence[tuple[int, Occupant]]:
        """List the seats that are taken, with their occupants."""

    def seat_of(self, user: User | None) -> int | None:
        """Find the seat of a player, the first if they have several; None for everybody else."""
        return next((seat for seat, occupant in self._seated() if user and occupant.user == user), None)

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
                feed.hold(message)
                continue
            for client in self.spectators:
                client.send_encoded(encoded)

    def players_changed(self, besides: Client | None = None) -> None:
        """Send everyone the list of players, if it is not what they know already."""
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

    # Coming and going

    def check_join(self, client: Client, user: User, options: OptionsT | None) -> None:
        """Refuse a player for whom there is no seat."""
        if self.seat_of(user) is not None:
            return
        if self.state == "playing":
            client.send(GameAlreadyStarted())
            raise Refused(Refusal.GAME_RUNNING, self.name, "the game has begun without you", "use spectate to watch it")
        self._free_seats(options)

    @abstractmethod
    def _free_seats(self, options: OptionsT | None) -> list[int]:
        """Choose the seats of a newcomer with these wishes, or refuse."""

    @abstractmethod
    def _sit(self, occupant: Occupant, seats: Sequence[int]) -> None:
        """Give an occupant seats."""

    def join(self, client: Client, user: User, name: str, options: OptionsT | None) -> int:
        """Give a player a seat, or their seat back."""
        seat = self.seat_of(user)
        if seat is not None:
            return self._come_back(client, seat)
        self.check_join(client, user, options)
        seats = self._free_seats(options)
        self._sit(Occupant(name, user, client=client), seats)
        self._enter(client)
        self._clear_last_match()
        self._greet(client, late=False)
        self.players_changed(besides=client)
        return seats[0]

    def _come_back(self, client: Client, seat: int) -> int:
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
        self._enter(client)
        return former

    def _go_on_if_complete(self) -> None:
        """Let a match that waits for its players go on when all of them are here."""
        live = self.playing
        if live is not None and all(each.present or live.eliminated(seat) for seat, each in enumerate(live.occupants)):
            live.start_clock()

    def check_spectate(self, client: Client) -> None:
        """Refuse a spectator for whom there is no place."""
        limit = self._services.settings.limits.spectators
        if client not in self.spectators and len(self.spectators) >= limit:
            raise Refused(Refusal.TOO_MANY, self.name, f"{limit} watch already")

    def spectate(self, client: Client) -> None:
        """Let somebody watch."""
        self.check_spectate(client)
        if client not in self.spectators:
            self.spectators.append(client)
        self._enter(client)
        self._greet(client, late=True)
        if self._shown_match is not None:
            self._shown_match.watch(client)
        self.send_all(self.room_update())

    def leave(self, client: Client) -> None:
        """Let somebody go who leaves or lost the connection. A seat in a running game is kept."""
        client.room = None
        if self.live is not None and self.live.feed is not None:
            self.live.feed.dismiss(client)
        if client in self.spectators:
            self.spectators.remove(client)
            self.send_all(self.room_update())
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

    def _clear_last_match(self) -> None:
        """Forget the last game, since somebody new has come.

        Bots that were left alone go: with them the next game would begin at once, for somebody who has only opened the
        page of the last one again.
        """
        if self.state == "ended":
            self.live = None
            if sum(occupant.bot is None for occupant in self.occupants) == 1:
                for bot in [occupant for occupant in self.occupants if occupant.bot is not None]:
                    self._give_up_seat(bot)
            self.send_all(self.room_update())

    def _give_up_seat(self, occupant: Occupant) -> None:
        self.occupants.remove(occupant)
        if occupant.user is not None:
            self._report(SeatLost(occupant.user))

    def _note_emptiness(self) -> None:
        if not self.clients:
            self.empty_since = asyncio.get_running_loop().time()

    # Commands

    def chat(self, client: Client, command: ChatMessage) -> Answer:
        """Pass on what somebody says: players to everyone, spectators to spectators where these are late."""
        message = Chat(self._seat_of_client(client), client.name or "", self._checked_text(command.text))
        if message.index < 0 and self.playing is not None and self._feed is not None:
            self._feed.send_now(message)
        else:
            self.send_all(message)
        return Accepted(), None

    def _checked_text(self, text: str) -> str:
        """Give a text as others will read it, or refuse it."""
        limit = self._services.settings.limits.chat_characters
        if len(text) > limit:
            raise Refused(Refusal.OUT_OF_RANGE, "chat", f"{len(text)} characters are too many", f"at most {limit}")
        if not text.isprintable() or not text.strip():
            raise Malformed("chat", "a message has visible characters only")
        return text.translate(_HARMLESS)

    def ping(self, client: Client, command: PingTile) -> Answer:
        """Show everyone a tile that a player points at."""
        seat, tile = self._seat_of_client(client), command.tile
        if self.playing is None or seat < 0:
            raise Refused(Refusal.NOT_PLAYING, "ping_tile", "only players point at tiles, while a game is on")
        if not 0 <= tile < self.tiles:
            raise Refused(Refusal.OFF_MAP, f"tile {tile}", f"tiles are whole numbers from 0 to {self.tiles - 1}")
        self.send_all(Ping(seat, tile))
        return Accepted(), None

    def set_ready(self, client: Client, command: SetReady) -> Answer:
        """Note whether a player wants to begin, and begin when all do."""
        return self._change_ready(self._player_between_games(client, command), command.ready)

    def rematch(self, client: Client, command: Rematch) -> Answer:
        """Note that a player wants another game."""
        return self._change_ready(self._player_between_games(client, command), True)

    def _change_ready(self, occupant: Occupant, ready: bool) -> Answer:
        if occupant.ready != ready:
            occupant.ready = ready
            self.players_changed()
        return Accepted(), self.start() if self._all_ready() else None

    def invite_bot(self, client: Client, command: InviteBot) -> Answer:
        """Give a built-in opponent a seat."""
        self._check_host(client, command)
        self._check_bot(command.name)
        self._sit_bot(command.name, self._free_seats(None))
        self.players_changed()
        return Accepted(), self.start_if_due()

    def _sit_bot(self, name: str, seats: Sequence[int]) -> None:
        shown, number = name, 1
        while any(occupant.name == shown for occupant in self.occupants):
            number += 1
            shown = f"{name} {number}"
        self._sit(Occupant(shown, bot=name), seats)

    def kick_bot(self, client: Client, command: KickBot) -> Answer:
        """Take a bot's seat away."""
        self._check_host(client, command)
        bot = next((each for seat, each in self._seated() if seat == command.index and each.bot is not None), None)
        if bot is None:
            raise Refused(Refusal.NO_SEAT, f"seat {command.index}", "no bot sits there")
        self._give_up_seat(bot)
        self.players_changed()
        return Accepted(), None

    def _player_between_games(self, client: Client, command: Command) -> Occupant:
        """Give the player who says something about the next game, or refuse spectators and running games."""
        occupant = self._occupant_of(client)
        if occupant is None:
            raise Refused(Refusal.NOT_PLAYING, command.event, "you only watch here", "join the room to play")
        if self.state == "playing":
            raise Refused(Refusal.GAME_RUNNING, command.event, "the game is on", "wait for its end")
        return occupant

    def _check_host(self, client: Client, command: Command) -> None:
        if self._player_between_games(client, command) is not self.host:
            raise Refused(Refusal.NOT_HOST, command.event, "only the host may do this")

    def _check_bot(self, name: str) -> None:
        if name not in BUILT_IN[self.game]:
            raise UnknownName("bot", name, BUILT_IN[self.game])

    # Games

    @abstractmethod
    def _all_ready(self) -> bool:
        """Tell whether everyone whom the next game needs wants to begin."""

    def start_if_due(self) -> asyncio.Future[None] | None:
        """Begin a game if everything is ready for it; done when the beginning is committed."""
        return self.start() if self.playing is None and self._all_ready() else None

    def start(self) -> asyncio.Future[None]:
        """Begin a game; done when the beginning is committed."""
        host = self.host
        if host is not None and host.client is not None:
            self._services.rate_limits.hit(GAMES, host.client)
        match = Match(self._new_setup(), [occupant.name for _, occupant in self._seated()], lockstep=False)
        for occupant in self.occupants:
            occupant.queue.clear()
        if self._feed is not None:
            self._feed.close()
        self.live = self._new_live(secrets.token_urlsafe(9), match)
        return self._begin_when_committed(self.live)

    @abstractmethod
    def _new_setup(self) -> Setup:
        """Give the setup of the next match, or refuse."""

    @abstractmethod
    def _new_live(self, name: str, match: Match) -> LiveT:
        """Put the room's occupants around a match."""

    @abstractmethod
    def _stored_options(self) -> dict[str, Any]:
        """Give the options of the room as the store keeps them."""

    def _begin_when_committed(self, live: LiveT) -> asyncio.Future[None]:
        setup = live.match.setup
        seats = tuple(SeatRecord(occupant.user, occupant.name, occupant.bot) for occupant in live.occupants)
        begun = MatchBegun(
            live.name, self.name, setup.game, setup.options, setup.seed, seats, self._stored_options(),
            setup.world.rules, live.origin,
        )  # fmt: skip
        written = live.log.begin(begun)
        live.log.when_committed(lambda: self._begin(live))
        return written

    def _begin(self, live: LiveT) -> None:
        if self.live is not live:
            return
        update = encode(self.room_update())
        for client in self.clients:
            client.send_encoded(update)
        self.players_changed()
        if live.feed is not None:
            live.feed.players = self.players()
        live.open(self.spectators)

    def give_up(self, seat: int) -> asyncio.Future[None] | None:
        """Let the player at a seat surrender if a game is on, and leave."""
        live = self.playing
        occupant = next(occupant for taken, occupant in self._seated() if taken == seat)
        written = None if live is None or live.eliminated(seat) else live.surrender(seat)
        if occupant.client is not None:
            self.leave(occupant.client)
        return written

    def suspend(self) -> None:
        """Let nothing more be played, because the server stops."""
        if self.live is not None:
            self.live.suspend()

    def expire(self, empty_s: float) -> None:
        """End a match that nobody has come back to for so long that nobody will."""
        live = self.playing
        longest = None if live is None else live.longest_absence_s
        if live is not None and longest is not None and empty_s > longest:
            live.abandon()

    def on_match_event(self, event: MatchEvent) -> None:
        """Read what the live match reports."""
        match event:
            case Announced(messages):
                self.send_all(*messages)
            case PlayersChanged():
                self.players_changed()
            case Closed(rated):
                self._close_match(rated=rated)
            case _:
                assert_never(event)

    def _close_match(self, *, rated: bool) -> None:
        """Take the seats of those who are gone; the others may play again."""
        for occupant in list(self.occupants):
            occupant.ready = False
            if rated and occupant.user is not None:
                self._report(RatedGamePlayed(occupant.user, occupant.name))
            if not occupant.present:
                self._give_up_seat(occupant)
        self.send_all(self.room_update())
        self.players_changed()
        self._note_emptiness()

    # Playing on

    @classmethod
    def playing_on(
        cls, services: Services, report: RoomReport, point: PlayOnPoint, player: Occupant, command: PlayOn
    ) -> Self:
        """Make a room in which a match is played on from where it stands, by one person and bots. It is not rated."""
        match = point.match
        room = cls(services, report, command.room, cls._options_of(match.setup, command))
        room._check_playing_on(match, command)
        for seat in range(match.seats):
            if seat == command.seat:
                room._sit(player, [seat])
            else:
                room._sit_bot(command.bot, [seat])
        match.players = tuple(occupant.name for _, occupant in room._seated())
        room.live = room._new_live(secrets.token_urlsafe(9), match)
        room.live.origin = point.origin
        return room

    @staticmethod
    @abstractmethod
    def _options_of(setup: Setup, command: PlayOn) -> OptionsT:
        """Give the options of a room that plays a match on, or refuse."""

    def _check_playing_on(self, match: Match, command: PlayOn) -> None:
        """Refuse a seat that cannot be taken any more, or a bot that does not play this game."""
        self._check_bot(command.bot)
        if command.seat >= match.seats:
            raise Refused(Refusal.NO_SEAT, f"seat {command.seat}", f"seats run from 0 to {match.seats - 1}")
        if not match.world.living(match.game, command.seat):
            reason = f"it was out of the game by turn {match.turn}"
            raise Refused(Refusal.ELIMINATED, f"seat {command.seat}", reason, "take another")

    def play_on(self) -> asyncio.Future[None]:
        """Go on with the match that the room was made around; done when it is committed as a match of its own."""
        assert self.live is not None  # noqa: S101  # the room was made around it
        return self._begin_when_committed(self.live)

    # After a restart of the server

    @classmethod
    def restored(cls, services: Services, report: RoomReport, stored: StoredMatch, match: Match) -> Self:
        """Make the room of a match that was being played when the server stopped; it waits for its players."""
        begun = stored.begun
        room = cls(services, report, begun.room, cls._restored_options(begun.room_options))
        for seat, record in enumerate(begun.seats):
            user = None if record.user is None else User(record.user)
            known = next((occupant for occupant in room.occupants if user and occupant.user == user), None)
            away = None if record.bot else 0
            room._sit(known or Occupant(record.name, user, record.bot, away_since_ms=away), [seat])
        room.live = room._new_live(begun.match, match)
        if room.live.feed is not None:
            room.live.feed.players = room.players()
        room._restore_live(room.live, stored)
        room._note_emptiness()
        asyncio.get_running_loop().call_later(services.settings.return_s, room.live.start_clock)
        return room

    @staticmethod
    @abstractmethod
    def _restored_options(stored: dict[str, Any]) -> OptionsT:
        """Give the options of a room from those that the store keeps."""

    @abstractmethod
    def _restore_live(self, live: LiveT, stored: StoredMatch) -> None:
        """Bring back what the log of a match does not tell."""
