"""Ratings with their uncertainty, by openskill's Plackett-Luce model: a fold over games in order.

Nothing here knows about tournaments: whoever has players and places can rate them.

>>> ratings = rate([(("Bo", "Ada"), (2, 1))])
>>> [(name, round(rating.mu, 2), round(rating.sigma, 2)) for name, rating in ratings.items()]
[('Ada', 27.64, 8.07), ('Bo', 22.36, 8.07)]
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from openskill.models import PlackettLuce

Player = TypeVar("Player", bound=Hashable)

MU: Final = 25.0
SIGMA: Final = MU / 3
BETA: Final = MU / 6
"""Openskill's own: what a newcomer is thought to be, how unsure that is, and how much chance a game of two has."""

COVERAGE: Final = 0.95
_WIDTH: Final = 1.959964
"""Standard deviations on either side that hold so much of a normal distribution."""

MIDDLE: Final = 1500.0
POINTS: Final = 400 / (math.log(10) * BETA * math.sqrt(2))
"""Points for one unit of mu: 400 points more are odds of about 10 to 1, as in chess."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How good a player is thought to be.

    >>> Rating().points, [round(bound) for bound in Rating().interval]
    (1500.0, [1018, 1982])
    """

    mu: float = MU
    sigma: float = SIGMA
    """The standard deviation of what is known about mu."""

    @property
    def points(self) -> float:
        """The rating as people read it: a newcomer has 1500."""
        return MIDDLE + POINTS * (self.mu - MU)

    @property
    def interval(self) -> tuple[float, float]:
        """The points between which the model is 95 % sure that the player belongs."""
        reach = POINTS * _WIDTH * self.sigma
        return self.points - reach, self.points + reach


def updated(
    ratings: Mapping[Player, Rating], players: Sequence[Player], places: Sequence[int], drift: float = 0.0
) -> dict[Player, Rating]:
    """All ratings after one more game: the players in it, and the place of each, 1 the best.

    `drift` is how much a player may change from game to game, in units of mu. Bots do not change; people do.
    """
    # The model adds up the chance of all who play; without this the same points would mean less in larger games.
    beta = BETA * math.sqrt(2 / len(players))
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=beta, tau=drift)
    before = [ratings.get(player, Rating()) for player in players]
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=[float(place) for place in places], tau=drift)
    fresh = {player: Rating(team[0].mu, team[0].sigma) for player, team in zip(players, after, strict=True)}
    return {**ratings, **fresh}


def rate(games: Iterable[tuple[Sequence[Player], Sequence[int]]], drift: float = 0.0) -> dict[Player, Rating]:
    """The ratings after games in order, each given as its players and their places; best first."""
    ratings: dict[Player, Rating] = {}
    for players, places in games:
        ratings = updated(ratings, players, places, drift)
    return dict(sorted(ratings.items(), key=lambda item: -item[1].mu))


def overall(ratings: Sequence[Rating]) -> Rating:
    """One rating out of those in several games: the mean, and how unsure that is."""
    count = len(ratings)
    mu = sum(rating.mu for rating in ratings) / count
    return Rating(mu, math.sqrt(sum(rating.sigma**2 for rating in ratings)) / count)
