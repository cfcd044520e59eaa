"""Defines the faults of bots: an answer that is malformed, late or missing. Too many faults lose the game."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

IN_A_ROW: Final = 10
IN_ALL: Final = 50
"""Faults that lose the game."""


class FaultKind(StrEnum):
    """Says what was wrong with an answer. An order that the rules refuse is no fault."""

    MALFORMED = "malformed"
    """It could not be read."""
    LATE = "late"
    """It had not come by the deadline."""
    SILENT = "silent"
    """It can never come: the bot has ended, crashed or raised an error."""


class Fault(Exception):
    """A bot gave no answer that counts."""

    def __init__(self, kind: FaultKind, detail: str) -> None:
        self.kind = kind
        self.detail = detail
        super().__init__(f"{kind}: {detail}")


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
