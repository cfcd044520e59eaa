"""Measurements, how to take them, and the spread of several of them."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Self, TypeAlias


class Unmeasured(Exception):
    """A subject cannot be measured here; the message says why.

    The runner reports it and goes on with the other subjects. Any other exception is a crash.
    """


@dataclass(frozen=True, slots=True)
class Measurement:
    """An amount of work and the seconds it took.

    >>> Measurement(work=500, seconds=0.25).rate
    2000.0
    """

    work: float
    seconds: float

    def __post_init__(self) -> None:
        """Refuse a measurement without a meaningful rate: it would spoil every ratio that it is part of."""
        if not (self.work > 0 and self.seconds > 0):
            taken = f"{self.work} in {self.seconds} seconds"
            raise ValueError(f"a measurement needs work and time above nothing, not {taken}")

    @property
    def rate(self) -> float:
        """Work a second."""
        return self.work / self.seconds


Measure: TypeAlias = Callable[[float], Measurement]
"""Measures for about as many seconds as it is asked to."""


def timed(work: Callable[[], float], clock: Callable[[], float] = time.perf_counter) -> Measure:
    """Return a measure that calls `work`, which answers how much it did, until the time is up.

    The clock is read around every call, so a call should take a millisecond or more. With
    `clock=time.process_time` the seconds are those of CPU, of all threads of this process; how
    long to go on is always decided by the wall clock, since work that waits uses no CPU.
    """

    def measure(seconds: float) -> Measurement:
        done, spent = 0.0, 0.0
        until = time.perf_counter() + seconds
        while True:
            started = clock()
            done += work()
            spent += clock() - started
            # A coarse CPU clock may not have moved yet after a very short run.
            if time.perf_counter() >= until and spent > 0:
                return Measurement(done, spent)

    return measure


@dataclass(frozen=True, slots=True)
class Spread:
    """The median of a set of figures, and its extremes and quartiles.

    >>> Spread.of([3.0, 1.0, 2.0])
    Spread(median=2.0, low=1.0, high=3.0, lower_quartile=1.5, upper_quartile=2.5)
    """

    median: float
    low: float
    high: float
    lower_quartile: float
    upper_quartile: float

    @classmethod
    def of(cls, figures: Sequence[float]) -> Self:
        """Summarise at least one figure."""
        if len(figures) == 1:
            return cls(*[figures[0]] * 5)
        lower, median, upper = statistics.quantiles(figures, n=4, method="inclusive")
        return cls(median, min(figures), max(figures), lower, upper)
