"""Opponents for Weltendämmerung: the recruit, who does anything that is allowed, and the greedy captain."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.mind import FAR, Mind, commander_of, field_to, living, toll_of
from duskfall.dice import Dice, purpose
from duskfall.welten import UNIT_TYPES, Attack, End, Game, Gate, MoveTo, Phase, PlayerOrder, Side, Target, View
from duskfall.welten.terrain import GATE, WALL, terrain_of

_DICE: Final = purpose("welten recruit")

MEAN_MODIFIER: Final = 2
"""The mean of the table of modifiers."""


class Recruit:
    """Lets every unit do something that it may do, or nothing, as the dice fall, and ends the phase."""

    def __init__(self, chair: SeatInfo) -> None:
        self._seed, self._seat = chair.seed, chair.seat
        self._mind = Mind(chair)

    def choose(self, view: View, clock: Deadline) -> list[PlayerOrder]:
        """Orders for a whole phase, `end` last."""
        del clock
        dice = Dice(self._seed, 6 * view.rounds + view.state, _DICE)
        game, orders = self._mind.game(view), list[PlayerOrder]()
        units = living(view, Side(self._seat))
        dice.shuffle(units)
        aimed: set[tuple[int, int]] = set()
        for unit in units:
            legal = game.legal(self._seat, [unit])
            choices = len(legal) - len(legal.others) - len(legal.gates)
            wish = dice.below(choices + 1)
            if wish == choices:
                continue
            order = legal.order(wish)
            if isinstance(order, MoveTo):
                game.advance({self._seat: [order]})
            elif isinstance(order, Attack):
                # What another unit has shot at may be gone by then: only the dice of the real game know.
                if (order.x, order.y) in aimed:
                    continue
                aimed.add((order.x, order.y))
            orders.append(order)
        orders += [Gate(gate) for gate in game.legal(self._seat).gates if dice.below(8) == 0]
        return [*orders, End()]


class Captain:
    """Greedy: strikes where it does most harm, goes where it can strike next, keeps Eldoin's Feldherr out of reach."""

    def __init__(self, chair: SeatInfo) -> None:
        self._seat = Side(chair.seat)
        self._mind = Mind(chair)

    def choose(self, view: View, clock: Deadline) -> list[PlayerOrder]:
        """Orders for a whole phase, or as many attacks as do not depend on each other's dice."""
        del clock
        match view.phase:
            case Phase.MOVEMENT:
                return [*March(self._mind.game(view), view, self._seat).orders(), End()]
            case Phase.ATTACK:
                return volley(self._mind.game(view), view, self._seat) or [End()]
            case Phase.GATES:
                return [*gate_orders(view, self._seat), End()]


def volley(game: Game, view: View, seat: Side) -> list[PlayerOrder]:
    """The best attack, the best that is left of another unit on another target, and so on; empty if nobody can hit."""
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
    """What an attack is worth: the share of the target's life that it takes, weighed by what the target can do."""
    if target.unit is None:
        # Breaking what shuts the way in is only worth a strike that nothing else needs.
        return 0.1
    hit = view.units[target.unit]
    kind = UNIT_TYPES[hit.type]
    loss = sum(chance.probability * min(chance.damage, hit.v) for chance in target.chances) / kind.defence
    spent = UNIT_TYPES[view.units[unit].type].attack / 1000
    return value_of(hit.type) * (loss + target.destroyed) - spent


def value_of(kind: int) -> float:
    """What a unit of a type is worth to its side."""
    unit = UNIT_TYPES[kind]
    return 1000.0 if unit.must_live else unit.attack + unit.defence / 4 + unit.range / 2


def gate_orders(view: View, seat: Side) -> list[PlayerOrder]:
    """Eldoin shuts its gates and keeps them shut; Dailor has no use for shut gates."""
    if view.rules != "guide":
        return []
    wanted = WALL if seat is Side.ELDOIN else GATE
    return [
        Gate(number)
        for number, gate in enumerate(view.gates)
        if gate.side is seat and gate.live and terrain_of(view.terrain[gate.y][gate.x]) != terrain_of(wanted)
    ]


class March:
    """The movement phase of a captain: unit after unit, the nearest to the goal first, on a board that keeps up."""

    def __init__(self, game: Game, view: View, seat: Side) -> None:
        self._game, self._view, self._seat = game, view, seat
        self._height, self._width = len(view.terrain), len(view.terrain[0])
        self._fields: dict[int, NDArray[np.int32]] = {}
        self._hits: dict[int, NDArray[np.float64]] = {}
        self._danger = game.threats(seat).most
        self._goal = commander_of(view)

    def orders(self) -> list[PlayerOrder]:
        """The moves, in the order in which they are possible."""
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
        return int(self._field(stands.type)[stands.y, stands.x])

    def _field(self, kind: int) -> NDArray[np.int32]:
        """How far each tile is from Eldoin's Feldherr: what Dailor goes for, and what Eldoin stands around."""
        if kind not in self._fields:
            self._fields[kind] = field_to(toll_of(kind, self._view), *self._goal)
        return self._fields[kind]

    def _hit(self, kind: int) -> NDArray[np.float64]:
        """What the best strike of a unit of this type from each tile would be worth, [y, x]."""
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
            # He keeps his place unless enemies could reach it, and then goes where fewest can.
            return -100.0 * danger + self._hit(kind)[ys, xs] / 100
        hits = self._hit(kind)[ys, xs]
        way = self._field(kind)[ys, xs].astype(np.float64)
        if self._seat is Side.DAILOR:
            return hits - 0.5 * danger - 0.5 * np.where(way >= FAR, 400.0, way)
        return hits - 2.0 * danger


def stamp(best: NDArray[np.float64], x: int, y: int, reach: int, worth: float) -> None:
    """Raise to `worth` all tiles from which a unit with this range hits x,y."""
    height, width = best.shape
    for row in range(max(0, y - reach), min(height, y + reach + 1)):
        span = int(np.sqrt(reach * reach - (row - y) ** 2))
        part = best[row, max(0, x - span) : min(width, x + span + 1)]
        np.maximum(part, worth, out=part)
