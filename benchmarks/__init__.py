"""Benchmarks of Duskfall and of the packages it is compared with: `python -m benchmarks`."""

from benchmarks.harness.benchmark import Benchmark, Effort, Series, Service, Subject
from benchmarks.harness.claims import Goal, Rate, Ratio, Verdict, at_least, at_most
from benchmarks.harness.measurement import Measure, Measurement, Spread, Unmeasured, timed
from benchmarks.harness.peer import Peer
from benchmarks.harness.result import Result
from benchmarks.harness.runner import run

__all__ = [
    "Benchmark",
    "Effort",
    "Goal",
    "Measure",
    "Measurement",
    "Peer",
    "Rate",
    "Ratio",
    "Result",
    "Series",
    "Service",
    "Spread",
    "Subject",
    "Unmeasured",
    "Verdict",
    "at_least",
    "at_most",
    "run",
    "timed",
]
