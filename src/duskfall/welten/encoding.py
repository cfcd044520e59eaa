"""What a seat sees, as numbers for learning: planes of the land, a table of the units, and masks of the legal orders.

An action is a pair: a row and the tile it goes to, `y * width + x`. Row 0 ends the state; then comes a row for each
unit, which moves or attacks as the phase says, and one for each gate, whose target is its own tile.

>>> from duskfall.welten import Game, Placement, Scenario
>>> game = Game(Scenario("lane", np.full((1, 4), 0x69, np.uint8), (Placement(6, 0, 0), Placement(10, 3, 0)), (), 2))
>>> encode(game.view(0)).shape, unit_table(game.view(0)).tolist()
((1, 4, 7), [[1, 6, 0, 0, 16, 10], [0, 10, 3, 0, 16, 10]])
>>> target_masks(game.view(0), game.legal(0)).tolist()
[[1, 0, 0, 0], [0, 1, 1, 0], [0, 0, 0, 0]]
>>> order_of(game.view(0), 1, 2)
order('move 0 2,0')
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.welten.legal import Legal
from duskfall.welten.orders import Attack, End, Gate, MoveTo, PlayerOrder
from duskfall.welten.reachability import Reach
from duskfall.welten.targets import Targets
from duskfall.welten.terrain import KINDS
from duskfall.welten.turns import Phase
from duskfall.welten.units import UNIT_TYPES, Side
from duskfall.welten.view import View

Planes = NDArray[np.int16]
Masks = NDArray[np.int8]

TERRAIN: Final = 0
"""The kind of ground, a number of `Terrain`."""
MINE: Final = 1
"""On a tile where a unit of the viewer stands, its type + 1."""
THEIRS: Final = 2
"""The same for the enemy's units."""
DEFENCE: Final = 3
"""V of the unit."""
POINTS: Final = 4
"""B of the unit: movement points, or the token of an attack."""
MY_GATE: Final = 5
"""1 on a live gate position that the viewer may toggle."""
THEIR_GATE: Final = 6
PLANES: Final = 7

UNIT_NUMBERS: Final = 6
"""Of each unit: 1 if it is the viewer's, type, x, y (-1, -1 when it is destroyed), V and B."""


def encode(view: View) -> Planes:
    """Returns the land and all units on it, (height, width, planes)."""
    seat = _seat(view)
    land = np.frombuffer(b"".join(view.terrain), np.uint8).reshape(len(view.terrain), -1)
    planes = np.zeros((*land.shape, PLANES), np.int16)
    planes[:, :, TERRAIN] = KINDS[land]
    for unit in view.units:
        if unit.alive:
            side = MINE if UNIT_TYPES[unit.type].side is seat else THEIRS
            planes[unit.y, unit.x, [side, DEFENCE, POINTS]] = unit.type + 1, unit.v, unit.b
    for gate in view.gates:
        if gate.live:
            planes[gate.y, gate.x, MY_GATE if gate.side is seat else THEIR_GATE] = 1
    return planes


def unit_table(view: View) -> Planes:
    """Returns a row of numbers for each unit, in the order of their numbers."""
    seat = _seat(view)
    rows = [(UNIT_TYPES[unit.type].side is seat, unit.type, unit.x, unit.y, unit.v, unit.b) for unit in view.units]
    return np.array(rows, np.int16)


def target_masks(view: View, legal: Legal) -> Masks:
    """Returns 1 for each action that can be made, (rows, tiles); `legal` are the orders of the same seat."""
    height, width = len(view.terrain), len(view.terrain[0])
    masks = np.zeros((1 + len(view.units) + len(view.gates), height * width), np.int8)
    masks[0, 0] = End() in legal.others
    for entries in (legal.reach, legal.hits):
        units, tiles = _entries(entries, width)
        masks[1 + units, tiles] = 1
    for number in legal.gates:
        gate = view.gates[number]
        masks[1 + len(view.units) + number, gate.y * width + gate.x] = 1
    return masks


def _entries(table: Reach | Targets, width: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns the unit and the tile of each entry."""
    units = np.repeat(table.units, np.diff(table.starts)).astype(np.int64)
    rows, columns = np.divmod(table.cells.astype(np.int64), table.stride)
    return units, (rows - 1) * width + columns - 1


def order_of(view: View, row: int, target: int) -> PlayerOrder:
    """Returns the order of an action in the running phase."""
    height, width, units = len(view.terrain), len(view.terrain[0]), len(view.units)
    if not (0 <= row <= units + len(view.gates) and 0 <= target < height * width):
        raise Refused(
            Refusal.OUT_OF_RANGE,
            f"action {row}, {target}",
            f"rows are 0 to {units + len(view.gates)}, targets 0 to {height * width - 1}",
        )
    if row == 0:
        return End()
    if row > units:
        return Gate(row - units - 1)
    y, x = divmod(target, width)
    return MoveTo(row - 1, x, y) if view.phase is Phase.MOVEMENT else Attack(row - 1, x, y)


def _seat(view: View) -> Side:
    if view.seat is None:
        raise Refused(Refusal.NO_SEAT, "view of a spectator", "an observation has one viewer", "ask for a seat's view")
    return view.seat
