"""Dungeons from seeds, in every export, and what is seen from their tiles."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from duskfall.dungeon import Dungeon, Options, generate
from duskfall.dungeon.exploration.field_of_view import field_of_view
from duskfall.errors import Refusal, Refused
from duskfall.formats.dungeon import FORMATS, Format, View, export
from duskfall.formats.dungeon.views import sheet
from duskfall.protocol.dungeon_options import DungeonParameters
from duskfall.server.http.context import Here
from duskfall.server.http.problems import refusals

router = APIRouter(prefix="/dungeons", tags=["dungeons"])

MEDIA: Final = {
    "text": "text/plain; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tmx": "application/xml",
    "uvtt": "application/json",
}
"""What browsers make something of; all else is bytes."""
BYTES: Final = "application/octet-stream"
KEPT: Final = 64
"""Exports that are kept for whoever asks next. The largest pictures have a few hundred kilobytes."""
NEVER_CHANGES: Final = {"cache-control": "public, max-age=86400"}

Seed = Annotated[str, Path(pattern="^[0-9]{1,20}$", description="0 to 2^64−1; with the profile c64, 1 to 255.")]
FormatName = Literal[
    "text", "txt", "json", "png", "svg", "tmx", "uvtt", "prg", "d64", "packed", "bin", "rooms"
]  # fmt: skip
"""By its name or by the end of its files."""


class Choices(DungeonParameters):
    """What map is wanted, and for whom."""

    view: View = Field(View.KEEPER, description="keeper: everything; player: without a trace of secrets.")


class Looking(Choices):
    """From where somebody looks, on which map."""

    x: Annotated[int, Query(ge=0, le=254)]
    y: Annotated[int, Query(ge=0, le=254)]
    radius: Annotated[int | None, Query(ge=0, le=400, description="As far as the eye reaches without it.")] = None


class Seen(BaseModel):
    """A field of view."""

    model_config = ConfigDict(strict=True, frozen=True)

    x: int
    y: int
    width: int
    height: int
    visible: tuple[int, ...]
    """The tiles that are seen, y·width + x each, ascending."""


@lru_cache(maxsize=KEPT)
def made(seed: int, profile: str, options: Options | None) -> Dungeon:
    """The map of a seed."""
    return generate(seed, profile, options)


@lru_cache(maxsize=KEPT)
def _exported(seed: int, profile: str, options: Options | None, kind: str, view: View) -> bytes:
    return export(made(seed, profile, options), FORMATS[kind], view)


def _kind(format_name: str) -> Format:
    return next(kind for kind in FORMATS.values() if format_name in (kind.name, kind.extension))


@router.get(
    "/{seed}.{format}",
    response_class=Response,
    responses=refusals(HTTPStatus.CONFLICT)
    | {200: {"content": {media: {} for media in (*MEDIA.values(), BYTES)}, "description": "The map."}},
)
async def dungeon(here: Here, seed: Seed, format: FormatName, chosen: Annotated[Choices, Query()]) -> Response:  # noqa: A002
    """The map of a seed, the same bytes that `duskfall dungeon new` writes."""
    kind = _kind(format)
    content = await here.slowly(lambda: _exported(int(seed), chosen.profile, chosen.options(), kind.name, chosen.view))
    # A player's file is not named after its seed, from which anyone could dig the secrets too.
    name = seed if chosen.view is View.KEEPER else "dungeon"
    named = {"content-disposition": f'inline; filename="{name}.{kind.extension}"'}
    return Response(content, media_type=MEDIA.get(kind.name, BYTES), headers=NEVER_CHANGES | named)


@router.get("/{seed}/sight", responses=refusals(HTTPStatus.CONFLICT))
async def sight(here: Here, seed: Seed, looking: Annotated[Looking, Query()]) -> Seen:
    """What is seen from a tile; with the view `player`, on the map without secrets."""
    return await here.slowly(_seen, int(seed), looking, looking.x, looking.y)


def _seen(seed: int, chosen: Looking, x: int, y: int) -> Seen:
    tiles = sheet(made(seed, chosen.profile, chosen.options()), chosen.view).dungeon.tiles
    height, width = tiles.shape
    if x >= width or y >= height:
        raise Refused(Refusal.OFF_MAP, f"{x},{y}", f"the map has {width}x{height} tiles, counted from 0,0")
    seen = field_of_view(tiles, x, y, chosen.radius)
    return Seen(x=x, y=y, width=width, height=height, visible=tuple(seen.ravel().nonzero()[0].tolist()))
