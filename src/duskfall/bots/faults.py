"""Defines the faults of bots: an answer that is malformed, late or missing. Too many faults lose the game."""

from __future__ import annotations

import sysconfig
import traceback
from enum import StrEnum
from pathlib import Path
from typing import Final, Self

IN_A_ROW: Final = 10
IN_ALL: Final = 50
"""Faults that lose the game."""
MOST_DETAIL: Final = 200
"""Characters of an error that a fault repeats."""
_PYTHON: Final = tuple(map(sysconfig.get_path, ("stdlib", "purelib", "platlib")))
_NOT_THE_AUTHORS: Final = ("<", str(Path(__file__).parents[1]), *_PYTHON)
"""Where files begin that are ours, Python's or of installed packages."""


class FaultKind(StrEnum):
    """Says what was wrong with an answer. An order that the rules refuse is no fault."""

    MALFORMED = "malformed"
    """It could not be read."""
    LATE = "late"
    """It had not come by the deadline."""
    SILENT = "silent"
    """It can never come: the program has ended or closed its output."""
    FAILED = "failed"
    """The code of the bot raised an error."""


class Fault(Exception):
    """A bot gave no answer that counts."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        self.kind = kind
        self.detail = detail
        super().__init__(f"{kind}: {detail}")

    @classmethod
    def of_error(cls, error: Exception) -> Self:
        """Makes the fault of a bot whose code raised an error."""
        return cls(FaultKind.FAILED, described(error))


def described(error: Exception) -> str:
    """Describes an error of a bot's code: what it says, and the line of the author's file where it was raised.

    >>> described(ValueError("oops"))
    'ValueError: oops'
    """
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(_NOT_THE_AUTHORS)]
    place = f" ({Path(own[-1].filename).name}, line {own[-1].lineno})" if own else ""
    return f"{type(error).__name__}: {error}"[:MOST_DETAIL] + place


class FaultCount:
    """Counts the faults of one seat.

    >>> faults = FaultCount()
    >>> for _ in range(9):
    ...     faults.add(Fault(FaultKind.LATE, "no answer in time"))
    >>> faults.end_row()
    >>> faults.in_a_row, faults.in_all, faults.lost
    (0, 9, False)
    """

    def __init__(self) -> None:
        self.in_a_row = 0
        self.in_all = 0
        self.kinds: dict[str, int] = {}
        """The number of faults of each kind."""
        self.last = ""
        """The text of the last fault."""

    def add(self, fault: Fault) -> None:
        """Counts a fault."""
        self.in_a_row += 1
        self.in_all += 1
        self.kinds[fault.kind] = self.kinds.get(fault.kind, 0) + 1
        self.last = str(fault)

    def end_row(self) -> None:
        """Ends the row of faults, because an answer could be read."""
        self.in_a_row = 0

    @property
    def lost(self) -> bool:
        """Whether the faults are enough to lose the game."""
        return self.in_a_row >= IN_A_ROW or self.in_all >= IN_ALL
