"""Fog of War: the rules, for one board or ten thousand."""

from duskfall.fog.boards import Boards, Results, Tally
from duskfall.fog.encoding import ViewMemory, action_count, action_mask, encode, march_of
from duskfall.fog.episodes import Episodes
from duskfall.fog.events import (
    CapturedCity,
    CapturedGeneral,
    CapturedTower,
    Eliminated,
    Ended,
    Event,
    Events,
    Marched,
    Outcome,
    Reason,
    Seat,
)
from duskfall.fog.game import Game, Legal
from duskfall.fog.maps import Options, draw_position, position_of_tiles
from duskfall.fog.orders import Absent, Clear, March, Order, Pass, Surrender, Undo, parse_order
from duskfall.fog.policies import advise
from duskfall.fog.position import Position
from duskfall.fog.view import Score, View

__all__ = [
    "Absent",
    "Boards",
    "CapturedCity",
    "CapturedGeneral",
    "CapturedTower",
    "Clear",
    "Eliminated",
    "Ended",
    "Episodes",
    "Event",
    "Events",
    "Game",
    "Legal",
    "March",
    "Marched",
    "Options",
    "Order",
    "Outcome",
    "Pass",
    "Position",
    "Reason",
    "Results",
    "Score",
    "Seat",
    "Surrender",
    "Tally",
    "Undo",
    "View",
    "ViewMemory",
    "action_count",
    "action_mask",
    "advise",
    "draw_position",
    "encode",
    "march_of",
    "parse_order",
    "position_of_tiles",
]
