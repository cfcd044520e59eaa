"""What all playable games share: matches, their logs and replays."""

from duskfall.play.clock import MatchClock, Pace
from duskfall.play.game import Event, Game, Order, Outcome, Seat
from duskfall.play.log import Entry, Log, Mark, Said, parse_entry
from duskfall.play.match import Diverged, Match
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
    "Mark",
    "Match",
    "MatchClock",
    "Options",
    "Order",
    "Outcome",
    "Pace",
    "Replay",
    "Result",
    "Said",
    "Seat",
    "Setup",
    "World",
    "parse_entry",
    "world_named",
]
