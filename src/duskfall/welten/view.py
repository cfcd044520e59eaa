"""The view of a game. Weltendämmerung hides only the dice to come, so both seats see the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from duskfall.welten.situation import Unit
from duskfall.welten.turns import Outcome, Phase, state_number
from duskfall.welten.units import Side


class GateView(NamedTuple):
    """A gate position."""

    x: int
    y: int
    side: Side
    """The side that may toggle it."""
    live: bool


@dataclass(frozen=True, slots=True)
class View:
    """A game as a seat or a spectator sees it."""

    seat: Side | None
    """None for a spectator."""
    rules: str
    dice: str
    phase: Phase
    player: Side
    rounds: int
    """Completed rounds."""
    units: tuple[Unit, ...]
    """In the order of their numbers."""
    terrain: tuple[bytes, ...]
    """The terrain code under every tile: terrain[y][x]."""
    gates: tuple[GateView, ...]
    offers: frozenset[Side]
    """The sides whose offer of a draw stands."""
    outcome: Outcome | None

    @property
    def state(self) -> int:
        """The number of the running state, 1 to 6."""
        return state_number(self.phase, self.player)
