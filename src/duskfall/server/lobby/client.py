"""Knows of one connection which player speaks through it, and which room they are in."""

from __future__ import annotations

from duskfall.protocol.fog.updates import UpdateStream
from duskfall.protocol.wire import JoinCommand
from duskfall.server.lobby.identity import User
from duskfall.server.settings import Limits
from duskfall.server.transport.connection import Connection, Socket


class Client(Connection):
    """Is a connection with the player who speaks through it."""

    def __init__(self, sid: str, socket: Socket, updates: UpdateStream, address: str, limits: Limits) -> None:
        super().__init__(sid, socket, updates, address, limits)
        self.user: User | None = None
        self.name: str | None = None
        self.secure = False
        """The id is long enough for rated games and does not contain the name."""
        self.room: str | None = None
        """The name of the room that it is in."""
        self.token_room: str | None = None
        """The room whose token is all that was shown: the client speaks for its player there, and nowhere else."""
        self.waits_for_seat = False
        """A join of theirs waits for an answer of the connection that has the seat."""
        self.refused_as: User | None = None
        """The player who asked last for a name that was taken; None after a name was given."""
        self.names_refused = 0
        """Names that were taken, in a row."""
        self.pending_join: JoinCommand | None = None
        """The join that is made as soon as there is a name."""
