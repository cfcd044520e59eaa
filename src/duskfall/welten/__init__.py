"""Weltendämmerung: two unequal armies, fifteen rounds."""

from duskfall.welten.rules import GUIDE, MODIFIERS, ORIGINAL, RULE_SETS, Rules, rules_named
from duskfall.welten.scenario import Placement, Position, Scenario
from duskfall.welten.terrain import Terrain, terrain_of
from duskfall.welten.units import UNIT_TYPES, Side, UnitType

__all__ = [
    "GUIDE",
    "MODIFIERS",
    "ORIGINAL",
    "RULE_SETS",
    "UNIT_TYPES",
    "Placement",
    "Position",
    "Rules",
    "Scenario",
    "Side",
    "Terrain",
    "UnitType",
    "rules_named",
    "terrain_of",
]
