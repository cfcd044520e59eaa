"""`FogTask`: the options that all environments of Fog of War share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from duskfall.envs.fog.levels import dungeon_levels, map_level
from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.fog import Episodes, Options, Position, action_count
from duskfall.fog.encoding import MEMORY_PLANES
from duskfall.fog.observations import MOST, PLANES
from duskfall.formats.fog.map_files import map_rows
from duskfall.play import Setup

RANDOM: Final = "random"
DUNGEON: Final = "dungeon"
WIN: Final = "win"
SHAPED: Final = "shaped"


@dataclass(frozen=True)
class FogTask:
    """The options of an environment of Fog of War, checked; an unknown name is refused.

    >>> FogTask(maps="dungeons")
    Traceback (most recent call last):
    duskfall.errors.UnknownName: dungeons: no such source of maps; did you mean 'dungeon'? Known: dungeon, random
    """

    width: int = 30
    height: int = 30
    players: int = 2
    turn_limit: int = 1000
    """The turn after which armies and land decide."""
    half: bool = True
    """Whether marches may take half."""
    maps: str | Path | Sequence[str] = RANDOM
    """`random`, `dungeon`, the path of a map file, or its rows; a map decides size and players."""
    difficulty: float = 1.0
    """The share of a dungeon's walls that stands, 0 to 1."""
    levels: int = 64
    """The number of dungeons."""
    first_level: int = 0
    """The seed of the first of them."""
    reward: str = WIN
    """`win`: 1, 0 or -1 at the end. `shaped`: also the change of the share of land and armies in each turn."""
    shaping: float = 1.0
    """The weight of the shares in a shaped reward."""
    discount: float = 0.99
    """The discount of the learner, by which shaping must know the value of the next turn."""
    memory: bool = False
    """Whether observations have memory planes."""

    def __post_init__(self) -> None:
        if isinstance(self.maps, str) and self.maps not in (RANDOM, DUNGEON):
            raise UnknownName("source of maps", self.maps, (RANDOM, DUNGEON))
        if self.reward not in (WIN, SHAPED):
            raise UnknownName("reward", self.reward, (WIN, SHAPED))
        for name, most in (("difficulty", 1.0), ("discount", 1.0), ("shaping", np.inf)):
            if not 0 <= getattr(self, name) <= most:
                raise Refused(Refusal.OUT_OF_RANGE, f"{name} {getattr(self, name)}", f"it lies between 0 and {most:g}")
        if self.levels < 1:
            raise Refused(Refusal.OUT_OF_RANGE, f"{self.levels} levels", "give at least one")
        if not isinstance(self.maps, str):
            level = map_level(self.maps, None)
            for name, value in (("width", level.width), ("height", level.height), ("players", len(level.generals))):
                object.__setattr__(self, name, value)

    def changed(self, options: dict[str, Any] | None) -> FogTask:
        """Returns the task with the `difficulty` of the options of a reset; other options are another environment's."""
        wanted = (options or {}).get("difficulty", self.difficulty)
        return self if wanted == self.difficulty else replace(self, difficulty=wanted)

    @property
    def options(self) -> Options:
        """The options of the game."""
        return Options(self.width, self.height, self.players, self.half, self.turn_limit)

    def boards(self) -> tuple[Position, ...]:
        """Makes the boards that episodes begin on; none if they are drawn from the seed of each episode."""
        if self.maps == RANDOM:
            return ()
        if isinstance(self.maps, str):
            return dungeon_levels(self.first_level, self.levels, self.options, self.difficulty)
        return (map_level(self.maps, None),)

    def episodes(self, count: int, opponents: Sequence[str] = (), workers: int = 1) -> Episodes:
        """Makes the games of an environment; `opponents` are the policies of the last seats."""
        return Episodes(
            count,
            self.options,
            policies=opponents,
            levels=self.boards(),
            memory=self.memory,
            shaping=self.shaping if self.reward == SHAPED else 0.0,
            discount=self.discount,
            workers=workers,
        )

    def setup(self, seed: int, level: Position | None) -> Setup:
        """Returns the setup of the match that an episode is."""
        shared = {"half": self.half, "turn_limit": self.turn_limit, "players": self.players}
        if level is None:
            return Setup.of("fog", shared | {"width": self.width, "height": self.height}, seed)
        rows = map_rows(level.terrain.astype(np.int32).reshape(level.height, level.width))
        return Setup.of("fog", shared | {"map": rows}, seed)

    def opponents(self, names: str | Sequence[str]) -> list[str]:
        """Returns the policies of all seats but the first, from one for all of them or one for each."""
        policies = [names] * (self.players - 1) if isinstance(names, str) else list(names)
        if len(policies) != self.players - 1:
            raise Refused(Refusal.OUT_OF_RANGE, f"{len(policies)} opponents", f"a game for {self.players} has one less")
        return policies

    @property
    def action_space(self) -> spaces.Discrete[np.int64]:
        """The space of packed marches, with passing as the last."""
        return spaces.Discrete(action_count(self.width, self.height))

    @property
    def observation_space(self) -> spaces.Space[Any]:
        """The space of what one seat is shown."""
        board = (self.height, self.width)
        most = np.iinfo(np.int32).max
        shown: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(0, MOST, (*board, PLANES), np.int16),
            "scores": spaces.Box(0, most, (self.players, 3), np.int32),
            "turn": spaces.Box(0, self.turn_limit, (2,), np.int32),
            "action_mask": spaces.Box(0, 1, (action_count(self.width, self.height),), np.int8),
        }
        if self.memory:
            shown["memory"] = spaces.Box(-1, MOST, (*board, MEMORY_PLANES), np.int16)
        return spaces.Dict(shown)
