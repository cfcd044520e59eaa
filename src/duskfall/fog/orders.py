"""The orders of players: one small type for each, with a text form that reads back.

>>> parse_order("412>413")
March.parse('412>413')
>>> str(March(412, 413, half=True))
'412>413/2'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self, TypeAlias

from duskfall.errors import Malformed

_MARCH: Final = re.compile(r"(-?[0-9]{1,9})>(-?[0-9]{1,9})(/2)?")


@dataclass(frozen=True, slots=True, repr=False)
class March:
    """Queue a march from a tile to its neighbour with all armies but one, or with half of them."""

    source: int
    target: int
    half: bool = False

    @classmethod
    def parse(cls, text: str) -> Self:
        """Reads `source>target`, with `/2` behind it for half.

        >>> March.parse("7>8/2")
        March.parse('7>8/2')
        >>> March.parse("7-8")
        Traceback (most recent call last):
        duskfall.errors.Malformed: '7-8': not a march; write source>target, for example 412>413, with /2 for half
        """
        found = _MARCH.fullmatch(text)
        if found is None:
            raise Malformed(repr(text), "not a march", "write source>target, for example 412>413, with /2 for half")
        return cls(int(found[1]), int(found[2]), found[3] is not None)

    def __str__(self) -> str:
        return f"{self.source}>{self.target}{'/2' if self.half else ''}"

    def __repr__(self) -> str:
        return f"March.parse({str(self)!r})"


@dataclass(frozen=True, slots=True)
class Undo:
    """Drop the last march of the queue, whichever turn it came in."""

    def __str__(self) -> str:
        return "undo"


@dataclass(frozen=True, slots=True)
class Clear:
    """Drop every march of the queue."""

    def __str__(self) -> str:
        return "clear"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do not wait for me this turn; a queued march is still made."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class Surrender:
    """Leave the game."""

    def __str__(self) -> str:
        return "surrender"


@dataclass(frozen=True, slots=True)
class Absent:
    """Remove a player who has been away for too long; only the clock gives this order."""

    def __str__(self) -> str:
        return "absent"


Order: TypeAlias = March | Undo | Clear | Pass | Surrender | Absent

_WORDS: Final[dict[str, Order]] = {str(order): order for order in (Undo(), Clear(), Pass(), Surrender(), Absent())}


def parse_order(text: str) -> Order:
    """Reads any order from its text form.

    >>> parse_order("surrender")
    Surrender()
    >>> parse_order("retreat")
    Traceback (most recent call last):
    duskfall.errors.Malformed: 'retreat': not an order; write 412>413 or one of: absent, clear, pass, surrender, undo
    """
    if text in _WORDS:
        return _WORDS[text]
    if ">" in text:
        return March.parse(text)
    raise Malformed(repr(text), "not an order", f"write 412>413 or one of: {', '.join(sorted(_WORDS))}")
