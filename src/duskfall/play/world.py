"""What a match has to know of a game besides its rules: how one starts, and how orders are written and waited for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.play.game import Event, Game, Order, Seat

Options: TypeAlias = dict[str, Any]
"""The choices a game is played with, as plain values that JSON can carry."""


class World(Protocol):
    """A playable game by its name."""

    @property
    def name(self) -> str:
        """What it is called in commands and files."""

    @property
    def rules(self) -> str:
        """The version of the rules. A log is only worth something under the rules it was made with."""

    @property
    def removal(self) -> Order:
        """What the clock orders for a player who has been away for too long."""

    def checked(self, options: Mapping[str, Any]) -> Options:
        """The same choices, complete and in their plain form, or a refusal."""

    def start(self, options: Options, seed: int) -> Game:
        """A new game; the options are checked ones."""

    def read(self, text: str) -> Order:
        """The order that a player's text stands for."""

    def recall(self, text: str) -> Order:
        """The order that a text in a log stands for: a player's or the clock's."""

    def kept(self, order: Order, events: Sequence[Event]) -> Order:
        """The order as the log keeps it, given what came of it."""

    def check(self, game: Game, seat: Seat, orders: Sequence[Order]) -> None:
        """Refuse orders that could not be taken in the coming turn; changes nothing."""

    def waits_for(self, game: Game, seat: Seat, orders: Sequence[Order]) -> bool:
        """Whether the game would wait for this seat, which has given these orders since the last turn."""

    def living(self, game: Game, seat: Seat) -> bool:
        """Whether the seat is still in the game."""


def refuse_unknown(world: str, options: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuse options that a world does not have."""
    for name in options:
        if name not in known:
            raise UnknownName(f"option of {world}", str(name), known)


def whole(options: Mapping[str, Any], name: str, default: int) -> int:
    """A whole number among the options.

    >>> whole({"width": 12}, "width", 30), whole({}, "width", 30)
    (12, 30)
    >>> whole({"width": True}, "width", 30)
    Traceback (most recent call last):
    duskfall.errors.Refused: width True: a whole number is needed
    """
    value = options.get(name, default)
    if type(value) is not int:
        raise Refused(Refusal.MALFORMED, f"{name} {value!r:.60}", "a whole number is needed")
    return value


def yes_or_no(options: Mapping[str, Any], name: str, default: bool) -> bool:
    """A choice of yes or no among the options."""
    value = options.get(name, default)
    if type(value) is not bool:
        raise Refused(Refusal.MALFORMED, f"{name} {value!r:.60}", "true or false is needed")
    return value


def word(options: Mapping[str, Any], name: str, default: str) -> str:
    """A text among the options."""
    value = options.get(name, default)
    if type(value) is not str:
        raise Refused(Refusal.MALFORMED, f"{name} {value!r:.60}", "a text is needed")
    return value
