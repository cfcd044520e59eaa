"""Runs a match of any game: keeps its log, rates and announces its end, and reports events to its room."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from duskfall.play import Match, Result, Seat
from duskfall.protocol.messages import GameEnd, GameWon, Winner
from duskfall.protocol.wire import Message
from duskfall.server.live.log import LogWriter, when_committed
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.live.spectators import SpectatorFeed
from duskfall.server.lobby.client import Client
from duskfall.server.ranking.ratings import bot_user
from duskfall.server.store import ABANDONED, MatchEnded, Origin, Record


@dataclass(frozen=True, slots=True)
class Announced:
    """The match has messages for everyone in the room."""

    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class PlayersChanged:
    """A player has been eliminated."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The end of the match is committed and announced."""

    rated: bool
    """It counted for the ratings of those who played it."""


MatchEvent: TypeAlias = Announced | PlayersChanged | Closed
"""All that a live match tells its room."""

Report: TypeAlias = Callable[[MatchEvent], None]


class LiveMatch(ABC):
    """Is a match with its clock, its log, the occupants of its seats and their connections."""

    feed: SpectatorFeed | None = None
    """Shows the match to spectators late; None where they see everything at once."""

    def __init__(
        self, services: Services, report: Report, name: str, match: Match, occupants: Sequence[Occupant], *, rated: bool
    ) -> None:
        self.name = name
        self.match = match
        self.occupants = tuple(occupants)
        """By seat."""
        self.origin: Origin | None = None
        """Where the match was played on from, if it was."""
        self.result: Result | None = None
        self.log = LogWriter(services.store, name, match, len(match.log))
        self._services = services
        self._report = report
        self._rated = rated
        self._counted = False
        """The ratings have changed by it."""
        self._loop = asyncio.get_running_loop()

    def now_ms(self) -> int:
        """Read the loop's clock."""
        return int(self._loop.time() * 1000)

    # Seats

    @abstractmethod
    def open(self, spectators: Sequence[Client]) -> None:
        """Show the match to everyone who is here, and let it begin."""

    @abstractmethod
    def sit_down(self, seat: Seat, client: Client) -> None:
        """Show the match to a player who is here again."""

    @abstractmethod
    def stand_up(self, seat: Seat) -> None:
        """Keep the seat of a player whose connection is gone."""

    @abstractmethod
    def watch(self, client: Client) -> None:
        """Show the match to a spectator."""

    @abstractmethod
    def eliminated(self, seat: Seat) -> bool:
        """Tell whether a player is out of the game before its end."""

    # Orders

    @abstractmethod
    def surrender(self, seat: Seat) -> asyncio.Future[None]:
        """Let a player give up; done when it is committed."""

    # Time

    @abstractmethod
    def start_clock(self) -> None:
        """Let time pass and bots think from now on."""

    @abstractmethod
    def stop_clock(self) -> None:
        """Let nothing more happen by itself."""

    def suspend(self) -> None:
        """Stop because the server stops."""
        self.stop_clock()

    @property
    def longest_absence_s(self) -> float | None:
        """Give how long the match waits for somebody to come back; None where a clock ends it."""
        return None

    # The end

    def abandon(self) -> None:
        """End the game without a winner: nobody is left who would play it, or it cannot go on."""
        self.stop_clock()
        self.result = Result(None, (1,) * self.match.seats, ABANDONED)
        when_committed(self.log.write(*self._end_records()), self._announce_end)

    def _end_records(self) -> Sequence[Record]:
        """Give the records of the end, ratings included; none before there is an end."""
        result = self.result
        if result is None:
            return ()
        ended = MatchEnded(self.name, result.winner, result.places, result.reason, self.match.turn)
        if not self._rated or result.reason == ABANDONED:
            return (ended,)
        players = [(each.user or bot_user(each.bot or ""), each.name) for each in self.occupants]
        rating_records = self._services.ratings.played(self.match.setup.game, players, result.places)
        self._counted = bool(rating_records)
        return (ended, *rating_records)

    def _end_messages(self) -> tuple[GameEnd, GameWon]:
        result = self.result
        assert result is not None  # noqa: S101  # announced only when there is one
        index = result.winner
        winner = None if index is None else Winner(index, self.occupants[index].name)
        end = GameEnd(winner, result.places, result.reason, self.match.turn, self.name)
        return end, GameWon(-1 if index is None else index)

    def _announce_end(self) -> None:
        """Tell everyone of the end, which is committed now."""
        self._report(Announced(self._end_messages()))
        self._report(Closed(self._counted))
