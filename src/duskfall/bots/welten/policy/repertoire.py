"""The plans that the warlord weighs, and those that it expects of its enemy.

Their weights were found by playing games out, plans of one side against those of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from duskfall.bots.welten.policy.plan import HOLD, STORM, Goal, Group, Orders, Plan
from duskfall.welten import Side

SALLY: Final = Plan(
    "sally",
    Orders(Goal.STAY, way=0.0, danger=8.0),
    {
        Group.FOOT: Orders(Goal.HUNT, way=0.18, hit=2.0, danger=4.8),
        Group.ARCHERS: Orders(Goal.HUNT, way=0.11, hit=1.3, danger=4.8),
        Group.FLYERS: Orders(Goal.HUNT, way=0.052, hit=2.5, danger=20.0),
        Group.RIDERS: Orders(Goal.HUNT, way=0.11, hit=1.0, danger=4.8),
        Group.SHIPS: Orders(Goal.HUNT, way=0.18, hit=0.6, danger=4.8),
    },
    mass=0.4,
    prizes={Group.RIDERS: 0.49, Group.FOOT: 0.7},
)
"""Eldoin goes to meet the enemy with all it has, many at once."""

RAID: Final = Plan(
    "raid",
    Orders(Goal.STAY, way=0.0, danger=8.0),
    {
        Group.FOOT: Orders(Goal.STAY, way=0.0, hit=2.5, danger=4.2),
        Group.ARCHERS: Orders(Goal.STAY, way=0.0, hit=1.3, danger=4.2),
        Group.FLYERS: Orders(Goal.ENGINES, way=0.3, hit=1.0, danger=1.3),
        Group.RIDERS: Orders(Goal.STAY, way=0.0, hit=2.5, danger=4.2),
        Group.SHIPS: Orders(Goal.STAY, way=0.0, hit=1.0, danger=4.2),
    },
    prizes={Group.FLYERS: 0.7, Group.ARCHERS: 1.5, Group.FOOT: 0.7},
)
"""Eldoin holds its ground; its eagles seek the engines."""

VANGUARD: Final = Plan(
    "vanguard",
    Orders(Goal.COMMANDER),
    {
        Group.FOOT: Orders(Goal.STAY, way=0.0, hit=0.19, danger=0.083, start=2),
        Group.ARCHERS: Orders(Goal.COMMANDER, way=0.85, hit=0.48, danger=0.04),
        Group.FLYERS: Orders(Goal.WEST_EDGE, way=0.5, hit=2.5, danger=0.14),
        Group.RIDERS: Orders(Goal.COMMANDER, way=0.85, hit=1.0, danger=0.21),
        Group.SIEGE: Orders(Goal.COMMANDER, way=0.82, hit=0.12, danger=46.0),
    },
    prizes={Group.RIDERS: 0.75, Group.FLYERS: 0.5},
)
"""Dailor sends archers, riders and engines ahead; the foot stays out of their way."""

WEST: Final = Plan(
    "west",
    Orders(Goal.COMMANDER),
    {
        Group.FOOT: Orders(Goal.WEST_EDGE, way=0.83, hit=0.78, danger=1.9),
        Group.ARCHERS: Orders(Goal.WEST_EDGE, way=0.42, hit=1.6, danger=0.42),
        Group.FLYERS: Orders(Goal.COMMANDER, way=0.25, hit=1.3, danger=0.25),
        Group.RIDERS: Orders(Goal.WEST_EDGE, way=7.5, hit=0.29, danger=0.25),
        Group.SIEGE: Orders(Goal.WEST_EDGE, way=1.7, hit=0.15, danger=3.0),
    },
    mass=0.05,
    prizes={Group.ARCHERS: 1.5, Group.RIDERS: 8, Group.FLYERS: 4.2, Group.SHIPS: 5.6, Group.FOOT: 4.0},
)
"""Dailor goes for the west edge; its flyers keep the Feldherr busy."""

PLANS: Final[Mapping[Side, tuple[Plan, ...]]] = {
    Side.ELDOIN: (HOLD, SALLY, RAID),
    Side.DAILOR: (VANGUARD, WEST, STORM),
}
"""The plans of each side."""

ANSWERS: Final[Mapping[Side, tuple[Plan, ...]]] = {Side.ELDOIN: (HOLD, SALLY), Side.DAILOR: (VANGUARD, STORM)}
"""What each side is expected to do."""
