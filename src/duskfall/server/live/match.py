"""Runs a match of any game: keeps its log, rates and announces its end, and reports events to its room."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, assert_never

from duskfall.errors import Refused
from duskfall.play import Match, Result, Seat
from duskfall.protocol.messages import GameEnd, GameWon, LastMatch, MatchPlayer, RatingChange, Rejected, Winner
from duskfall.protocol.values import CasualReason, MoveId
from duskfall.protocol.wire import Message, Reply
from duskfall.server.live.bots import Past
from duskfall.server.live.log import LogWriter, when_committed
from duskfall.server.live.move_ids import MoveIds, Taken
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.live.spectators import SpectatorFeed
from duskfall.server.lobby.client import Client
from duskfall.server.lobby.identity import User
from duskfall.server.ranking.ratings import Contestant, bot_user
from duskfall.server.store import ABANDONED, MatchEnded, Origin, Rated, Record


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


MatchEvent: TypeAlias = Announced | PlayersChanged | Closed
"""All that a live match tells its room."""

Report: TypeAlias = Callable[[MatchEvent], None]

Answer: TypeAlias = tuple[Reply, asyncio.Future[None] | None]
"""An acknowledgement, and what has to be done before it leaves: a write that is committed, or more."""

Answering: TypeAlias = Answer | asyncio.Task[Answer]
"""An answer, or the task that finds it out."""


class LiveMatch(ABC):
    """Is a match with its clock, its log, the occupants of its seats and their connections."""

    feed: SpectatorFeed | None = None
    """Shows the match to spectators late; None where they see everything at once."""

    def __init__(
        self, services: Services, report: Report, name: str, match: Match, occupants: Sequence[Occupant],
        casual: CasualReason | None,
    ) -> None:  # fmt: skip
        self.name = name
        self.match = match
        self.occupants = tuple(occupants)
        """By seat."""
        self.origin: Origin | None = None
        """Where the match was played on from, if it was."""
        self.result: Result | None = None
        self.log = LogWriter(services.store, name, match, len(match.log))
        self.move_ids = MoveIds(name)
        self._services = services
        self._report = report
        self.casual = casual
        """Why the match does not count for ratings; None if it does."""
        self._ratings: tuple[RatingChange | None, ...] | None = None
        """By seat, how the ratings have changed by it; None if they have not."""
        self._loop = asyncio.get_running_loop()

    def past(self) -> Past:
        """Give the match so far, for a bot that has to remember it."""
        return Past(self.match.setup, list(self.match.log.lines()))

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
    def show_end(self, client: Client) -> None:
        """Show the board of a match that is over to somebody who comes later, where they cannot get it otherwise."""

    @abstractmethod
    def eliminated(self, seat: Seat) -> bool:
        """Tell whether a player is out of the game before its end."""

    def seat_of(self, client: Client) -> Seat | None:
        """Find the seat of the player who speaks through a connection, the first if they have several."""
        return next((seat for seat, occupant in enumerate(self.occupants) if occupant.client is client), None)

    # Orders

    def answer_again(self, seat: Seat, move_id: MoveId) -> Answer | None:
        """Give an order with this id the answer that it got before; None if it is new, or has no id."""
        first = self.move_ids.first_answer(self._ids_seat(seat), move_id)
        match first:
            case None:
                return None
            case Taken(entry):
                return self._accept_again(seat, entry, move_id), self._answer_after(self.log.pending)
            case Rejected():
                return first, self._answer_after(self.log.pending)
            case _:
                assert_never(first)

    @abstractmethod
    def _accept_again(self, seat: Seat, entry: int, move_id: MoveId) -> Reply:
        """Acknowledge an order that is in the log already, as the first time."""

    def _accepted_id(self, seat: Seat, move_id: MoveId, entry: int) -> Sequence[Record]:
        """Give the record to write with an accepted order that has an id, nothing for one without."""
        return self.move_ids.accept(self._ids_seat(seat), move_id, entry)

    def _refuse(self, seat: Seat, move_id: MoveId, refused: Refused) -> Answer:
        """Refuse an order. A refusal of an order with an id is kept, so that the same order is not accepted later."""
        if move_id is None or self.result is not None:
            raise refused
        rejected = Rejected.of(refused)
        written = self.log.write(*self.move_ids.refuse(self._ids_seat(seat), move_id, rejected))
        return rejected, self._answer_after(written)

    def _answer_after(self, written: asyncio.Future[None] | None) -> asyncio.Future[None] | None:
        """Say when the answer to an order leaves that waits for a write: as soon as it is committed."""
        return written

    def _news_after(self, written: asyncio.Future[None]) -> asyncio.Future[None]:
        """Say the same of what everyone is told, which never overtakes an answer."""
        return written

    def _ids_seat(self, seat: Seat) -> Seat:
        """Give the seat whose ids count: a player with several seats has the ids of all of them in the first."""
        return self.occupants.index(self.occupants[seat])

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
        """End the game without a winner, with places as it stands: nobody is left to play it, or it cannot go on."""
        self.stop_clock()
        self.result = Result(None, self._standing(), ABANDONED)
        when_committed(self._news_after(self.log.write(*self._end_records())), self._announce_end)

    def _standing(self) -> tuple[int, ...]:
        """Give the places of a match that is ended before its time; all the same where nobody is ahead."""
        return (1,) * self.match.seats

    def _end_records(self) -> Sequence[Record]:
        """Give the records of the end, ratings included; none before there is an end."""
        result = self.result
        if result is None:
            return ()
        ended = MatchEnded(self.name, result.winner, result.places, result.reason, self.match.turn)
        nobody_placed = result.reason == ABANDONED and set(result.places) == {1}
        if self.casual is not None or nobody_placed:
            return (ended,)
        players = [
            Contestant(each.user or bot_user(each.bot or ""), each.new_name or each.name, frozenset(each.networks))
            for each in self.occupants
        ]
        return (ended, *self._rate(players, result.places))

    def _rate(self, players: Sequence[Contestant], places: Sequence[int]) -> Sequence[Record]:
        """Rate the match, and note how the ratings have changed for those who are told of the end."""
        ratings, game = self._services.ratings, self.match.setup.game
        before = [ratings.points(game, player.user) for player in players]
        records = ratings.played(game, players, places)
        rated = {record.user for record in records if isinstance(record, Rated)}
        self._ratings = tuple(
            RatingChange(points, ratings.points(game, player.user)) if player.user in rated else None
            for points, player in zip(before, players, strict=True)
        )
        return records

    def _end_messages(self) -> tuple[GameEnd, GameWon]:
        result = self.result
        assert result is not None  # noqa: S101  # announced only when there is one
        index = result.winner
        winner = None if index is None else Winner(index, self.match.players[index])
        end = GameEnd(winner, result.places, result.reason, self.match.turn, self.name, self._ratings)
        return end, GameWon(-1 if index is None else index)

    def last_match(self, user: User | None) -> LastMatch:
        """Tell somebody who comes after the match how it ended."""
        end, _ = self._end_messages()
        players = tuple(
            MatchPlayer(name, occupant.bot is not None)
            for name, occupant in zip(self.match.players, self.occupants, strict=True)
        )
        seats = tuple(seat for seat, occupant in enumerate(self.occupants) if user and occupant.user == user)
        return LastMatch(
            end.winner, end.places, end.reason, end.turn, end.replay_id, end.ratings, players, self.casual, seats
        )

    def _announce_end(self) -> None:
        """Tell everyone of the end, which is committed now."""
        self._report(Announced(self._end_messages()))
        self._report(Closed())
