"""The house: every connection, every room, and who comes and goes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Final

from duskfall.errors import Refusal, Refused
from duskfall.play import Diverged, Log, Match, Setup
from duskfall.protocol.commands import AbandonGame, JoinPrivate, PlayOn, SetUsername
from duskfall.protocol.messages import AcceptedSeat, JoinedAsPlayer, Notice, Refusing, Reply
from duskfall.protocol.welten.commands import WeltenJoin
from duskfall.server.live.fog.room import FogRoom
from duskfall.server.live.services import ABANDONED, Occupant, Services
from duskfall.server.live.welten.room import WeltenRoom
from duskfall.server.lobby.identity import Identities, User
from duskfall.server.lobby.players import Players
from duskfall.server.lobby.room import Room
from duskfall.server.ranking.ratings import Ratings, bot_user, is_bot
from duskfall.server.replays.play_on import PlayOnPoints
from duskfall.server.store import MatchEnded, Record, StoredMatch
from duskfall.server.store import Rating as StoredRating
from duskfall.server.transport.connection import Connection
from duskfall.server.transport.rate_limits import RateLimits

VIEWER: Final = "Viewer"
"""A name with this word watches, as on other servers of this game."""

_log = logging.getLogger(__name__)

Answer = tuple[Reply, asyncio.Future[None] | None]
"""What is acknowledged, and what has to be safe before."""


class Lobby:
    """All that is going on in one server."""

    def __init__(self, desk: Services, secretary: Identities) -> None:
        self.desk = desk
        self.guard = RateLimits(desk.settings.limits)
        self.rooms: dict[str, Room] = {}
        self.lines: dict[str, Connection] = {}
        self.closing = False
        self.guests = Players(secretary, self.rooms)
        self.ratings = Ratings()
        self.positions = PlayOnPoints()
        self._be_watched()

    def _be_watched(self) -> None:
        """Let the numbers of lines, rooms and games be looked up."""
        watch = self.desk.metrics.watch
        watch("connections", "Connections that stand", lambda: len(self.lines))
        watch("rooms", "Rooms that are open", lambda: len(self.rooms))
        watch(
            "games_running",
            "Games that are being played",
            lambda: sum(r.state == "playing" for r in self.rooms.values()),
        )

    def remember(self, ratings: Iterable[StoredRating]) -> None:
        """Take up the ratings of earlier days; whoever has one keeps the name."""
        known = list(ratings)
        self.ratings = Ratings(known)
        for rating in known:
            if not is_bot(rating.user):
                self.guests.names.keep(User(rating.user), rating.name)

    # Connections

    def connect(self, line: Connection) -> None:
        """A connection stands."""
        self.lines[line.sid] = line

    def disconnect(self, line: Connection) -> None:
        """A connection is gone."""
        if self.lines.pop(line.sid, None) is None:
            return
        self.guard.dismiss(line.address)
        if line.room is not None:
            self.leave(line, line.room)
        self.guests.gone(line)

    def seat_lost(self, user: User) -> None:
        """A player has no seat in a room any more."""
        self.guests.seat_lost(user)

    def rate(self, game: str, holders: Sequence[Occupant], places: Sequence[int]) -> Sequence[Record]:
        """What a rated game that has just ended does to the ratings of those who played it."""
        players = [(holder.user or bot_user(holder.bot or ""), holder.name) for holder in holders]
        deeds = self.ratings.played(game, players, places)
        for holder in holders:
            if deeds and holder.user is not None:
                self.guests.names.keep(holder.user, holder.name)
        return deeds

    # Coming and going

    def refuse_when_closing(self) -> None:
        """Refuse a new game when the server goes."""
        if self.closing:
            raise Refused(Refusal.CLOSING, "new games", "the server is about to shut down", "try again in a minute")

    def set_username(self, line: Connection, command: SetUsername) -> Reply:
        """Somebody says who it is; if it wanted to join a room before, it does now."""
        accepted = self.guests.introduce(line, command)
        wanted, line.wanted = line.wanted, None
        if wanted is not None:
            try:
                self._enter(line, wanted)
            except Refused as refused:  # the name stands, whatever became of the room
                line.tell(Refusing(JoinPrivate.event, str(refused.code), str(refused)))
        return accepted

    def join(self, line: Connection, command: JoinPrivate | WeltenJoin) -> Reply:
        """Somebody joins a room, which is made if there is none."""
        self.guests.identify(line, command)
        return self._enter(line, command)

    def _enter(self, line: Connection, command: JoinPrivate | WeltenJoin) -> Reply:
        user, name = line.user, command.room
        assert user is not None  # noqa: S101  # both ways in have seen to it
        if VIEWER in (line.name or ""):
            self.spectate(line, name)
            return AcceptedSeat()
        room = self._room(line, command)
        wishes = command.options if isinstance(command, WeltenJoin) else None
        room.check_join(line, user, wishes)
        if line.room is not None and (line.room is not room or line in room.watchers):
            self._leave_for(line, name)
        self.rooms[name] = room
        seated = room.seat_of(user) is not None
        seat = room.join(line, user, line.name or "", wishes)
        if not seated:
            self.guests.seat_taken(user)
        accepted = self._welcome(line, name, user, seat)
        self._start_if_due(room)
        return accepted

    def _welcome(self, line: Connection, room: str, user: User, seat: int) -> AcceptedSeat:
        token = self.guests.token(room, user)
        line.tell(JoinedAsPlayer(seat, token))
        return AcceptedSeat(playerIndex=seat, token=token)

    def play_on(self, line: Connection, command: PlayOn) -> Answer:
        """Make a room in which a match of an earlier day is played on by the sender; all of it or nothing."""
        self.guests.identify(line, command)
        user, name = line.user, command.room
        assert user is not None  # noqa: S101  # identify has seen to it
        if name in self.rooms:
            raise Refused(Refusal.IMPOSSIBLE, name, "there is such a room already", "name a new one")
        if VIEWER in (line.name or ""):
            raise Refused(Refusal.NOT_PLAYING, command.event, f"whose name has {VIEWER} in it only watches")
        self._check_free_to_leave(line, name)
        departure = self.positions.find(command.position)
        self._check_new_room(line, name)
        kind = FogRoom if departure.match.setup.game == FogRoom.game else WeltenRoom
        room = kind.playing_on(self, departure, Occupant(line.name or "", user, line=line), command)
        self.guard.game(line)
        self.positions.drop(command.position)
        self._leave_for(line, name)
        self.rooms[name] = room
        line.room = room
        self.guests.seat_taken(user)
        return self._welcome(line, name, user, command.seat), room.play_on()

    def _start_if_due(self, room: Room) -> None:
        """Somebody has come or gone, and those who are here may all be ready now."""
        if self.closing:
            return
        try:
            room.start_if_due()
        except Refused as refused:
            room.tell_all(Notice(str(refused.code), str(refused)))

    def leave(self, line: Connection, room: Room) -> None:
        """Somebody leaves its room."""
        room.leave(line)
        self._start_if_due(room)

    def _room(self, line: Connection, command: JoinPrivate | WeltenJoin) -> Room:
        """The room that is named, or a new one, which stands only when somebody has come in."""
        name = command.room
        room = self.rooms.get(name)
        if room is None:
            self._check_new_room(line, name)
            return WeltenRoom(self, name, command.options) if isinstance(command, WeltenJoin) else FogRoom(self, name)
        if isinstance(command, WeltenJoin) and not isinstance(room, WeltenRoom):
            raise Refused(Refusal.IMPOSSIBLE, name, "this room plays Fog of War", "name another room")
        return room

    def _check_new_room(self, line: Connection, name: str) -> None:
        """Refuse a room that is one too many."""
        self.refuse_when_closing()
        self.guard.room(line)
        if self._full():
            raise Refused(Refusal.TOO_MANY, name, "the server has as many rooms as it bears", "try again later")

    def _full(self) -> bool:
        """Whether no more rooms can be opened: too many have somebody in them, or too many games wait."""
        limits = self.desk.settings.limits
        if len(self.rooms) < limits.rooms:
            return False
        waiting = sum(room.state == "playing" and not room.lines for room in self.rooms.values())
        return len(self.rooms) - waiting >= limits.rooms or waiting >= limits.waiting_games

    def _leave_for(self, line: Connection, name: str) -> None:
        """Leave one room for another, which nobody does who plays."""
        self._check_free_to_leave(line, name)
        if line.room is not None:
            self.leave(line, line.room)

    @staticmethod
    def _check_free_to_leave(line: Connection, name: str) -> None:
        room = line.room
        if room is not None and room.state == "playing" and line not in room.watchers:
            raise Refused(
                Refusal.SEATED_ELSEWHERE, name, f"you play in room {room.name}", "surrender or leave_game() first"
            )

    def spectate(self, line: Connection, name: str) -> None:
        """Somebody comes to watch."""
        room = self.rooms.get(name)
        if room is None:
            raise Refused(Refusal.NO_ROOM, name, "there is no such room")
        room.check_spectate(line)
        if line.room is not room or line not in room.watchers:
            self._leave_for(line, name)
        room.spectate(line)

    def abandon(self, line: Connection, command: AbandonGame) -> asyncio.Future[None] | None:
        """Surrender and leave, proven by the secret or by sitting there."""
        room = self.rooms.get(command.room)
        user = self.guests.owner(line, command.room, command.user)
        seat = None if room is None else room.seat_of(user)
        if room is None or seat is None:
            raise Refused(Refusal.NOT_OWNER, command.room, "you have no seat in this room")
        written = room.give_up(seat)
        self._start_if_due(room)
        return written

    # Time

    def sweep(self, now: float) -> list[Connection]:
        """Close rooms that nobody needs; gives the connections that have to go, each told why."""
        settings = self.desk.settings
        for room in list(self.rooms.values()):
            empty_s = 0.0 if room.empty_since is None else now - room.empty_since
            if isinstance(room, WeltenRoom):
                room.forget_after(empty_s)
            if empty_s > settings.idle_room_s and room.state != "playing":
                del self.rooms[room.name]
        dropped = []
        for line in self.lines.values():
            if not line.keeps_up(now):
                self._drop(line, Refusal.TOO_SLOW, "you do not take what you are sent")
                dropped.append(line)
            elif line.excess > settings.limits.refusals:
                self._drop(line, Refusal.TOO_FAST, "you send far more than is allowed")
                dropped.append(line)
        return dropped

    def _drop(self, line: Connection, code: Refusal, message: str) -> None:
        self.desk.metrics.dropped.labels(str(code)).inc()
        line.farewell(code, message)

    def reopen(self, stored: StoredMatch) -> asyncio.Future[None] | None:
        """Go on with a match that was being played when the server stopped; one that cannot go on is ended."""
        begun = stored.begun
        try:
            setup = Setup.of(begun.game, begun.options, begun.seed)
            if setup.world.rules != begun.rules:
                raise Diverged(0, f"it was begun under rules {begun.rules}, these are {setup.world.rules}")
            names = [sitter.name for sitter in begun.sitters]
            match = Match.resumed(setup, Log.parse(stored.lines), names, lockstep=False)
        except Refused as refused:
            _log.error("match %s cannot go on: %s", begun.match, refused)
            ended = MatchEnded(begun.match, None, (1,) * len(begun.sitters), ABANDONED, max(0, len(stored.lines) - 1))
            return self.desk.store.write(ended)
        kind = FogRoom if begun.game == FogRoom.game else WeltenRoom
        self.rooms[begun.room] = kind.restored(self, stored, match)
        for user, name in {User(sitter.user): sitter.name for sitter in begun.sitters if sitter.user}.items():
            self.guests.seat_taken(user)
            with suppress(Refused):  # somebody else's by now: no reason to leave all the games where they are
                self.guests.names.hold(user, name)
        return None

    def stop(self) -> None:
        """Begin no more games and let no turn be played: the server goes. What has been accepted is in the log."""
        self.closing = True
        for room in self.rooms.values():
            room.stop_clock()
