"""The phases of generation and how far each has come when it starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Phase:
    """That a phase starts: its name, the share of the work that lies behind, and which attempt at the map it is."""

    name: str
    share: float
    attempt: int = 0


PHASES: Final = (
    ("Building Rooms", 0),
    ("Connecting Rooms", 20),
    ("Creating Secret Areas", 50),
    ("Placing Secret Treasures", 65),
    ("Placing Stairs", 75),
    ("Finalizing", 80),
)
"""Names, and where each starts of 80 parts."""

OnPhase = Callable[[Phase], None]


def phase(number: int, attempt: int = 0) -> Phase:
    """The event that phase `number` of `PHASES` starts.

    >>> phase(1)
    Phase(name='Connecting Rooms', share=0.25, attempt=0)
    """
    name, start = PHASES[number]
    return Phase(name, start / PHASES[-1][1], attempt)
