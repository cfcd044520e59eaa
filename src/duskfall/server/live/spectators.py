"""Shows a match to spectators: everything, but so many turns late that it helps no player.

They see a second match that repeats the log of the first, some turns behind it: `spectatorDelay` of the room's options.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

from duskfall.play import Mark, Match
from duskfall.protocol.fog.updates import Snapshot
from duskfall.protocol.messages import Player, PlayersUpdate
from duskfall.protocol.wire import Message
from duskfall.server.transport.connection import TRANSIENT, Connection
from duskfall.server.transport.encoding import encode


class SpectatorFeed:
    """Sends the spectators of one match its turns and messages, delayed."""

    def __init__(self, match: Match, delay_turns: int, snapshot_of: Callable[[Match], Snapshot]) -> None:
        self.players: tuple[Player, ...] = ()
        """The players as spectators know them."""
        self.closed = False
        """Everything has been shown and sent."""
        self._match = match
        self._delay = delay_turns
        self._snapshot_of = snapshot_of
        self._heard: dict[Connection, int] = {}
        """The connections, and up to which turn each has heard everything as a player."""
        self._shadow: Match | None = None
        self._read = 0
        """Entries of the match's log that the shadow has repeated."""
        self._snapshot: Snapshot | None = None
        self._held: deque[tuple[int, Message]] = deque()
        self._opening: asyncio.Task[None] | None = None

    @property
    def watched(self) -> bool:
        """Tell whether anybody watches."""
        return bool(self._heard)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._heard

    def admit(self, connection: Connection, heard: int = -1) -> None:
        """Add a spectator. One who was a player up to a turn has heard all messages so far, and sees the next late."""
        self._heard[connection] = heard
        connection.restart_updates()
        if self._snapshot is not None and self._match.turn > heard:
            connection.show(self._snapshot)
        elif self._opening is None and self._shadow is None:
            self._opening = asyncio.get_running_loop().create_task(self._open())

    def dismiss(self, connection: Connection) -> None:
        """Remove a spectator."""
        self._heard.pop(connection, None)

    def hold(self, message: Message) -> None:
        """Keep a message that players are sent now until it is old enough."""
        self._held.append((self._match.turn, message))
        if self._delay == 0:
            self._release(self._match.turn)

    def send_now(self, message: Message) -> None:
        """Send spectators at once what one of them said."""
        for connection in self._heard:
            connection.send(message)

    def follow(self) -> None:
        """Show all that has become old enough."""
        if self._shadow is not None:
            self._advance(self._match.turn - self._delay)
        elif self._opening is None:
            self._release(self._match.turn - self._delay)  # nobody is there, and nobody will be sent it later

    async def finish(self) -> None:
        """Show the rest at once, since the match is over."""
        if self._opening is not None:
            await self._opening
        if self._shadow is not None:
            self._advance(self._match.turn)
        self._release(self._match.turn)
        self.close()

    def close(self) -> None:
        """Send nothing to anybody from now on."""
        self.closed = True
        self._heard.clear()

    async def _open(self) -> None:
        """Bring the shadow to where spectators are, in a thread since it may be a long way."""
        log = self._match.log.cut(max(0, self._match.turn - self._delay))
        shadow = await asyncio.to_thread(Match.resumed, self._match.setup, log, self._match.players, lockstep=False)
        self._read = len(log)
        self._shadow = shadow
        if self._match.turn >= self._delay or self._match.outcome is not None:
            self._show(shadow)
        self.follow()

    def _advance(self, turn: int) -> None:
        shadow = self._shadow
        if shadow is None or turn < 0:
            return
        if self._snapshot is None:
            self._show(shadow)
        while shadow.turn < turn:
            for entry in self._match.log.since(self._read):
                self._read += 1
                shadow.repeat(entry)
                if isinstance(entry, Mark):
                    break
            self._show(shadow)
        self._release(turn)

    def _show(self, shadow: Match) -> None:
        self._snapshot = self._snapshot_of(shadow)
        for connection, heard in self._heard.items():
            if self._match.turn > heard or self._match.outcome is not None:
                connection.show(self._snapshot)

    def _release(self, turn: int) -> None:
        while self._held and self._held[0][0] <= turn:
            sent_at, message = self._held.popleft()
            if isinstance(message, PlayersUpdate):
                self.players = message.players
            encoded = encode(message)
            for connection, heard in self._heard.items():
                if sent_at > heard or not isinstance(message, TRANSIENT):
                    connection.send_encoded(encoded)
