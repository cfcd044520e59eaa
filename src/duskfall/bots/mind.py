"""A board to think on: the game of Weltendämmerung that a view shows, with dice of our own.

Weltendämmerung hides nothing but the dice to come, so a view and the scenario give back the whole state. Orders are
tried here before they are given; the dice of the real game stay unknown.
"""

from __future__ import annotations

from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.bot import SeatInfo
from duskfall.play import world_named
from duskfall.welten import UNIT_TYPES, Game, Side, Situation, Terrain, View
from duskfall.welten.terrain import KINDS

SHUT: Final = 12
"""What the way through a wall counts for a walker, in movement points: someone has to break it first."""
FAR: Final = 1 << 20


class Mind:
    """Rebuilds games from views; kept from question to question, since the scenario never changes."""

    def __init__(self, chair: SeatInfo) -> None:
        self._first = cast("Game", world_named("welten").start(chair.options, 0))

    def game(self, view: View) -> Game:
        """The game that a view shows."""
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


def toll_of(kind: int, view: View) -> NDArray[np.int32]:
    """What entering each tile [y, x] costs a type of unit; `FAR` where it never goes."""
    unit = UNIT_TYPES[kind]
    land = KINDS[np.frombuffer(b"".join(view.terrain), np.uint8)].reshape(len(view.terrain), -1)
    if unit.flies:
        return np.ones(land.shape, np.int32)
    if unit.sails:
        return np.where(land == Terrain.RIVER, 1, FAR).astype(np.int32)
    tolls = np.ones(len(Terrain), np.int32)
    tolls[[Terrain.RIVER, Terrain.FOREST, Terrain.SWAMP]] = unit.river, unit.forest, unit.swamp
    tolls[[Terrain.MOUNTAINS, Terrain.END]] = FAR
    tolls[Terrain.WALL] = SHUT
    return tolls[land]


def field_to(toll: NDArray[np.int32], x: int, y: int) -> NDArray[np.int32]:
    """How many points the way from each tile to a goal takes, whoever stands on it.

    Every round lets each tile learn from its neighbours until none learns anything: a few dozen array operations.
    """
    field = np.full((toll.shape[0] + 2, toll.shape[1] + 2), FAR, np.int32)
    inner = field[1:-1, 1:-1]
    inner[y, x] = 0
    leaving = np.full_like(field, FAR)
    while True:
        # From a tile one enters the neighbour, and pays what the neighbour costs.
        leaving[1:-1, 1:-1] = inner + toll
        leaving[y + 1, x + 1] = 0 if toll[y, x] >= FAR else toll[y, x]
        near = np.minimum(
            np.minimum(leaving[:-2, 1:-1], leaving[2:, 1:-1]), np.minimum(leaving[1:-1, :-2], leaving[1:-1, 2:])
        )
        better = np.minimum(inner, near)
        if np.array_equal(better, inner):
            return np.minimum(better, FAR)
        inner[:] = better


def commander_of(view: View) -> tuple[int, int]:
    """Where Eldoin's Feldherr stands."""
    unit = next(unit for unit in view.units if unit.alive and UNIT_TYPES[unit.type].must_live)
    return unit.x, unit.y


def living(view: View, side: Side) -> list[int]:
    """The numbers of a side's living units."""
    return [
        number for number, unit in enumerate(view.units) if unit.alive and UNIT_TYPES[unit.type].side is side
    ]  # fmt: skip
