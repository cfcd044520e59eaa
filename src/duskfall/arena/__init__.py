"""Tournaments of bots: schedules, runners, the ledger of results, ratings, comparisons and reports."""

from duskfall.arena.comparison import Terms, Trial, Verdict
from duskfall.arena.fixtures import Finished, Fixture, Played
from duskfall.arena.ledger import Ledger
from duskfall.arena.matches import play
from duskfall.arena.plan import Format, Plan
from duskfall.arena.ratings import Rating, rate
from duskfall.arena.runners import DaskRunner, PoolRunner, Runner, cores
from duskfall.arena.standings import Standing
from duskfall.arena.tournament import dry_run, run

__all__ = [
    "DaskRunner",
    "Finished",
    "Fixture",
    "Format",
    "Ledger",
    "Plan",
    "Played",
    "PoolRunner",
    "Rating",
    "Runner",
    "Standing",
    "Terms",
    "Trial",
    "Verdict",
    "cores",
    "dry_run",
    "play",
    "rate",
    "run",
]
