"""The common machinery of playable games: matches, clocks, logs, digests, replays and films."""

from duskfall.play.clock import MatchClock, Pace
from duskfall.play.digests import Diverged
from duskfall.play.game import Event, Game, Order, Outcome, Seat
from duskfall.play.log import Entry, Log, LoggedOrder, Mark, parse_entry
from duskfall.play.match import Match
from duskfall.play.reasons import TurnReason
from duskfall.play.replay import Replay, Result
from duskfall.play.world import Options, World
from duskfall.play.worlds import WORLDS, Setup, world_named

__all__ = [
    "WORLDS",
    "Diverged",
    "Entry",
    "Event",
    "Game",
    "Log",
    "LoggedOrder",
    "Mark",
    "Match",
    "MatchClock",
    "Options",
    "Order",
    "Outcome",
    "Pace",
    "Replay",
    "Result",
    "Seat",
    "Setup",
    "TurnReason",
    "World",
    "parse_entry",
    "world_named",
]
