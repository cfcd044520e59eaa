"""The one entrance that what clients say comes through.

Whatever an event does happens at once and in the order of arrival, since nothing here waits; only acknowledgements
wait, for the log.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final, assert_never

from duskfall.errors import Refusal, Refused
from duskfall.protocol.commands import (
    AbandonGame,
    Attack,
    ChatMessage,
    ClearMoves,
    Command,
    GetCurrentRoom,
    GiveUp,
    InviteBot,
    JoinPrivate,
    KickBot,
    LeaveGame,
    PassTurn,
    PingTile,
    PlayOn,
    Rematch,
    SetForceStart,
    SetOptions,
    SetReady,
    SetUsername,
    Spectate,
    UndoMove,
    read_command,
)
from duskfall.protocol.messages import Accepted, AcceptedRoom, AcceptedSeat, CurrentRoom, Refusing, Rejected, Reply
from duskfall.protocol.welten.commands import WeltenJoin, WeltenLegal, WeltenOrder, WeltenQuestion, WeltenThreats
from duskfall.server.live.welten.room import WeltenRoom
from duskfall.server.lobby.lobby import Answer, Lobby
from duskfall.server.lobby.room import Room
from duskfall.server.transport.connection import Connection

SAMPLED: Final = 16
"""One in so many orders is timed until it is safe; timing each would cost more than it tells."""

_log = logging.getLogger(__name__)


class Dispatcher:
    """Takes every event of every client, and answers it."""

    def __init__(self, house: Lobby) -> None:
        self._house = house
        self._guard = house.guard
        self._metrics = house.desk.metrics

    def receive(self, line: Connection, event: object, arguments: list[Any], number: int | None) -> None:
        """Take an event; its acknowledgement, if one is wanted, has this number."""
        reply: Reply
        written: asyncio.Future[None] | None = None
        try:
            self._guard.event(line, self._house.guests.alone)
            reply, written = self._act(line, read_command(event, arguments))
        except Refused as refused:
            reply = Rejected.of(refused)
        except Exception:  # noqa: BLE001  # one client's event must not harm the others
            _log.exception("a fault of ours in %r", event)
            reply = Rejected(str(Refusal.FAULT), "a fault of the server; please report it")
        if isinstance(reply, Rejected):
            self._metrics.refusals.labels(reply.code).inc()
        if number is None:
            if isinstance(reply, Rejected):
                line.tell(Refusing(str(event)[:40], reply.code, reply.message))
        elif written is None:
            line.reply(number, reply)
        else:
            self._reply_when_safe(line, number, reply, written)

    def _reply_when_safe(self, line: Connection, number: int, reply: Reply, written: asyncio.Future[None]) -> None:
        clock = asyncio.get_running_loop().time
        came = clock() if number % SAMPLED == 0 else None

        def done(future: asyncio.Future[None]) -> None:
            if came is not None:
                self._metrics.commits.observe(clock() - came)
            failed = future.cancelled() or future.exception() is not None
            line.reply(number, Rejected(str(Refusal.FAULT), "the order could not be kept") if failed else reply)

        written.add_done_callback(done)

    def _act(self, line: Connection, command: Command) -> Answer:
        house = self._house
        match command:
            case (
                Attack() | UndoMove() | ClearMoves() | PassTurn() | GiveUp()
            ):  # by far the most common, so asked for first
                return Accepted(), self._room_of(line, command.event).order(line, command)
            case SetUsername():
                return house.set_username(line, command), None
            case JoinPrivate() | WeltenJoin():
                self._guard.arrival(line)
                return house.join(line, command), None
            case PlayOn():
                self._guard.arrival(line)
                return house.play_on(line, command)
            case Spectate(name):
                self._guard.arrival(line)
                house.spectate(line, name)
                return AcceptedSeat(), None
            case LeaveGame():
                house.leave(line, self._room_of(line, command.event))
                return Accepted(), None
            case AbandonGame():
                return Accepted(), house.abandon(line, command)
            case ChatMessage(text):
                self._guard.chat(line)
                self._room_of(line, command.event).chat(line, text)
                return Accepted(), None
            case PingTile(tile):
                self._guard.chat(line)
                self._room_of(line, command.event).ping(line, tile)
                return Accepted(), None
            case GetCurrentRoom():
                here = None if line.room is None else line.room.name
                line.tell(CurrentRoom(here))
                return AcceptedRoom(room=here), None
            case SetReady() | SetForceStart() | Rematch() | SetOptions() | InviteBot() | KickBot():
                room = self._room_of(line, command.event, command.room)
                house.refuse_when_closing()
                if isinstance(command, SetOptions):
                    self._guard.options(line)
                return Accepted(), room.command(line, command)
            case WeltenOrder():
                return self._welten_room(line, command).text_order(line, command)
            case WeltenLegal() | WeltenThreats():
                return self._welten_room(line, command).answer(line, command), None
            case _:
                assert_never(command)

    @staticmethod
    def _room_of(line: Connection, event: str, named: str | None = None) -> Room:
        """The sender's own room, which has to be the one that is named."""
        room = line.room
        if room is None:
            raise Refused(Refusal.NO_ROOM, event, "you are in no room", "join one with join_private(room, id)")
        if named not in (None, room.name):
            raise Refused(Refusal.NO_ROOM, named, f"you are in room {room.name}")
        return room

    def _welten_room(self, line: Connection, command: WeltenOrder | WeltenQuestion) -> WeltenRoom:
        """The sender's own room, which has to be of that game."""
        self._guard.welten(line)
        room = self._room_of(line, command.event, command.room)
        if not isinstance(room, WeltenRoom):
            raise Refused(Refusal.IMPOSSIBLE, command.event, f"room {room.name} plays Fog of War", "use attack")
        return room
