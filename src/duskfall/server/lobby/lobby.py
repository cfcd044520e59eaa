"""Keeps all connections and rooms, and lets players and spectators into rooms and out of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias, assert_never

from duskfall.errors import Refusal, Refused
from duskfall.protocol.commands import (
    AbandonGame,
    GetCurrentRoom,
    JoinPrivate,
    LeaveGame,
    PlayOn,
    SetUsername,
    Spectate,
)
from duskfall.protocol.fog.commands import SetOptions
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
from duskfall.protocol.welten.commands import WeltenJoin
from duskfall.protocol.wire import Command, JoinCommand, Reply
from duskfall.server.live.match import Answer, Answering
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.lobby.bans import Bans
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import Identities, User, is_secure
from duskfall.server.lobby.membership import GameEnded, RoomEvent, SeatLost
from duskfall.server.lobby.names import KEPT_S
from duskfall.server.lobby.players import Players
from duskfall.server.lobby.restoring import Restoration
from duskfall.server.lobby.room import Room
from duskfall.server.lobby.room_costs import Account
from duskfall.server.lobby.room_quotas import RoomQuotas
from duskfall.server.ranking.ratings import Ratings, is_bot
from duskfall.server.replays.play_on import PlayOnPoints
from duskfall.server.store import MatchBegun, Met, RatedUser
from duskfall.server.store import Rating as StoredRating
from duskfall.server.transport.connection import Socket
from duskfall.server.transport.problems import closing
from duskfall.server.transport.rate_limits import GAMES, ROOMS

ANSWER_S: Final = 3.0
"""Seconds that the connection of a seat has to answer when somebody else joins with its id."""

NEXT_NAME_S: Final = 0.05
"""Seconds after which a second name, and every one after it, is said to be taken: slower than events may come."""

VIEWER: Final = "Viewer"
"""A name with this word watches, as on other servers of this game."""

AnyRoom: TypeAlias = Room[Any, Any]


class Lobby:
    """Holds all rooms of a server and who is in them."""

    def __init__(self, services: Services, identities: Identities, games: Mapping[str, type[AnyRoom]]) -> None:
        self.services = services
        self.rate_limits = services.rate_limits
        self.rooms: dict[str, AnyRoom] = {}
        self.connections: dict[str, Client] = {}
        self.closing = False
        self.identities = identities
        self.players = Players(identities, self.rooms, services)
        self.play_on_points = PlayOnPoints()
        self.restoration = Restoration(services, self.rooms, self._reopen)
        self.bans = Bans(services.settings.folder)
        self.bans.refresh()
        self._quotas = RoomQuotas(services.settings.limits, self.rooms)
        self._games = games
        watch = services.metrics.watch
        watch("connections", "Connections that stand", lambda: len(self.connections))
        watch("rooms", "Rooms that are open", lambda: len(self.rooms))
        watch("games_running", "Games that are being played",
              lambda: sum(room.state == "playing" for room in list(self.rooms.values())))  # fmt: skip
        watch("games_quarantined", "Games that are kept for repair", lambda: len(self.restoration.quarantined))

    def load_ratings(self, ratings: Iterable[StoredRating], met: Iterable[Met], keepers: Iterable[RatedUser]) -> None:
        """Load the ratings from the store, and the names of those who keep theirs."""
        self.services.ratings = Ratings(ratings, met)
        for keeper in keepers:
            if not is_bot(keeper.user):
                self.players.names.keep(User(keeper.user), keeper.name, keeper.last_seen.timestamp() + KEPT_S)

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

    def refuse_banned(self, client: Client) -> None:
        """Refuse somebody whom the owner of the server keeps out."""
        if self.bans.bans(client.address, client.user, client.name):
            raise Refused(Refusal.BANNED, client.name or "you", "the owner of this server has banned you")

    def room_of(self, client: Client) -> AnyRoom | None:
        """Give the room that a client is in."""
        return None if client.room is None else self.rooms[client.room]

    def _on_room_event(self, event: RoomEvent) -> None:
        match event:
            case SeatLost(user):
                self.players.seat_lost(user)
            case GameEnded(user):
                self.players.game_ended(user)
            case _:
                assert_never(event)

    # Waiting

    def waiting_for(self, client: Client, command: Command) -> asyncio.Future[None] | None:
        """Give what a command has to wait for: a match that is loaded, or rules that are compiled; None if nothing."""
        loading = self.restoration.needed_by(client, command)
        if loading is not None or self.services.rules.done:
            return loading
        match command:
            case JoinPrivate() | WeltenJoin():
                return self._waiting_for_rules(command)
            case SetUsername() if client.pending_join is not None:
                return self._waiting_for_rules(client.pending_join)
            case SetOptions() if command.options.dungeon is not None:
                return self.services.rules.waiting_for("dungeon")
            case _:
                return None  # nobody is in a room whose rules are not compiled

    def _waiting_for_rules(self, command: JoinCommand) -> asyncio.Future[None] | None:
        room = self.rooms.get(command.room)
        return self.services.rules.waiting_for(command.game if room is None else room.game)

    # Coming and going

    def refuse_when_closing(self) -> None:
        """Refuse a new game when the server stops."""
        if self.closing:
            raise closing("new games")

    def set_username(self, client: Client, command: SetUsername) -> Answering:
        """Name a client; a join that waited for the name is made now."""
        try:
            accepted = self.players.introduce(client, command)
        except Refused as refused:
            if not client.names_refused:
                self.players.refuse_name(client, command.name)
                raise
            return asyncio.get_running_loop().create_task(self._refuse_name_later(client, command, refused))
        pending, client.pending_join = client.pending_join, None
        if pending is not None:
            try:
                self._check_seat_free(client, pending)
                self._enter(client, pending)
            except Refused as refused:  # the name stands, whatever became of the room
                client.send(CommandRefused(JoinPrivate.event, str(refused.code), str(refused)))
        return accepted, None

    async def _refuse_name_later(self, client: Client, command: SetUsername, refused: Refused) -> Answer:
        """Refuse a name that is not the first one after a moment.

        Clients that try the next name as soon as one is taken, as those of other servers do, come to a free one in this
        way. At once, they would send more than is allowed, and hear no more of names.
        """
        await asyncio.sleep(NEXT_NAME_S)
        self.players.refuse_name(client, command.name)
        raise refused

    def join(self, client: Client, command: JoinCommand) -> Answering:
        """Let a player into a room, which is made if it does not exist.

        Whoever knows an id may take a seat back. While the seat's connection answers they need its token too, because
        ids can be guessed.
        """
        by_token = self.players.identify(client, command)
        holder = None if by_token else self._holder(client, command)
        if holder is None:
            return self._enter(client, command), None
        if client.waits_for_seat:
            raise Refused(Refusal.TOO_FAST, command.room, "you have asked for this seat already", "wait for the answer")
        client.waits_for_seat = True
        return asyncio.get_running_loop().create_task(self._join_if_silent(client, command, holder))

    async def _join_if_silent(self, client: Client, command: JoinCommand, holder: Client) -> Answer:
        """Let a player take over their seat if the connection that has it does not answer."""
        try:
            answered = await holder.answers(ANSWER_S)
        finally:
            client.waits_for_seat = False
        if client.sid not in self.connections:
            raise Refused(Refusal.NO_CONNECTION, command.room, "the connection has ended")
        if answered or self._holder(client, command) not in (None, holder):
            self._check_seat_free(client, command)
        return self._enter(client, command), None

    def _holder(self, client: Client, command: JoinCommand) -> Client | None:
        """Give the other connection that has the player's seat in a room; None if there is none."""
        room = self.rooms.get(command.room)
        occupant = None if room is None else room.occupant_of(client.user)
        return None if occupant is None or occupant.client is client else occupant.client

    def _check_seat_free(self, client: Client, command: JoinCommand) -> None:
        """Refuse a seat that another connection has."""
        if self._holder(client, command) is not None:
            self.rate_limits.failed_claim(client)
            reason = "somebody plays there with this id from another connection"
            raise Refused(Refusal.NOT_OWNER, command.room, reason, "show the token of the seat, or end the other")

    def _enter(self, client: Client, command: JoinCommand) -> Reply:
        user, name = client.user, command.room
        assert user is not None  # noqa: S101  # the client was identified before
        room = self._room_for(client, command)
        if VIEWER in (client.name or "") and room.seat_of(user) is None:
            self._watch(client, room)
            return AcceptedSeat()
        if room.state == "playing" and room.seat_of(user) is None:
            self.rate_limits.failed_claim(client)  # else it would be free to try whose seats these are
        room.check_join(client, user, command.options)
        if client.room is not None and (client.room != name or client in room.spectators):
            self._leave_for(client, name)
        self.rooms[name] = room
        seated = room.seat_of(user) is not None
        seat = room.join(client, user, client.name or "", command.options)
        if not seated:
            self.players.seat_taken(user)
        accepted = self._welcome(client, room, user, seat)
        self._start_if_due(room)
        return accepted

    def _welcome(self, client: Client, room: AnyRoom, user: User, seat: int) -> AcceptedSeat:
        occupant = room.occupant_of(user)
        assert occupant is not None  # noqa: S101  # they have just sat down
        token = self.players.new_token(room.name, occupant)
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
        room.opened_by = Account(user, client.address)
        self.rooms[name] = room
        client.room = name
        self.players.seat_taken(user)
        return self._welcome(client, room, user, command.seat), room.play_on()

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
        occupant = room.occupant_of(client.user)
        if occupant is not None and occupant.client is client:
            occupant.token_number += 1  # who leaves comes back with the id
        self._leave(client, room)
        return Accepted(), None

    def _leave(self, client: Client, room: AnyRoom) -> None:
        watched = client in room.spectators
        room.leave(client)
        if not watched:  # nobody has waited for a spectator
            self._start_if_due(room)

    def _room_for(self, client: Client, command: JoinCommand) -> AnyRoom:
        """Give the room that is named, or a new one, which is kept only when somebody has come in."""
        name = command.room
        self.restoration.refuse_unavailable(name)
        room = self.rooms.get(name)
        if room is None:
            self._check_new_room(client, name)
            kind = self._games[command.game]
            kind.check_new(self.services.settings.limits, command.options)
            room = kind(self.services, self._on_room_event, name, command.options)
            room.opened_by = Account(client.user, client.address)
            return room
        if command.options is not None and command.game != room.game:
            raise Refused(Refusal.IMPOSSIBLE, name, f"this room plays {room.title}", "name another room")
        return room

    def _check_new_room(self, client: Client, name: str) -> None:
        """Refuse a room whose game cannot go on now, and one that is one too many, unless an empty one gives way."""
        self.restoration.refuse_unavailable(name)
        self.refuse_when_closing()
        self.services.disk_space.check()
        self.rate_limits.hit(ROOMS, client)
        self._quotas.make_place(client, name)

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
        self.restoration.refuse_unavailable(command.room)
        room = self.rooms.get(command.room)
        if room is None:
            raise Refused(Refusal.NO_ROOM, command.room, "there is no such room")
        self._watch(client, room)
        return AcceptedSeat(), None

    def _watch(self, client: Client, room: AnyRoom) -> None:
        """Let somebody watch a room, which is kept from now on if it is new."""
        room.check_spectate(client)
        if client.room != room.name or client not in room.spectators:
            self._leave_for(client, room.name)
        self.rooms[room.name] = room
        room.spectate(client)

    def abandon(self, client: Client, command: AbandonGame) -> Answer:
        """Let a player surrender and leave, proven by the secret or by sitting there."""
        self.restoration.refuse_unavailable(command.room)
        room = self.rooms.get(command.room)
        user = self.players.owner(client, command.room, command.user)
        seat = None if room is None else room.seat_of(user)
        if room is None or seat is None:
            self.rate_limits.failed_claim(client)
            raise Refused(Refusal.NOT_OWNER, command.room, "you have no seat in this room")
        occupant = room.occupant_of(user)
        self._check_may_abandon(client, occupant, command)
        former = None if occupant is None else occupant.client
        if former is not None and former is not client:
            former.send(Notice(str(Refusal.GAVE_UP), "you have given this seat up from somewhere else"))
        written = room.give_up(seat)
        self._start_if_due(room)
        return Accepted(), written

    def _check_may_abandon(self, client: Client, occupant: Occupant | None, command: AbandonGame) -> None:
        """Refuse to give up a seat that another connection has by an id that could be guessed."""
        if occupant is None or occupant.client in (None, client):
            return
        secure = client.secure if command.user is None else is_secure(command.user, occupant.name)
        if not secure:
            self.rate_limits.failed_claim(client)
            raise Refused(Refusal.NOT_OWNER, command.room, "somebody plays there from another connection")

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
        self.bans.refresh()
        dropped = []
        for client in self.connections.values():
            if self.bans.bans(client.address, client.user, client.name):
                self._drop(client, Refusal.BANNED, "the owner of this server has banned you")
                dropped.append(client)
            elif not client.keeps_up(now):
                self._drop(client, Refusal.TOO_SLOW, "you do not take what you are sent")
                dropped.append(client)
            elif client.excess > settings.limits.refusals:
                self._drop(client, Refusal.TOO_FAST, "you send far more than is allowed")
                dropped.append(client)
        return dropped

    def _drop(self, client: Client, code: Refusal, message: str) -> None:
        self.services.metrics.dropped.labels(str(code)).inc()
        client.farewell(code, message)

    def _reopen(self, begun: MatchBegun, turn: int) -> None:
        """Make the room of a match that was being played when the server stopped."""
        room = self._games[begun.game].restored(self.services, self._on_room_event, begun, turn)
        self.rooms[begun.room] = room
        for user, name in {User(record.user): record.name for record in begun.seats if record.user}.items():
            self.players.seat_restored(user, name)

    def stop(self) -> None:
        """Begin no more games and play no more turns, because the server stops. All that was accepted is in the log."""
        self.closing = True
        self.restoration.stop()
        for room in self.rooms.values():
            room.suspend()


def no_room(event: str) -> Refused:
    """Refuse a command of a client who is in no room."""
    return Refused(Refusal.NO_ROOM, event, "you are in no room", "join one with join_private(room, id)")
