"""Remembers how orders with a move id were answered, so that an order that is sent twice is carried out once.

A client that lost its connection does not know which of its orders arrived, and sends them again with the same ids. The
store keeps the answers beside the log, in the transaction of the order, so that they outlive the server.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

import orjson

from duskfall.play import Seat
from duskfall.protocol.messages import Rejected
from duskfall.protocol.values import MoveId
from duskfall.server.store import MOVE_IDS_KEPT, MoveAnswered


@dataclass(frozen=True, slots=True)
class Taken:
    """The order was accepted and is in the log."""

    entry: int
    """The number of its entry."""


FirstAnswer: TypeAlias = Taken | Rejected


class _SeatIds:
    """The newest ids of one seat, oldest first."""

    __slots__ = ("answers", "count")

    def __init__(self) -> None:
        self.answers: dict[MoveId, FirstAnswer] = {}
        self.count = 0
        """How many ids the seat has given in the match."""

    def add(self, move_id: MoveId, answer: FirstAnswer, number: int) -> None:
        self.answers[move_id] = answer
        self.count = number + 1
        if len(self.answers) > MOVE_IDS_KEPT:
            del self.answers[next(iter(self.answers))]


class MoveIds:
    """Knows the first answers to the last 256 move ids of each seat of one match.

    >>> ids = MoveIds("m1")
    >>> ids.accept(0, "first", entry=1)
    (MoveAnswered(match='m1', seat=0, number=0, move_id='"first"', entry=1, refusal=None),)
    >>> ids.first_answer(0, "first"), ids.first_answer(1, "first"), ids.accept(0, None, entry=2)
    (Taken(entry=1), None, ())
    """

    def __init__(self, match: str) -> None:
        self._match = match
        self._seats: dict[Seat, _SeatIds] = {}

    def restore(self, answered: Iterable[MoveAnswered]) -> None:
        """Load what the store has kept, for each seat oldest first."""
        for record in answered:
            answer = Taken(record.entry) if record.entry is not None else Rejected(*(record.refusal or ()))
            self._seats.setdefault(record.seat, _SeatIds()).add(orjson.loads(record.move_id), answer, record.number)

    def first_answer(self, seat: Seat, move_id: MoveId) -> FirstAnswer | None:
        """Give the answer that the id got before; None for a new id, and without one."""
        seat_ids = None if move_id is None else self._seats.get(seat)
        return None if seat_ids is None else seat_ids.answers.get(move_id)

    def accept(self, seat: Seat, move_id: MoveId, entry: int) -> tuple[MoveAnswered, ...]:
        """Remember an order that was accepted; gives the record to write with it, nothing without an id."""
        return self._remember(seat, move_id, Taken(entry))

    def refuse(self, seat: Seat, move_id: MoveId, rejected: Rejected) -> tuple[MoveAnswered, ...]:
        """Remember an order that was refused; gives the record to write, nothing without an id."""
        return self._remember(seat, move_id, rejected)

    def by_entry(self) -> dict[int, MoveId]:
        """Give the ids of accepted orders by the numbers of their log entries."""
        return {
            answer.entry: move_id
            for seat_ids in self._seats.values()
            for move_id, answer in seat_ids.answers.items()
            if isinstance(answer, Taken)
        }

    def _remember(self, seat: Seat, move_id: MoveId, answer: FirstAnswer) -> tuple[MoveAnswered, ...]:
        if move_id is None:
            return ()
        seat_ids = self._seats.setdefault(seat, _SeatIds())
        number = seat_ids.count
        seat_ids.add(move_id, answer, number)
        text = orjson.dumps(move_id).decode()
        match answer:
            case Taken(entry):
                return (MoveAnswered(self._match, seat, number, text, entry),)
            case Rejected(code, message):
                return (MoveAnswered(self._match, seat, number, text, None, (code, message)),)
