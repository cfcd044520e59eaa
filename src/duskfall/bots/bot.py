"""Defines `Bot`, the interface of every opponent, and what a bot is told about its seat and its time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final, Protocol, Self, TypeAlias, runtime_checkable

from duskfall.errors import Refused
from duskfall.play import Options, Order, Outcome, Seat, Setup

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
    """The bot's own chance. It is derived one way from the match's seed, from which the hidden map could be drawn."""

    @classmethod
    def of(cls, setup: Setup, seat: Seat, seats: int) -> Self:
        """Returns what a bot is told about its seat in a match of this setup."""
        return cls(setup.game, setup.options, seat, seats, bot_seed(setup.seed, seat))


def bot_seed(seed: int, seat: Seat) -> int:
    """Derives the seed of the bot at a seat from the match's seed, so that nobody can compute the way back.

    >>> bot_seed(7, seat=0), bot_seed(7, seat=1)
    (3506911071139936219, 15663577212778965214)
    """
    # The keyed dice will not do: their mixing can be undone, and the map is drawn from the match's seed.
    digest = blake2b(f"{seed}:{seat}".encode(), digest_size=8, person=b"duskfall bot")
    return int.from_bytes(digest.digest(), "little")


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
class Explaining(Protocol):
    """A bot that tells why it gave its last orders."""

    @property
    def reason(self) -> Any:
        """A `goal` of the game and the `numbers` that decided, by name; None if there is nothing to tell."""


@runtime_checkable
class ExplainingOrders(Protocol):
    """A bot that tells why it gave each of its last orders."""

    @property
    def reasons(self) -> Sequence[Any]:
        """For each order a `goal` of the game and the `numbers` that decided, by name, or None."""


@runtime_checkable
class Listening(Protocol):
    """A bot that wants to hear which of its orders the rules refused."""

    def refuse(self, order: Order, refused: Refused) -> None:
        """Tells the bot that an order was not carried out; it cost nothing."""
