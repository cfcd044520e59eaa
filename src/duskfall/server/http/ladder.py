"""The ladder: all rated players of a game."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from duskfall.arena.ratings import Rating as Points
from duskfall.protocol.values import GameName
from duskfall.server.http.context import ContextDep
from duskfall.server.http.problems import refusals
from duskfall.server.ranking.ratings import is_bot
from duskfall.server.store import Rating

router = APIRouter(tags=["players"])

MOST_PLAYERS: Final = 1000


class Ranked(BaseModel):
    """A player on the ladder."""

    model_config = ConfigDict(strict=True, frozen=True)

    rank: int
    name: str
    isBot: bool
    rating: int
    """On the scale of chess: a newcomer has 1500, and 400 points more are odds of ten to one."""
    low: int
    high: int
    """The true strength lies between low and high in 95 of 100 cases."""
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
    """The rated players, by the lower bound of their strength, the highest first."""

    model_config = ConfigDict(strict=True, frozen=True)

    game: GameName
    players: tuple[Ranked, ...]


@router.get("/ladder", responses=refusals())
def ladder(context: ContextDep, game: GameName = "fog") -> Ladder:
    """The rated players of one game, by the lower bound of their strength."""
    ratings = context.store.ratings(game)[:MOST_PLAYERS]
    return Ladder(game=game, players=tuple(Ranked.of(rank, rating) for rank, rating in enumerate(ratings, 1)))
