"""Gathers what every live match and room works with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from duskfall.bots.games import GAMES
from duskfall.bots.programs.sandbox import MIB, Limits
from duskfall.server.live.bots import BotPool
from duskfall.server.live.compilation import RuleCompilation
from duskfall.server.live.limited_process import LimitedProcess
from duskfall.server.lobby.room_costs import RoomCosts, StoredBytes
from duskfall.server.metrics import Metrics
from duskfall.server.ranking.ratings import Ratings
from duskfall.server.replays.process import replay_process
from duskfall.server.replays.uploads import Uploads
from duskfall.server.settings import Settings
from duskfall.server.store import Store
from duskfall.server.store.disk_space import DiskSpace
from duskfall.server.transport.rate_limits import RateLimits

STORED_LIMITS: Final = Limits(memory=512 * MIB, cpu_s=60)
"""Of work on one finished match: four times as much time as for a file, since the match was really played."""

COMPILING_S: Final = 240.0
"""How long a question to a bot of Weltendämmerung may take: the first one on a machine waits for the compiler, which
needs about 40 s of processor time, on a busy machine a multiple of that."""

_GOLDEN: Final = 0.6180339887498949
"""Steps of this share of a turn spread any number of matches evenly over it."""


@dataclass(slots=True)
class Services:
    """Holds the store, the pools of bots, the rules, the settings, limits, ratings and metrics of one server."""

    store: Store
    settings: Settings
    rate_limits: RateLimits
    quick_bots: BotPool = field(default_factory=BotPool)
    slow_bots: BotPool = field(default_factory=lambda: BotPool(COMPILING_S))
    """For bots of Weltendämmerung; the process begins, and compiles, with the first question."""
    planning_bots: BotPool = field(default_factory=BotPool)
    """For bots of Fog of War that remember and plan; the process begins, and compiles, with the first question."""
    warlord_bots: BotPool = field(default_factory=lambda: BotPool(COMPILING_S))
    """For bots of Weltendämmerung that plan, so that no game against another bot waits for them."""
    room_costs: RoomCosts = field(init=False)
    stored_bytes: StoredBytes = field(init=False)
    disk_space: DiskSpace = field(init=False)
    uploads: Uploads = field(default_factory=Uploads)
    """Works on replay files that people send; its process begins with the first of them."""
    rules: RuleCompilation = field(default_factory=RuleCompilation)
    replay_process: LimitedProcess = field(default_factory=lambda: replay_process("the match", STORED_LIMITS))
    """Plays finished matches again and draws them."""
    map_process: LimitedProcess = field(default_factory=lambda: LimitedProcess("the map", "choose a smaller one"))
    """Draws large dungeons."""
    metrics: Metrics = field(default_factory=Metrics)
    ratings: Ratings = field(default_factory=Ratings)
    _clocks: int = 0

    def __post_init__(self) -> None:
        self.room_costs = RoomCosts(self.settings.limits)
        self.stored_bytes = StoredBytes(self.settings.limits)
        self.disk_space = DiskSpace(self.settings.database_folder, self.settings.least_free_mib)

    def fog_bots(self, name: str) -> BotPool:
        """Choose the pool in which a bot of Fog of War thinks, so that those that plan do not hold up the others."""
        return self.planning_bots if name in GAMES["fog"].planning else self.quick_bots

    def welten_bots(self, name: str) -> BotPool:
        """Choose the pool in which a bot of Weltendämmerung thinks."""
        return self.warlord_bots if name in GAMES["welten"].planning else self.slow_bots

    def next_phase_ms(self, turn_ms: int) -> int:
        """Choose where in the turn the next match's turns begin, so that matches do not all turn at once."""
        self._clocks += 1
        return int(self._clocks * _GOLDEN % 1.0 * turn_ms)
