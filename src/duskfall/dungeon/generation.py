"""From a seed to a map."""

from __future__ import annotations

from duskfall.dungeon.dungeon import Dungeon
from duskfall.dungeon.options import CLASSIC, Options
from duskfall.dungeon.phases import OnPhase


def generate(
    seed: int, profile: str = CLASSIC, options: Options | None = None, on_phase: OnPhase | None = None
) -> Dungeon:
    """The map of a seed; `on_phase` hears of each phase when it starts."""
    raise NotImplementedError
