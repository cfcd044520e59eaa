"""Dungeons from seeds, in every export format, and fields of view in them."""

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
from duskfall.server.http.context import ContextDep, compiled
from duskfall.server.http.problems import refusals

router = APIRouter(prefix="/dungeons", tags=["dungeons"], dependencies=[compiled("dungeon")])

MEDIA: Final = {
    "text": "text/plain; charset=utf-8",
    "json": "application/json",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tmx": "application/xml",
    "uvtt": "application/json",
}
"""Media types that browsers understand; all other exports are bytes."""
BYTES: Final = "application/octet-stream"
CACHED: Final = 64
"""Dungeons and exports that are kept in memory. The largest pictures have a few hundred kilobytes."""
NEVER_CHANGES: Final = {"cache-control": "public, max-age=86400"}

Seed = Annotated[str, Path(pattern="^[0-9]{1,20}$", description="0 to 2^64−1; with the profile c64, 1 to 255.")]
FormatName = Literal[
    "text", "txt", "json", "png", "svg", "tmx", "uvtt", "prg", "d64", "packed", "bin", "rooms"
]  # fmt: skip
"""The name of a format or its file extension."""


class Choices(DungeonParameters):
    """Which map, and for whom."""

    view: View = Field(View.KEEPER, description="keeper: everything; player: without secrets.")


class Looking(Choices):
    """A viewpoint on a map."""

    x: Annotated[int, Query(ge=0, le=254)]
    y: Annotated[int, Query(ge=0, le=254)]
    radius: Annotated[int | None, Query(ge=0, le=400, description="Unlimited without it.")] = None


class Seen(BaseModel):
    """A field of view."""

    model_config = ConfigDict(strict=True, frozen=True)

    x: int
    y: int
    width: int
    height: int
    visible: tuple[int, ...]
    """The visible tiles, y·width + x each, ascending."""


@lru_cache(maxsize=CACHED)
def dungeon_of(seed: int, profile: str, options: Options | None) -> Dungeon:
    """The map of a seed."""
    return generate(seed, profile, options)


@lru_cache(maxsize=CACHED)
def _exported(seed: int, profile: str, options: Options | None, kind: str, view: View) -> bytes:
    return export(dungeon_of(seed, profile, options), FORMATS[kind], view)


def tiles_of(options: Options | None) -> int:
    """Count the tiles of a map with such options."""
    chosen = options or Options()
    return chosen.width * chosen.height


def _kind(format_name: str) -> Format:
    return next(kind for kind in FORMATS.values() if format_name in (kind.name, kind.extension))


@router.get(
    "/{seed}.{format}",
    response_class=Response,
    responses=refusals(HTTPStatus.CONFLICT)
    | {200: {"content": {media: {} for media in (*MEDIA.values(), BYTES)}, "description": "The map."}},
)
async def dungeon(context: ContextDep, seed: Seed, format: FormatName, chosen: Annotated[Choices, Query()]) -> Response:  # noqa: A002
    """The map of a seed, in the same bytes that `duskfall dungeon new` writes."""
    kind, options = _kind(format), chosen.options()
    content = await context.draw_map(
        tiles_of(options), _exported, int(seed), chosen.profile, options, kind.name, chosen.view
    )
    # A player's file is not named after its seed, from which anyone could generate the secrets.
    name = seed if chosen.view is View.KEEPER else "dungeon"
    named = {"content-disposition": f'inline; filename="{name}.{kind.extension}"'}
    return Response(content, media_type=MEDIA.get(kind.name, BYTES), headers=NEVER_CHANGES | named)


@router.get("/{seed}/sight", responses=refusals(HTTPStatus.CONFLICT))
async def sight(context: ContextDep, seed: Seed, looking: Annotated[Looking, Query()]) -> Seen:
    """The field of view from a tile; with the view `player`, on the map without secrets."""
    return await context.run_in_thread(_seen, int(seed), looking)


def _seen(seed: int, looking: Looking) -> Seen:
    x, y = looking.x, looking.y
    tiles = sheet(dungeon_of(seed, looking.profile, looking.options()), looking.view).dungeon.tiles
    height, width = tiles.shape
    if x >= width or y >= height:
        raise Refused(Refusal.OFF_MAP, f"{x},{y}", f"the map has {width}x{height} tiles, counted from 0,0")
    seen = field_of_view(tiles, x, y, looking.radius)
    return Seen(x=x, y=y, width=width, height=height, visible=tuple(seen.ravel().nonzero()[0].tolist()))
