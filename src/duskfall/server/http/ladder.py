"""The ladder: all rated players of a game."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict

from duskfall.arena.ratings import Rating as Points
from duskfall.protocol.values import GameName
from duskfall.server.http.context import ContextDep
from duskfall.server.http.problems import refusals
from duskfall.server.ranking.ratings import is_bot
from duskfall.server.store import SURE_DEVIATIONS, Rating, Store

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
    sure: int
    """The strength that the player has almost for certain, three standard deviations below the rating. The ladder is
    sorted by it."""
    low: int
    high: int
    """The true strength lies between low and high in 95 of 100 cases."""
    games: int
    provisional: bool
    """They have met fewer than five different opponents. Provisional players stand below all others."""

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
            sure=round(Points(rating.mu - SURE_DEVIATIONS * rating.sigma, 0).points),
            low=round(low),
            high=round(high),
            games=rating.games,
            provisional=rating.provisional,
        )


class Ladder(BaseModel):
    """The rated players, by the lower bound of their strength, the highest first."""

    model_config = ConfigDict(strict=True, frozen=True)

    game: GameName
    players: tuple[Ranked, ...]


@router.get("/ladder", responses=refusals(), response_model=Ladder)
async def ladder(context: ContextDep, game: GameName = "fog") -> Response:
    """The rated players of one game, by the lower bound of their strength, as they were at most a second ago."""

    async def build() -> bytes:
        return await context.run_in_thread(lambda: _ladder(context.store, game).model_dump_json().encode())

    return await context.kept(f"ladder of {game}", build).response()


def _ladder(store: Store, game: GameName) -> Ladder:
    ratings = store.ratings(game)[:MOST_PLAYERS]
    return Ladder(game=game, players=tuple(Ranked.of(rank, rating) for rank, rating in enumerate(ratings, 1)))
