"""The names of the phases, and the share of the work done when each starts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Phase:
    """The start of a phase: its name, the share of the work done so far, and the number of the attempt."""

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
"""The name of each phase, and the part of 80 at which it starts."""

OnPhase = Callable[[Phase], None]


def phase(number: int, attempt: int = 0) -> Phase:
    """Returns the start of phase `number` of `PHASES`.

    >>> phase(1)
    Phase(name='Connecting Rooms', share=0.25, attempt=0)
    """
    name, start = PHASES[number]
    return Phase(name, start / PHASES[-1][1], attempt)
