"""The level of opponents that *Play now* begins with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Response
from pydantic import BaseModel, ConfigDict

from duskfall.protocol.values import GameName
from duskfall.server.http.context import Context, ContextDep
from duskfall.server.http.problems import refusals
from duskfall.server.lobby.identity import SECURE_LENGTH
from duskfall.server.ranking.levels import MOST_MATCHES, Level, level_of

router = APIRouter(tags=["players"])

Secret = Annotated[
    str | None,
    Header(
        alias="x-player-secret", max_length=200, description="The secret of the player, as `set_username` takes it."
    ),
]


class LevelShown(BaseModel):
    """The level of a player in a game."""

    model_config = ConfigDict(strict=True, frozen=True)

    level: str
    """The bot to play against."""
    row: int
    """Games in a row that the player won against it (above 0) or lost (below 0); two change the level."""
    last: str
    """The id of the match that was counted last; empty if there is none."""


@router.get("/level", responses=refusals())
async def level(context: ContextDep, response: Response, game: GameName = "fog", secret: Secret = None) -> LevelShown:
    """The level that fits the player's duels with bots on this server: the first one without a secret.

    Two wins in a row against a bot lead to the next level, two defeats to the one below. Short secrets have no level,
    so that nobody learns by trying which of them are in use.
    """
    response.headers["cache-control"] = "no-store"
    if secret is None or len(secret) < SECURE_LENGTH:
        found = level_of(game, "", ())
    else:
        found = await context.run_in_thread(_level, context, game, secret)
    return LevelShown(level=found.level, row=found.row, last=found.last)


def _level(context: Context, game: str, secret: str) -> Level:
    user = context.lobby.identities.user(secret)
    return level_of(game, user, context.store.finished_of(user, game, MOST_MATCHES))
