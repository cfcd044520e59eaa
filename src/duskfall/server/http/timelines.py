"""Whole matches at once, and the way back into them: from the store, or from a file that somebody has."""

from __future__ import annotations

import gzip
from http import HTTPStatus
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, ConfigDict

from duskfall.errors import Refusal, Refused
from duskfall.play import Match, Replay
from duskfall.protocol.values import GameName
from duskfall.server.http.context import Here
from duskfall.server.http.problems import refusals
from duskfall.server.http.replays import MatchId
from duskfall.server.replays.cache import packed_timeline
from duskfall.server.replays.play_on import KEPT_S, position_of
from duskfall.server.replays.timelines import Timeline
from duskfall.server.store import Origin

router = APIRouter(tags=["replays"])

MOST_SENT: Final = 4 << 20
"""Bytes of a replay file that somebody sends. A game of a thousand turns takes about 30 kB."""

_FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
        "description": f"A `.duskfall` file of at most {MOST_SENT >> 20} MiB.",
    }
}
_FILM: Final[dict[int | str, dict[str, Any]]] = {200: {"model": Timeline, "description": "The whole match."}}
_ENDED: Final = refusals(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)

Eyes = Annotated[str, Query(alias="seat", pattern="^(all|0|[1-9][0-9]?)$", description="A seat, or `all`.")]
Turn = Annotated[int, Query(ge=0, le=2**31, description="The turn to play on from.")]


class Position(BaseModel):
    """A turn of a match that is over, ready to be played on: give its name to `play_on`."""

    model_config = ConfigDict(strict=True, frozen=True)

    position: str
    game: GameName
    turn: int
    players: tuple[str, ...]
    """Who played."""
    seats: tuple[int, ...]
    """The seats that were still in the game, which can be taken."""
    kept_s: int
    """How many seconds it is kept."""


@router.get("/replays/{id}/film", response_class=Response, responses=_ENDED | _FILM)
async def film(request: Request, here: Here, match: MatchId, seat: Eyes = "all") -> Response:
    """The whole match as a seat saw it, or as it was: a view, then what each turn changed."""
    return _answered(request, await here.slowly(here.shelf.film, match, _seat(seat)))


@router.post("/films", response_class=Response, responses=_ENDED | _FILM, openapi_extra=_FILE)
async def film_of_file(request: Request, here: Here, seat: Eyes = "all") -> Response:
    """The same for a replay file, which is verified before anything of it is shown. Nothing is kept."""
    data = await _sent(request)
    film = await here.slowly(lambda: packed_timeline(Replay.decode(data, "the file"), _seat(seat)))
    return _answered(request, film)


@router.post("/replays/{id}/positions", responses=_ENDED)
async def position(here: Here, match: MatchId, turn: Turn) -> Position:
    """Get a turn of a match ready to be played on."""
    found = await here.slowly(lambda: position_of(here.shelf.replay(match), turn))
    return _kept(here, found, Origin(match, turn))


@router.post("/positions", responses=_ENDED, openapi_extra=_FILE)
async def position_of_file(request: Request, here: Here, turn: Turn) -> Position:
    """The same for a replay file."""
    data = await _sent(request)
    found = await here.slowly(lambda: position_of(Replay.decode(data, "the file"), turn))
    return _kept(here, found)


def _kept(here: Here, match: Match, origin: Origin | None = None) -> Position:
    living = tuple(seat for seat in range(match.seats) if match.world.living(match.game, seat))
    name = here.lobby.play_on_points.keep(match, origin)
    game: GameName = "fog" if match.setup.game == "fog" else "welten"
    return Position(position=name, game=game, turn=match.turn, players=match.players, seats=living, kept_s=int(KEPT_S))


async def _sent(request: Request) -> bytes:
    """The body of a request, and no more of it than is allowed."""
    parts, size = list[bytes](), 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_SENT:
            reason = f"it has more than {MOST_SENT >> 20} MiB"
            raise Refused(Refusal.OUT_OF_RANGE, "the file", reason, "watch it with: duskfall replay export")
        parts.append(part)
    return b"".join(parts)


def _seat(eyes: str) -> int | None:
    return None if eyes == "all" else int(eyes)


def _answered(request: Request, film: bytes) -> Response:
    """A film, unpacked for those who cannot do so themselves."""
    headers = {"vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(film, media_type="application/json", headers=headers | {"content-encoding": "gzip"})
    return Response(gzip.decompress(film), media_type="application/json", headers=headers)
