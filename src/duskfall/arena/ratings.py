"""Rates players by openskill's Plackett-Luce model, with the uncertainty of each rating.

Nothing here depends on tournaments: players and their places, game by game in order, are all that is needed.

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
"""Openskill's defaults: a newcomer's rating, its standard deviation, and the part of chance in a game of two."""

COVERAGE: Final = 0.95
_WIDTH: Final = 1.959964
"""Standard deviations on either side that hold this share of a normal distribution."""

MIDDLE: Final = 1500.0
POINTS: Final = 400 / (math.log(10) * BETA * math.sqrt(2))
"""Points for one unit of mu: 400 points more are odds of about 10 to 1, as in chess."""


@dataclass(frozen=True, slots=True)
class Rating:
    """The estimated strength of a player.

    >>> Rating().points, [round(bound) for bound in Rating().interval]
    (1500.0, [1018, 1982])
    """

    mu: float = MU
    sigma: float = SIGMA
    """The standard deviation of mu."""

    @property
    def points(self) -> float:
        """The rating on the scale that people read: a newcomer has 1500."""
        return MIDDLE + POINTS * (self.mu - MU)

    @property
    def interval(self) -> tuple[float, float]:
        """The points between which the player belongs with a probability of 95 %, by the model."""
        reach = POINTS * _WIDTH * self.sigma
        return self.points - reach, self.points + reach


def updated(
    ratings: Mapping[Player, Rating], players: Sequence[Player], places: Sequence[int], drift: float = 0.0
) -> dict[Player, Rating]:
    """Return the ratings of these players after one more game of theirs, each with their place, 1 the best.

    `drift` is how much a player may change from game to game, in units of mu. Bots do not change; people do.
    """
    # The model adds up the chance of all players; without this, points would mean less in larger games.
    beta = BETA * math.sqrt(2 / len(players))
    model = PlackettLuce(mu=MU, sigma=SIGMA, beta=beta, tau=drift)
    before = [ratings.get(player, Rating()) for player in players]
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=[float(place) for place in places], tau=drift)
    return {player: Rating(team[0].mu, team[0].sigma) for player, team in zip(players, after, strict=True)}


def rate(games: Iterable[tuple[Sequence[Player], Sequence[int]]], drift: float = 0.0) -> dict[Player, Rating]:
    """Return the ratings after games in order, each given as its players and their places; best first."""
    ratings: dict[Player, Rating] = {}
    for players, places in games:
        ratings.update(updated(ratings, players, places, drift))
    return dict(sorted(ratings.items(), key=lambda item: -item[1].mu))


def overall(ratings: Sequence[Rating]) -> Rating:
    """Return the mean of the ratings in several games, with its uncertainty."""
    count = len(ratings)
    mu = sum(rating.mu for rating in ratings) / count
    return Rating(mu, math.sqrt(sum(rating.sigma**2 for rating in ratings)) / count)
