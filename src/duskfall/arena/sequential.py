"""Is A better than B? A test that may look after every pair of games and stop as soon as it knows.

A pair is one board played from both seats, and A's score in it is a number from 0 to 1. Four gamblers watch the pairs.
Each is sure that one statement about A's mean score is false, and bets a fraction f of its money on every pair at odds
that would be fair if the statement just held: against "at most m" its money is multiplied by 1 - f + f x / m after the
score x, against "at least m" by 1 - f + f (1 - x) / (1 - m). Whoever bets against a true statement cannot expect to
gain, so the chance that he is ever 1/p times as rich as in the beginning is at most p (Ville's inequality), however
often we look, however scores are distributed, for ten pairs as for ten thousand. Nothing here is an approximation for
large numbers. The right f is unknown, so the money is spread over a few.

| statement                   | when it is given up         | what we say                                 |
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
"""What part of its money a gambler bets: from all, which finds a bot that always wins at once, to 1/64, which finds one
that scores 51 %. Equal shares of the money begin with each, which costs a few pairs and no error rate."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a comparison promises."""

    delta: float = 0.05
    """The least difference from a score of 1/2 that matters."""
    alpha: float = 0.05
    """How often one of two equal bots is called better, at most."""
    beta: float = 0.05
    """How often a bot that differs by delta or more is said not to, at most."""

    def __post_init__(self) -> None:
        for name, value, most in (("delta", self.delta, 0.49), ("alpha", self.alpha, 0.5), ("beta", self.beta, 0.5)):
            if not 0 < value <= most:
                raise Refused(Refusal.OUT_OF_RANGE, f"{name} {value}", f"a number above 0 and up to {most} is needed")


class Verdict(StrEnum):
    """What is known about A."""

    BETTER = "better"
    WORSE = "worse"
    SAME = "same"
    """A difference of delta or more is ruled out."""
    OPEN = "open"
    """Not decided yet, or not within the games that were allowed."""


class Trial:
    """The scores of A, pair by pair, and what is known from them.

    >>> trial = Trial(Terms())
    >>> trial.hear([1.0] * 8), trial.pairs
    (<Verdict.BETTER: 'better'>, 8)
    >>> [round(bound, 3) for bound in trial.interval]
    [0.503, 1.0]
    """

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.scores: Counter[float] = Counter()
        """How often each score came. Order does not matter, except for when to stop."""
        self.verdict = Verdict.OPEN

    @property
    def pairs(self) -> int:
        """Pairs that were heard."""
        return self.scores.total()

    @property
    def mean(self) -> float:
        """A's mean score; 1/2 before the first pair."""
        return sum(score * count for score, count in self.scores.items()) / self.pairs if self.pairs else 0.5

    def hear(self, scores: Iterable[float]) -> Verdict:
        """Take scores in order up to the one that decides; what comes after it is not heard."""
        for score in scores:
            if self.verdict is not Verdict.OPEN:
                break
            if not 0 <= score <= 1:
                raise Refused(Refusal.OUT_OF_RANGE, score, "a score lies from 0 to 1")
            self.scores[score] += 1
            self.verdict = self._judge()
        return self.verdict

    def _judge(self) -> Verdict:
        found, ruled_out = math.log(2 / self.terms.alpha), math.log(1 / self.terms.beta)
        if self.against_at_most(0.5) >= found:
            return Verdict.BETTER
        if self.against_at_least(0.5) >= found:
            return Verdict.WORSE
        delta = self.terms.delta
        if self.against_at_least(0.5 + delta) >= ruled_out and self.against_at_most(0.5 - delta) >= ruled_out:
            return Verdict.SAME
        return Verdict.OPEN

    def against_at_most(self, mean: float) -> float:
        """The logarithm of the money of who bets against "A scores at most so much"."""
        return _money([(score / mean, count) for score, count in self.scores.items()])

    def against_at_least(self, mean: float) -> float:
        """The logarithm of the money of who bets against "A scores at least so much"."""
        return _money([((1 - score) / (1 - mean), count) for score, count in self.scores.items()])

    @property
    def interval(self) -> tuple[float, float]:
        """Where A's mean score lies, but for a chance of alpha in all, whenever we look."""
        enough = math.log(2 / self.terms.alpha)
        low, high = 0.0, self.mean
        if self.mean > 0:
            low = _last(low, high, lambda mean: self.against_at_most(mean) >= enough)
        top = 1.0
        if self.mean < 1:
            top = 1 - _last(0.0, 1 - self.mean, lambda rest: self.against_at_least(1 - rest) >= enough)
        return low, top


def _money(returns: list[tuple[float, int]]) -> float:
    """The logarithm of the money after bets that returned so much of each stake, so many times."""
    logs = []
    for fraction in FRACTIONS:
        total = 0.0
        for back, count in returns:
            factor = 1 - fraction + fraction * back
            total += count * (math.log(factor) if factor > 0 else -math.inf)
        logs.append(total)
    top = max(logs)
    return top + math.log(sum(math.exp(log - top) for log in logs) / len(logs))


def _last(low: float, high: float, given_up: Callable[[float], bool]) -> float:
    """The greatest mean that is given up, by halving: lower ones are given up too."""
    for _ in range(50):
        middle = (low + high) / 2
        if middle > 0 and given_up(middle):
            low = middle
        else:
            high = middle
    return low
