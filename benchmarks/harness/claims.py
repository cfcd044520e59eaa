"""The claims of a benchmark: rates and ratios, and the goals that they are compared with."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Verdict(StrEnum):
    """The outcome of a claim."""

    MET = "met"
    MISSED = "NOT met"
    NOT_MEASURED = "not measured"
    REPORTED = "reported only"


class Bound(StrEnum):
    """The side of the bound on which a figure has to lie."""

    LEAST = "at least"
    MOST = "at most"


@dataclass(frozen=True, slots=True)
class Goal:
    """A bound that a figure is compared with; made by `at_least` and `at_most`.

    >>> at_least(500).is_met_by(612.5), at_most(2).is_met_by(2.5)
    (True, False)
    """

    bound: Bound
    figure: float

    def is_met_by(self, figure: float) -> bool:
        """Tell whether the figure lies on the right side; the bound itself does."""
        return figure >= self.figure if self.bound is Bound.LEAST else figure <= self.figure


def at_least(figure: float) -> Goal:
    """Return the goal of reaching the figure."""
    return Goal(Bound.LEAST, figure)


def at_most(figure: float) -> Goal:
    """Return the goal of not exceeding the figure."""
    return Goal(Bound.MOST, figure)


@dataclass(frozen=True, slots=True)
class Rate:
    """The subject's own rate, in the unit of its benchmark. Without a goal it is only reported."""

    subject: str
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class Ratio:
    """The subject's rate divided by that of the yardstick, round by round.

    The two are measured one after the other within a round, so what disturbs the machine for a
    while disturbs both; the median of these ratios is steadier than a ratio of two medians.
    """

    subject: str
    against: str
    goal: Goal | None = None


Claim: TypeAlias = Rate | Ratio


def judge(goal: Goal | None, figure: float | None) -> Verdict:
    """Compare a figure with a goal; no figure means that it could not be measured.

    >>> judge(at_least(500), 480.0).value
    'NOT met'
    >>> judge(None, 480.0).value
    'reported only'
    >>> judge(at_least(500), None).value
    'not measured'
    """
    if figure is None:
        return Verdict.NOT_MEASURED
    if goal is None:
        return Verdict.REPORTED
    return Verdict.MET if goal.is_met_by(figure) else Verdict.MISSED
