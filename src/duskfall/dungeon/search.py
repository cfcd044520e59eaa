"""Searching for maps: a `Wish` is a statistic, a comparison and a number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from duskfall.dungeon.statistics import STATISTICS
from duskfall.errors import Malformed, UnknownName

COMPARISONS: Final = {
    ">=": np.greater_equal,
    "<=": np.less_equal,
    "!=": np.not_equal,
    ">": np.greater,
    "<": np.less,
    "=": np.equal,
}
"""Longer ones first, so that `>=` is not read as `>`."""

_WISH: Final = re.compile(r"\s*(>=|<=|!=|==|≥|≤|≠|>|<|=|)\s*([0-9]{1,6})\s*")
_SPELLINGS: Final = {"": "=", "==": "=", "≥": ">=", "≤": "<=", "≠": "!="}


@dataclass(frozen=True, slots=True)
class Wish:
    """A condition that a statistic of a map has to meet.

    >>> Wish.parse("rooms", ">= 15")
    Wish.parse('rooms', '>=15')
    """

    statistic: str
    comparison: str
    number: int

    @classmethod
    def parse(cls, statistic: str, text: str) -> Self:
        """Reads the name of a statistic and the rest of a wish, such as `>=15`, `=3`, `<40` or just `3`.

        >>> Wish.parse("rooms", "many")
        Traceback (most recent call last):
        duskfall.errors.Malformed: rooms many: a wish is a comparison and a whole number; for example '>=15'
        """
        if statistic not in STATISTICS:
            raise UnknownName("statistic", statistic, STATISTICS)
        found = _WISH.fullmatch(text)
        if not found:
            raise Malformed(f"{statistic} {text}", "a wish is a comparison and a whole number", "for example '>=15'")
        return cls(statistic, _SPELLINGS.get(found[1], found[1]), int(found[2]))

    def met_by(self, rows: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Tells which rows of statistics (`Batch.statistics`) meet the wish."""
        column = rows[:, list(STATISTICS).index(self.statistic)]
        met: NDArray[np.bool_] = COMPARISONS[self.comparison](column, self.number)
        return met

    def __repr__(self) -> str:
        return f"Wish.parse({self.statistic!r}, '{self.comparison}{self.number}')"

    def __str__(self) -> str:
        return f"{self.statistic.replace('_', ' ')} {self.comparison} {self.number}"
