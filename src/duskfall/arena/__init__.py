"""Bots against bots by the thousand: tournaments, ratings, is-A-better-than-B, reports."""

from duskfall.arena.cluster import DaskRunner
from duskfall.arena.fixtures import Finished, Fixture, Played
from duskfall.arena.ledger import Ledger
from duskfall.arena.plan import Format, Plan
from duskfall.arena.playing import play
from duskfall.arena.pool import PoolRunner
from duskfall.arena.ratings import Rating, rate
from duskfall.arena.running import Runner, cores, rehearse, run
from duskfall.arena.sequential import Terms, Trial, Verdict
from duskfall.arena.standings import Standing

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
    "play",
    "rate",
    "rehearse",
    "run",
]
