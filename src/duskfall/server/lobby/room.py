"""Keeps the people around one game, before, during and after it: all that rooms of every game share."""

from __future__ import annotations

import asyncio
import secrets
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, Self, TypeAlias, assert_never

from duskfall.bots import BUILT_IN
from duskfall.errors import Malformed, Refusal, Refused, UnknownName
from duskfall.play import Match, Setup
from duskfall.protocol.commands import ChatMessage, InviteBot, KickBot, PingTile, PlayOn, Rematch, SetReady
from duskfall.protocol.messages import (
    Accepted,
    Chat,
    Ping,
)
from duskfall.protocol.values import GameName
from duskfall.protocol.wire import Command, Reply
from duskfall.server.live.match import Announced, Closed, MatchEvent, PlayersChanged
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User
from duskfall.server.lobby.membership import (
    LiveT,
    Membership,
    OptionsT,
    RatedGamePlayed,
    RoomReport,
)
from duskfall.server.replays.play_on import PlayOnPoint
from duskfall.server.store import MatchBegun, SeatRecord, StoredMatch
from duskfall.server.transport.encoding import encode
from duskfall.server.transport.rate_limits import GAMES

_HARMLESS: Final = str.maketrans({"<": "‹", ">": "›"})
"""Chat is text, but clients exist that take it for markup: these signs look the same and do no harm there."""

Answer: TypeAlias = tuple[Reply, asyncio.Future[None] | None]
"""An acknowledgement, and the write that has to be committed before it."""

Handlers: TypeAlias = Mapping[type[Any], Callable[[Any, Client, Any], Answer]]


class Room(Membership[LiveT, OptionsT]):
    """Is a room: carries out the commands of its members, and starts, restores and closes live matches."""

    game: ClassVar[GameName]
    title: ClassVar[str]
    """The game's name for people."""
    order_hint: ClassVar[str]
    """Which command gives an order in this game, for those who use another's."""
    handlers: ClassVar[Handlers]
    """The method for each command that players give in a room of this game."""

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
            raise Malformed("chat", "a message may have visible characters only")
        return text.translate(_HARMLESS)

    def ping(self, client: Client, command: PingTile) -> Answer:
        """Show everyone a tile that a player points at."""
        seat, tile = self._seat_of_client(client), command.tile
        if self.playing is None or seat < 0:
            raise Refused(Refusal.NOT_PLAYING, "ping_tile", "only players of a running game point at tiles")
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
            raise Refused(Refusal.NO_SEAT, f"seat {command.index}", "no bot has this seat")
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

    shared_handlers: ClassVar[Handlers] = {
        ChatMessage: chat, PingTile: ping, SetReady: set_ready, Rematch: rematch, InviteBot: invite_bot,
        KickBot: kick_bot,
    }  # fmt: skip
    """The methods for the commands that rooms of every game take."""
