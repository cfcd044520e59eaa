"""Who plays how well."""

from __future__ import annotations

from typing import Final, Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from duskfall.arena.ratings import Rating as Points
from duskfall.server.http.context import Here
from duskfall.server.http.problems import refusals
from duskfall.server.ranking.ratings import is_bot
from duskfall.server.store import Rating

router = APIRouter(tags=["players"])

SHOWN: Final = 1000
"""Players at the most."""


class Ranked(BaseModel):
    """A player on the ladder."""

    model_config = ConfigDict(strict=True, frozen=True)

    rank: int
    name: str
    isBot: bool
    rating: int
    """As in chess: a newcomer has 1500, and 400 more are odds of ten to one."""
    low: int
    high: int
    """Between low and high the true strength lies in 95 of 100 cases."""
    games: int

    @classmethod
    def of(cls, rank: int, rating: Rating) -> Ranked:
        """A rating at its rank."""
        shown = Points(rating.mu, rating.sigma)
        low, high = shown.interval
        return cls(
            rank=rank,
            name=rating.name,
            isBot=is_bot(rating.user),
            rating=round(shown.points),
            low=round(low),
            high=round(high),
            games=rating.games,
        )


class Ladder(BaseModel):
    """The players with a rating, the most certainly strong first."""

    model_config = ConfigDict(strict=True, frozen=True)

    game: Literal["fog", "welten"]
    players: tuple[Ranked, ...]


@router.get("/ladder", responses=refusals())
def ladder(here: Here, game: Literal["fog", "welten"] = "fog") -> Ladder:
    """Ratings in one game: the more certain and the stronger, the further up."""
    ratings = here.store.ratings(game)[:SHOWN]
    return Ladder(game=game, players=tuple(Ranked.of(rank, rating) for rank, rating in enumerate(ratings, 1)))
