"""Writes the frames of programs that play Weltendämmerung."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any, Final

from duskfall.bots.bot import SeatInfo
from duskfall.bots.welten.game_model import GameModel
from duskfall.protocol.welten.legal import SideLegalShown
from duskfall.welten import UNIT_TYPES, View

COLUMNS: Final = ("range", "movement", "attack", "defence", "river", "forest", "swamp")
"""The numbers of a type of unit that a program is told."""


class WeltenFrames:
    """Writes views of Weltendämmerung and the legal orders, so that a program needs no rules."""

    def __init__(self, info: SeatInfo) -> None:
        self._seat = info.seat
        self._model = GameModel(info)

    def start_fields(self) -> dict[str, Any]:
        """Returns the table of unit types."""
        kinds = [
            {"name": kind.english, "side": int(kind.side), "flies": kind.flies, "must_live": kind.must_live}
            | {name: getattr(kind, name) for name in COLUMNS}
            for kind in UNIT_TYPES
        ]
        return {"unit_types": kinds}

    def view_field(self, view: View) -> dict[str, Any]:
        """Returns the view in its plain form.

        A unit is [type, x, y, V, B], a destroyed one at -1,-1; terrain is hexadecimal.
        """
        return {
            "rules": view.rules,
            "phase": view.phase.name.lower(),
            "player": int(view.player),
            "state": view.state,
            "rounds": view.rounds,
            "units": [unit[:5] for unit in view.units],
            "terrain": [row.hex() for row in view.terrain],
            "gates": [[gate.x, gate.y, int(gate.side), int(gate.live)] for gate in view.gates],
            "offers": sorted(map(int, view.offers)),
        }

    def turn_fields(self, view: View) -> dict[str, Any]:
        """Returns the legal orders."""
        return {"legal": asdict(SideLegalShown.of(self._model.game(view).legal(self._seat)))}
