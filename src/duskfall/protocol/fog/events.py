"""Defines the events of Fog of War as the wire has them, and translates them in both directions.

>>> told = event_on_wire(fog.CapturedGeneral(seat=1, tile=412, of=0))
>>> told
CapturedGeneral(type='captured general', index=1, tile=412, of=0)
>>> event_from_wire({"type": "captured general", "index": 1, "tile": 412, "of": 0})
CapturedGeneral(seat=1, tile=412, of=0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, assert_never

from pydantic import TypeAdapter, ValidationError

from duskfall import fog
from duskfall.errors import Malformed


@dataclass(frozen=True, slots=True)
class Captured:
    """A player took a city or tower that was neutral before."""

    type: Literal["captured city", "captured tower"]
    index: int
    tile: int


@dataclass(frozen=True, slots=True)
class CapturedGeneral:
    """A player took the general of another."""

    type: Literal["captured general"]
    index: int
    tile: int
    of: int


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A player is out of the game; without a captured general in the same turn they surrendered or were removed."""

    type: Literal["eliminated"]
    index: int


FogEvent: TypeAlias = Captured | CapturedGeneral | Eliminated

_READER: Final[TypeAdapter[FogEvent]] = TypeAdapter(FogEvent)


def event_on_wire(event: fog.Event) -> FogEvent | None:
    """Give an event as the wire has it; None for a march and an end, which have messages of their own."""
    match event:
        case fog.Marched() | fog.Ended():
            return None
        case fog.CapturedCity(seat, tile):
            return Captured("captured city", seat, tile)
        case fog.CapturedTower(seat, tile):
            return Captured("captured tower", seat, tile)
        case fog.CapturedGeneral(seat, tile, of):
            return CapturedGeneral("captured general", seat, tile, of)
        case fog.Eliminated(seat):
            return Eliminated("eliminated", seat)
        case _:
            assert_never(event)


def events_on_wire(events: Iterable[fog.Event]) -> tuple[FogEvent, ...]:
    """Give those events that an update tells, in the order of happening."""
    return tuple([told for told in map(event_on_wire, events) if told is not None])


def event_from_wire(told: FogEvent | Mapping[str, Any]) -> fog.Event:
    """Give the game's own event for one from the wire."""
    try:
        event = _READER.validate_python(told)
    except ValidationError:
        raise Malformed(str(told)[:100], "no event of Fog of War") from None
    match event:
        case Captured("captured city", seat, tile):
            return fog.CapturedCity(seat, tile)
        case Captured(_, seat, tile):
            return fog.CapturedTower(seat, tile)
        case CapturedGeneral(_, seat, tile, of):
            return fog.CapturedGeneral(seat, tile, of)
        case Eliminated(_, seat):
            return fog.Eliminated(seat)
        case _:
            assert_never(event)
