"""Sends messages and updates to one client, and deals with a client who reads too slowly."""

from __future__ import annotations

from typing import Any, Final, Protocol

from duskfall.errors import Refusal
from duskfall.protocol.fog.messages import AttackResult
from duskfall.protocol.fog.updates import Snapshot, UpdateStream
from duskfall.protocol.messages import Chat, Notice, Ping
from duskfall.protocol.wire import Message, Reply
from duskfall.server.settings import Limits
from duskfall.server.transport.encoding import EncodedMessage, encode, encode_reply

TRANSIENT: Final = (AttackResult, Chat, Ping)
"""Messages that a client who lags behind is not sent; all others are sent even then."""

EVENT_CHARACTERS: Final = 2048
"""A longer event counts as several, one more for each time that it has so many characters: reading it costs as much."""

_CAUGHT_UP: Final = 4
"""Messages that may still wait when a client counts as having caught up."""


class Socket(Protocol):
    """Names what a connection needs of the socket of the transport in use."""

    closed: bool
    queue: Any

    @property
    def unread(self) -> int:
        """Count the bytes that wait for the client."""

    def post(self, message: EncodedMessage) -> None:
        """Send an encoded message after all that is still to be sent."""

    def drop(self) -> None:
        """End the connection after what was posted, and take nothing that still comes."""

    def cut_off(self) -> None:
        """End the connection with all that was not read."""

    async def answers(self, within_s: float) -> bool:
        """Ping the other end, and tell whether it answers in time."""


class Connection:
    """Is one client's socket. Messages and updates of views leave through it, nothing else can."""

    def __init__(self, sid: str, socket: Socket, updates: UpdateStream, address: str, limits: Limits) -> None:
        self.sid = sid
        self.address = address
        self.uncounted = 0
        """Events that the rate limits have not been charged with yet."""
        self.excess = 0
        """Events over the limit, in a row."""
        self.work_s = 0.0
        """Processor time of its events that the rate limits have not been charged with yet."""
        self._socket = socket
        self._limits = limits
        self._updates = updates
        self._lagging_since: float | None = None

    @property
    def open(self) -> bool:
        """Tell whether the socket stands."""
        return not self._socket.closed

    @property
    def detailed(self) -> bool:
        """Tell whether the client asked for more than other servers of this game send."""
        return self._updates.detailed

    @property
    def waiting(self) -> int:
        """Count the messages that are not on their way yet."""
        return self._socket.queue.qsize() if self.open else 0

    @property
    def unread(self) -> int:
        """Count the bytes that wait for the client."""
        return self._socket.unread

    def send(self, message: Message) -> None:
        """Send a message."""
        if self._lagging_since is None or not isinstance(message, TRANSIENT):
            self._socket.post(encode(message))

    def send_encoded(self, message: EncodedMessage) -> None:
        """Send a message that was encoded for several connections."""
        self._socket.post(message)

    def reply(self, number: int, reply: Reply) -> None:
        """Acknowledge an event."""
        self._socket.post(encode_reply(number, reply))

    def show(self, snapshot: Snapshot) -> None:
        """Send a turn's update, or leave it out if the client has not read the earlier ones.

        The next one then tells all that has changed since the last that was sent.
        """
        if self._lagging_since is None and self.unread <= self._limits.unread_bytes // 4:
            self._socket.post(self._updates.advance(snapshot, encode))

    def restart_updates(self) -> None:
        """Let the next update be complete."""
        self._updates.restart()

    async def answers(self, within_s: float) -> bool:
        """Ping the client, and tell whether they answer in time."""
        return await self._socket.answers(within_s)

    def keeps_up(self, now: float) -> bool:
        """Look how fast the client reads; false if they have been behind for so long that they have to go."""
        waiting = self.waiting
        if self._lagging_since is None:
            if waiting > self._limits.waiting_messages or self.unread > self._limits.unread_bytes // 4:
                self._lagging_since = now
        elif waiting <= _CAUGHT_UP:
            self._lagging_since = None
            self.restart_updates()
        return self._lagging_since is None or now - self._lagging_since <= self._limits.lagging_s

    def drop(self) -> None:
        """End the connection after what was sent."""
        self._socket.drop()

    def cut_off(self) -> None:
        """End the connection with all that was not read."""
        self._socket.cut_off()

    def farewell(self, code: Refusal, message: str) -> None:
        """Say why the connection will end."""
        self.send(Notice(str(code), message))
