"""The raider, an opponent for Fog of War that gathers an army, finds the enemy's general and defends its own."""

from __future__ import annotations

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.fog import March, View, advise


class Raider:
    """Gathers an army, marches it on the enemy, takes any general that it sees, and defends its own."""

    def __init__(self, info: SeatInfo) -> None:
        self._seed = info.seed

    def choose(self, view: View, deadline: Deadline) -> list[March]:
        """Returns the policy's march, or an empty list if no tile can march."""
        del deadline
        if view.seat is None or not view.alive[view.seat]:
            return []
        march = advise(view, "raiding", self._seed)
        return [] if march is None else [march]
