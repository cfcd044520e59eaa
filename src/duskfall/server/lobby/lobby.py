"""Keeps all connections and rooms, and lets players and spectators into rooms and out of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, TypeAlias, assert_never

from duskfall.errors import Refusal, Refused
from duskfall.play import Diverged, Log, Match, Setup
from duskfall.protocol.commands import (
    AbandonGame,
    GetCurrentRoom,
    JoinPrivate,
    LeaveGame,
    PlayOn,
    SetUsername,
    Spectate,
)
from duskfall.protocol.fog.updates import UpdateStream
from duskfall.protocol.messages import (
    Accepted,
    AcceptedRoom,
    AcceptedSeat,
    CommandRefused,
    CurrentRoom,
    JoinedAsPlayer,
    Notice,
)
from duskfall.protocol.wire import JoinCommand, Reply
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import Identities, User
from duskfall.server.lobby.membership import RatedGamePlayed, RoomEvent, SeatLost
from duskfall.server.lobby.players import Players
from duskfall.server.lobby.room import Answer, Room
from duskfall.server.ranking.ratings import Ratings, is_bot
from duskfall.server.replays.play_on import PlayOnPoints
from duskfall.server.store import ABANDONED, MatchEnded, StoredMatch
from duskfall.server.store import Rating as StoredRating
from duskfall.server.transport.connection import Socket
from duskfall.server.transport.rate_limits import GAMES, ROOMS

VIEWER: Final = "Viewer"
"""A name with this word watches, as on other servers of this game."""

AnyRoom: TypeAlias = Room[Any, Any]

_log = logging.getLogger(__name__)


class Lobby:
    """Holds all rooms of a server and who is in them."""

    def __init__(self, services: Services, identities: Identities, games: Mapping[str, type[AnyRoom]]) -> None:
        self.services = services
        self.rate_limits = services.rate_limits
        self.rooms: dict[str, AnyRoom] = {}
        self.connections: dict[str, Client] = {}
        self.closing = False
        self.players = Players(identities, self.rooms)
        self.play_on_points = PlayOnPoints()
        self._games = games
        watch = services.metrics.watch
        watch("connections", "Connections that stand", lambda: len(self.connections))
        watch("rooms", "Rooms that are open", lambda: len(self.rooms))
        watch("games_running", "Games that are being played",
              lambda: sum(room.state == "playing" for room in self.rooms.values()))  # fmt: skip

    def load_ratings(self, ratings: Iterable[StoredRating]) -> None:
        """Load the ratings from the store; a player who has one keeps their name."""
        known = list(ratings)
        self.services.ratings = Ratings(known)
        for rating in known:
            if not is_bot(rating.user):
                self.players.names.keep(User(rating.user), rating.name)

    # Connections

    def connect(self, sid: str, socket: Socket, updates: UpdateStream, address: str) -> Client:
        """Take a new connection."""
        client = self.connections[sid] = Client(sid, socket, updates, address, self.rate_limits.limits)
        return client

    def disconnect(self, client: Client) -> None:
        """Let a connection go that has ended."""
        if self.connections.pop(client.sid, None) is None:
            return
        self.rate_limits.dismiss(client.address)
        room = self.room_of(client)
        if room is not None:
            self._leave(client, room)
        self.players.disconnected(client)

    def room_of(self, client: Client) -> AnyRoom | None:
        """Give the room that a client is in."""
        return None if client.room is None else self.rooms[client.room]

    def _on_room_event(self, event: RoomEvent) -> None:
        match event:
            case SeatLost(user):
                self.players.seat_lost(user)
            case RatedGamePlayed(user, name):
                self.players.names.keep(user, name)
            case _:
                assert_never(event)

    # Coming and going

    def refuse_when_closing(self) -> None:
        """Refuse a new game when the server stops."""
        if self.closing:
            raise Refused(Refusal.CLOSING, "new games", "the server is about to shut down", "try again in a minute")

    def set_username(self, client: Client, command: SetUsername) -> Answer:
        """Name a client; a join that waited for the name is made now."""
        accepted = self.players.introduce(client, command)
        pending, client.pending_join = client.pending_join, None
        if pending is not None:
            try:
                self._enter(client, pending)
            except Refused as refused:  # the name stands, whatever became of the room
                client.send(CommandRefused(JoinPrivate.event, str(refused.code), str(refused)))
        return accepted, None

    def join(self, client: Client, command: JoinCommand) -> Answer:
        """Let a player into a room, which is made if it does not exist."""
        self.players.identify(client, command)
        return self._enter(client, command), None

    def _enter(self, client: Client, command: JoinCommand) -> Reply:
        user, name = client.user, command.room
        assert user is not None  # noqa: S101  # the client was identified before
        if VIEWER in (client.name or ""):
            self._watch(client, name)
            return AcceptedSeat()
        room = self._room_for(client, command)
        room.check_join(client, user, command.options)
        if client.room is not None and (client.room != name or client in room.spectators):
            self._leave_for(client, name)
        self.rooms[name] = room
        seated = room.seat_of(user) is not None
        seat = room.join(client, user, client.name or "", command.options)
        if not seated:
            self.players.seat_taken(user)
        accepted = self._welcome(client, name, user, seat)
        self._start_if_due(room)
        return accepted

    def _welcome(self, client: Client, room: str, user: User, seat: int) -> AcceptedSeat:
        token = self.players.token(room, user)
        client.send(JoinedAsPlayer(seat, token))
        return AcceptedSeat(playerIndex=seat, token=token)

    def play_on(self, client: Client, command: PlayOn) -> Answer:
        """Make a room in which the sender plays on from a turn of a finished match; all of it or nothing."""
        self.players.identify(client, command)
        user, name = client.user, command.room
        assert user is not None  # noqa: S101  # the client was identified before
        if name in self.rooms:
            raise Refused(Refusal.IMPOSSIBLE, name, "this room exists already", "name a new one")
        if VIEWER in (client.name or ""):
            raise Refused(Refusal.NOT_PLAYING, command.event, f"players whose names contain {VIEWER} only watch")
        self._check_free_to_leave(client, name)
        point = self.play_on_points.find(command.position)
        self._check_new_room(client, name)
        player = Occupant(client.name or "", user, client=client)
        kind = self._games[point.match.setup.game]
        room = kind.playing_on(self.services, self._on_room_event, point, player, command)
        self.rate_limits.hit(GAMES, client)
        self.play_on_points.drop(command.position)
        self._leave_for(client, name)
        self.rooms[name] = room
        client.room = name
        self.players.seat_taken(user)
        return self._welcome(client, name, user, command.seat), room.play_on()

    def _start_if_due(self, room: AnyRoom) -> None:
        """Begin if the arrival or departure of somebody has made everyone ready."""
        if self.closing:
            return
        try:
            room.start_if_due()
        except Refused as refused:
            room.send_all(Notice(str(refused.code), str(refused)))

    def leave(self, client: Client, command: LeaveGame) -> Answer:
        """Let somebody leave their room."""
        room = self.room_of(client)
        if room is None:
            raise no_room(command.event)
        self._leave(client, room)
        return Accepted(), None

    def _leave(self, client: Client, room: AnyRoom) -> None:
        room.leave(client)
        self._start_if_due(room)

    def _room_for(self, client: Client, command: JoinCommand) -> AnyRoom:
        """Give the room that is named, or a new one, which is kept only when somebody has come in."""
        name = command.room
        room = self.rooms.get(name)
        if room is None:
            self._check_new_room(client, name)
            return self._games[command.game](self.services, self._on_room_event, name, command.options)
        if command.options is not None and command.game != room.game:
            raise Refused(Refusal.IMPOSSIBLE, name, f"this room plays {room.title}", "name another room")
        return room

    def _check_new_room(self, client: Client, name: str) -> None:
        """Refuse a room that is one too many."""
        self.refuse_when_closing()
        self.rate_limits.hit(ROOMS, client)
        if self._full():
            raise Refused(Refusal.TOO_MANY, name, "the server has as many rooms as it allows", "try again later")

    def _full(self) -> bool:
        """Tell whether no more rooms can be opened: too many have somebody in them, or too many games wait."""
        limits = self.services.settings.limits
        if len(self.rooms) < limits.rooms:
            return False
        waiting = sum(room.state == "playing" and not room.clients for room in self.rooms.values())
        return len(self.rooms) - waiting >= limits.rooms or waiting >= limits.waiting_games

    def _leave_for(self, client: Client, name: str) -> None:
        """Leave one room for another, which players of a running game cannot."""
        self._check_free_to_leave(client, name)
        room = self.room_of(client)
        if room is not None:
            self._leave(client, room)

    def _check_free_to_leave(self, client: Client, name: str) -> None:
        room = self.room_of(client)
        if room is not None and room.state == "playing" and client not in room.spectators:
            raise Refused(
                Refusal.SEATED_ELSEWHERE, name, f"you play in room {room.name}", "surrender or leave_game() first"
            )

    def spectate(self, client: Client, command: Spectate) -> Answer:
        """Let somebody watch a room."""
        self._watch(client, command.room)
        return AcceptedSeat(), None

    def _watch(self, client: Client, name: str) -> None:
        room = self.rooms.get(name)
        if room is None:
            raise Refused(Refusal.NO_ROOM, name, "there is no such room")
        room.check_spectate(client)
        if client.room != name or client not in room.spectators:
            self._leave_for(client, name)
        room.spectate(client)

    def abandon(self, client: Client, command: AbandonGame) -> Answer:
        """Let a player surrender and leave, proven by the secret or by sitting there."""
        room = self.rooms.get(command.room)
        user = self.players.owner(client, command.room, command.user)
        seat = None if room is None else room.seat_of(user)
        if room is None or seat is None:
            raise Refused(Refusal.NOT_OWNER, command.room, "you have no seat in this room")
        written = room.give_up(seat)
        self._start_if_due(room)
        return Accepted(), written

    def current_room(self, client: Client, command: GetCurrentRoom) -> Answer:
        """Tell a client which room it is in."""
        del command
        client.send(CurrentRoom(client.room))
        return AcceptedRoom(room=client.room), None

    # Time

    def sweep(self, now: float) -> list[Client]:
        """Close rooms that nobody needs; gives the connections that have to go, each told why."""
        settings = self.services.settings
        for room in list(self.rooms.values()):
            empty_s = 0.0 if room.empty_since is None else now - room.empty_since
            room.expire(empty_s)
            if empty_s > settings.idle_room_s and room.state != "playing":
                del self.rooms[room.name]
        dropped = []
        for client in self.connections.values():
            if not client.keeps_up(now):
                self._drop(client, Refusal.TOO_SLOW, "you do not take what you are sent")
                dropped.append(client)
            elif client.excess > settings.limits.refusals:
                self._drop(client, Refusal.TOO_FAST, "you send far more than is allowed")
                dropped.append(client)
        return dropped

    def _drop(self, client: Client, code: Refusal, message: str) -> None:
        self.services.metrics.dropped.labels(str(code)).inc()
        client.farewell(code, message)

    def restore(self, stored: StoredMatch) -> asyncio.Future[None] | None:
        """Go on with a match that was being played when the server stopped; one that cannot go on is ended."""
        begun = stored.begun
        try:
            setup = Setup.of(begun.game, begun.options, begun.seed)
            if setup.world.rules != begun.rules:
                raise Diverged(0, f"it was begun under rules {begun.rules}, these are {setup.world.rules}")
            names = [record.name for record in begun.seats]
            match = Match.resumed(setup, Log.parse(stored.lines), names, lockstep=False)
        except Refused as refused:
            _log.error("match %s cannot go on: %s", begun.match, refused)
            ended = MatchEnded(begun.match, None, (1,) * len(begun.seats), ABANDONED, max(0, len(stored.lines) - 1))
            return self.services.store.write(ended)
        room = self._games[begun.game].restored(self.services, self._on_room_event, stored, match)
        self.rooms[begun.room] = room
        for user, name in {User(record.user): record.name for record in begun.seats if record.user}.items():
            self.players.seat_taken(user)
            with suppress(Refused):  # somebody else's by now: no reason to leave all the games where they are
                self.players.names.hold(user, name)
        return None

    def stop(self) -> None:
        """Begin no more games and play no more turns, because the server stops. All that was accepted is in the log."""
        self.closing = True
        for room in self.rooms.values():
            room.suspend()


def no_room(event: str) -> Refused:
    """Refuse a command of a client who is in no room."""
    return Refused(Refusal.NO_ROOM, event, "you are in no room", "join one with join_private(room, id)")
