"""Timelines of whole matches, and points to play on from: of matches in the store, or of replay files."""

from __future__ import annotations

import asyncio
import gzip
from http import HTTPStatus
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict
from starlette.requests import ClientDisconnect

from duskfall.errors import Refusal, Refused
from duskfall.play import Match
from duskfall.protocol.values import GameName
from duskfall.server.http.compression import accepts
from duskfall.server.http.context import Context, ContextDep, compiled
from duskfall.server.http.problems import refusals
from duskfall.server.http.replays import MatchId, SeatQuery, seat_of
from duskfall.server.replays.games import Timeline
from duskfall.server.replays.play_on import KEPT_S
from duskfall.server.store import Origin
from duskfall.server.transport.addresses import address_of
from duskfall.server.transport.problems import closing

router = APIRouter(tags=["replays"], dependencies=[compiled("fog", "welten")])

MOST_SENT: Final = 4 << 20
"""Bytes of a replay file in a request. A match of a thousand turns takes about 30 kB."""

_FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": f"A `.duskfall` file of at most {MOST_SENT >> 20} MiB.",
    }
}
_TIMELINE: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Timeline, "description": "The whole match."}}
_ENDED: Final = refusals(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)

TurnQuery = Annotated[int, Query(ge=0, le=2**31, description="The turn to play on from.")]


class Position(BaseModel):
    """A turn of a finished match, ready to be played on: give its name to `play_on`."""

    model_config = ConfigDict(strict=True, frozen=True)

    position: str
    game: GameName
    turn: int
    players: tuple[str, ...]
    """The players of the finished match."""
    seats: tuple[int, ...]
    """The seats that were still in the game; a player can take one of them."""
    kept_s: int
    """How many seconds it is kept."""


@router.get("/replays/{id}/film", response_class=Response, responses=_ENDED | _TIMELINE)
async def timeline(request: Request, context: ContextDep, match: MatchId, seat: SeatQuery = "all") -> Response:
    """The whole match as a seat saw it, or as it was: a view, then what each turn changed."""
    return await _response(request, await context.replaying(context.replays.timeline(match, seat_of(seat))))


@router.post("/films", response_class=Response, responses=_ENDED | _TIMELINE, openapi_extra=_FILE)
async def timeline_of_file(request: Request, context: ContextDep, seat: SeatQuery = "all") -> Response:
    """The same for a replay file, which is verified first and not kept."""
    uploads = context.lobby.services.uploads
    with uploads.waiting.admitted(address_of(request.scope)):
        content = await uploads.timeline(await _body(request), seat_of(seat))
    return await _response(request, content)


@router.post("/replays/{id}/positions", responses=_ENDED)
async def position(context: ContextDep, match: MatchId, turn: TurnQuery) -> Position:
    """Keep a turn of a match for a while, to be played on."""
    found = await context.replaying(context.replays.match_at(match, turn))
    return _kept(context, found, Origin(match, turn))


@router.post("/positions", responses=_ENDED, openapi_extra=_FILE)
async def position_of_file(request: Request, context: ContextDep, turn: TurnQuery) -> Position:
    """The same for a replay file."""
    uploads = context.lobby.services.uploads
    with uploads.waiting.admitted(address_of(request.scope)):
        found = await uploads.match(await _body(request), turn)
    return _kept(context, found)


def _kept(context: Context, match: Match, origin: Origin | None = None) -> Position:
    living = tuple(seat for seat in range(match.seats) if match.world.living(match.game, seat))
    name = context.lobby.play_on_points.keep(match, origin)
    game = cast("GameName", match.setup.game)
    return Position(position=name, game=game, turn=match.turn, players=match.players, seats=living, kept_s=int(KEPT_S))


async def _body(request: Request) -> bytes:
    """Read the body of a request; refuse one that is too large before all of it has arrived."""
    parts, size = list[bytes](), 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > MOST_SENT:
                reason = f"it has more than {MOST_SENT >> 20} MiB"
                raise Refused(Refusal.OUT_OF_RANGE, "the file", reason, "watch it with: duskfall replay export")
            parts.append(part)
    except ClientDisconnect:
        raise Refused(Refusal.MALFORMED, "the file", "its sender is gone") from None
    except asyncio.CancelledError:
        raise closing("the file") from None
    return b"".join(parts)


async def _response(request: Request, compressed: bytes) -> Response:
    """A timeline as it is stored, or decompressed for clients that do not accept gzip."""
    headers = {"vary": "accept-encoding"}
    if accepts(request.headers, "gzip"):
        return Response(compressed, media_type="application/json", headers=headers | {"content-encoding": "gzip"})
    content = await asyncio.to_thread(gzip.decompress, compressed)
    return Response(content, media_type="application/json", headers=headers)
