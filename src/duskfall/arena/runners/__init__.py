"""Runners play the matches of a tournament: a pool of processes on this machine, or a Dask cluster."""

from duskfall.arena.runners.cluster import DaskRunner
from duskfall.arena.runners.pool import PoolRunner
from duskfall.arena.runners.runner import Runner, cores

__all__ = ["DaskRunner", "PoolRunner", "Runner", "cores"]
