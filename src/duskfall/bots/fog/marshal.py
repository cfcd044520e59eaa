"""The marshal, the strongest opponent for Fog of War: plans its opening, remembers, gathers, attacks and defends."""

from __future__ import annotations

from typing import Final

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.fog.deciding import Decider
from duskfall.bots.fog.ground import Reason
from duskfall.fog import March, View
from duskfall.fog.events import unpack_march

BUDGET: Final = 48
"""Openings that are tried each turn on a board of 30x30; all other thought is bounded by the board."""


class Marshal:
    """Chooses each march by what it wins for the turns it takes, from what it has seen so far.

    Its thought is counted in work, never in time, so that the same views give the same marches in any process.
    """

    def __init__(self, info: SeatInfo, budget: int = BUDGET) -> None:
        self._seed, self._budget = info.seed, budget
        self._decider: Decider | None = None
        self.reason: Reason | None = None
        """Why the last march was chosen; None if there was nothing to choose."""

    def choose(self, view: View, deadline: Deadline) -> list[March]:
        """Returns the march of this turn, or an empty list while armies are saved up."""
        del deadline
        self.reason = None
        if view.seat is None or not view.alive[view.seat] or view.outcome is not None:
            return []
        if self._decider is None:
            self._decider = Decider(self._seed, view.seat, view.width, view.height, self._budget)
        march, self.reason = self._decider.decide(view)
        return [] if march < 0 else [unpack_march(march, view.width)]
