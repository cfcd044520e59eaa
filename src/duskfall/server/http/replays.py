"""What was played: lists, files, proofs, and every turn through any seat's eyes, all of it only after the end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from http import HTTPStatus
from typing import Annotated, Final, Literal, TypeAlias, cast

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict

from duskfall.errors import Refusal, Refused
from duskfall.fog import Score
from duskfall.fog import View as FogView
from duskfall.play import Seat
from duskfall.play.replay import SUFFIX
from duskfall.protocol.fog.events import FogEvent, events_on_wire
from duskfall.protocol.welten.board import BoardShown
from duskfall.server.http.context import Here
from duskfall.server.http.problems import refusals
from duskfall.server.ranking.rated import was_rated
from duskfall.server.replays.cache import ReplayedMatch
from duskfall.server.store import Finished, Origin, StoredMatch
from duskfall.welten import View as WeltenView

router = APIRouter(prefix="/replays", tags=["replays"])

_STRICT = ConfigDict(strict=True, frozen=True)
_ENDED = refusals(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)

GameName: TypeAlias = Literal["fog", "welten"]
_ID: Final = "^[A-Za-z0-9_-]{1,60}$"
"""Letters that every database takes."""
MatchId = Annotated[str, Path(alias="id", pattern=_ID, description="The id of a match.")]


class PlayedOnFrom(BaseModel):
    """A turn of another match."""

    model_config = _STRICT

    id: str
    turn: int

    @classmethod
    def of(cls, origin: Origin | None) -> PlayedOnFrom | None:
        """Where a match comes from, if it comes from another."""
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
    """The match, and the turn of it, from which this one was played on; null for one of its own."""

    @classmethod
    def of(cls, match: Finished | StoredMatch) -> ReplayCard:
        """The card of a match that has ended."""
        begun, ended, moment = match.begun, match.ended, match.ended_at
        if ended is None or moment is None:
            raise Refused(Refusal.GAME_RUNNING, begun.match, "the match is being played", "wait for its end")
        return cls(
            id=begun.match,
            game=cast("GameName", begun.game),
            players=tuple(sitter.name for sitter in begun.seats),
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
    """The rules tell otherwise than the log."""

    model_config = _STRICT

    ok: Literal[False] = False
    turn: int
    """The first turn that differs."""
    message: str


class Graph(BaseModel):
    """How the players fared: one list for each seat, one value for each turn."""

    model_config = _STRICT

    turns: tuple[int, ...]
    tiles: tuple[tuple[int, ...], ...]
    """`tiles[seat][i]` at `turns[i]`; in Weltendämmerung living units."""
    armies: tuple[tuple[int, ...], ...]
    """The same for armies; in Weltendämmerung all V together."""


@dataclass(frozen=True, slots=True)
class FogTurn:
    """A turn of Fog of War as a seat saw it, or as it was."""

    game: Literal["fog"]
    turn: int
    width: int
    height: int
    armies: tuple[int, ...]
    terrain: tuple[int, ...]
    towerDefense: tuple[int, ...]
    visible: tuple[bool, ...]
    cities: tuple[int, ...]
    towers: tuple[int, ...]
    generals: tuple[int, ...]
    scores: tuple[Score, ...]
    events: tuple[FogEvent, ...]

    @classmethod
    def of(cls, view: FogView) -> FogTurn:
        """What a view shows."""
        flat = [tuple(array.tolist()) for array in (view.armies, view.terrain, view.defence, view.visible)]
        return cls(
            "fog", view.turn, view.width, view.height, flat[0], flat[1], flat[2], flat[3],
            view.cities, view.towers, view.generals, view.scores, events_on_wire(view.events),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class WeltenTurn:
    """Weltendämmerung after so many orders."""

    game: Literal["welten"]
    turn: int
    order: str | None
    """The order that led here; null at the beginning."""
    view: BoardShown


@router.get("", responses=refusals(HTTPStatus.NOT_FOUND))
def replays(
    here: Here,
    game: Annotated[GameName | None, Query(description="Of one game only.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[str | None, Query(pattern=_ID, description="The last id of the page before.")] = None,
) -> ReplayCards:
    """Matches that have ended, the newest first."""
    return ReplayCards(replays=tuple(map(ReplayCard.of, here.store.finished(game, limit, before))))


@router.get("/{id}", responses=_ENDED)
def replay(here: Here, match: MatchId) -> ReplayCard:
    """One match that has ended."""
    return ReplayCard.of(here.shelf.ended(match))


@router.get(
    "/{id}/file",
    response_class=Response,
    responses=_ENDED | {200: {"content": {"application/octet-stream": {}}, "description": "A `.duskfall` file."}},
)
async def replay_file(here: Here, match: MatchId) -> Response:
    """The replay as a file that proves itself."""
    content = await here.slowly(lambda: here.shelf.replay(match).encode())
    named = {"content-disposition": f'attachment; filename="{match}{SUFFIX}"'}
    return Response(content, media_type="application/octet-stream", headers=named)


@router.get("/{id}/verify", responses=_ENDED)
async def verify(here: Here, match: MatchId) -> Sound | Unsound:
    """Whether the rules confirm the match, played again turn by turn."""
    volume = await here.slowly(here.shelf.volume, match)
    fault = volume.fault
    return Sound(turns=volume.turns) if fault is None else Unsound(turn=fault.turn, message=fault.reason)


@router.get("/{id}/graph", responses=_ENDED)
async def graph(here: Here, match: MatchId) -> Graph:
    """How the players fared from turn to turn."""
    volume = await here.slowly(here.shelf.volume, match)
    tiles, armies = (tuple(zip(*rows, strict=True)) for rows in (volume.tiles, volume.armies))
    return Graph(turns=tuple(range(volume.turns + 1)), tiles=tiles, armies=armies)


@router.get("/{id}/turns/{turn}", responses=_ENDED)
async def turn_shown(
    here: Here,
    match: MatchId,
    turn: Annotated[int, Path(ge=0, le=2**31)],
    seat: Annotated[str, Query(pattern="^(all|0|[1-9][0-9]?)$", description="A seat, or `all`.")] = "all",
) -> FogTurn | WeltenTurn:
    """What a seat saw at a turn, or all there was."""
    return await here.slowly(lambda: _shown(here.shelf.volume(match), turn, None if seat == "all" else int(seat)))


def _shown(volume: ReplayedMatch, turn: int, seat: Seat | None) -> FogTurn | WeltenTurn:
    seats = len(volume.replay.players)
    if seat is not None and seat >= seats:
        raise Refused(Refusal.NO_SEAT, f"seat {seat}", f"the seats are 0 to {seats - 1}")
    view: FogView | WeltenView = volume.at(turn).view(seat)
    if isinstance(view, FogView):
        return FogTurn.of(view)
    said = next((said for _, said in volume.replay.log.turns(turn - 1, turn)), [])
    return WeltenTurn("welten", turn, said[0].order if said else None, BoardShown.of(view))
