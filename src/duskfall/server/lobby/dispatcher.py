"""Gives each command to its handler, and acknowledges it.

Each event is handled at once and in the order of arrival, since nothing here waits; only acknowledgements wait, for
the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from duskfall.errors import Refusal, Refused
from duskfall.protocol.commands import (
    AbandonGame,
    GetCurrentRoom,
    InviteBot,
    JoinPrivate,
    KickBot,
    LeaveGame,
    PlayOn,
    Rematch,
    SetForceStart,
    SetReady,
    SetUsername,
    Spectate,
)
from duskfall.protocol.fog.commands import SetOptions
from duskfall.protocol.fog.updates import UpdateStream
from duskfall.protocol.messages import CommandRefused, Rejected
from duskfall.protocol.welten.commands import WeltenJoin
from duskfall.protocol.wire import Command, Reply, read_command
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.lobby import Lobby, no_room
from duskfall.server.lobby.room import Answer
from duskfall.server.transport.connection import Socket

SAMPLED: Final = 16
"""One in so many orders is timed until it is committed; timing each would cost more than it tells."""

BEFORE_GAMES: Final = frozenset({SetReady, SetForceStart, Rematch, SetOptions, InviteBot, KickBot})
"""Commands about the next game, which a server that stops refuses."""

_log = logging.getLogger(__name__)


class Dispatcher:
    """Takes every event of every client, and answers it."""

    def __init__(self, lobby: Lobby) -> None:
        self.rate_limits = lobby.rate_limits
        self._lobby = lobby
        self._metrics = lobby.services.metrics
        self._handlers: dict[type[Any], Callable[[Client, Any], Answer]] = {
            SetUsername: lobby.set_username,
            JoinPrivate: lobby.join,
            WeltenJoin: lobby.join,
            PlayOn: lobby.play_on,
            Spectate: lobby.spectate,
            LeaveGame: lobby.leave,
            AbandonGame: lobby.abandon,
            GetCurrentRoom: lobby.current_room,
        }
        """The handlers of commands that are not for the sender's own room; all others go there."""

    @property
    def connections(self) -> Mapping[str, Client]:
        """Give the connections that stand."""
        return self._lobby.connections

    def connect(self, sid: str, socket: Socket, updates: UpdateStream, address: str) -> Client:
        """Take a new connection."""
        return self._lobby.connect(sid, socket, updates, address)

    def disconnect(self, connection: Client) -> None:
        """Let a connection go that has ended."""
        self._lobby.disconnect(connection)

    def receive(self, connection: Client, event: object, arguments: list[Any], number: int | None) -> None:
        """Carry out an event; its acknowledgement, if one is wanted, has this number."""
        reply: Reply
        written: asyncio.Future[None] | None = None
        try:
            self.rate_limits.event(connection, self._lobby.players.sharing)
            command = read_command(event, arguments)
            self.rate_limits.command(connection, command)
            reply, written = self._handler_of(connection, command)(connection, command)
        except Refused as refused:
            reply = Rejected.of(refused)
        except Exception:  # noqa: BLE001  # one client's event must not harm the others
            _log.exception("a fault of ours in %r", event)
            reply = Rejected(str(Refusal.FAULT), "a fault of the server; please report it")
        if isinstance(reply, Rejected):
            self._metrics.refusals.labels(reply.code).inc()
        if number is None:
            if isinstance(reply, Rejected):
                connection.send(CommandRefused(str(event)[:40], reply.code, reply.message))
        elif written is None:
            connection.reply(number, reply)
        else:
            self._reply_when_committed(connection, number, reply, written)

    def _handler_of(self, client: Client, command: Command) -> Callable[[Client, Any], Answer]:
        """Find the method of the lobby, or of the sender's room, that carries out a command; or refuse."""
        handler = self._handlers.get(type(command))
        if handler is not None:
            return handler
        room = self._lobby.room_of(client)
        if room is None:
            raise no_room(command.event)
        named = getattr(command, "room", room.name)
        if named != room.name:
            raise Refused(Refusal.NO_ROOM, named, f"you are in room {room.name}")
        if type(command) in BEFORE_GAMES:
            self._lobby.refuse_when_closing()
        method = room.handlers.get(type(command))
        if method is None:
            raise Refused(Refusal.IMPOSSIBLE, command.event, f"room {room.name} plays {room.title}", room.order_hint)
        return partial(method, room)

    def _reply_when_committed(self, client: Client, number: int, reply: Reply, written: asyncio.Future[None]) -> None:
        clock = asyncio.get_running_loop().time
        came = clock() if number % SAMPLED == 0 else None

        def done(future: asyncio.Future[None]) -> None:
            if came is not None:
                self._metrics.commits.observe(clock() - came)
            failed = future.cancelled() or future.exception() is not None
            client.reply(number, Rejected(str(Refusal.FAULT), "the order could not be kept") if failed else reply)

        written.add_done_callback(done)
