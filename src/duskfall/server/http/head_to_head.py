"""Who met whom on this server."""

from __future__ import annotations

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict

from duskfall.server.http.context import Here
from duskfall.server.http.cross_tables import Cross, crossed
from duskfall.server.http.problems import refusals
from duskfall.server.http.replays import ReplayCard
from duskfall.server.ranking.ratings import is_bot

router = APIRouter(tags=["players"])

_STRICT = ConfigDict(strict=True, frozen=True)


class Met(BaseModel):
    """A player of the table."""

    model_config = _STRICT

    rank: int
    """On the ladder."""
    name: str
    isBot: bool


class MeetingsShown(BaseModel):
    """Who met whom in rated games of late, the highest on the ladder first."""

    model_config = _STRICT

    game: Literal["fog", "welten"]
    counted: int
    """Rated games among the last 2000 that ended."""
    players: tuple[Met, ...]
    cross: Cross
    latest: tuple[ReplayCard, ...]
    """The newest of these games."""


@router.get("/meetings", responses=refusals())
async def meetings(here: Here, game: Literal["fog", "welten"] = "fog") -> MeetingsShown:
    """What players scored against each other in rated games, and the newest of those."""
    met = await here.slowly(here.scorebook.meetings, game)
    return MeetingsShown(
        game=game,
        counted=met.counted,
        players=tuple(Met(rank=rank, name=who.name, isBot=is_bot(who.user)) for rank, who in met.players),
        cross=crossed(met.cross),
        latest=tuple(map(ReplayCard.of, met.latest)),
    )
