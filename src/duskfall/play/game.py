"""The interface of playable games: orders in, events out; a view is the only way in which state leaves a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, TypeAlias

from duskfall.tempo import Tempo

Seat: TypeAlias = int

Order: TypeAlias = Any
"""One of the closed set of orders of a game. Its `str` is its text form, which the game's world reads back."""

Event: TypeAlias = Any
"""One of the closed set of events of a game."""


class Outcome(Protocol):
    """The outcome of a game."""

    @property
    def winner(self) -> Seat | None:
        """The winner, None for a draw."""

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, 1 the best; equals share the better one."""

    @property
    def reason(self) -> str:
        """The reason of the end, in one word."""


class Game(Protocol):
    """A game in progress."""

    @property
    def seats(self) -> int:
        """The number of players."""

    @property
    def tempo(self) -> Tempo:
        """Whether the clock or an order advances it."""

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, None while it runs."""

    def advance(self, orders: Mapping[Seat, Sequence[Order]]) -> Sequence[Event]:
        """Plays on with these orders, each seat's in order of arrival; all of them or, with a refusal, none."""

    def legal(self, seat: Seat) -> Any:
        """Returns the legal orders of a seat."""

    def view(self, seat: Seat | None) -> Any:
        """Returns the view of a seat; None sees everything."""

    def digest(self) -> str:
        """Returns the digest of the whole state: 32 hexadecimal digits."""

    def clone(self) -> Self:
        """Returns an independent copy of the game."""
