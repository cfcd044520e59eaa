"""One connection: what it may carry, who speaks through it, and what happens when its reader is too slow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from duskfall.errors import Refusal
from duskfall.protocol.commands import JoinPrivate
from duskfall.protocol.messages import AttackResult, Chat, Message, Notice, Ping, Reply
from duskfall.protocol.welten.commands import WeltenJoin
from duskfall.server.lobby.identity import User
from duskfall.server.settings import Limits
from duskfall.server.transport.encoding import Dialect, EncodedMessage, Snapshot, UpdateStream, encode, encode_reply

if TYPE_CHECKING:
    from duskfall.server.lobby.room import Room
    from duskfall.server.transport.fast_sockets import FastSocket

PASSING: Final = (AttackResult, Chat, Ping)
"""What a reader that lags behind does without; everything else it is told even then."""

_CAUGHT_UP: Final = 4
"""Messages that may still wait when a reader counts as having caught up."""


class Connection:
    """A connection of a client. Messages and pictures go out through it, nothing else can."""

    def __init__(self, sid: str, socket: FastSocket, dialect: Dialect, address: str, limits: Limits) -> None:
        self.sid = sid
        self.address = address
        self.user: User | None = None
        self.name: str | None = None
        self.room: Room | None = None
        self.bound_to: str | None = None
        """The room whose token is all that it has shown: it speaks for its player there, and nowhere else."""
        self.name_refused = False
        """The name that it asked for last was taken, and it has no other."""
        self.wanted: JoinPrivate | WeltenJoin | None = None
        """What it will join as soon as it has a name."""
        self.uncounted = 0
        """Events that the limits have not been charged with yet."""
        self.excess = 0
        """Events over the limit, in a row."""
        self._socket = socket
        self._limits = limits
        self._stream = UpdateStream(dialect)
        self._lagging_since: float | None = None

    @property
    def open(self) -> bool:
        """Whether the connection stands."""
        return not self._socket.closed

    @property
    def waiting(self) -> int:
        """Messages that are not on their way yet."""
        return self._socket.queue.qsize() if self.open else 0

    def tell(self, message: Message) -> None:
        """Send a message."""
        if self._lagging_since is None or not isinstance(message, PASSING):
            self.post(encode(message))

    def post(self, envelope: EncodedMessage) -> None:
        """Send what was sealed for several."""
        self._socket.post(envelope)

    def reply(self, number: int, reply: Reply) -> None:
        """Acknowledge an event."""
        self.post(encode_reply(number, reply))

    def show(self, picture: Snapshot) -> None:
        """Send a turn's update, or leave it out if the reader has not taken the earlier ones."""
        if self._lagging_since is None:
            self.post(self._stream.show(picture))

    def restart(self) -> None:
        """Let the next update be complete."""
        self._stream.restart()

    def keeps_up(self, now: float) -> bool:
        """Look how the reader does; false if it has been behind for so long that it has to go."""
        waiting = self.waiting
        if self._lagging_since is None:
            if waiting > self._limits.waiting_messages:
                self._lagging_since = now
        elif waiting <= _CAUGHT_UP:
            self._lagging_since = None
            self.restart()
        return self._lagging_since is None or now - self._lagging_since <= self._limits.lagging_s

    def farewell(self, code: Refusal, message: str) -> None:
        """Say why the connection will end."""
        self.post(encode(Notice(str(code), message)))
