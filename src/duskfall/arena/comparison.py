"""Decides whether bot A is better than bot B: a sequential test that stops as soon as the answer is known.

A pair is one board played from both seats, and A's score in it is a number from 0 to 1. Four gamblers watch the pairs.
Each is sure that one statement about A's mean score is false, and bets a fraction f of its money on every pair at odds
that would be fair if the statement just held: against "at most m" its money is multiplied by 1 - f + f x / m after the
score x, against "at least m" by 1 - f + f (1 - x) / (1 - m). A gambler that bets against a true statement cannot expect
to gain, so the chance that it is ever 1/p times as rich as in the beginning is at most p (Ville's inequality). This
holds however often the scores are looked at, however they are distributed, and for any number of pairs: it is no
approximation for large numbers. The best f is unknown, so the money is spread over a few.

| statement                   | when it is given up         | verdict                                     |
|-----------------------------|-----------------------------|---------------------------------------------|
| A scores at most 1/2        | at 2/alpha times the money  | A is better                                 |
| A scores at least 1/2       | at 2/alpha times the money  | B is better                                 |
| A scores 1/2 + delta, more  | at 1/beta times the money   | with the next: no difference as large as delta |
| A scores 1/2 - delta, less  | at 1/beta times the money   |                                             |
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from duskfall.errors import Refusal, Refused

FRACTIONS: Final = tuple(2.0**-power for power in range(7))
"""The parts of its money that a gambler bets: from all, which finds a bot that always wins at once, to 1/64, which
finds one that scores 51 %. Each gets an equal share of the money, which costs a few pairs and no error rate."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The error rates that a comparison keeps."""

    delta: float = 0.05
    """The least difference from a score of 1/2 that matters."""
    alpha: float = 0.05
    """The greatest share of comparisons of equal bots in which one of them is called better."""
    beta: float = 0.05
    """The greatest share of comparisons of bots that differ by delta or more in which they are called the same."""

    def __post_init__(self) -> None:
        for name, value, most in (("delta", self.delta, 0.49), ("alpha", self.alpha, 0.5), ("beta", self.beta, 0.5)):
            if not 0 < value <= most:
                raise Refused(Refusal.OUT_OF_RANGE, f"{name} {value}", f"a number above 0 and up to {most} is needed")


class Verdict(StrEnum):
    """The answer of a comparison, as seen from A."""

    BETTER = "better"
    WORSE = "worse"
    SAME = "same"
    """A difference of delta or more is ruled out."""
    OPEN = "open"
    """Not decided yet, or not within the games that were allowed."""


class Gambler:
    """Bets against "A scores at most `mean`", or with `at_most` false against "A scores at least `mean`"."""

    def __init__(self, mean: float, at_most: bool) -> None:
        self._mean = mean
        self._at_most = at_most
        self._gains: dict[float, tuple[float, ...]] = {}
        self._logs = [0.0] * len(FRACTIONS)
        """The logarithm of each share of the money, relative to the beginning."""

    def bet(self, score: float, times: int = 1) -> None:
        """Win or lose money by a score that came once, or `times` times."""
        gains = self._gains.get(score)
        if gains is None:
            back = score / self._mean if self._at_most else (1 - score) / (1 - self._mean)
            factors = [1 - fraction + fraction * back for fraction in FRACTIONS]
            gains = self._gains[score] = tuple(math.log(each) if each > 0 else -math.inf for each in factors)
        self._logs = [log + times * gain for log, gain in zip(self._logs, gains, strict=True)]

    def has(self, times: float) -> bool:
        """Tell whether the money is at least `times` times that of the beginning."""
        goal = math.log(times)
        top = max(self._logs)
        # The mean of the shares is at most the largest of them, which is quick to compare.
        return top >= goal and top + math.log(sum(math.exp(log - top) for log in self._logs) / len(FRACTIONS)) >= goal


class Trial:
    """Collects the scores of A, pair by pair, and judges them.

    >>> trial = Trial(Terms())
    >>> trial.hear([1.0] * 8), trial.pairs
    (<Verdict.BETTER: 'better'>, 8)
    >>> [round(bound, 3) for bound in trial.interval]
    [0.503, 1.0]
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.scores: Counter[float] = Counter()
        """The number of pairs with each score."""
        self.verdict = Verdict.OPEN
        self._better, self._worse = Gambler(0.5, at_most=True), Gambler(0.5, at_most=False)
        self._not_above = Gambler(0.5 + terms.delta, at_most=False)
        self._not_below = Gambler(0.5 - terms.delta, at_most=True)

    @property
    def pairs(self) -> int:
        """The number of pairs that were counted."""
        return self.scores.total()

    @property
    def mean(self) -> float:
        """A's mean score; 1/2 before the first pair."""
        return sum(score * count for score, count in self.scores.items()) / self.pairs if self.pairs else 0.5

    def hear(self, scores: Iterable[float]) -> Verdict:
        """Count scores in order up to the one that decides; later ones are ignored."""
        for score in scores:
            if self.verdict is not Verdict.OPEN:
                break
            if not 0 <= score <= 1:
                raise Refused(Refusal.OUT_OF_RANGE, score, "a score lies from 0 to 1")
            self.scores[score] += 1
            for gambler in (self._better, self._worse, self._not_above, self._not_below):
                gambler.bet(score)
            self.verdict = self._judge()
        return self.verdict

    def _judge(self) -> Verdict:
        if self._better.has(2 / self.terms.alpha):
            return Verdict.BETTER
        if self._worse.has(2 / self.terms.alpha):
            return Verdict.WORSE
        ruled_out = 1 / self.terms.beta
        if self._not_above.has(ruled_out) and self._not_below.has(ruled_out):
            return Verdict.SAME
        return Verdict.OPEN

    @property
    def interval(self) -> tuple[float, float]:
        """The bounds of A's mean score, which hold at all times with a chance of at least 1 - alpha."""
        low = _greatest(self.mean, lambda mean: self._given_up(mean, at_most=True))
        rest = _greatest(1 - self.mean, lambda rest: self._given_up(1 - rest, at_most=False))
        return low, 1 - rest

    def _given_up(self, mean: float, at_most: bool) -> bool:
        """Tell whether the scores so far rule out that A scores at most, or at least, `mean`."""
        gambler = Gambler(mean, at_most)
        for score, count in self.scores.items():
            gambler.bet(score, count)
        return gambler.has(2 / self.terms.alpha)


def _greatest(high: float, given_up: Callable[[float], bool]) -> float:
    """Find by bisection the greatest number up to `high` that is given up; all lower ones are given up too."""
    low = 0.0
    for _ in range(50):
        middle = (low + high) / 2
        if middle > 0 and given_up(middle):
            low = middle
        else:
            high = middle
    return low
