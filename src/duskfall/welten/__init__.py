"""Weltendämmerung: the rules of a wargame of two unequal armies and fifteen rounds."""

from duskfall.welten.events import (
    Broken,
    Destroyed,
    DrawOffered,
    Event,
    Hit,
    Moved,
    MoveUndone,
    Over,
    StateBegan,
    Toggled,
    ToggleUndone,
)
from duskfall.welten.game import Game
from duskfall.welten.legal import Chance, Legal, Target
from duskfall.welten.orders import (
    Attack,
    Clock,
    Draw,
    End,
    Gate,
    MovePath,
    MoveTo,
    Order,
    PlayerOrder,
    Resign,
    Undo,
    logged_order,
    order,
)
from duskfall.welten.reachability import Reach, Way
from duskfall.welten.rules import GUIDE, MODIFIERS, ORIGINAL, RULE_SETS, Rules, rules_named
from duskfall.welten.scenario import Placement, Position, Scenario
from duskfall.welten.situation import Situation, Unit, opening
from duskfall.welten.terrain import Terrain, terrain_of
from duskfall.welten.terrain_costs import enters, entry_costs, movement_cost
from duskfall.welten.threats import NextAttack, Threats
from duskfall.welten.turns import Outcome, Phase, Reason, state_number
from duskfall.welten.units import UNIT_TYPES, Side, UnitType
from duskfall.welten.view import GateView, View

__all__ = [
    "GUIDE",
    "MODIFIERS",
    "ORIGINAL",
    "RULE_SETS",
    "UNIT_TYPES",
    "Attack",
    "Broken",
    "Chance",
    "Clock",
    "Destroyed",
    "Draw",
    "DrawOffered",
    "End",
    "Event",
    "Game",
    "Gate",
    "GateView",
    "Hit",
    "Legal",
    "MovePath",
    "MoveTo",
    "MoveUndone",
    "Moved",
    "NextAttack",
    "Order",
    "Outcome",
    "Over",
    "Phase",
    "Placement",
    "PlayerOrder",
    "Position",
    "Reach",
    "Reason",
    "Resign",
    "Rules",
    "Scenario",
    "Side",
    "Situation",
    "StateBegan",
    "Target",
    "Terrain",
    "Threats",
    "ToggleUndone",
    "Toggled",
    "Undo",
    "Unit",
    "UnitType",
    "View",
    "Way",
    "enters",
    "entry_costs",
    "logged_order",
    "movement_cost",
    "opening",
    "order",
    "rules_named",
    "state_number",
    "terrain_of",
]
