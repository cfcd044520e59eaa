"""The scenarios of Weltendämmerung, with the data to draw them and to name their units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict

from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.formats.welten.library import DEFAULT, scenario_named, scenario_names
from duskfall.formats.welten.pictures import Board, png, png_of, tile_sheet
from duskfall.formats.welten.tiles import tiles_of
from duskfall.protocol.welten.board import COMMANDERS, SIDES, GateShown, SideName
from duskfall.server.http.context import ContextDep
from duskfall.server.http.problems import refusals
from duskfall.welten import UNIT_TYPES, Scenario, Terrain, UnitType, terrain_of
from duskfall.welten.terrain import FIRST_TERRAIN, LAST_TERRAIN
from duskfall.welten.turns import LAST_ROUND

router = APIRouter(tags=["scenarios"])

_PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {"image/png": {}}, "description": "A PNG picture."}}
_KEPT = {"cache-control": "public, max-age=3600"}
Name = Annotated[str, Path(min_length=1, max_length=60, description="As the list of scenarios has it.")]
Scale = Annotated[int, Query(ge=1, le=8, description="Screen points for each of a tile's 8x8 points.")]


class ScenarioShown(BaseModel):
    """The name and sizes of a scenario."""

    model_config = ConfigDict(strict=True, frozen=True)

    name: str
    width: int
    height: int
    units: int
    gates: int

    @classmethod
    def of(cls, name: str, scenario: Scenario) -> ScenarioShown:
        """The sizes of a scenario."""
        return cls(
            name=name,
            width=scenario.width,
            height=scenario.height,
            units=len(scenario.placements),
            gates=len(scenario.gates),
        )


class Scenarios(BaseModel):
    """The scenarios of this server."""

    model_config = ConfigDict(strict=True, frozen=True)

    scenarios: tuple[ScenarioShown, ...]


@dataclass(frozen=True, slots=True)
class UnitTypeShown:
    """A type of unit, with the letters that the game uses."""

    german: str
    english: str
    side: SideName
    r: int
    b: int
    a: int
    v: int
    river: int | None
    forest: int | None
    swamp: int | None
    """The cost of a step on that terrain; null where it cannot go."""
    flies: bool
    sails: bool
    breaksGates: bool
    breaksWalls: bool
    mustLive: bool
    """The side loses when it is destroyed."""
    commander: bool
    """It leads its side; only Eldoin's must live."""

    @classmethod
    def of(cls, kind: UnitType) -> UnitTypeShown:
        """A type of unit as JSON carries it."""
        return cls(
            kind.german, kind.english, SIDES[kind.side], kind.range, kind.movement, kind.attack, kind.defence,
            kind.river or None, kind.forest or None, kind.swamp or None,
            kind.flies, kind.sails, kind.breaks_gates, kind.breaks_walls, kind.must_live,
            kind.number in COMMANDERS,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class TerrainShown:
    """The names of a terrain code."""

    code: int
    german: str
    english: str


class ScenarioWhole(ScenarioShown):
    """A scenario with terrain, units and gates at the beginning of a game."""

    border: int
    """The first column of Dailor's side."""
    roundLimit: int
    """The round after which Eldoin has won."""
    terrain: tuple[int, ...]
    """The terrain code of every tile, row by row."""
    placements: tuple[tuple[int, int, int], ...]
    """Type, x and y of every unit; its index is its number."""
    gatePositions: tuple[GateShown, ...]
    unitTypes: tuple[UnitTypeShown, ...]
    """By type."""
    terrains: tuple[TerrainShown, ...]

    @classmethod
    def whole(cls, name: str, scenario: Scenario) -> ScenarioWhole:
        """A scenario at the beginning of a game."""
        codes = range(FIRST_TERRAIN, LAST_TERRAIN + 1)
        kinds: list[tuple[int, Terrain]] = [(code, terrain_of(code)) for code in codes]
        return cls(
            **ScenarioShown.of(name, scenario).model_dump(),
            border=scenario.border,
            roundLimit=LAST_ROUND,
            terrain=tuple(scenario.terrain.ravel().tolist()),
            placements=tuple((place.type, place.x, place.y) for place in scenario.placements),
            gatePositions=tuple(
                GateShown(gate.x, gate.y, SIDES[scenario.gate_side(number)], True)
                for number, gate in enumerate(scenario.gates)
            ),
            unitTypes=tuple(map(UnitTypeShown.of, UNIT_TYPES)),
            terrains=tuple(TerrainShown(code, kind.german, kind.english) for code, kind in kinds),
        )


def listed_scenario(name: str) -> Scenario:
    """The scenario of that name. Only listed names are looked up, never a path from a request."""
    known = scenario_names()
    if name not in known:
        unknown = UnknownName("scenario", name, known)
        raise Refused(Refusal.NO_SUCH, unknown.given, unknown.reason, unknown.cure)
    return scenario_named(name)


@router.get("/scenarios", responses=refusals())
def scenarios() -> Scenarios:
    """The scenarios of this server."""
    return Scenarios(scenarios=tuple(ScenarioShown.of(name, scenario_named(name)) for name in scenario_names()))


# Before the route without a suffix, which would take "default.png" for a name.
@router.get("/scenarios/{name}.png", response_class=Response, responses=refusals(HTTPStatus.NOT_FOUND) | _PICTURE)
async def scenario_picture(context: ContextDep, name: Name, scale: Scale = 2) -> Response:
    """A picture of a scenario at the beginning of a game."""
    listed_scenario(name)
    return Response(await context.run_in_thread(_scenario_picture, name, scale), media_type="image/png", headers=_KEPT)


@router.get("/scenarios/{name}", responses=refusals(HTTPStatus.NOT_FOUND))
def scenario(name: Name) -> ScenarioWhole:
    """A scenario with terrain, units and gates, and the names and numbers of all types."""
    return ScenarioWhole.whole(name, listed_scenario(name))


@router.get("/tiles.png", response_class=Response, responses=refusals(HTTPStatus.NOT_FOUND) | _PICTURE)
async def tiles_picture(
    context: ContextDep,
    scenario: Annotated[str, Query(min_length=1, max_length=60)] = DEFAULT,
    scale: Scale = 1,
) -> Response:
    """The 38 tiles $5E to $83, ten in a row, eight points each with one point of ground around."""
    listed_scenario(scenario)
    return Response(await context.run_in_thread(_tiles_picture, scenario, scale), media_type="image/png", headers=_KEPT)


@lru_cache(maxsize=16)
def _scenario_picture(name: str, scale: int) -> bytes:
    return png(Board.of(listed_scenario(name)), scale)


@lru_cache(maxsize=16)
def _tiles_picture(name: str, scale: int) -> bytes:
    return png_of(tile_sheet(tiles_of(listed_scenario(name))), scale)
