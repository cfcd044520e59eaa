"""The registry of playable games (`WORLDS`), and the setup of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Self

from duskfall.dice import checked_seed
from duskfall.errors import UnknownName
from duskfall.play.fog import FogWorld
from duskfall.play.game import Game
from duskfall.play.welten import WeltenWorld
from duskfall.play.world import Options, World

WORLDS: Final[dict[str, World]] = {world.name: world for world in (FogWorld(), WeltenWorld())}
"""Every game that can be played in a match."""


def world_named(name: str) -> World:
    """Returns the world of that name.

    >>> world_named("frog")
    Traceback (most recent call last):
    duskfall.errors.UnknownName: frog: no such game; did you mean 'fog'? Known: fog, welten
    """
    if name not in WORLDS:
        raise UnknownName("game", name, WORLDS)
    return WORLDS[name]


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a match, which determines its start and its dice: plain values that JSON can carry.

    >>> Setup.of("fog", {"width": 12, "height": 12}, seed=7)
    Setup(game='fog', options={'width': 12, 'height': 12, 'players': 2, 'half': True, 'turn_limit': None}, seed=7)
    """

    game: str
    options: Options
    seed: int

    @classmethod
    def of(cls, game: str, options: Mapping[str, Any] | None = None, seed: int = 0) -> Self:
        """Makes a setup from a user's options, checked and completed."""
        return cls(game, world_named(game).checked(options or {}), checked_seed(seed))

    @property
    def world(self) -> World:
        """The world of the game."""
        return world_named(self.game)

    def start(self) -> Game:
        """Starts the game."""
        return self.world.start(self.options, self.seed)
