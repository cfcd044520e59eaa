"""The data of the dungeon page: options, the phases of a map's generation, and a walk through it."""

from __future__ import annotations

from functools import lru_cache
from http import HTTPStatus
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query, Response
from pydantic import BaseModel, ConfigDict, Field

from duskfall.dungeon import (
    BOUNDS,
    C64,
    C64_SEEDS,
    DOWN,
    FLOOR,
    PROFILES,
    STATISTICS,
    Dungeon,
    Options,
    Place,
    generate_stages,
)
from duskfall.dungeon.exploration.walk import Standing, Walk
from duskfall.formats.dungeon import FORMATS, View
from duskfall.formats.dungeon.animation import animate
from duskfall.formats.dungeon.tile_art import KINDS, looks
from duskfall.formats.dungeon.views import sheet
from duskfall.protocol.dungeon_options import DungeonParameters
from duskfall.protocol.fog.options import LARGEST_SIDE
from duskfall.server.http.context import ContextDep, compiled
from duskfall.server.http.dungeons import NEVER_CHANGES, Choices, Seed, dungeon_of, tiles_of
from duskfall.server.http.problems import refusals

router = APIRouter(prefix="/dungeons", tags=["dungeons"], dependencies=[compiled("dungeon")])

PLANS_CACHED: Final = 32
"""Plans that are kept in memory; the largest have some hundred kilobytes."""
KEYS: Final = {"w": (0, -1), "a": (-1, 0), "s": (0, 1), "d": (1, 0)}
SEARCH: Final = "f"
STEPS_AT_ONCE: Final = 64
MOST_TILES: Final = 255 * 255
SECRETS_AT_MOST: Final = 256
"""64 treasures, 64 secret rooms, and two doors for each of 64 hidden passages."""

_Tile = Annotated[int, Field(ge=0, lt=MOST_TILES)]
_ANSWER: Final = ConfigDict(strict=True, frozen=True)


class Profile(BaseModel):
    """A way to generate maps, and its seeds; seeds are strings, since JavaScript cannot hold all of them as numbers."""

    model_config = _ANSWER

    name: str
    firstSeed: str
    lastSeed: str
    hasOptions: bool


class Choosable(BaseModel):
    """An option with its bounds."""

    model_config = _ANSWER

    name: str
    meaning: str
    least: float
    most: float
    usual: float
    whole: bool
    """Whether it is an integer; else it is a fraction."""


class FileKind(BaseModel):
    """A format in which a map can be exported."""

    model_config = _ANSWER

    name: str
    extension: str
    meaning: str
    purpose: str
    side: int | None
    """Width and height of the only maps that fit into it; null if all fit."""


class TileKind(BaseModel):
    """A kind of tile; its number is its place in the list."""

    model_config = _ANSWER

    name: str
    walkable: bool
    """Whether a walker who sees this kind can enter the tile. A secret that was not found is seen as wall."""


class DungeonChoices(BaseModel):
    """The options of a dungeon, and what its tiles can be."""

    model_config = _ANSWER

    profiles: tuple[Profile, ...]
    options: tuple[Choosable, ...]
    files: tuple[FileKind, ...]
    kinds: tuple[TileKind, ...]
    """By the numbers that plans and walks use."""
    largestBoard: int
    """The largest width and height of a dungeon that can be a Fog of War map."""
    keysAtOnce: int
    """The most keys of a walk in one request."""


class PhaseDug(BaseModel):
    """A phase of the generation of a map."""

    model_config = _ANSWER

    name: str
    share: float
    """The fraction of the work that is done when it starts, 0 to 1."""
    steps: tuple[tuple[int, ...], ...]
    """The changes of each step: tile, kind, tile, kind … A tile is y·width + x."""


class Count(BaseModel):
    """A statistic of a map."""

    model_config = _ANSWER

    name: str
    meaning: str
    value: int


class Plan(BaseModel):
    """A map as the page shows it."""

    model_config = _ANSWER

    width: int
    height: int
    camera: int
    """The tile at which the view starts."""
    attempt: int
    """How many maps were discarded before this one; 0 for players."""
    phases: tuple[PhaseDug, ...]
    """Together they give the map: kinds 0 to 6 are empty, wall, floor, door, up, down and secret."""
    marks: tuple[int, ...]
    """Tile, look, tile, look …: floors of secret rooms (7) and treasures (8). Players have none."""
    rooms: tuple[tuple[int, int, int, int], ...]
    """Column, row, width and height of the floor of each room, by its number; for players, of the rooms they know."""
    counts: tuple[Count, ...]


WalkEvent = Literal["secrets", "nothing", "treasure", "stairs"]
"""What a key can lead to: secrets found, a search without success, a treasure taken, the stairs down reached."""


class Stood(BaseModel):
    """A moment of a walk."""

    model_config = _ANSWER

    tile: int
    event: WalkEvent | None
    """What the key led to; null if it was a mere step, or the way was blocked."""
    told: str
    """The event in English words; empty without one."""
    found: tuple[int, ...]
    """The secrets that were found with this key."""
    taken: tuple[int, ...]
    """The treasures that were taken with this key."""
    sight: tuple[int, ...]
    """Tile, kind, tile, kind …: the tiles in sight, an undiscovered secret as wall, a treasure as 8."""


class Walked(BaseModel):
    """A part of a walk, with the parameters to continue from its end."""

    model_config = _ANSWER

    width: int
    height: int
    stood: tuple[Stood, ...]
    """After each key; without keys, where the walker stands."""
    found: tuple[int, ...]
    """All secrets that were found, on the whole walk."""
    taken: tuple[int, ...]
    """All treasures that were taken, on the whole walk."""
    secrets: int
    """The number of secrets that the dungeon has; where they are is not told."""
    treasures: int
    """The number of treasures that the dungeon has."""


class Walking(DungeonParameters):
    """A position in a dungeon, and the keys to press from there."""

    at: Annotated[int | None, Query(ge=0, lt=MOST_TILES, description="The tile; the stairs up without it.")] = None
    found: Annotated[tuple[_Tile, ...], Query(max_length=SECRETS_AT_MOST, description="Secrets found so far.")] = ()
    taken: Annotated[tuple[_Tile, ...], Query(max_length=SECRETS_AT_MOST, description="Treasures taken so far.")] = ()
    keys: Annotated[
        str, Query(pattern="^[wasdf]*$", max_length=STEPS_AT_ONCE, description="w, a, s, d: a step; f: search.")
    ] = ""


@router.get("", responses=refusals())
def choices() -> DungeonChoices:
    """The options of a dungeon: profiles, options with their bounds, files; and the kinds of tiles."""
    return _choices()


@router.get("/{seed}/plan", response_model=Plan, responses=refusals(HTTPStatus.CONFLICT))
async def plan(context: ContextDep, seed: Seed, chosen: Annotated[Choices, Query()]) -> Response:
    """The generation of a map, phase by phase, and its statistics; for players without secrets."""
    options = chosen.options()
    content = await context.draw_map(tiles_of(options), _plan, int(seed), chosen.profile, options, chosen.view)
    return Response(content, media_type="application/json", headers=NEVER_CHANGES)


@router.get("/{seed}/walk", responses=refusals(HTTPStatus.CONFLICT))
async def walk(context: ContextDep, seed: Seed, walking: Annotated[Walking, Query()]) -> Walked:
    """A part of a walk by the rules of `duskfall dungeon explore`. The server is stateless: send the position."""
    return await context.run_in_thread(_walked, int(seed), walking)


@lru_cache(maxsize=1)
def _choices() -> DungeonChoices:
    usual = Options().as_dict()
    seeds = {name: (1, C64_SEEDS[-1]) if name == C64 else (0, (1 << 64) - 1) for name in PROFILES}
    return DungeonChoices(
        profiles=tuple(
            Profile(name=name, firstSeed=str(first), lastSeed=str(last), hasOptions=name != C64)
            for name, (first, last) in seeds.items()
        ),
        options=tuple(
            Choosable(
                name=name,
                meaning=bounds.meaning,
                least=float(bounds.least),
                most=float(bounds.most),
                usual=float(usual[name]),
                whole=isinstance(usual[name], int),
            )
            for name, bounds in BOUNDS.items()
        ),
        files=tuple(
            FileKind(
                name=kind.name, extension=kind.extension, meaning=kind.meaning, purpose=kind.purpose, side=kind.side
            )
            for kind in FORMATS.values()
        ),
        kinds=tuple(TileKind(name=name, walkable=number >= FLOOR) for number, name in enumerate(KINDS)),
        largestBoard=LARGEST_SIDE,
        keysAtOnce=STEPS_AT_ONCE,
    )


@lru_cache(maxsize=PLANS_CACHED)
def _plan(seed: int, profile: str, options: Options | None, view: View) -> bytes:
    dungeon, stages = generate_stages(seed, profile, options)
    shown = sheet(dungeon, view)
    seen = looks(shown).ravel()
    marked = (seen != shown.dungeon.tiles.ravel()).nonzero()[0].tolist()
    x, y = shown.dungeon.camera
    return (
        Plan(
            width=dungeon.width,
            height=dungeon.height,
            camera=y * dungeon.width + x,
            attempt=shown.dungeon.attempt,
            phases=tuple(
                PhaseDug(name=scene.name, share=scene.share, steps=scene.steps)
                for scene in animate(dungeon, stages, view)
            ),
            marks=tuple(number for tile in marked for number in (tile, int(seen[tile]))),
            rooms=tuple((room.x, room.y, room.w, room.h) for room in shown.dungeon.rooms),
            counts=_counts(shown.dungeon, view),
        )
        .model_dump_json()
        .encode()
    )


def _counts(dungeon: Dungeon, view: View) -> tuple[Count, ...]:
    known = dungeon.statistics()
    if view is View.PLAYER:
        known = {"rooms": len(dungeon.rooms), **known}
        del known["secrets"]  # players must not learn that there are none
    return tuple(Count(name=name, meaning=STATISTICS[name], value=value) for name, value in known.items())


def _walked(seed: int, walking: Walking) -> Walked:
    dungeon = dungeon_of(seed, walking.profile, walking.options())
    width = dungeon.width

    def place(tile: int) -> tuple[int, int]:
        return tile % width, tile // width

    start = Walk(dungeon).standing.place if walking.at is None else place(walking.at)
    walk = Walk(dungeon, Standing(start, tuple(map(place, walking.found)), tuple(map(place, walking.taken))))
    stood = [_press(walk, dungeon, key) for key in walking.keys] or [_stood(walk, width)]
    ending = walk.standing
    return Walked(
        width=width,
        height=dungeon.height,
        stood=tuple(stood),
        found=_tiles(ending.found, width),
        taken=_tiles(ending.taken, width),
        secrets=walk.secrets_total,
        treasures=walk.treasures_total,
    )


def _press(walk: Walk, dungeon: Dungeon, key: str) -> Stood:
    before = walk.standing
    told = walk.search() if key == SEARCH else walk.step(*KEYS[key])
    after = walk.standing
    found, taken = after.found[len(before.found) :], after.taken[len(before.taken) :]
    x, y = after.place
    event: WalkEvent | None = None
    if key == SEARCH:
        event = "secrets" if found else "nothing"
    elif taken:
        event = "treasure"
    elif after.place != before.place and dungeon.tiles[y, x] == DOWN:
        event = "stairs"
    return _stood(walk, dungeon.width, event, told, found, taken)


def _stood(
    walk: Walk,
    width: int,
    event: WalkEvent | None = None,
    told: str = "",
    found: tuple[Place, ...] = (),
    taken: tuple[Place, ...] = (),
) -> Stood:
    sight = tuple(number for (x, y), kind in walk.sight() for number in (y * width + x, kind))
    return Stood(
        tile=walk.y * width + walk.x,
        event=event,
        told=told,
        found=_tiles(found, width),
        taken=_tiles(taken, width),
        sight=sight,
    )


def _tiles(places: tuple[Place, ...], width: int) -> tuple[int, ...]:
    return tuple(y * width + x for x, y in places)
