"""The wanderer, an opponent for Fog of War that marches at random."""

from __future__ import annotations

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.fog import March, View, advise


class Wanderer:
    """Marches at random: from any tile that can march, in any direction that is open."""

    def __init__(self, info: SeatInfo) -> None:
        self._seed = info.seed

    def choose(self, view: View, deadline: Deadline) -> list[March]:
        """Returns a random march, or an empty list if no tile can march."""
        del deadline
        march = advise(view, "random", self._seed)
        return [] if march is None else [march]
