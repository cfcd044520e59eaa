"""Defines `Bot`, the interface of every opponent, and what a bot is told about its seat and its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from duskfall.errors import Refused
from duskfall.play import Options, Order, Outcome, Seat

Answer: TypeAlias = Order | Sequence[Order]
"""One order, or several that are carried out one after the other; an empty sequence is a pass."""

MOST_ORDERS: Final = 512
"""Orders in one answer."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """Tells a bot with every question how long it may take."""

    deadline_ms: int
    """The time for the answer of a program. A bot in our own process is not stopped."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Tells a bot which game it plays and from which seat."""

    game: str
    options: Options
    """The options of the game, complete."""
    seat: Seat
    seats: int
    seed: int
    """The seed of the match. Only bots in our own process get it: a program could draw the hidden map from it."""


class Bot(Protocol):
    """An opponent. Its class is called with the `SeatInfo` of its seat."""

    def choose(self, view: Any, deadline: Deadline) -> Answer:
        """Returns the orders of the bot, given the view of its seat."""


@runtime_checkable
class Leaving(Protocol):
    """A bot that cleans up when the game is over."""

    def leave(self, view: Any, outcome: Outcome | None) -> None:
        """Ends the bot's part in the game; without an outcome the game was broken off."""


@runtime_checkable
class Listening(Protocol):
    """A bot that wants to hear which of its orders the rules refused."""

    def refuse(self, order: Order, refused: Refused) -> None:
        """Tells the bot that an order was not carried out; it cost nothing."""
