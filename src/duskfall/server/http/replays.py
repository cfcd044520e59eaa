"""Finished matches: lists, files, verification, and every turn as each seat saw it."""

from __future__ import annotations

from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Final, Literal, cast

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict

from duskfall.errors import Refusal, Refused
from duskfall.play.replay import SUFFIX
from duskfall.protocol.values import GameName
from duskfall.server.http.context import ContextDep, compiled
from duskfall.server.http.problems import refusals
from duskfall.server.ranking.rated import was_rated
from duskfall.server.replays.games import Turn
from duskfall.server.store import Finished, Origin, StoredMatch

router = APIRouter(prefix="/replays", tags=["replays"])

_STRICT = ConfigDict(strict=True, frozen=True)
_ENDED = refusals(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
_COMPILED: Final = [compiled("fog", "welten")]

_ID: Final = "^[A-Za-z0-9_-]{1,60}$"
"""Characters that every database takes."""
MatchId = Annotated[str, Path(alias="id", pattern=_ID, description="The id of a match.")]
SeatQuery = Annotated[str, Query(alias="seat", pattern="^(all|0|[1-9][0-9]?)$", description="A seat, or `all`.")]


class PlayedOnFrom(BaseModel):
    """A turn of another match."""

    model_config = _STRICT

    id: str
    turn: int

    @classmethod
    def of(cls, origin: Origin | None) -> PlayedOnFrom | None:
        """The origin of a match, if it was played on from another one."""
        return None if origin is None else cls(id=origin.match, turn=origin.turn)


class ReplayCard(BaseModel):
    """A match that has ended."""

    model_config = _STRICT

    id: str
    game: GameName
    players: tuple[str, ...]
    winner: int | None
    places: tuple[int, ...]
    reason: str
    turns: int
    """Turns; in Weltendämmerung orders."""
    endedAt: datetime
    rated: bool
    playedOnFrom: PlayedOnFrom | None
    """The match and turn from which this one was played on; null for one that began at turn 0."""

    @classmethod
    def of(cls, match: Finished | StoredMatch) -> ReplayCard:
        """The card of a match that has ended."""
        begun, ended, moment = match.begun, match.ended, match.ended_at
        if ended is None or moment is None:
            raise Refused(Refusal.GAME_RUNNING, begun.match, "the match is being played", "wait for its end")
        return cls(
            id=begun.match,
            game=cast("GameName", begun.game),
            players=tuple(seat.name for seat in begun.seats),
            winner=ended.winner,
            places=ended.places,
            reason=ended.reason,
            turns=ended.turns,
            endedAt=moment,
            rated=was_rated(begun),
            playedOnFrom=PlayedOnFrom.of(begun.origin),
        )


class ReplayCards(BaseModel):
    """Matches that have ended, the newest first."""

    model_config = _STRICT

    replays: tuple[ReplayCard, ...]


class Sound(BaseModel):
    """The rules confirm the log, turn by turn."""

    model_config = _STRICT

    ok: Literal[True] = True
    turns: int


class Unsound(BaseModel):
    """The rules contradict the log."""

    model_config = _STRICT

    ok: Literal[False] = False
    turn: int
    """The first turn that differs."""
    message: str


class Graph(BaseModel):
    """The strength of the players: one list for each seat, one value for each turn."""

    model_config = _STRICT

    turns: tuple[int, ...]
    tiles: tuple[tuple[int, ...], ...]
    """`tiles[seat][i]` at `turns[i]`; in Weltendämmerung living units."""
    armies: tuple[tuple[int, ...], ...]
    """The same for armies; in Weltendämmerung the sum of V."""


@router.get("", responses=refusals(HTTPStatus.NOT_FOUND))
def replays(
    context: ContextDep,
    game: Annotated[GameName | None, Query(description="Of one game only.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(pattern=_ID, description="The last id of the page before.")] = None,
) -> ReplayCards:
    """Matches that have ended, the newest first."""
    return ReplayCards(replays=tuple(map(ReplayCard.of, context.store.finished(game, limit, before))))


@router.get("/{id}", responses=_ENDED)
def replay(context: ContextDep, match: MatchId) -> ReplayCard:
    """One finished match."""
    return ReplayCard.of(context.replays.finished(match))


@router.get(
    "/{id}/file",
    response_class=Response,
    responses=_ENDED | {200: {"content": {"application/octet-stream": {}}, "description": "A `.duskfall` file."}},
)
async def replay_file(context: ContextDep, match: MatchId) -> Response:
    """The replay as a file that proves itself."""
    content = await context.replaying(context.replays.file(match))
    named = {"content-disposition": f'attachment; filename="{match}{SUFFIX}"'}
    return Response(content, media_type="application/octet-stream", headers=named)


@router.get("/{id}/verify", responses=_ENDED, dependencies=_COMPILED)
async def verify(context: ContextDep, match: MatchId) -> Sound | Unsound:
    """Whether the rules confirm the match, played again turn by turn."""
    verdict = await context.replaying(context.replays.verdict(match))
    if verdict.fault is None:
        return Sound(turns=verdict.turns)
    turn, reason = verdict.fault
    return Unsound(turn=turn, message=reason)


@router.get("/{id}/graph", responses=_ENDED, dependencies=_COMPILED)
async def graph(context: ContextDep, match: MatchId) -> Graph:
    """The strength of the players from turn to turn."""
    verdict = await context.replaying(context.replays.verdict(match))
    tiles, armies = (tuple(zip(*rows, strict=True)) for rows in (verdict.tiles, verdict.armies))
    return Graph(turns=tuple(range(verdict.turns + 1)), tiles=tiles, armies=armies)


@router.get("/{id}/turns/{turn}", responses=_ENDED, dependencies=_COMPILED)
async def turn_shown(
    context: ContextDep,
    match: MatchId,
    turn: Annotated[int, Path(ge=0, le=2**31)],
    seat: SeatQuery = "all",
) -> Turn:
    """A turn as a seat saw it, or all of it."""
    return await context.replaying(context.replays.turn(match, turn, seat_of(seat)))


def seat_of(seat: str) -> int | None:
    """The seat that a `SeatQuery` names; None means all."""
    return None if seat == "all" else int(seat)
