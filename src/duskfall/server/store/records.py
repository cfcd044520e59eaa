"""What the server has to remember: a closed set of small facts in plain values.

A deed that could not be stored is refused where it is made, because one that fails in the writer ends the server.
`Logged` alone is not looked at: there are thousands a second, and its line was an accepted order or a digest before.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, TypeAlias

import orjson

from duskfall.errors import Malformed

ABANDONED: Final = "abandoned"
"""The reason of an end that the server made."""

JsonObject: TypeAlias = dict[str, Any]
"""Keys are texts; values are what JSON knows, with lists and not tuples."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who sits at a seat."""

    user: str | None
    """Hash of the user's secret, in hexadecimal; None for a bot."""
    name: str
    """As it is shown."""
    bot: str | None = None
    """Name of a built-in bot; None for a person."""

    def __post_init__(self) -> None:
        _check_texts(self.user, self.name, self.bot)


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a match was played on from."""

    match: str
    """The name of a match that is over."""
    turn: int

    def __post_init__(self) -> None:
        _check_texts(self.match)


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match has begun; its log is empty, or what was played before it is written with it.

    >>> MatchBegun("m1", "r1", "fog", {"width": {30}}, 7, (), {}, "1")
    Traceback (most recent call last):
    duskfall.errors.Malformed: {'width': {30}}: cannot be kept as JSON; use texts, numbers, lists and objects only
    """

    match: str
    """Its name, unique for ever."""
    room: str
    """The room it is played in."""
    game: str
    """Name of the game, `fog` or `welten`."""
    options: JsonObject
    """Options of the game."""
    seed: int
    """Any number from 0 to 2^64−1."""
    sitters: tuple[SeatRecord, ...]
    """By seat."""
    table: JsonObject
    """Options of the room: pace, delays, whether it is rated."""
    rules: str
    """Version of the rules it is played by."""
    origin: Origin | None = None
    """None if it begins at the beginning, or where a file stands that the store does not know."""

    def __post_init__(self) -> None:
        _check_texts(self.match, self.room, self.game, self.rules)
        _check_json(self.options)
        _check_json(self.table)


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry was added to the log of a match."""

    match: str
    number: int
    """Of the entry, from 0 and without a gap."""
    line: str
    """The entry as text: `0 412>413` or `=17 9f...`."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match has ended, or was ended."""

    match: str
    winner: int | None
    places: tuple[int, ...]
    """The place of each seat."""
    reason: str
    turns: int

    def __post_init__(self) -> None:
        _check_texts(self.reason)


@dataclass(frozen=True, slots=True)
class Rated:
    """A user's rating in a game is now this. The user has been named before."""

    user: str
    game: str
    mu: float
    sigma: float
    games: int
    """Rated games played."""

    def __post_init__(self) -> None:
        if not (isfinite(self.mu) and isfinite(self.sigma)):
            raise Malformed(f"{self.mu}, {self.sigma}", "a rating is two finite numbers")


@dataclass(frozen=True, slots=True)
class Named:
    r"""A user goes by this name from now on; the first name makes the user known.

    >>> Named("5ec7e7", "Ann\0")
    Traceback (most recent call last):
    duskfall.errors.Malformed: 'Ann\x00': cannot be kept as text; leave out NUL and half characters
    """

    user: str
    """Hash of the user's secret, in hexadecimal."""
    name: str

    def __post_init__(self) -> None:
        _check_texts(self.user, self.name)


@dataclass(frozen=True, slots=True)
class Timed:
    """The clock of a match was read: so much time each seat has left. The match has begun before."""

    match: str
    left_ms: tuple[int, ...]
    """By seat, in milliseconds."""


Record: TypeAlias = MatchBegun | Logged | MatchEnded | Rated | Named | Timed


def _check_texts(*texts: str | None) -> None:
    """PostgreSQL keeps no NUL, and no database keeps half of a surrogate pair."""
    for text in texts:
        if text is not None and ("\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text)):
            raise Malformed(ascii(text), "cannot be kept as text", "leave out NUL and half characters")


def _check_json(value: JsonObject) -> None:
    """What comes back from the store has to equal what went in; NaN and tuples, for example, would not."""
    try:
        same = orjson.loads(orjson.dumps(value)) == value
    except TypeError:
        same = False
    if not same:
        raise Malformed(value, "cannot be kept as JSON", "use texts, numbers, lists and objects only")
