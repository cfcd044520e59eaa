"""Keeps the people around one game, before, during and after it: all that rooms of every game share."""

from __future__ import annotations

import asyncio
import secrets
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeAlias, assert_never

import orjson

from duskfall.bots import BUILT_IN
from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.play import Match, Setup
from duskfall.protocol.commands import (
    ChatMessage,
    InviteBot,
    KickBot,
    KickPlayer,
    MutePlayer,
    PingTile,
    PlayOn,
    Rematch,
    SetReady,
)
from duskfall.protocol.messages import Accepted
from duskfall.protocol.values import CasualReason, GameName, MoveId
from duskfall.server.live.log import when_committed
from duskfall.server.live.match import Announced, Answer, Closed, MatchEvent, PlayersChanged
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.lobby.chat import ModeratedChat
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User
from duskfall.server.lobby.membership import GameEnded, LiveT, OptionsT, RoomReport, UnloadedMatch
from duskfall.server.lobby.room_costs import ENTRY_BYTES, MATCH_BYTES, Account
from duskfall.server.ranking.rated import was_rated
from duskfall.server.replays.play_on import PlayOnPoint
from duskfall.server.settings import Limits
from duskfall.server.store import ABANDONED, MatchBegun, MatchEnded, SeatRecord, StoredMatch
from duskfall.server.transport.encoding import encode
from duskfall.server.transport.rate_limits import GAMES

Handlers: TypeAlias = Mapping[type[Any], Callable[[Any, Client, Any], Answer]]


class Room(ModeratedChat[LiveT, OptionsT]):
    """Is a room: carries out the commands of its members, and starts, restores and closes live matches."""

    game: ClassVar[GameName]
    title: ClassVar[str]
    """The game's name for people."""
    order_hint: ClassVar[str]
    """Which command gives an order in this game, for those who use another's."""
    handlers: ClassVar[Handlers]
    """The method for each command that players give in a room of this game."""
    opened_by = Account()
    """Who opened the room, as far as it is known."""

    # Commands

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
        seats = self._free_seats(None)
        self._check_cost(client, self.options, len(self._seated()) + len(seats))
        self._sit_bot(command.name, seats)
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

    def _answer_again(self, client: Client, move_id: MoveId) -> Answer | None:
        """Answer an order of the sender that was answered before; None if it is new, or has no id.

        The order may have ended the match, so the last match answers as well as a running one.
        """
        live = self.live
        seat = None if live is None or move_id is None else live.seat_of(client)
        return None if live is None or seat is None else live.answer_again(seat, move_id)

    def _check_bot(self, name: str) -> None:
        if name not in BUILT_IN[self.game]:
            raise UnknownName("bot", name, BUILT_IN[self.game])

    # Costs

    @classmethod
    def check_new(cls, limits: Limits, options: OptionsT | None) -> None:
        """Refuse the options of a new room that are more than this server allows."""

    def _cost_us(self, options: OptionsT, seats: int) -> int:
        """Estimate the processor time that a game of so many takes by itself, in microseconds a second."""
        del options, seats
        return 0

    def _check_cost(self, client: Client, options: OptionsT, seats: int) -> None:
        """Refuse a change for which the budget of the sender would be too small when the game begins."""
        cost_us = self._cost_us(options, max(seats, 2))
        self._services.room_costs.check(self.name, Account(client.user, client.address), cost_us)

    # Games

    @property
    @abstractmethod
    def is_timed(self) -> bool:
        """Tell whether a clock lets matches go on without their players."""

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
            self._services.disk_space.check()
            self._services.stored_bytes.check(Account(host.client.user, host.client.address))
            self._check_cost(host.client, self.options, len(self._seated()))
            self._services.rate_limits.hit(GAMES, host.client)
        match = Match(self._new_setup(), [occupant.name for _, occupant in self._seated()], lockstep=False)
        for occupant in self.occupants:
            occupant.queue.clear()
            occupant.networks = set() if occupant.client is None else {occupant.client.address}
        if self._feed is not None:
            self._feed.close()
        self.live, self.last = self._new_live(secrets.token_urlsafe(9), match, self.casual), None
        return self._begin_when_committed(self.live)

    @abstractmethod
    def _new_setup(self) -> Setup:
        """Give the setup of the next match, or refuse."""

    @abstractmethod
    def _new_live(self, name: str, match: Match, casual: CasualReason | None) -> LiveT:
        """Put the room's occupants around a match, which is rated or not for a reason."""

    @abstractmethod
    def _stored_options(self) -> dict[str, Any]:
        """Give the options of the room as the store keeps them."""

    def _begin_when_committed(self, live: LiveT) -> asyncio.Future[None]:
        setup, options = live.match.setup, self._stored_options()
        self._charge()
        self._services.stored_bytes.charge(self._account, MATCH_BYTES + len(orjson.dumps((setup.options, options))))
        seats = tuple(SeatRecord(occupant.user, occupant.name, occupant.bot) for occupant in live.occupants)
        begun = MatchBegun(
            live.name, self.name, setup.game, setup.options, setup.seed, seats,
            {**options, "rated": live.casual is None}, setup.world.rules, live.origin,
        )  # fmt: skip
        written = live.log.begin(begun)
        live.log.when_committed(lambda: self._begin(live))
        return written

    def _charge(self) -> None:
        """Charge the game that begins to the host."""
        host = self.host
        client = None if host is None else host.client
        self._account = Account(None if host is None else host.user, None if client is None else client.address)
        self._services.room_costs.charge(self.name, self._account, self._cost_us(self.options, len(self._seated())))

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
        unloaded = self.unloaded
        if unloaded is not None and not unloaded.abandoned and not self.is_timed:
            if empty_s > self._services.settings.longest_absence_s(unloaded.turn):
                self._abandon_unloaded(unloaded)
            return
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
            case Closed():
                self._close_match()
            case _:
                assert_never(event)

    def _close_match(self) -> None:
        """Take the seats of those who are gone; the others may play again."""
        self._services.room_costs.release(self.name)
        self.last = self.live
        if self.live is not None:
            self._services.stored_bytes.charge(self._account, len(self.live.match.log) * ENTRY_BYTES)
        for occupant in list(self.occupants):
            occupant.ready = False
            if occupant.new_name is not None:
                occupant.name, occupant.new_name = occupant.new_name, None
            if occupant.user is not None:
                self._report(GameEnded(occupant.user))
            if not occupant.present:
                self._give_up_seat(occupant)
        self.room_changed()
        self.players_changed()
        self._note_emptiness()

    # Playing on

    @classmethod
    def playing_on(
        cls, services: Services, report: RoomReport, point: PlayOnPoint, player: Occupant, command: PlayOn
    ) -> Self:
        """Make a room in which a match is played on from where it stands, by one person and bots. It is not rated."""
        match = point.match
        options = cls._options_of(match.setup, command)
        cls.check_new(services.settings.limits, options)
        room = cls(services, report, command.room, options)
        room._check_playing_on(match, command)
        if player.client is not None:
            room._check_cost(player.client, options, match.seats)
        for seat in range(match.seats):
            if seat == command.seat:
                room._sit(player, [seat])
            else:
                room._sit_bot(command.bot, [seat])
        match.players = tuple(occupant.name for _, occupant in room._seated())
        room.live = room._new_live(secrets.token_urlsafe(9), match, "not asked")
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
    def restored(cls, services: Services, report: RoomReport, begun: MatchBegun, turn: int) -> Self:
        """Make the room of a match that was being played when the server stopped. The match is not loaded yet."""
        room = cls(services, report, begun.room, cls._restored_options(begun.room_options))
        for seat, record in enumerate(begun.seats):
            user = None if record.user is None else User(record.user)
            known = next((occupant for occupant in room.occupants if user and occupant.user == user), None)
            away = None if record.bot else 0
            room._sit(known or Occupant(record.name, user, record.bot, away_since_ms=away), [seat])
        room.opened_by = room._account = Account(None if room.host is None else room.host.user)
        room.unloaded = UnloadedMatch(begun.match, turn)
        room._note_emptiness()
        return room

    def load(self, stored: StoredMatch, match: Match, wait_s: float) -> None:
        """Take over the match, played again from its log; it goes on when its players are here, or after a while."""
        live = self._new_live(stored.begun.match, match, None if was_rated(stored.begun) else "not asked")
        live.move_ids.restore(stored.move_ids)
        self.chat_log.restore(stored.chat)
        self._restore_live(live, stored)
        self.live, self.unloaded = live, None
        self._charge()
        if live.feed is not None:
            live.feed.players = self.players()
        asyncio.get_running_loop().call_later(max(0.0, wait_s), live.start_clock)

    def close_unloaded(self) -> None:
        """Give up a match that cannot be loaded, or has been abandoned, and the seats of those who are gone."""
        self.unloaded = None
        for occupant in list(self.occupants):
            if occupant.client is None:
                self._give_up_seat(occupant)

    def _abandon_unloaded(self, unloaded: UnloadedMatch) -> None:
        """End the game without a winner, and without loading it."""
        unloaded.abandoned = True
        ended = MatchEnded(unloaded.name, None, (1,) * self.seats, ABANDONED, unloaded.turn)
        when_committed(self._services.store.write(ended), self.close_unloaded)

    @staticmethod
    @abstractmethod
    def _restored_options(stored: dict[str, Any]) -> OptionsT:
        """Give the options of a room from those that the store keeps."""

    @abstractmethod
    def _restore_live(self, live: LiveT, stored: StoredMatch) -> None:
        """Bring back what the log of a match does not tell."""

    shared_handlers: ClassVar[Handlers] = {
        SetReady: set_ready, Rematch: rematch, InviteBot: invite_bot, KickBot: kick_bot,
        ChatMessage: ModeratedChat.chat, PingTile: ModeratedChat.ping,
        KickPlayer: ModeratedChat.kick_player, MutePlayer: ModeratedChat.mute_player,
    }  # fmt: skip
    """The methods for the commands that rooms of every game take."""
