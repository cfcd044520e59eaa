"""The captain, a greedy opponent for Weltendämmerung."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.welten.distances import FAR, distances_to
from duskfall.bots.welten.game_model import GameModel, commander_of, living
from duskfall.welten import UNIT_TYPES, Attack, End, Game, Gate, MoveTo, Phase, PlayerOrder, Side, Target, View
from duskfall.welten.terrain import GATE, WALL, terrain_of

MEAN_MODIFIER: Final = 2
"""The mean of `welten.MODIFIERS`."""


class Captain:
    """Strikes where it does most harm, goes where it can strike next, keeps Eldoin's Feldherr out of reach."""

    def __init__(self, info: SeatInfo) -> None:
        self._seat = Side(info.seat)
        self._model = GameModel(info)

    def choose(self, view: View, deadline: Deadline) -> list[PlayerOrder]:
        """Returns orders for a whole phase, or as many attacks as do not depend on each other's dice."""
        del deadline
        match view.phase:
            case Phase.MOVEMENT:
                return [*Movement(self._model.game(view), view, self._seat).orders(), End()]
            case Phase.ATTACK:
                return volley(self._model.game(view), view, self._seat) or [End()]
            case Phase.GATES:
                return [*gate_orders(view, self._seat), End()]


def volley(game: Game, view: View, seat: Side) -> list[PlayerOrder]:
    """Returns the best attacks, each by another unit on another target; empty if no unit can hit anything."""
    legal = game.legal(seat)
    wishes = [
        (worth_of(view, unit, target), unit, target.x, target.y)
        for unit in legal.units
        for target in legal.targets(unit)
    ]
    orders: list[PlayerOrder] = []
    busy: set[int] = set()
    aimed: set[tuple[int, int]] = set()
    for worth, unit, x, y in sorted(wishes, key=lambda wish: (-wish[0], *wish[1:])):
        if worth > 0 and unit not in busy and (x, y) not in aimed:
            orders.append(Attack(unit, x, y))
            busy.add(unit)
            aimed.add((x, y))
    return orders


def worth_of(view: View, unit: int, target: Target) -> float:
    """Returns the worth of an attack: the share of the target's life that it takes, weighed by the target's worth."""
    if target.unit is None:
        # Breaking a gate or a wall is only worth a strike that has no better target.
        return 0.1
    hit = view.units[target.unit]
    kind = UNIT_TYPES[hit.type]
    loss = sum(chance.probability * min(chance.damage, hit.v) for chance in target.chances) / kind.defence
    spent = UNIT_TYPES[view.units[unit].type].attack / 1000
    return value_of(hit.type) * (loss + target.destroyed) - spent


def value_of(kind: int) -> float:
    """Returns the worth of a type of unit to its side."""
    unit = UNIT_TYPES[kind]
    return 1000.0 if unit.must_live else unit.attack + unit.defence / 4 + unit.range / 2


def gate_orders(view: View, seat: Side) -> list[PlayerOrder]:
    """Returns the orders that shut Eldoin's gates, or open Dailor's."""
    if view.rules != "guide":
        return []
    wanted = WALL if seat is Side.ELDOIN else GATE
    return [
        Gate(number)
        for number, gate in enumerate(view.gates)
        if gate.side is seat and gate.live and terrain_of(view.terrain[gate.y][gate.x]) != terrain_of(wanted)
    ]


class Movement:
    """Plans the movement phase: unit after unit, the nearest to the goal first, on a model that follows the moves."""

    def __init__(self, game: Game, view: View, seat: Side) -> None:
        self._game, self._view, self._seat = game, view, seat
        self._height, self._width = len(view.terrain), len(view.terrain[0])
        self._distances: dict[int, NDArray[np.int32]] = {}
        self._hits: dict[int, NDArray[np.float64]] = {}
        self._danger = game.threats(seat).most
        self._goal = commander_of(view)

    def orders(self) -> list[PlayerOrder]:
        """Returns the moves, in the order in which they are possible."""
        units = living(self._view, self._seat)
        units.sort(key=lambda unit: (self._distance(unit), unit))
        found: list[PlayerOrder] = []
        for unit in units:
            move = self._move(unit)
            if move is not None:
                found.append(move)
                self._game.advance({self._seat: [move]})
        return found

    def _distance(self, unit: int) -> int:
        stands = self._view.units[unit]
        return int(self._distances_of(stands.type)[stands.y, stands.x])

    def _distances_of(self, kind: int) -> NDArray[np.int32]:
        """Returns the distance of each tile from Eldoin's Feldherr, whom Dailor hunts and Eldoin surrounds."""
        if kind not in self._distances:
            self._distances[kind] = distances_to(self._view, kind, *self._goal)
        return self._distances[kind]

    def _hit(self, kind: int) -> NDArray[np.float64]:
        """Returns the worth of the best strike of a type of unit from each tile, [y, x]."""
        if kind not in self._hits:
            unit, best = UNIT_TYPES[kind], np.zeros((self._height, self._width))
            for number in living(self._view, self._seat.other):
                enemy = self._view.units[number]
                damage = min(unit.attack + MEAN_MODIFIER, enemy.v)
                worth = value_of(enemy.type) * damage / UNIT_TYPES[enemy.type].defence
                stamp(best, enemy.x, enemy.y, unit.range, worth)
            self._hits[kind] = best
        return self._hits[kind]

    def _move(self, unit: int) -> MoveTo | None:
        stands = self._view.units[unit]
        reach = self._game.legal(self._seat, [unit]).reach
        if not len(reach.cells):
            return None
        rows, columns = np.divmod(reach.cells, reach.stride)
        ys, xs = np.append(rows - 1, stands.y), np.append(columns - 1, stands.x)
        scores = self._scores(stands.type, stands.v, xs, ys)
        best = int(np.argmax(scores))
        if scores[best] <= scores[-1]:
            return None
        return MoveTo(unit, int(xs[best]), int(ys[best]))

    def _scores(self, kind: int, v: int, xs: NDArray[np.int32], ys: NDArray[np.int32]) -> NDArray[np.float64]:
        unit = UNIT_TYPES[kind]
        danger = np.minimum(self._danger[ys, xs] / v, 2.0)
        if unit.must_live:
            # He keeps his place unless enemies could hit it, and then goes where they do least harm.
            return -100.0 * danger + self._hit(kind)[ys, xs] / 100
        hits = self._hit(kind)[ys, xs]
        way = self._distances_of(kind)[ys, xs].astype(np.float64)
        if self._seat is Side.DAILOR:
            return hits - 0.5 * danger - 0.5 * np.where(way >= FAR, 400.0, way)
        return hits - 2.0 * danger


def stamp(best: NDArray[np.float64], x: int, y: int, reach: int, worth: float) -> None:
    """Raises to `worth` all tiles from which a unit with this range hits x,y."""
    height, width = best.shape
    for row in range(max(0, y - reach), min(height, y + reach + 1)):
        span = int(np.sqrt(reach * reach - (row - y) ** 2))
        part = best[row, max(0, x - span) : min(width, x + span + 1)]
        np.maximum(part, worth, out=part)
