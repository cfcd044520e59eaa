"""Writes the frames of programs that play Fog of War."""

from __future__ import annotations

from typing import Any, assert_never

import numpy as np

from duskfall.bots.bot import SeatInfo
from duskfall.fog import CapturedCity, CapturedGeneral, CapturedTower, Eliminated, Ended, Event, Marched, View


class FogFrames:
    """Writes views of Fog of War; lists have one value a tile, row by row."""

    def __init__(self, info: SeatInfo) -> None:
        del info  # the view says everything

    def start_fields(self) -> dict[str, Any]:
        """Returns no fields: the first view tells the options."""
        return {}

    def view_field(self, view: View) -> dict[str, Any]:
        """Returns the view in its plain form."""
        return {
            "turn": view.turn,
            "width": view.width,
            "height": view.height,
            "terrain": view.terrain.tolist(),
            "armies": view.armies.tolist(),
            "defence": view.defence.tolist(),
            "visible": view.visible.astype(np.uint8).tolist(),
            "cities": view.cities,
            "towers": view.towers,
            "generals": view.generals,
            "scores": [[score.tiles, score.armies] for score in view.scores],
            "alive": view.alive,
            "queue": list(map(str, view.queue)),
            "events": [event_field(event) for event in view.events],
            "half": view.half,
            "turn_limit": view.turn_limit,
        }

    def turn_fields(self, view: View) -> dict[str, Any]:
        """Returns no fields: every march between neighbours may be ordered."""
        del view
        return {}


def event_field(event: Event) -> dict[str, Any]:
    """Returns an event in its plain form.

    The types are those of `protocol.fog.events`, but frames call a player `seat`, have marches and the end as events,
    and were documented first: neither form can become the other.

    >>> event_field(CapturedGeneral(seat=1, tile=412, of=0))
    {'type': 'captured general', 'seat': 1, 'tile': 412, 'of': 0}
    """
    match event:
        case Marched(seat, march, refusal):
            return {"type": "marched", "seat": seat, "march": str(march), "refusal": refusal}
        case CapturedCity(seat, tile):
            return {"type": "captured city", "seat": seat, "tile": tile}
        case CapturedTower(seat, tile):
            return {"type": "captured tower", "seat": seat, "tile": tile}
        case CapturedGeneral(seat, tile, of):
            return {"type": "captured general", "seat": seat, "tile": tile, "of": of}
        case Eliminated(seat):
            return {"type": "eliminated", "seat": seat}
        case Ended(outcome):
            return {"type": "ended", "winner": outcome.winner}
        case _:
            assert_never(event)
