"""What every table works with, and who sits at it."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from duskfall.protocol.values import MoveId
from duskfall.server.live.bots import BotPool
from duskfall.server.lobby.identity import User
from duskfall.server.metrics import Metrics
from duskfall.server.settings import Settings
from duskfall.server.store import Store
from duskfall.server.transport.connection import Connection

ABANDONED: Final = "abandoned"
"""Why a game ended that the server closed."""

_GOLDEN: Final = 0.6180339887498949
"""Steps of this share of a turn spread any number of rooms evenly over it."""


@dataclass(slots=True, eq=False)
class Occupant:
    """Who holds a seat: a player, here or away, or a built-in bot."""

    name: str
    user: User | None = None
    bot: str | None = None
    line: Connection | None = None
    ready: bool = False
    away_since_ms: int | None = None
    """When the connection was lost; None while it stands."""
    moves: deque[MoveId] = field(default_factory=deque)
    """The marks that the player gave its queued marches."""
    thinking: bool = False
    """A bot has been asked and has not answered yet."""


@dataclass(slots=True)
class Services:
    """What every table works with."""

    store: Store
    opponents: BotPool
    settings: Settings
    metrics: Metrics = field(default_factory=Metrics)
    generals: BotPool = field(default_factory=BotPool)
    """Those of Weltendämmerung, who think for longer than a turn of Fog of War; their process begins with the first."""
    tables_laid: int = 0

    def next_phase_ms(self, turn_ms: int) -> int:
        """Where in the turn the next table's turns begin, so that tables do not all turn at once."""
        self.tables_laid += 1
        return int(self.tables_laid * _GOLDEN % 1.0 * turn_ms)
