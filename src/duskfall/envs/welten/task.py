"""`WeltenTask`: the options of environments of Weltendämmerung, and the small lands made for learning."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.formats.welten.library import DEFAULT, ORIGINAL, scenario_named
from duskfall.formats.welten.scenarios import load_scenario, parse_scenario, scenario_text
from duskfall.play import Setup
from duskfall.welten import Scenario, rules_named
from duskfall.welten.encoding import PLANES, UNIT_NUMBERS
from duskfall.welten.scenario import WIDEST
from duskfall.welten.turns import LAST_ROUND

LANDS: Final = ("duel", "gatehouse", "river")
"""The small lands, from the smallest to the largest. Mountains in the west keep walkers off column 0, which under the
rules `original` would win the game at once."""
WIN: Final = "win"
SHAPED: Final = "shaped"
MOST: Final = 255
"""No number of a unit is greater."""


def small_land(name: str) -> Scenario:
    """Returns one of the small lands.

    >>> [small_land(name) for name in LANDS]
    [<Scenario 'duel', 10x5, 6 units>, <Scenario 'gatehouse', 13x7, 10 units>, <Scenario 'river', 18x8, 16 units>]
    """
    source = files("duskfall.envs.welten") / "lands" / f"{name}.land"
    return parse_scenario(source.read_text(encoding="utf-8"), f"{name}.land")


@dataclass(frozen=True)
class WeltenTask:
    """The options of an environment of Weltendämmerung, checked."""

    land: str | Path = "gatehouse"
    """A small land, `default`, `original` (once imported), or the path of a scenario file."""
    rules: str = "guide"
    """`guide` or `original`."""
    reward: str = WIN
    """`win`: 1 or -1 at the end. `shaped`: also the change of the difference of both armies."""
    shaping: float = 1.0
    """The weight of that difference."""
    flat: bool = False
    """Whether an action is one number, `row * tiles + target`, with one mask, instead of a pair."""

    def __post_init__(self) -> None:
        rules_named(self.rules)
        if self.reward not in (WIN, SHAPED):
            raise UnknownName("reward", self.reward, (WIN, SHAPED))
        if not 0 <= self.shaping < np.inf:
            raise Refused(Refusal.OUT_OF_RANGE, f"shaping {self.shaping}", "it is 0 or more")
        if isinstance(self.land, str) and self.land not in (*LANDS, DEFAULT, ORIGINAL):
            raise UnknownName("land", self.land, (*LANDS, DEFAULT, ORIGINAL))

    def scenario(self) -> Scenario:
        """Returns the land."""
        if isinstance(self.land, Path):
            return load_scenario(self.land)
        return small_land(self.land) if self.land in LANDS else scenario_named(self.land)

    def setup(self, scenario: Scenario, seed: int) -> Setup:
        """Returns the setup of the match that an episode is."""
        named = self.land in (DEFAULT, ORIGINAL)
        return Setup.of(
            "welten", {"rules": self.rules, "scenario": self.land if named else scenario_text(scenario)}, seed
        )

    def rows(self, scenario: Scenario) -> int:
        """Counts the rows of actions: to end the state, units and gates."""
        return 1 + len(scenario.placements) + len(scenario.gates)

    def action_space(self, scenario: Scenario) -> spaces.Space[Any]:
        """Returns the space of pairs of a row and a target, or of single numbers."""
        rows, tiles = self.rows(scenario), scenario.terrain.size
        return spaces.Discrete(rows * tiles) if self.flat else spaces.MultiDiscrete([rows, tiles])

    def observation_space(self, scenario: Scenario) -> spaces.Space[Any]:
        """Returns the space of what a side is shown."""
        rows, tiles = self.rows(scenario), scenario.terrain.size
        mask = {"action_mask": (rows * tiles,)} if self.flat else {"unit_mask": (rows,), "target_masks": (rows, tiles)}
        return spaces.Dict(
            {
                "observation": spaces.Box(0, MOST, (*scenario.terrain.shape, PLANES), np.int16),
                "units": spaces.Box(-1, WIDEST, (len(scenario.placements), UNIT_NUMBERS), np.int16),
                "state": spaces.Box(0, LAST_ROUND, (4,), np.int16),
                **{name: spaces.Box(0, 1, shape, np.int8) for name, shape in mask.items()},
            }
        )
