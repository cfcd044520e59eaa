"""The one contract of playable games: an order is a wish, an event is a fact, a view is the only door out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias

from duskfall.tempo import Tempo

Seat: TypeAlias = int

Order: TypeAlias = Any
"""One of the closed set of orders of a game. Its `str` is its text, which the game's world reads back."""

Event: TypeAlias = Any
"""One of the closed set of events of a game."""


class Outcome(Protocol):
    """How a game ended."""

    @property
    def winner(self) -> Seat | None:
        """The winner, None when nobody won."""

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 the best; equals share the better one."""

    @property
    def reason(self) -> str:
        """Why it ended, in one word."""


class Game(Protocol):
    """A game in progress, whichever it is."""

    @property
    def seats(self) -> int:
        """How many players it has."""

    @property
    def tempo(self) -> Tempo:
        """Whether the clock or an order advances it."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it runs."""

    def advance(self, orders: Mapping[Seat, Sequence[Order]]) -> Sequence[Event]:
        """Play on with these orders, each seat's in order of arrival; all of them or, with a refusal, none."""

    def legal(self, seat: Seat) -> Any:
        """What a seat may order now."""

    def view(self, seat: Seat | None) -> Any:
        """What a seat sees now; None sees everything."""

    def digest(self) -> str:
        """A number for the whole state: 32 hexadecimal digits."""

    def clone(self) -> Self:
        """The same game again, on its own from here."""
