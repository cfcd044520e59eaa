"""The error rates that `compare` promises, shown by many comparisons."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest

from duskfall.arena import Terms, Trial, Verdict, play
from duskfall.arena.schedules import pair_scores
from duskfall.errors import Refused
from tests.arena.tournaments import tiny
from tests.counts import SEED, share

MOST_PAIRS = 1000
COMPARISONS = 2000

Draw = Callable[[random.Random], float]
"""The score of A in a pair of games."""


def apart(chance: float) -> Draw:
    """Two games that have nothing to do with each other."""
    return lambda rng: ((rng.random() < chance) + (rng.random() < chance)) / 2


def alike(chance: float) -> Draw:
    """The board decides both games."""
    return lambda rng: float(rng.random() < chance)


def drawish(chance: float) -> Draw:
    """Six of ten pairs are even."""
    return lambda rng: 0.5 if rng.random() < 0.6 else float(rng.random() < chance)


def compared(draw: Draw, terms: Terms = Terms()) -> Counter[Verdict]:  # noqa: B008
    """What many comparisons find."""
    rng, found = random.Random(SEED), Counter[Verdict]()
    for _ in range(share(COMPARISONS)):
        trial = Trial(terms)
        while trial.verdict is Verdict.OPEN and trial.pairs < MOST_PAIRS:
            trial.hear([draw(rng)])
        found[trial.verdict] += 1
    return found


def at_most(count: int, rate: float) -> bool:
    """Whether so few can be true of a rate; the chance to be wrong about it is one in ten thousand."""
    trials = share(COMPARISONS)
    return count <= rate * trials + 3.72 * math.sqrt(trials * rate * (1 - rate))


@cache
def wanderers() -> list[float]:
    """Scores of a wanderer against a wanderer in pairs of real games.

    A pair is played on two boards here: on one board the second game is the first one again, and every pair is even.
    """
    plan = tiny("wanderer wanderer")
    results = []
    for number in range(share(600)):
        entrants = ((0, 1), (1, 0))[number % 2]
        results.append(play(plan.fixture(number, 0, number, entrants)).played)
    return pair_scores(results)


@pytest.mark.parametrize("draw", [apart(0.5), alike(0.5), drawish(0.5)], ids=["apart", "alike", "drawish"])
def test_of_two_equal_bots_one_is_called_better_no_more_often_than_alpha(draw: Draw) -> None:
    found = compared(draw)
    assert at_most(found[Verdict.BETTER] + found[Verdict.WORSE], 0.05)


def test_between_two_wanderers_nothing_is_found_more_often_than_alpha() -> None:
    scores = wanderers()
    assert {0.0, 1.0} < set(scores), "the games are a matter of luck"

    def draw(rng: random.Random) -> float:
        score = rng.choice(scores)
        return score if rng.random() < 0.5 else 1 - score  # which of the two is called A is a matter of luck too

    found = compared(draw)
    assert at_most(found[Verdict.BETTER] + found[Verdict.WORSE], 0.05)
    assert found[Verdict.SAME] > 0.5 * share(COMPARISONS)


@pytest.mark.parametrize("draw", [apart(0.55), alike(0.55), drawish(0.625)], ids=["apart", "alike", "drawish"])
def test_a_bot_that_differs_by_delta_is_said_not_to_no_more_often_than_beta(draw: Draw) -> None:
    found = compared(draw)
    assert at_most(found[Verdict.SAME], 0.05)
    assert at_most(found[Verdict.WORSE], 0.025)
    assert found[Verdict.BETTER] > 0.5 * share(COMPARISONS)


def test_a_bot_that_is_clearly_better_is_always_found() -> None:
    assert compared(apart(0.7)) == {Verdict.BETTER: share(COMPARISONS)}
    assert compared(apart(0.3)) == {Verdict.WORSE: share(COMPARISONS)}


def test_the_interval_holds_the_true_score_whenever_one_looks() -> None:
    rng, missed = random.Random(SEED), 0
    terms = Terms(alpha=0.05, delta=0.001)
    for _ in range(share(COMPARISONS)):
        trial = Trial(terms)
        for _ in range(5):
            for _ in range(8):
                trial.scores[apart(0.8)(rng)] += 1
            low, high = trial.interval
            if not low <= 0.8 <= high:
                missed += 1
                break
    assert at_most(missed, 0.05)


def test_the_scores_behind_the_one_that_decides_are_not_heard() -> None:
    trial = Trial(Terms())
    assert trial.hear([1.0] * 8 + [0.0] * 50) is Verdict.BETTER
    assert trial.pairs == 8


def test_a_test_without_sense_is_refused() -> None:
    for terms in ({"alpha": 0.0}, {"beta": 0.6}, {"delta": 0.5}, {"alpha": float("nan")}):
        with pytest.raises(Refused, match="a number above 0"):
            Terms(**terms)
    with pytest.raises(Refused, match="from 0 to 1"):
        Trial(Terms()).hear([1.5])
