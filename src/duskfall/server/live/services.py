"""Gathers what every live match and room works with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from duskfall.server.live.bots import BotPool
from duskfall.server.metrics import Metrics
from duskfall.server.ranking.ratings import Ratings
from duskfall.server.settings import Settings
from duskfall.server.store import Store
from duskfall.server.transport.rate_limits import RateLimits

_GOLDEN: Final = 0.6180339887498949
"""Steps of this share of a turn spread any number of matches evenly over it."""


@dataclass(slots=True)
class Services:
    """Holds the store, the pools of bots, the settings, limits, ratings and metrics of one server."""

    store: Store
    settings: Settings
    rate_limits: RateLimits
    quick_bots: BotPool = field(default_factory=BotPool)
    slow_bots: BotPool = field(default_factory=BotPool)
    """For bots that think for longer than a turn of Fog of War; the process begins with the first question."""
    metrics: Metrics = field(default_factory=Metrics)
    ratings: Ratings = field(default_factory=Ratings)
    _clocks: int = 0

    def next_phase_ms(self, turn_ms: int) -> int:
        """Choose where in the turn the next match's turns begin, so that matches do not all turn at once."""
        self._clocks += 1
        return int(self._clocks * _GOLDEN % 1.0 * turn_ms)
