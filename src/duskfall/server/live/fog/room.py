"""A room of Fog of War: who is there, what will be played, and the table while it is."""

from __future__ import annotations

import asyncio
import secrets
from typing import ClassVar, Literal, assert_never

from duskfall.errors import Refusal, Refused
from duskfall.play import Match
from duskfall.protocol.commands import (
    GameOrder,
    GiveUp,
    InviteBot,
    KickBot,
    PlayOn,
    Rematch,
    RoomCommand,
    RoomOptions,
    SetForceStart,
    SetOptions,
    SetReady,
)
from duskfall.protocol.messages import (
    Chat,
    Message,
    Ping,
    Player,
    PlayerJoined,
    PlayersUpdate,
    PublicOptions,
    RoomUpdate,
    is_rated,
)
from duskfall.protocol.welten.commands import WeltenOptions
from duskfall.server.live.fog.match import FogMatch
from duskfall.server.live.fog.options import options_of, setup_of
from duskfall.server.live.services import Occupant
from duskfall.server.lobby.identity import User
from duskfall.server.lobby.room import Lobby, Room
from duskfall.server.replays.play_on import PlayOnPoint
from duskfall.server.store import StoredMatch
from duskfall.server.transport.connection import Connection
from duskfall.server.transport.encoding import encode


class FogRoom(Room):
    """Players in the order of their coming, spectators, options, and a game if one is on."""

    game: ClassVar[Literal["fog"]] = "fog"

    def __init__(self, house: Lobby, name: str) -> None:
        super().__init__(house, name)
        self.options = RoomOptions()
        self.table: FogMatch | None = None
        self._told: tuple[Player, ...] = ()
        """The players as everyone was told last."""

    # How it stands

    @property
    def playing(self) -> FogMatch | None:
        """The table while a game is on."""
        return self.table if self.state == "playing" else None

    @property
    def seats(self) -> int:
        """How many can play."""
        return self.options.players

    @property
    def rated(self) -> bool:
        """Whether its games count for ratings."""
        return is_rated(self.options)

    def seat_of(self, user: User | None) -> int | None:
        """The seat that a player holds, None for everybody else."""
        return next((seat for seat, holder in enumerate(self.holders) if user and holder.user == user), None)

    def players(self) -> tuple[Player, ...]:
        """The players as everyone may know them."""
        table = self.table
        match = None if table is None or table.holders != tuple(self.holders) else table.match
        return tuple(
            self._shown(seat, holder, eliminated=match is not None and not match.world.living(match.game, seat))
            for seat, holder in enumerate(self.holders)
        )

    def standing(self) -> RoomUpdate:
        """The room in one message."""
        return RoomUpdate(self.name, self.state, PublicOptions.of(self.options), len(self.watchers))

    # Telling

    def tell_all(self, *messages: Message, besides: Connection | None = None) -> None:
        """Tell players now, and spectators now or, while a game is on, when it can help no player any more."""
        gallery = None if self.table is None or self.table.gallery.closed else self.table.gallery
        for message in messages:
            envelope = encode(message)
            for holder in self.holders:
                line = holder.line
                if line is not None and line is not besides and (gallery is None or line not in gallery):
                    line.post(envelope)
            if gallery is not None:
                gallery.hear(message)
                continue
            for line in self.watchers:
                line.post(envelope)

    def players_changed(self, besides: Connection | None = None) -> None:
        """Tell everyone who is in, out, here or away, if it is not what they know already."""
        players = self.players()
        if players != self._told:
            self._told = players
            self.tell_all(PlayersUpdate(players), PlayerJoined(players), besides=besides)

    def _greet(self, line: Connection, *, late: bool) -> None:
        """Tell somebody who comes in how everything stands, or how it stood for those who are late."""
        players = self.playing.gallery.players if late and self.playing is not None else self.players()
        self._tell_standing(line, players)

    # Coming and going

    def check_join(self, line: Connection, user: User, wishes: WeltenOptions | None = None) -> None:
        """Refuse whom there is no seat for."""
        del wishes
        if self.seat_of(user) is not None:
            return
        self._refuse_latecomer(line)
        if len(self.holders) >= self.options.players:
            raise Refused(Refusal.ROOM_FULL, self.name, f"all {self.options.players} seats are taken")

    def join(self, line: Connection, user: User, name: str, wishes: WeltenOptions | None = None) -> int:
        """Take a seat, or take it back; gives its number."""
        seat = self.seat_of(user)
        if seat is not None:
            return self._come_back(line, seat)
        self.check_join(line, user, wishes)
        self.holders.append(Occupant(name, user, line=line))
        self._enter(line)
        self._clear_table()
        self._greet(line, late=False)
        self.players_changed(besides=line)
        return len(self.holders) - 1

    def _come_back(self, line: Connection, seat: int) -> int:
        holder, table = self.holders[seat], self.playing
        former = self._take_over(holder, line)
        if table is not None and former is not None:
            table.gallery.dismiss(former)
        self._greet(line, late=table is not None and not table.match.world.living(table.match.game, seat))
        if table is not None:
            table.sit_down(seat, line)
            self._wake()
        self.players_changed(besides=line)
        return seat

    def spectate(self, line: Connection) -> None:
        """Watch."""
        self._watch(line)
        self._greet(line, late=True)
        if self.playing is not None:
            self.playing.watch(line)
        self.tell_all(self.standing())

    def leave(self, line: Connection) -> None:
        """Somebody leaves, or its connection is lost. A seat in a game that is on is kept for the grace time."""
        line.room = None
        table = self.playing
        if self.table is not None:
            self.table.gallery.dismiss(line)
        if line in self.watchers:
            self.watchers.remove(line)
            self.tell_all(self.standing())
        seat = next((seat for seat, holder in enumerate(self.holders) if holder.line is line), None)
        if seat is not None:
            if table is not None:
                table.stand_up(seat)
            else:
                self._give_up_seat(self.holders[seat])
            self.players_changed()
        self._note_emptiness()

    # What players say

    def chat(self, line: Connection, text: str) -> None:
        """Say something: players to everyone, spectators to spectators."""
        message = Chat(self._index_of(line), line.name or "", self._spoken(text))
        table = self.playing
        if message.index >= 0 or table is None:
            self.tell_all(message)
        else:
            table.gallery.whisper(message)

    def ping(self, line: Connection, tile: int) -> None:
        """Point at a tile."""
        table, seat = self.playing, self._index_of(line)
        self._check_ping(table is not None and seat >= 0, tile, self.options.width * self.options.height)
        self.tell_all(Ping(seat, tile))

    def _index_of(self, line: Connection) -> int:
        """The seat of a player who is still in the game, -1 for those who watch."""
        table = self.playing
        for seat, holder in enumerate(self.holders):
            if holder.line is line:
                return -1 if table is not None and line in table.gallery else seat
        return -1

    def order(self, line: Connection, command: GameOrder) -> asyncio.Future[None]:
        """An order for the sender's own army; done when it is in the log."""
        table = self.playing
        if table is not None:
            for seat, holder in enumerate(self.holders):
                if holder.line is line:
                    return table.order(seat, command)
        raise Refused(Refusal.NOT_PLAYING, command.event, "you have no seat in a game that is on", "join a room")

    def command(self, line: Connection, command: RoomCommand) -> asyncio.Future[None] | None:
        """What players do in a room before and after games."""
        holder = self._commanding(line, command)
        match command:
            case SetReady(_, ready):
                return self._set_ready(holder, ready)
            case Rematch():
                return self._set_ready(holder, True)
            case SetForceStart() | SetOptions() | InviteBot() | KickBot():
                self._check_host(holder, command)
                return self._host_command(command)
            case _:
                assert_never(command)

    def _set_ready(self, holder: Occupant, ready: bool) -> asyncio.Future[None] | None:
        self._change_ready(holder, ready)
        return self.start() if self._all_ready() else None

    def _host_command(self, command: SetForceStart | SetOptions | InviteBot | KickBot) -> asyncio.Future[None] | None:
        match command:
            case SetForceStart(_, force):
                return self.start() if force else None
            case SetOptions(_, options):
                self._set_options(options)
                if self.state == "ended":
                    return None  # a rematch is for all to agree on
            case InviteBot(_, name):
                self._invite(name)
            case KickBot(_, index):
                if not 0 <= index < len(self.holders) or self.holders[index].bot is None:
                    raise Refused(Refusal.NO_SEAT, f"seat {index}", "no bot sits there")
                del self.holders[index]
                self.players_changed()
                return None
        return self.start_if_due()

    def _set_options(self, options: RoomOptions) -> None:
        self._check_seats(options)
        if options.players < len(self.holders):
            raise Refused(Refusal.OUT_OF_RANGE, f"{options.players} players", f"{len(self.holders)} are here already")
        board = setup_of(options, options.players, seed=0).options.get("map")
        self.options = (
            options if board is None else options.model_copy(update={"width": len(board[0]), "height": len(board)})
        )
        for holder in self.holders:
            holder.ready = False
        self.tell_all(self.standing())
        self.players_changed()

    def _check_seats(self, options: RoomOptions) -> None:
        limit = self._house.desk.settings.limits.seats
        if options.players > limit:
            raise Refused(Refusal.OUT_OF_RANGE, f"{options.players} players", f"this server allows {limit}")

    def _invite(self, name: str) -> None:
        self._check_bot(name)
        if len(self.holders) >= self.options.players:
            raise Refused(Refusal.ROOM_FULL, self.name, f"all {self.options.players} seats are taken")
        self._seat_bot(name)
        self.players_changed()

    def _seat_bot(self, name: str) -> None:
        shown, number = name, 1
        while any(holder.name == shown for holder in self.holders):
            number += 1
            shown = f"{name} {number}"
        self.holders.append(Occupant(shown, bot=name))

    # Games

    def start_if_due(self) -> asyncio.Future[None] | None:
        """Begin when the last seat has been taken, or everyone is ready."""
        if self.playing is None and (self._all_ready() or len(self.holders) >= self.options.players):
            return self.start()
        return None

    def _all_ready(self) -> bool:
        """Whether at least two are there and all of them want to begin."""
        people = [holder for holder in self.holders if holder.bot is None]
        return len(self.holders) >= 2 and bool(people) and all(holder.ready for holder in people)

    def start(self) -> asyncio.Future[None]:
        """Begin; done when the beginning is safe."""
        if len(self.holders) < 2:
            raise Refused(Refusal.IMPOSSIBLE, self.name, "a game needs two players", "invite a bot or a friend")
        self._check_start()
        setup = setup_of(self.options, len(self.holders), self.options.seed)
        match = Match(setup, [holder.name for holder in self.holders], lockstep=False)
        for holder in self.holders:
            holder.moves.clear()
        if self.table is not None:
            self.table.gallery.close()
        table = self.table = FogMatch(
            self._house.desk, self, secrets.token_urlsafe(9), match, self.options, self.holders
        )
        return self._begin_when_safe(table)

    def _begin_when_safe(self, table: FogMatch) -> asyncio.Future[None]:
        return self._record(table, self.options.model_dump(exclude_none=True), lambda: self._begin(table))

    def _begin(self, table: FogMatch) -> None:
        standing = encode(self.standing())
        for line in self.lines:
            line.post(standing)
        self.players_changed()
        table.gallery.players = self.players()
        for seat, holder in enumerate(self.holders):
            if holder.line is not None:
                table.sit_down(seat, holder.line)
            elif holder.bot is None:
                table.stand_up(seat)
        for line in self.watchers:
            table.watch(line)
        table.start_clock()

    def give_up(self, seat: int) -> asyncio.Future[None] | None:
        """The player at a seat surrenders if a game is on, and leaves."""
        written, table, holder = None, self.playing, self.holders[seat]
        if table is not None and table.match.world.living(table.match.game, seat):
            written = table.order(seat, GiveUp())
        if holder.line is not None:
            self.leave(holder.line)
        return written

    def stop_clock(self) -> None:
        """Let nothing more be played: the server goes."""
        if self.table is not None:
            self.table.stop_clock()

    # A match of an earlier day

    @classmethod
    def playing_on(cls, house: Lobby, departure: PlayOnPoint, player: Occupant, wish: PlayOn) -> FogRoom:
        """A new room in which a match is played on from where it stands, by one person and bots. It is never rated."""
        room, match = cls(house, wish.room), departure.match
        room._check_playing_on(match, wish)
        room.options = options_of(match.setup, wish.turn_ms)
        room._check_seats(room.options)
        for seat in range(match.seats):
            if seat == wish.seat:
                room.holders.append(player)
            else:
                room._seat_bot(wish.bot)
        match.players = tuple(holder.name for holder in room.holders)
        room.table = FogMatch(house.desk, room, secrets.token_urlsafe(9), match, room.options, room.holders)
        room.table.origin = departure.origin
        return room

    def play_on(self) -> asyncio.Future[None]:
        """Go on with a match of an earlier day that is on the table; done when it is safe as a match of its own."""
        table = self.table
        assert table is not None  # noqa: S101  # the room was made around it
        table.drop_queues()
        return self._begin_when_safe(table)

    # After the server was away

    @classmethod
    def restored(cls, house: Lobby, stored: StoredMatch, match: Match) -> FogRoom:
        """The room of a match that was being played when the server stopped; it goes on when its players are back."""
        begun = stored.begun
        room = cls(house, begun.room)
        room.options = RoomOptions(**begun.table)
        for sitter in begun.sitters:
            user = None if sitter.user is None else User(sitter.user)
            room.holders.append(Occupant(sitter.name, user, sitter.bot, away_since_ms=None if sitter.bot else 0))
        table = room.table = FogMatch(house.desk, room, begun.match, match, room.options, room.holders)
        table.gallery.players = room.players()
        table.recall_marks()
        asyncio.get_running_loop().call_later(house.desk.settings.return_s, table.start_clock)
        return room

    def _wake(self) -> None:
        table = self.playing
        if table is not None and all(
            holder.bot is not None or holder.line is not None or not table.match.world.living(table.match.game, seat)
            for seat, holder in enumerate(self.holders)
        ):
            table.start_clock()
