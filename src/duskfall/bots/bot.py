"""What a bot is: something that looks at a view and says what it wants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

from duskfall.play import Options, Order, Outcome, Seat

Answer: TypeAlias = Order | Sequence[Order]
"""One order, or several to be carried out one after the other; none at all is a pass."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """What a bot is told about time with every question."""

    deadline_ms: int
    """How long a program may take for its answer. A bot inside our own process is not stopped."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """What a bot is told when it takes its place."""

    game: str
    options: Options
    """What the game is played with, complete."""
    seat: Seat
    seats: int
    seed: int
    """Of the match. Only bots inside our own process get it; a program never does, it could draw the hidden map."""


class Bot(Protocol):
    """An opponent. Its class is called with the `SeatInfo` it plays from."""

    def choose(self, view: Any, clock: Deadline) -> Answer:
        """What the bot wants, given all that its seat may know."""


@runtime_checkable
class Leaving(Protocol):
    """A bot that has something to put away when the game is over."""

    def leave(self, view: Any, outcome: Outcome | None) -> None:
        """The game is over, or was broken off if there is no outcome."""
