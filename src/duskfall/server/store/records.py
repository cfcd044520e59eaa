"""The records that the store writes: a closed set of small, plain values.

A record that no database can keep is refused where it is made, because a failure in the writer ends the server.
`Logged` alone is not checked: there are thousands a second, and its line is an accepted order or a digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any, Final, TypeAlias

import orjson

from duskfall.errors import Malformed

ABANDONED: Final = "abandoned"
"""The reason of an end that the server made."""

MOVE_IDS_KEPT: Final = 256
"""Move ids that are kept of each seat of a match (protocol, `moveId`)."""

CHAT_KEPT: Final = 200
"""Chat messages that are kept of each match."""

JsonObject: TypeAlias = dict[str, Any]
"""Keys are strings; values are JSON values, with lists and not tuples."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """The occupant of a seat."""

    user: str | None
    """Hash of the user's secret, in hexadecimal; None for a bot."""
    name: str
    """The name that is shown."""
    bot: str | None = None
    """Name of a built-in bot; None for a person."""

    def __post_init__(self) -> None:
        _check_texts(self.user, self.name, self.bot)


@dataclass(frozen=True, slots=True)
class Origin:
    """The turn of a finished match from which another one was played on."""

    match: str
    """The id of the finished match."""
    turn: int

    def __post_init__(self) -> None:
        _check_texts(self.match)


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """A match has begun. Its log is empty, or the entries played before it are written with it.

    >>> MatchBegun("m1", "r1", "fog", {"width": {30}}, 7, (), {}, "1")
    Traceback (most recent call last):
    duskfall.errors.Malformed: {'width': {30}}: cannot be kept as JSON; use texts, numbers, lists and objects only
    """

    match: str
    """Its id, unique for ever."""
    room: str
    """The room in which it is played."""
    game: str
    """Name of the game, `fog` or `welten`."""
    options: JsonObject
    """Options of the game."""
    seed: int
    """Any number from 0 to 2^64−1."""
    seats: tuple[SeatRecord, ...]
    """Kept in the column `sitters`."""
    room_options: JsonObject
    """Options of the room: pace, delays, whether it is rated. Kept in the column `table_options`."""
    rules: str
    """Version of the rules."""
    origin: Origin | None = None
    """None if it begins at turn 0, or goes on from a replay file that the store does not know."""

    def __post_init__(self) -> None:
        _check_texts(self.match, self.room, self.game, self.rules)
        _check_json(self.options)
        _check_json(self.room_options)


@dataclass(frozen=True, slots=True)
class Logged:
    """An entry was appended to the log of a match."""

    match: str
    number: int
    """Of the entry, from 0 and without a gap."""
    line: str
    """The entry as text: `0 412>413` or `=17 9f...`."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """A match has ended, or was closed by the server."""

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
    """A user has a new rating in a game. A `Named` of the user comes before it."""

    user: str
    game: str
    mu: float
    sigma: float
    games: int
    """Rated games played."""
    opponents: int = 0
    """Different ones whom these games were played against."""

    def __post_init__(self) -> None:
        if not (isfinite(self.mu) and isfinite(self.sigma)):
            raise Malformed(f"{self.mu}, {self.sigma}", "a rating is two finite numbers")


@dataclass(frozen=True, slots=True)
class Met:
    """Two users have played a rated game against each other that counted. A `Named` of each comes before it."""

    game: str
    one: str
    other: str
    """The two in alphabetical order."""
    games: int
    """Such games so far."""
    day: int
    """The day of the last one, in days since 1970 (UTC)."""
    today: int
    """Such games on that day."""


@dataclass(frozen=True, slots=True)
class Named:
    r"""A user has a new name; the first name makes the user known.

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
    """The clock of a match was read. A `MatchBegun` of the match comes before it."""

    match: str
    left_ms: tuple[int, ...]
    """The time that each seat has left, in milliseconds."""


@dataclass(frozen=True, slots=True)
class MoveAnswered:
    """An order with a move id was answered. A `MatchBegun` of the match comes before it, and no `MatchEnded`.

    It takes the row of the id that its seat had given 256 ids before, and the end of the match removes all rows of the
    match. So a match that runs has at most 256 rows for each seat, and one that has ended has none.
    """

    match: str
    seat: int
    number: int
    """Of the id among those of its seat in this match, from 0 and without a gap."""
    move_id: str
    """As JSON: that keeps the number 7 and the text "7" apart, and any character can be kept."""
    entry: int | None
    """The number of the log entry that holds the order; None if it was refused."""
    refusal: tuple[str, str] | None = None
    """The code and the message; None if the order was accepted."""


@dataclass(frozen=True, slots=True)
class ChatSaid:
    """Somebody has sent a chat message in the room of a match. A `MatchBegun` of the match comes before it.

    It takes the row of the message that was sent 200 messages before.
    """

    match: str
    number: int
    """Of the message among those of its match, from 0 and without a gap."""
    seat: int
    """Of the sender; -1 for one who watches."""
    name: str
    """Of the sender, as it was shown."""
    text: str
    turn: int
    by_spectator: bool
    """Only those who watch could hear it."""

    def __post_init__(self) -> None:
        _check_texts(self.match, self.name, self.text)


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A match cannot be played on and is kept for repair, with all its rows. A `MatchBegun` of it comes before it."""

    match: str
    fault: str
    """The reason."""


Record: TypeAlias = (
    MatchBegun | Logged | MatchEnded | Rated | Met | Named | Timed | MoveAnswered | ChatSaid | Quarantined
)


def _check_texts(*texts: str | None) -> None:
    """Refuse NUL, which PostgreSQL does not keep, and lone surrogates, which no database keeps."""
    for text in texts:
        if text is not None and ("\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text)):
            raise Malformed(ascii(text), "cannot be kept as text", "leave out NUL and half characters")


def _check_json(value: JsonObject) -> None:
    """Refuse values that would not come back from JSON as they went in, such as NaN and tuples."""
    try:
        same = orjson.loads(orjson.dumps(value)) == value
    except TypeError:
        same = False
    if not same:
        raise Malformed(value, "cannot be kept as JSON", "use texts, numbers, lists and objects only")
