"""Writes the frames of programs that play Weltendämmerung."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from duskfall.bots.bot import SeatInfo
from duskfall.bots.welten.game_model import GameModel
from duskfall.welten import UNIT_TYPES, Legal, View
from duskfall.welten.reachability import Reach
from duskfall.welten.targets import Targets

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
        return {"legal": legal_field(self._model.game(view).legal(self._seat))}


def legal_field(legal: Legal) -> dict[str, Any]:
    """Returns the legal orders: for each unit its number, then x, y, x, y... of the tiles in its reach or range."""
    return {"moves": _rows(legal.reach), "attacks": _rows(legal.hits), "gates": list(legal.gates)}


def _rows(table: Reach | Targets) -> list[list[int]]:
    rows = []
    for i, unit in enumerate(table.units.tolist()):
        cells = table.cells[int(table.starts[i]) : int(table.starts[i + 1])]
        if len(cells):
            ys, xs = np.divmod(cells, table.stride)
            rows.append([unit, *np.stack((xs - 1, ys - 1), axis=1).ravel().tolist()])
    return rows
