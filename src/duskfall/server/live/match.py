"""A match that is laid on a table, whichever game it is: its log is kept, and its end is written and told."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from duskfall.play import Match, Result
from duskfall.protocol.messages import GameEnd, GameWon, Message, Winner
from duskfall.server.live.log import LogWriter, then
from duskfall.server.live.services import ABANDONED, Occupant, Services
from duskfall.server.store import MatchEnded, Origin, Record


class Host(Protocol):
    """What a table asks of the room it stands in."""

    def tell_all(self, *messages: Message) -> None:
        """Tell everyone who is here."""

    def players_changed(self) -> None:
        """Tell everyone who is in, out, here or away."""

    def game_over(self) -> Sequence[Record]:
        """The game is over; gives what else is to be written with its end."""

    def game_closed(self) -> None:
        """The end is safe, and everyone has been told."""


class LiveMatch(ABC):
    """One match, those who hold its seats, and how it ended."""

    def __init__(self, desk: Services, host: Host, name: str, match: Match, holders: Sequence[Occupant]) -> None:
        self.name = name
        self.match = match
        self.holders = tuple(holders)
        """By seat."""
        self.origin: Origin | None = None
        """Where the match was played on from, if it was."""
        self.result: Result | None = None
        self.recorder = LogWriter(desk.store, name, match, len(match.log))
        self._desk = desk
        self._host = host
        self._loop = asyncio.get_running_loop()

    def now_ms(self) -> int:
        """The time of the loop's clock."""
        return int(self._loop.time() * 1000)

    @abstractmethod
    def stop_clock(self) -> None:
        """Let nothing more happen by itself: the game is over, or the server goes."""

    def abandon(self) -> None:
        """End the game without a winner: nobody is left who would play it, or it cannot go on."""
        self.stop_clock()
        self.result = Result(None, (1,) * self.match.seats, ABANDONED)
        then(self.recorder.write(*self._end_deeds()), self._tell_end)

    def _end_deeds(self) -> Sequence[Record]:
        """What is to be written of the end; nothing before there is one."""
        result = self.result
        if result is None:
            return ()
        ended = MatchEnded(self.name, result.winner, result.places, result.reason, self.match.turn)
        return (ended, *self._host.game_over())

    def _ending(self) -> tuple[GameEnd, GameWon]:
        """The end as everyone is told of it."""
        result = self.result
        assert result is not None  # noqa: S101  # told only when there is one
        index = result.winner
        winner = None if index is None else Winner(index, self.holders[index].name)
        end = GameEnd(winner, result.places, result.reason, self.match.turn, self.name)
        return end, GameWon(-1 if index is None else index)

    @abstractmethod
    def _tell_end(self) -> None:
        """Tell everyone of the end, which is safe now."""
