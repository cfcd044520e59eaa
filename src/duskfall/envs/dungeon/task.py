"""`DungeonTask`: the options of the exploration task, and the maps that it is played on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from numpy.random import Generator

from duskfall.dungeon import Dungeon, Options, generate
from duskfall.dungeon.exploration.walk import TREASURE, Walk
from duskfall.errors import Refusal, Refused, UnknownName

STAIRS: Final = "stairs"
SECRETS: Final = "secrets"
GOAL: Final = "goal"
SHAPED: Final = "shaped"
TRIES: Final = 1000
"""Maps that may be impossible or without secrets, one after another, before the options are refused."""


@dataclass(frozen=True)
class DungeonTask:
    """The options of an exploration task, checked; `map_options` are those of the generator."""

    task: str = STAIRS
    """`stairs`: find the stairs down. `secrets`: find every secret."""
    step_limit: int = 500
    window: int = 21
    """Tiles on each side of the window around the walker that is shown; an odd number."""
    levels: int | None = None
    """The number of maps; None for a new one in each episode."""
    reward: str = GOAL
    """`goal`: 1 on the stairs, or a share of 1 for each secret. `shaped`: also for ground seen for the first time."""
    shaping: float = 0.5
    """The weight of the share of the map that has been seen, in a shaped reward."""
    map_options: Options = field(default_factory=lambda: Options(width=40, height=40, grid=3))

    def __post_init__(self) -> None:
        for name, known in (("task", (STAIRS, SECRETS)), ("reward", (GOAL, SHAPED))):
            if getattr(self, name) not in known:
                raise UnknownName(name, str(getattr(self, name)), known)
        if (
            self.step_limit < 1
            or self.window < 3
            or self.window % 2 == 0
            or (self.levels is not None and self.levels < 1)
        ):
            raise Refused(
                Refusal.OUT_OF_RANGE,
                f"step_limit {self.step_limit}, window {self.window}, levels {self.levels}",
                "a limit of at least 1, an odd window of at least 3 and at least 1 level are needed",
            )

    @classmethod
    def of(cls, options: dict[str, Any]) -> DungeonTask:
        """Makes a task of its own options and those of the generator, all by name."""
        own = {name: value for name, value in options.items() if name in cls.__dataclass_fields__}
        rest = {name: value for name, value in options.items() if name not in own}
        return cls(**own, map_options=cls().map_options.changed(**rest)) if rest else cls(**own)

    def dungeon(self, dice: Generator) -> Dungeon:
        """Makes the map of an episode: one that can be made, and that has secrets if they are to be found."""
        for _ in range(TRIES):
            seed = int(dice.integers(2**63 if self.levels is None else self.levels))
            try:
                dungeon = generate(seed, options=self.map_options)
            except Refused as refused:
                if refused.code is not Refusal.IMPOSSIBLE:
                    raise
                continue
            if self.task == STAIRS or Walk(dungeon).secrets_total:
                return dungeon
        raise Refused(Refusal.IMPOSSIBLE, "options", f"none of {TRIES} maps has secrets", "set secret_share=1")

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """The space of what the walker is shown."""
        most = max(self.map_options.width, self.map_options.height, self.step_limit)
        return spaces.Dict(
            {
                "observation": spaces.Box(0, TREASURE, (self.window, self.window, 2), np.uint8),
                "state": spaces.Box(0, most, (5,), np.int32),
                "action_mask": spaces.Box(0, 1, (5,), np.int8),
            }
        )
