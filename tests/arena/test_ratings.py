"""Ratings tell how good a player is, and how sure that is."""

from __future__ import annotations

import math
import random
from itertools import combinations

from duskfall.arena.ratings import BETA, MU, Rating, overall, rate, updated
from tests.counts import SEED, share


def test_who_wins_more_is_rated_higher_and_games_make_it_surer() -> None:
    ratings = rate([(("Ada", "Bo"), (1, 2))] * 9 + [(("Ada", "Bo"), (2, 1))])
    assert list(ratings) == ["Ada", "Bo"]
    assert ratings["Ada"].sigma < Rating().sigma
    more = rate([(("Ada", "Bo"), (1, 2)), (("Ada", "Bo"), (2, 1))] * 50)
    assert more["Ada"].sigma < ratings["Ada"].sigma


def test_a_shared_place_draws_two_together() -> None:
    apart = rate([(("Ada", "Bo"), (1, 2))] * 5)
    together = updated(apart, ("Ada", "Bo"), (1, 1))
    assert together["Ada"].mu < apart["Ada"].mu
    assert together["Bo"].mu > apart["Bo"].mu


def test_a_game_changes_nobody_who_was_not_in_it() -> None:
    before = rate([(("Ada", "Bo", "Cy"), (1, 2, 3))])
    after = updated(before, ("Ada", "Bo"), (2, 1))
    assert set(after) == {"Ada", "Bo"}


def test_400_points_are_odds_of_ten_to_one() -> None:
    strong, weak = Rating(MU + 13.57), Rating(MU)
    assert round(strong.points - weak.points) == 400
    assert round(math.exp((strong.mu - weak.mu) / (BETA * math.sqrt(2)))) == 10


def test_a_rating_over_both_games_is_their_mean_and_surer_than_either() -> None:
    both = overall([Rating(30, 4), Rating(20, 3)])
    assert both == Rating(25, 2.5)


def test_the_intervals_hold_the_true_strength_at_least_as_often_as_they_say() -> None:
    rng, held, count = random.Random(SEED), 0, 0
    for _ in range(share(200)):
        true = [rng.gauss(0, 5) for _ in range(4)]
        true = [MU + each - sum(true) / 4 for each in true]
        games = []
        for one, other in list(combinations(range(4), 2)) * 30:
            chance = 1 / (1 + math.exp(-(true[one] - true[other]) / (BETA * math.sqrt(2))))
            games.append(((one, other), (1, 2) if rng.random() < chance else (2, 1)))
        for player, rating in rate(games).items():
            low, high = rating.interval
            held += low <= Rating(true[player]).points <= high
            count += 1
    assert held >= 0.95 * count - 3.72 * math.sqrt(count * 0.95 * 0.05)


def test_points_mean_the_same_in_games_of_two_and_of_six() -> None:
    rng, true = random.Random(SEED), [MU + each for each in (-6, -3, -1, 1, 3, 6)]
    games = []
    for _ in range(1500):
        # Plackett-Luce by Gumbel's trick: any two of the six come in as they would in a game of two.
        luck = [each / (BETA * math.sqrt(2)) - math.log(-math.log(rng.random())) for each in true]
        games.append((tuple(range(6)), tuple(1 + sum(other > mine for other in luck) for mine in luck)))
    ratings = rate(games)
    spread = sum((ratings[player].mu - MU) * (each - MU) for player, each in enumerate(true))
    assert 0.9 < spread / sum((each - MU) ** 2 for each in true) < 1.2
