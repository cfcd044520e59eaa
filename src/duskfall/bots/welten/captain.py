"""The captain, an opponent for Weltendämmerung that always has the same plan."""

from __future__ import annotations

from typing import Final

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.welten.game_model import GameModel
from duskfall.bots.welten.policy.orders import OrderWriter
from duskfall.bots.welten.policy.plan import HOLD, STORM, numbers_of
from duskfall.bots.welten.policy.reasons import OrderReason
from duskfall.welten import PlayerOrder, View

CAPTAINS_PLAN: Final = numbers_of(HOLD, STORM)


class Captain:
    """Strikes where it does most harm. Dailor storms towards the Feldherr, Eldoin holds its ground."""

    def __init__(self, info: SeatInfo) -> None:
        self._writer = OrderWriter(GameModel(info))

    def choose(self, view: View, deadline: Deadline) -> list[PlayerOrder]:
        """Returns orders for a whole phase, or as many attacks as do not depend on each other's dice."""
        del deadline
        return list(self._writer.orders(view, CAPTAINS_PLAN))

    @property
    def reasons(self) -> list[OrderReason | None]:
        """Why each of the last orders was given."""
        return self._writer.reasons
