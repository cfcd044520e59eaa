"""`Situation`: the state of a running game without its history; a game can start from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.welten.board import (
    ATTACKS,
    GONE,
    NOBODY,
    OFFERS,
    PHASE,
    PLAYER,
    ROUNDS,
    WINNER,
    Board,
    Layout,
    board_over,
    derive_ground,
)
from duskfall.welten.scenario import Scenario
from duskfall.welten.terrain import FIRST_TERRAIN, LAST_TERRAIN, terrain_of
from duskfall.welten.terrain_costs import can_stand
from duskfall.welten.turns import LAST_ROUND, Phase
from duskfall.welten.units import COMMANDER, UNIT_TYPES, Side


class Unit(NamedTuple):
    """The state of one unit. Its place in the list is its number."""

    type: int
    x: int
    y: int
    """-1,-1 when it is destroyed."""
    v: int
    b: int
    """Movement points, or the token of an attack in the later phases."""
    alive: bool = True


OFFERING: Final = (frozenset[Side](), frozenset({Side.ELDOIN}), frozenset({Side.DAILOR}), frozenset(Side))
"""The sides that offer a draw, by the number on the board."""

DESTROYED: Final = (-1, -1, 0, 0, False)
"""The fields of a destroyed unit after its type."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A state of a game that still runs, without its history.

    >>> from dataclasses import replace
    >>> land = np.full((1, 4), 0x69, np.uint8)
    >>> start = opening(Scenario("lane", land, ((6, 0, 0), (10, 3, 0)), gates=(), border=2))
    >>> start.units[1]
    Unit(type=10, x=3, y=0, v=16, b=10, alive=True)
    >>> later = replace(start, phase=Phase.ATTACK, rounds=3)
    """

    units: tuple[Unit, ...]
    terrain: tuple[bytes, ...]
    """The terrain code under every tile, row by row."""
    gates: tuple[bool, ...]
    """Whether each gate position is live."""
    phase: Phase = Phase.MOVEMENT
    player: Side = Side.ELDOIN
    rounds: int = 0
    """Completed rounds."""
    attacks: int = 0
    """Attacks on units so far: the number of the next modifier."""
    offers: frozenset[Side] = frozenset()
    """The sides whose offer of a draw stands."""

    def land(self) -> NDArray[np.uint8]:
        """Returns the terrain codes as an array, [y, x]."""
        return np.frombuffer(b"".join(self.terrain), np.uint8).reshape(len(self.terrain), -1)

    def check(self, scenario: Scenario) -> None:
        """Refuses a situation that cannot arise on a scenario, with the place of the contradiction."""
        self._check_facts(scenario)
        self._check_land(scenario)
        standing: dict[tuple[int, int], int] = {}
        for number, unit in enumerate(self.units):
            if unit.alive:
                self._check_unit(scenario, number, unit)
                if (unit.x, unit.y) in standing:
                    other = standing[unit.x, unit.y]
                    self._refuse(f"unit {number}", f"stands at {unit.x},{unit.y} as unit {other} does")
                standing[unit.x, unit.y] = number
        living = {unit.type for unit in self.units if unit.alive}
        if COMMANDER not in living:
            self._refuse("Eldoin's Feldherr", "is destroyed, so the game is over")
        if all(UNIT_TYPES[kind].side is Side.ELDOIN for kind in living):
            self._refuse("Dailor", "has no unit left, so the game is over")

    def _check_facts(self, scenario: Scenario) -> None:
        if not 0 <= self.rounds < LAST_ROUND:
            self._refuse(f"{self.rounds} rounds", "are no part of a running game", f"0 to {LAST_ROUND - 1} are")
        if not 0 <= self.attacks < 2**31:
            self._refuse(f"{self.attacks} attacks", "cannot have been made")
        if len(self.gates) != len(scenario.gates):
            self._refuse(f"{len(self.gates)} gates", f"the scenario has {len(scenario.gates)}")
        if [unit.type for unit in self.units] != [place.type for place in scenario.placements]:
            self._refuse("units", "their types are not those of the scenario, in its order")

    def _check_land(self, scenario: Scenario) -> None:
        if [len(row) for row in self.terrain] != [scenario.width] * scenario.height:
            self._refuse("terrain", f"is not {scenario.height} rows of {scenario.width} tiles")
        for y, row in enumerate(self.terrain):
            for x, code in enumerate(row):
                if not FIRST_TERRAIN <= code <= LAST_TERRAIN:
                    self._refuse(f"tile {x},{y}", f"the code ${code:02X} is no terrain", "terrains are $61 to $73")

    def _check_unit(self, scenario: Scenario, number: int, unit: Unit) -> None:
        kind, what = UNIT_TYPES[unit.type], f"unit {number}"
        if not (0 <= unit.x < scenario.width and 0 <= unit.y < scenario.height):
            self._refuse(what, f"{unit.x},{unit.y} is not on the map")
        terrain = terrain_of(self.terrain[unit.y][unit.x])
        if not can_stand(kind, terrain) and (unit.x, unit.y) not in scenario.gates:
            self._refuse(f"{what} at {unit.x},{unit.y}", f"{kind.english} may not stand on {terrain.english}")
        if not 1 <= unit.v <= kind.defence:
            self._refuse(what, f"V={unit.v}", f"{kind.english} have 1 to {kind.defence}")
        most = kind.movement if self.phase is Phase.MOVEMENT else 1
        if not 0 <= unit.b <= most:
            self._refuse(what, f"B={unit.b}", f"0 to {most} are possible in this phase")

    @staticmethod
    def _refuse(what: str, reason: str, cure: str = "") -> NoReturn:
        raise Refused(Refusal.INCONSISTENT, what, reason, cure)


def opening(scenario: Scenario) -> Situation:
    """Returns the situation at the start of a scenario."""
    return Situation(
        units=tuple(
            Unit(kind, x, y, UNIT_TYPES[kind].defence, UNIT_TYPES[kind].movement) for kind, x, y in scenario.placements
        ),
        terrain=tuple(row.tobytes() for row in scenario.terrain),
        gates=(True,) * len(scenario.gates),
    )


def layout_of(scenario: Scenario) -> Layout:
    """Returns the layout of the block of a scenario's games."""
    stride = scenario.width + 2
    kind = np.array([place.type for place in scenario.placements], np.uint8)
    gates = np.array([(gate.y + 1) * stride + gate.x + 1 for gate in scenario.gates], np.int32)
    return Layout(scenario.width, scenario.height, scenario.border, kind, gates)


def set_up(layout: Layout, situation: Situation) -> Board:
    """Makes the board of a situation."""
    board = board_over(layout)
    stride = layout.width + 2
    board.terrain.reshape(-1, stride)[1:-1, 1:-1] = situation.land()
    for number, unit in enumerate(situation.units):
        if unit.alive:
            board.cell[number] = (unit.y + 1) * stride + unit.x + 1
            board.defence[number], board.points[number] = unit.v, unit.b
    board.gate_live[:] = situation.gates
    board.facts[[PHASE, PLAYER, ROUNDS, ATTACKS, WINNER]] = (
        situation.phase,
        situation.player,
        situation.rounds,
        situation.attacks,
        NOBODY,
    )
    board.facts[OFFERS] = sum(1 << side for side in situation.offers)
    derive_ground(board)
    return board


def units_on(board: Board) -> tuple[Unit, ...]:
    """Returns every unit on a board, in the order of numbers."""
    rows, columns = np.divmod(board.cell, board.stride)
    lists: Sequence[list[Any]] = [
        array.tolist() for array in (board.kind, columns - 1, rows - 1, board.defence, board.points, board.cell != GONE)
    ]
    return tuple(map(Unit, *lists))


def land_of(board: Board) -> tuple[bytes, ...]:
    """Returns the terrain code under every tile of a board, row by row."""
    return tuple(row.tobytes() for row in board.terrain.reshape(-1, board.stride)[1:-1, 1:-1])


def offers_on(board: Board) -> frozenset[Side]:
    """Returns the sides whose offer of a draw stands."""
    return OFFERING[int(board.facts[OFFERS])]


def situation_on(board: Board) -> Situation:
    """Returns the situation on a board."""
    return Situation(
        units=units_on(board),
        terrain=land_of(board),
        gates=tuple(map(bool, board.gate_live)),
        phase=Phase(board.facts[PHASE]),
        player=Side(board.facts[PLAYER]),
        rounds=int(board.facts[ROUNDS]),
        attacks=int(board.facts[ATTACKS]),
        offers=offers_on(board),
    )
