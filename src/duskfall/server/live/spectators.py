"""Shows a match to spectators: everything, but so many turns late that it helps no player.

They see a second match that repeats the log of the first, some turns behind it: `spectatorDelay` of the room's options.
Where the map is hidden they see the scores and no map before the end, because a second identity costs nothing and a map
of some turns ago still helps its player. Those who played and are out of the game are shown the map all the same.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from typing import Final, TypeAlias

from duskfall.play import Mark, Match
from duskfall.protocol.fog.updates import Snapshot
from duskfall.protocol.messages import Ping, Player, PlayersUpdate
from duskfall.protocol.wire import Message
from duskfall.server.live.restoring import Interrupted, until_stopped
from duskfall.server.transport.connection import TRANSIENT, Connection
from duskfall.server.transport.encoding import EncodedMessage

HeldMessage: TypeAlias = tuple[int, Message, EncodedMessage]
"""The turn in which players were sent a message, and the message."""

MOST_HELD_BYTES: Final = 1 << 18
"""Bytes of messages that one match keeps for its spectators: some thousand lines of chat."""


class SpectatorFeed:
    """Sends the spectators of one match its turns and messages, delayed."""

    def __init__(
        self, match: Match, delay_turns: int, snapshot_of: Callable[[Match], Snapshot], *, hides_map: bool = False
    ) -> None:
        self.players: tuple[Player, ...] = ()
        """The players as spectators know them."""
        self.closed = False
        """Everything has been shown and sent."""
        self._match = match
        self._delay = delay_turns
        self._snapshot_of = snapshot_of
        self._heard: dict[Connection, int] = {}
        """The connections, and up to which turn each has heard everything as a player."""
        self._hides_map = hides_map
        self._without_map: set[Connection] = set()
        """The connections that are not shown the map before the end."""
        self._shadow: Match | None = None
        self._read = 0
        """Entries of the match's log that the shadow has repeated."""
        self._snapshot: Snapshot | None = None
        self._scores: Snapshot | None = None
        """The same turn for those who are not shown the map."""
        self._held: deque[HeldMessage] = deque()
        self.held_bytes = 0
        """Of the messages that are still to be sent, encoded."""
        self._opening: asyncio.Task[None] | None = None
        self._stopped = threading.Event()

    @property
    def shown_turn(self) -> int:
        """Give the last turn that is old enough for spectators; negative before the first."""
        return self._match.turn - self._delay

    @property
    def watched(self) -> bool:
        """Tell whether anybody watches."""
        return bool(self._heard)

    def __contains__(self, connection: Connection) -> bool:
        return connection in self._heard

    def admit(self, connection: Connection, heard: int = -1, *, played: bool = False) -> None:
        """Add a spectator, or a player who is out of the game.

        One who was a player up to a turn has heard all messages so far, and sees the next late.
        """
        self._heard[connection] = heard
        if self._hides_map and not played:
            self._without_map.add(connection)
        connection.restart_updates()
        if self._snapshot is not None and self._match.turn > heard:
            self._show_to(connection, self._snapshot)
        elif self._opening is None and self._shadow is None:
            self._opening = asyncio.get_running_loop().create_task(self._open())

    def dismiss(self, connection: Connection) -> None:
        """Remove a spectator."""
        self._heard.pop(connection, None)
        self._without_map.discard(connection)

    def hold(self, message: Message, encoded: EncodedMessage) -> None:
        """Keep a message that players are sent now until it is old enough.

        Of more than can be kept the oldest give way: what was said, and what a later message says anew.
        """
        self._held.append((self._match.turn, message, encoded))
        self.held_bytes += encoded.size
        while self.held_bytes > MOST_HELD_BYTES and self._drop_oldest():
            pass
        if self._delay == 0:
            self._release(self._match.turn)

    def _drop_oldest(self) -> bool:
        newest = {type(message): place for place, (_, message, _) in enumerate(self._held)}
        for place, (_, message, encoded) in enumerate(self._held):
            if isinstance(message, TRANSIENT) or newest[type(message)] != place:
                del self._held[place]
                self.held_bytes -= encoded.size
                return True
        return False

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
        if self._snapshot is not None:
            for connection in self._without_map:
                connection.show(self._snapshot)
        self.close()

    def close(self) -> None:
        """Send nothing to anybody from now on."""
        self.closed = True
        self._stopped.set()
        self._heard.clear()
        self._without_map.clear()

    async def _open(self) -> None:
        """Bring the shadow to where spectators are, in a thread since it may be a long way."""
        log = self._match.log.cut(max(0, self._match.turn - self._delay))
        entries = until_stopped(log, self._stopped)
        try:
            shadow = await asyncio.to_thread(
                Match.resumed, self._match.setup, entries, self._match.players, lockstep=False
            )
        except Interrupted:
            return
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
        self._snapshot, self._scores = self._snapshot_of(shadow), None
        for connection, heard in self._heard.items():
            if self._match.turn > heard or self._match.outcome is not None:
                self._show_to(connection, self._snapshot)

    def _show_to(self, connection: Connection, snapshot: Snapshot) -> None:
        if connection not in self._without_map:
            connection.show(snapshot)
            return
        if self._scores is None:
            self._scores = snapshot.without_map()
        connection.show(self._scores)

    def _release(self, turn: int) -> None:
        while self._held and self._held[0][0] <= turn:
            sent_at, message, encoded = self._held.popleft()
            self.held_bytes -= encoded.size
            if isinstance(message, PlayersUpdate):
                self.players = message.players
            for connection, heard in self._heard.items():
                points_at_map = isinstance(message, Ping) and connection in self._without_map
                if not points_at_map and (sent_at > heard or not isinstance(message, TRANSIENT)):
                    connection.send_encoded(encoded)
