"""Rebuilds games of Weltendämmerung from views, so that bots can try out orders and list legal ones.

Weltendämmerung hides nothing but the dice to come, so a view and the scenario give back the whole state. The rebuilt
game has dice of its own; those of the real game stay unknown.
"""

from __future__ import annotations

from typing import cast

from duskfall.bots.bot import SeatInfo
from duskfall.play import world_named
from duskfall.welten import UNIT_TYPES, Game, Side, Situation, View


class GameModel:
    """Rebuilds games from views. A bot keeps one for the whole match, since the scenario never changes."""

    def __init__(self, info: SeatInfo) -> None:
        self._first = cast("Game", world_named(info.game).start(info.options, 0))

    def game(self, view: View) -> Game:
        """Returns the game that a view shows."""
        situation = Situation(
            units=view.units,
            terrain=view.terrain,
            gates=tuple(gate.live for gate in view.gates),
            phase=view.phase,
            player=view.player,
            rounds=view.rounds,
            offers=view.offers,
        )
        return Game(self._first.scenario, self._first.rules, 0, situation)


def commander_of(view: View) -> tuple[int, int]:
    """Returns the tile x,y of Eldoin's Feldherr."""
    unit = next(unit for unit in view.units if unit.alive and UNIT_TYPES[unit.type].must_live)
    return unit.x, unit.y


def living(view: View, side: Side) -> list[int]:
    """Returns the numbers of a side's living units."""
    return [
        number for number, unit in enumerate(view.units) if unit.alive and UNIT_TYPES[unit.type].side is side
    ]  # fmt: skip
