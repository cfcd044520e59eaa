"""`World`: the interface of a playable game to a match: its start, the text of its orders, and waiting for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.play.game import Event, Game, Order, Seat
from duskfall.play.reasons import Goals

Options: TypeAlias = dict[str, Any]
"""The options of a game, as plain values that JSON can carry."""


class World(Protocol):
    """A playable game by its name."""

    @property
    def name(self) -> str:
        """Its name in commands and files."""

    @property
    def rules(self) -> str:
        """The version of the rules. A log is valid only under the rules that it was made with."""

    @property
    def removal(self) -> Order:
        """The order by which the clock removes a player who has been away for too long."""

    @property
    def goals(self) -> Goals:
        """The goals that players give as reasons for their orders, each with the names of its numbers."""

    def checked(self, options: Mapping[str, Any]) -> Options:
        """Completes options and returns them in their plain form, or refuses them."""

    def start(self, options: Options, seed: int) -> Game:
        """Starts a new game with checked options."""

    def read(self, text: str) -> Order:
        """Reads an order from a player's text."""

    def recall(self, text: str) -> Order:
        """Reads an order from a text in a log: a player's or the clock's."""

    def kept(self, order: Order, events: Sequence[Event]) -> Order:
        """Returns the order in the form that the log keeps, given its events."""

    def check(self, game: Game, seat: Seat, orders: Sequence[Order]) -> None:
        """Refuses orders that could not be taken in the coming turn; changes nothing."""

    def waits_for(self, game: Game, seat: Seat, orders: Sequence[Order]) -> bool:
        """Tells whether the game waits for this seat, given its orders since the last turn."""

    def living(self, game: Game, seat: Seat) -> bool:
        """Tells whether the seat is still in the game."""

    def is_march(self, order: Order) -> bool:
        """Tells whether an order is a march: marches and all other orders of a turn are counted apart."""

    def leaves(self, order: Order) -> bool:
        """Tells whether a seat leaves the game by an order, which is therefore always taken."""


def refuse_unknown(world: str, options: Mapping[str, Any], known: Sequence[str]) -> None:
    """Refuses options that a world does not have."""
    for name in options:
        if name not in known:
            raise UnknownName(f"option of {world}", str(name), known)


def whole(options: Mapping[str, Any], name: str, default: int) -> int:
    """Returns a whole number among the options.

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
    """Returns a choice of yes or no among the options."""
    value = options.get(name, default)
    if type(value) is not bool:
        raise Refused(Refusal.MALFORMED, f"{name} {value!r:.60}", "true or false is needed")
    return value


def word(options: Mapping[str, Any], name: str, default: str) -> str:
    """Returns a text among the options."""
    value = options.get(name, default)
    if type(value) is not str:
        raise Refused(Refusal.MALFORMED, f"{name} {value!r:.60}", "a text is needed")
    return value
