"""Timelines of whole matches, and points to play on from: of matches in the store, or of replay files."""

from __future__ import annotations

import gzip
from http import HTTPStatus
from typing import Annotated, Any, Final, cast

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict

from duskfall.errors import Refusal, Refused
from duskfall.play import Match, Replay
from duskfall.protocol.values import GameName
from duskfall.server.http.context import Context, ContextDep
from duskfall.server.http.problems import refusals
from duskfall.server.http.replays import MatchId, SeatQuery, seat_of
from duskfall.server.replays.cache import compressed_timeline
from duskfall.server.replays.games import Timeline
from duskfall.server.replays.play_on import KEPT_S, match_at
from duskfall.server.store import Origin

router = APIRouter(tags=["replays"])

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
    return _response(request, await context.run_in_thread(context.replays.timeline, match, seat_of(seat)))


@router.post("/films", response_class=Response, responses=_ENDED | _TIMELINE, openapi_extra=_FILE)
async def timeline_of_file(request: Request, context: ContextDep, seat: SeatQuery = "all") -> Response:
    """The same for a replay file, which is verified first and not kept."""
    data = await _body(request)
    content = await context.run_in_thread(lambda: compressed_timeline(Replay.decode(data, "the file"), seat_of(seat)))
    return _response(request, content)


@router.post("/replays/{id}/positions", responses=_ENDED)
async def position(context: ContextDep, match: MatchId, turn: TurnQuery) -> Position:
    """Keep a turn of a match for a while, to be played on."""
    found = await context.run_in_thread(lambda: match_at(context.replays.replay(match), turn))
    return _kept(context, found, Origin(match, turn))


@router.post("/positions", responses=_ENDED, openapi_extra=_FILE)
async def position_of_file(request: Request, context: ContextDep, turn: TurnQuery) -> Position:
    """The same for a replay file."""
    data = await _body(request)
    found = await context.run_in_thread(lambda: match_at(Replay.decode(data, "the file"), turn))
    return _kept(context, found)


def _kept(context: Context, match: Match, origin: Origin | None = None) -> Position:
    living = tuple(seat for seat in range(match.seats) if match.world.living(match.game, seat))
    name = context.lobby.play_on_points.keep(match, origin)
    game = cast("GameName", match.setup.game)
    return Position(position=name, game=game, turn=match.turn, players=match.players, seats=living, kept_s=int(KEPT_S))


async def _body(request: Request) -> bytes:
    """Read the body of a request; refuse one that is too large before all of it has arrived."""
    parts, size = list[bytes](), 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_SENT:
            reason = f"it has more than {MOST_SENT >> 20} MiB"
            raise Refused(Refusal.OUT_OF_RANGE, "the file", reason, "watch it with: duskfall replay export")
        parts.append(part)
    return b"".join(parts)


def _response(request: Request, compressed: bytes) -> Response:
    """A timeline as it is stored, or decompressed for clients that do not accept gzip."""
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(compressed, media_type="application/json", headers=headers | {"content-encoding": "gzip"})
    return Response(gzip.decompress(compressed), media_type="application/json", headers=headers)
