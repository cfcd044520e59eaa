"""Faults of bots: an answer that is malformed, late or missing is a fault and a pass, and too many lose the game."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

IN_A_ROW: Final = 10
IN_ALL: Final = 50
"""Faults with which a game is lost."""


class FaultKind(StrEnum):
    """What went wrong with an answer. An order that the rules refuse is no fault."""

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


class Record:
    """The faults of one seat.

    >>> record = Record()
    >>> for _ in range(9):
    ...     record.fault(Fault(FaultKind.LATE, "no answer in time"))
    >>> record.sound()
    >>> record.in_a_row, record.in_all, record.lost
    (0, 9, False)
    """

    def __init__(self) -> None:
        self.in_a_row = 0
        self.in_all = 0
        self.kinds: dict[str, int] = {}
        """How many there were of each kind."""
        self.last = ""

    def sound(self) -> None:
        """An answer could be read."""
        self.in_a_row = 0

    def fault(self, fault: Fault) -> None:
        """An answer was none."""
        self.in_a_row += 1
        self.in_all += 1
        self.kinds[fault.kind] = self.kinds.get(fault.kind, 0) + 1
        self.last = str(fault)

    @property
    def lost(self) -> bool:
        """Whether these are too many."""
        return self.in_a_row >= IN_A_ROW or self.in_all >= IN_ALL
