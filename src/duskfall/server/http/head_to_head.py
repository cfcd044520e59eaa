"""What players scored against each other on this server."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from duskfall.protocol.values import GameName
from duskfall.server.http.context import ContextDep
from duskfall.server.http.cross_tables import CrossTable, cross_table_of
from duskfall.server.http.problems import refusals
from duskfall.server.http.replays import ReplayCard
from duskfall.server.ranking.ratings import is_bot

router = APIRouter(tags=["players"])

_STRICT = ConfigDict(strict=True, frozen=True)


class Met(BaseModel):
    """A player of the cross table."""

    model_config = _STRICT

    rank: int
    """On the ladder."""
    name: str
    isBot: bool


class MeetingsShown(BaseModel):
    """The cross table of the newest rated games, the highest on the ladder first."""

    model_config = _STRICT

    game: GameName
    counted: int
    """Rated games among the last 2000 that ended."""
    players: tuple[Met, ...]
    cross: CrossTable
    latest: tuple[ReplayCard, ...]
    """The newest of these games."""


@router.get("/meetings", responses=refusals())
async def meetings(context: ContextDep, game: GameName = "fog") -> MeetingsShown:
    """What players scored against each other in rated games, and the newest of these games."""
    met = await context.run_in_thread(context.head_to_head.meetings, game)
    return MeetingsShown(
        game=game,
        counted=met.counted,
        players=tuple(Met(rank=rank, name=player.name, isBot=is_bot(player.user)) for rank, player in met.players),
        cross=cross_table_of(met.cross),
        latest=tuple(map(ReplayCard.of, met.latest)),
    )
