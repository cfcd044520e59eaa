"""The gallery: those who watch see everything, so late that it helps no player.

What they see is a second match that plays the log of the first again, some turns behind it.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import cast

from duskfall.fog import Game as FogGame
from duskfall.play import Mark, Match
from duskfall.protocol.messages import Message, Player, PlayersUpdate
from duskfall.server.transport.connection import PASSING, Connection
from duskfall.server.transport.encoding import Snapshot, encode


class SpectatorFeed:
    """Spectators of one match."""

    def __init__(self, match: Match, delay: int) -> None:
        self.players: tuple[Player, ...] = ()
        """The players as spectators know them."""
        self.closed = False
        """Everything has been shown and said."""
        self._match = match
        self._delay = delay
        self._heard: dict[Connection, int] = {}
        """The lines, and up to which turn each has heard everything as a player."""
        self._shadow: Match | None = None
        self._read = 0
        """Entries of the match's log that the shadow has repeated."""
        self._picture: Snapshot | None = None
        self._held: deque[tuple[int, Message]] = deque()
        self._opening: asyncio.Task[None] | None = None

    @property
    def watched(self) -> bool:
        """Whether anybody is there."""
        return bool(self._heard)

    def __contains__(self, line: Connection) -> bool:
        return line in self._heard

    def admit(self, line: Connection, heard: int = -1) -> None:
        """Let somebody in, who was a player up to a turn: it has heard what was said, and sees the next turn late."""
        self._heard[line] = heard
        line.restart()
        if self._picture is not None and self._match.turn > heard:
            line.show(self._picture)
        elif self._opening is None and self._shadow is None:
            self._opening = asyncio.get_running_loop().create_task(self._open())

    def dismiss(self, line: Connection) -> None:
        """Somebody goes."""
        self._heard.pop(line, None)

    def hear(self, message: Message) -> None:
        """Keep for later what players are told now."""
        self._held.append((self._match.turn, message))
        if self._delay == 0:
            self._speak(self._match.turn)

    def whisper(self, message: Message) -> None:
        """Tell spectators at once what one of them said."""
        for line in self._heard:
            line.tell(message)

    def follow(self) -> None:
        """Show what has become old enough."""
        if self._shadow is not None:
            self._advance(self._match.turn - self._delay)
        elif self._opening is None:
            self._speak(self._match.turn - self._delay)  # nobody is there to hear it, and nobody will be told

    async def finish(self) -> None:
        """The match is over: show the rest at once."""
        if self._opening is not None:
            await self._opening
        if self._shadow is not None:
            self._advance(self._match.turn)
        self._speak(self._match.turn)
        self.close()

    def close(self) -> None:
        """Nobody is told anything here any more."""
        self.closed = True
        self._heard.clear()

    async def _open(self) -> None:
        """Bring a shadow to where spectators are; it may be a long way, so not on the loop."""
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
        if self._picture is None:
            self._show(shadow)
        while shadow.turn < turn:
            for entry in self._match.log.since(self._read):
                self._read += 1
                shadow.repeat(entry)
                if isinstance(entry, Mark):
                    break
            self._show(shadow)
        self._speak(turn)

    def _show(self, shadow: Match) -> None:
        game = cast("FogGame", shadow.game)
        self._picture = Snapshot.of(game.view(None))
        for line, heard in self._heard.items():
            if self._match.turn > heard or self._match.outcome is not None:
                line.show(self._picture)

    def _speak(self, turn: int) -> None:
        while self._held and self._held[0][0] <= turn:
            spoken, message = self._held.popleft()
            if isinstance(message, PlayersUpdate):
                self.players = message.players
            envelope = encode(message)
            for line, heard in self._heard.items():
                if spoken > heard or not isinstance(message, PASSING):
                    line.post(envelope)
