"""The settler, an opponent for Fog of War that expands, strikes at generals and defends its own."""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.fog.march_search import converge
from duskfall.fog import March, View, advise

WATCH: Final = 7
"""Steps from its general within which the settler takes an enemy for a danger."""


class Settler:
    """Expands, strikes at a general that it sees, and calls its armies home when an enemy comes near its own."""

    def __init__(self, info: SeatInfo) -> None:
        self._seed = info.seed

    def choose(self, view: View, deadline: Deadline) -> list[March]:
        """Returns the most pressing march: win, defend, hunt or expand."""
        del deadline
        if view.seat is None or not view.alive[view.seat]:
            return []
        march = self._strike(view, view.seat) or self._defend(view, view.seat) or advise(view, "expanding", self._seed)
        return [] if march is None else [march]

    def _strike(self, view: View, seat: int) -> March | None:
        """Marches on an enemy's general in sight with an army that can beat everything on the way."""
        for other, general in enumerate(view.generals):
            if other != seat and general >= 0:
                march = converge(view, seat, general, int(view.armies[general]))
                if march is not None:
                    return march
        return None

    def _defend(self, view: View, seat: int) -> March | None:
        """Meets the nearest enemy that the general could not withstand."""
        home = view.generals[seat]
        danger = nearest_danger(view, seat, home)
        if danger is None:
            return None
        march = converge(view, seat, danger, int(view.armies[danger]))
        if march is not None:
            return march
        return converge(view, seat, home, -1)


def nearest_danger(view: View, seat: int, home: int) -> int | None:
    """Returns the enemy tile in sight that is nearest to the general, among those that could take it."""
    enemies = np.flatnonzero((view.terrain >= 0) & (view.terrain != seat) & view.visible)
    enemies = enemies[view.armies[enemies] > 1]
    if not len(enemies):
        return None
    rows, columns = np.divmod(enemies, view.width)
    away = abs(rows - home // view.width) + abs(columns - home % view.width)
    # The general grows by one a turn, so an army that is too weak when it arrives is no danger.
    dangerous = (away <= WATCH) & (view.armies[enemies] + 1 >= view.armies[home] + away)
    if not dangerous.any():
        return None
    return int(enemies[dangerous][np.argmin(away[dangerous])])
