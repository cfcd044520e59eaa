"""The orders of players, each with a short text form that reads back."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, TypeAlias

from duskfall.errors import Malformed

LARGEST: Final = 99999
"""The largest number in an order, far above all units and tiles."""

LONGEST_PATH: Final = 255
"""Steps; no unit has points for so many."""


class _TextOrder:
    """An order whose `repr` shows its text."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"order({str(self)!r})"

    def _check(self, *numbers: int) -> None:
        """Refuses numbers that the text form cannot have, also for orders made in Python."""
        if min(numbers) < 0 or max(numbers) > LARGEST:
            raise Malformed(str(self), "not an order", f"numbers go from 0 to {LARGEST}")


@dataclass(frozen=True, repr=False, slots=True)
class MoveTo(_TextOrder):
    """Move a unit to a tile by the way that leaves it most points."""

    unit: int
    x: int
    y: int

    def __post_init__(self) -> None:
        self._check(self.unit, self.x, self.y)

    def __str__(self) -> str:
        return f"move {self.unit} {self.x},{self.y}"


@dataclass(frozen=True, repr=False, slots=True)
class MovePath(_TextOrder):
    """Move a unit step by step: U, D, L and R."""

    unit: int
    path: str

    def __post_init__(self) -> None:
        self._check(self.unit)
        if not 1 <= len(self.path) <= LONGEST_PATH or not set(self.path) <= set("UDLR"):
            raise Malformed(str(self)[:40], "not a path", f"write 1 to {LONGEST_PATH} steps U, D, L and R")

    def __str__(self) -> str:
        return f"move {self.unit} path {self.path}"


@dataclass(frozen=True, repr=False, slots=True)
class Attack(_TextOrder):
    """Attack what stands on a tile."""

    unit: int
    x: int
    y: int

    def __post_init__(self) -> None:
        self._check(self.unit, self.x, self.y)

    def __str__(self) -> str:
        return f"attack {self.unit} {self.x},{self.y}"


@dataclass(frozen=True, repr=False, slots=True)
class Gate(_TextOrder):
    """Toggle a gate position."""

    number: int

    def __post_init__(self) -> None:
        self._check(self.number)

    def __str__(self) -> str:
        return f"gate {self.number}"


@dataclass(frozen=True, repr=False, slots=True)
class End(_TextOrder):
    """End the running state."""

    def __str__(self) -> str:
        return "end"


@dataclass(frozen=True, repr=False, slots=True)
class Undo(_TextOrder):
    """Take back the last move or gate toggle of the running state."""

    def __str__(self) -> str:
        return "undo"


@dataclass(frozen=True, repr=False, slots=True)
class Resign(_TextOrder):
    """Give up; possible at any time."""

    def __str__(self) -> str:
        return "resign"


@dataclass(frozen=True, repr=False, slots=True)
class Draw(_TextOrder):
    """Offer a draw, or accept the other side's offer; possible at any time."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Clock:
    """The seat's time has run out. Only the clock gives this order; it has no text for players."""

    def __str__(self) -> str:
        return "clock"


PlayerOrder: TypeAlias = MoveTo | MovePath | Attack | Gate | End | Undo | Resign | Draw
Order: TypeAlias = PlayerOrder | Clock

LONGEST_TEXT: Final = 300
"""Characters; a longer text is no order."""

_NUMBER: Final = r"(0|[1-9][0-9]{0,4})"
_FORMS: Final = {
    "move": (
        re.compile(rf"move {_NUMBER} (?:{_NUMBER},{_NUMBER}|path ([UDLR]{{1,{LONGEST_PATH}}}))"),
        "write 'move UNIT x,y' or 'move UNIT path UURD'",
    ),
    "attack": (re.compile(rf"attack {_NUMBER} {_NUMBER},{_NUMBER}"), "write 'attack UNIT x,y'"),
    "gate": (re.compile(rf"gate {_NUMBER}"), "write 'gate NUMBER'"),
}
_WORDS: Final[dict[str, PlayerOrder]] = {"end": End(), "undo": Undo(), "resign": Resign(), "draw": Draw()}


def order(text: str) -> PlayerOrder:
    """Reads an order from its text.

    >>> order("move 17 path UURD")
    order('move 17 path UURD')
    >>> order("attack 3 12,7") == Attack(unit=3, x=12, y=7)
    True
    >>> order("atack 3 12,7")
    Traceback (most recent call last):
    duskfall.errors.Malformed: 'atack 3 12,7': no order begins so; write move, attack, gate, end, undo, resign or draw
    >>> order("attack 3 12.7")
    Traceback (most recent call last):
    duskfall.errors.Malformed: 'attack 3 12.7': not an order; write 'attack UNIT x,y'
    """
    if len(text) > LONGEST_TEXT:
        raise Malformed(f"{text[:20]!r}...", f"an order has at most {LONGEST_TEXT} characters")
    if text in _WORDS:
        return _WORDS[text]
    word = text.partition(" ")[0]
    if word in _WORDS:
        raise Malformed(repr(text), "not an order", f"write {word!r} alone")
    if word not in _FORMS:
        cure = "write move, attack, gate, end, undo, resign or draw"
        raise Malformed(repr(text), "no order begins so", cure)
    form, cure = _FORMS[word]
    found = form.fullmatch(text)
    if found is None:
        raise Malformed(repr(text), "not an order", cure)
    return _read(word, found)


def _read(word: str, found: re.Match[str]) -> PlayerOrder:
    if word == "gate":
        return Gate(int(found[1]))
    if word == "attack":
        return Attack(int(found[1]), int(found[2]), int(found[3]))
    if found[4]:
        return MovePath(int(found[1]), found[4])
    return MoveTo(int(found[1]), int(found[2]), int(found[3]))


def logged_order(text: str) -> Order:
    """Reads an order from a line of a log: a player's, or the clock's.

    >>> logged_order("clock")
    Clock()
    """
    return Clock() if text == "clock" else order(text)
