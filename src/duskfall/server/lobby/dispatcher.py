"""Gives each command to its handler, and acknowledges it.

Each event is handled at once and in the order of arrival, since nothing here waits; only acknowledgements wait, for
the log. There are two exceptions. Commands about a match that has to be loaded after a restart of the server, or that
need rules which are not compiled yet, and all that the same client says after them, are held until then. A join that
takes a seat over waits until the former connection has had time to answer.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from duskfall.errors import Refusal, Refused
from duskfall.protocol.commands import (
    AbandonGame,
    GetCurrentRoom,
    InviteBot,
    JoinPrivate,
    KickBot,
    KickPlayer,
    LeaveGame,
    PlayOn,
    Rematch,
    SetForceStart,
    SetReady,
    SetUsername,
    Spectate,
    Surrender,
)
from duskfall.protocol.fog.commands import ClearMoves, PassTurn, SetOptions, UndoMove
from duskfall.protocol.fog.updates import UpdateStream
from duskfall.protocol.messages import CommandRefused, Rejected
from duskfall.protocol.welten.commands import WeltenJoin
from duskfall.protocol.wire import Command, Reply, read_command, shown_event
from duskfall.server.live.match import Answer, Answering
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.lobby import Lobby, no_room
from duskfall.server.transport.connection import Socket
from duskfall.server.transport.rate_limits import RETREATS

SAMPLED: Final = 16
"""One in so many orders is timed until it is committed; timing each would cost more than it tells."""

MOST_HELD: Final = 64
"""Commands of a connection that wait for a match to be loaded, or for rules to be compiled."""

BEFORE_GAMES: Final = frozenset({SetReady, SetForceStart, Rematch, SetOptions, InviteBot, KickBot, KickPlayer})
"""Commands about the next game, which a server that stops refuses."""

RETREAT_EVENTS: Final = frozenset({UndoMove.event, ClearMoves.event, PassTurn.event, Surrender.event})
"""Orders that are taken from somebody who has ordered more than is allowed."""

HeldCommand: TypeAlias = tuple[object, Command, int | None]
"""The event that it came with, the command, and the number of its acknowledgement if one is wanted."""

_log = logging.getLogger(__name__)


class Dispatcher:
    """Takes every event of every client, and answers it."""

    def __init__(self, lobby: Lobby) -> None:
        self.rate_limits = lobby.rate_limits
        self._lobby = lobby
        self._metrics = lobby.services.metrics
        self._held: dict[Client, deque[HeldCommand]] = {}
        self._tasks: set[asyncio.Task[Answer]] = set()
        """The tasks that find out answers; the loop alone does not keep them."""
        self._handlers: dict[type[Any], Callable[[Client, Any], Answering]] = {
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
        self._held.pop(connection, None)
        self._lobby.disconnect(connection)

    def receive(self, connection: Client, event: object, arguments: list[Any], number: int | None) -> None:
        """Carry out an event; its acknowledgement, if one is wanted, has this number. End a connection that floods."""
        self._answer(connection, event, number, lambda: self._read(connection, event, arguments, number))
        if connection.excess > self.rate_limits.limits.refusals:
            self._metrics.dropped.labels(str(Refusal.TOO_FAST)).inc()
            connection.excess = 0
            connection.farewell(Refusal.TOO_FAST, "you send far more than is allowed")
            connection.drop()

    def _read(self, connection: Client, event: object, arguments: list[Any], number: int | None) -> Answering | None:
        """Read a command and carry it out, or hold it and give no answer yet."""
        self._lobby.refuse_banned(connection)
        self._count(connection, event)
        command = read_command(event, arguments)
        self.rate_limits.command(connection, command)
        if self._hold(connection, (event, command, number)):
            return None
        return self._carry_out(connection, command)

    def _count(self, connection: Client, event: object) -> None:
        """Count an event, or refuse it if there were too many; some are taken even then."""
        try:
            self.rate_limits.event(connection, self._lobby.players.sharing)
        except Refused:
            if not isinstance(event, str) or event not in RETREAT_EVENTS:
                raise
            self.rate_limits.hit(RETREATS, connection)

    def _carry_out(self, connection: Client, command: Command) -> Answering:
        return self._handler_of(connection, command)(connection, command)

    def _hold(self, connection: Client, command: HeldCommand) -> bool:
        """Hold a command if it needs a match or rules that are not loaded, or comes after one that does."""
        held = self._held.get(connection)
        if held is not None:
            if len(held) >= MOST_HELD:
                raise Refused(
                    Refusal.TOO_FAST, shown_event(command[0]), f"{MOST_HELD} commands wait for your game", "wait for it"
                )
            held.append(command)
            return True
        loading = self._lobby.waiting_for(connection, command[1])
        if loading is None:
            return False
        self._held[connection] = deque([command])
        loading.add_done_callback(lambda _: self._release(connection))
        return True

    def _release(self, connection: Client) -> None:
        """Carry out what was held, up to the next command that has to wait."""
        held = self._held.pop(connection, None)
        first = True
        while held:
            event, command, number = held.popleft()
            if not first and self._hold(connection, (event, command, number)):
                self._held[connection].extend(held)
                return
            first = False
            self._answer(connection, event, number, partial(self._carry_out, connection, command))

    def _answer(
        self, connection: Client, event: object, number: int | None, carry_out: Callable[[], Answering | None]
    ) -> None:
        """Carry out a command, charge its sender with the time that it took, and acknowledge it, now or later."""
        reply: Reply
        written: asyncio.Future[None] | None = None
        began = time.thread_time()
        try:
            answer = carry_out()
            if answer is None:
                return
            if isinstance(answer, asyncio.Task):
                self._tasks.add(answer)
                answer.add_done_callback(partial(self._answer_later, connection, event, number))
                return
            reply, written = answer
        except Refused as refused:
            reply = Rejected.of(refused)
        except Exception:  # noqa: BLE001  # one client's event must not harm the others
            _log.exception("a fault of ours in %r", shown_event(event))
            reply = Rejected(str(Refusal.FAULT), "a fault of the server; please report it")
        self.rate_limits.spend(connection, time.thread_time() - began)
        if isinstance(reply, Rejected):
            self._metrics.refusals.labels(reply.code).inc()
        if number is None:
            if isinstance(reply, Rejected):
                connection.send(CommandRefused(shown_event(event), reply.code, reply.message))
        elif written is None:
            connection.reply(number, reply)
        else:
            self._reply_when_committed(connection, number, reply, written)

    def _answer_later(self, connection: Client, event: object, number: int | None, task: asyncio.Task[Answer]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            self._answer(connection, event, number, task.result)

    def _handler_of(self, client: Client, command: Command) -> Callable[[Client, Any], Answering]:
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
