"""Rebuilds games of Weltendämmerung from views, so that bots can try out orders and list legal ones.

Weltendämmerung hides nothing but the dice to come, so a view and the scenario give back the whole state. The rebuilt
game has dice of its own; those of the real game stay unknown.
"""

from __future__ import annotations

from typing import cast

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.bot import SeatInfo
from duskfall.play import world_named
from duskfall.welten import MODIFIERS, UNIT_TYPES, Game, Rules, Side, Situation, View
from duskfall.welten.board import Board, board_over
from duskfall.welten.rules import Modifier
from duskfall.welten.situation import layout_of, set_up


class GameModel:
    """Rebuilds games from views. A bot keeps one for the whole match, since the scenario never changes."""

    def __init__(self, info: SeatInfo) -> None:
        self._first = cast("Game", world_named(info.game).start(info.options, 0))
        self._layout = layout_of(self._first.scenario)

    @property
    def rules(self) -> Rules:
        """The rule set of the match."""
        return self._first.rules

    @property
    def modifiers(self) -> NDArray[np.int64]:
        """The modifiers that chance draws from: the table, or the picks of a whole cycle."""
        cycle = self._first.scenario.cycle if self.rules.modifier is Modifier.CYCLE else None
        table = np.array(MODIFIERS, np.int64)
        return table if cycle is None else table[cycle]

    def game(self, view: View) -> Game:
        """Returns the game that a view shows."""
        return Game(self._first.scenario, self._first.rules, 0, self._situation(view))

    def board(self, view: View) -> Board:
        """Returns the state that a view shows, as the kernels of the rules read it."""
        return set_up(self._layout, self._situation(view))

    def empty_board(self) -> Board:
        """Returns a board of the match's shape, to copy states to."""
        return board_over(self._layout)

    @staticmethod
    def _situation(view: View) -> Situation:
        return Situation(
            units=view.units,
            terrain=view.terrain,
            gates=tuple(gate.live for gate in view.gates),
            phase=view.phase,
            player=view.player,
            rounds=view.rounds,
            offers=view.offers,
        )


def living(view: View, side: Side) -> list[int]:
    """Returns the numbers of a side's living units."""
    return [
        number for number, unit in enumerate(view.units) if unit.alive and UNIT_TYPES[unit.type].side is side
    ]  # fmt: skip
