"""Boards of Weltendämmerung as text.

Cells stand apart. A cell is a terrain, or a unit and the terrain under it (meadow when left out), and then perhaps the
number of a gate position: `.` `S` `S~` `G0` `S#1`. Units, in the order of types: S B A L K R F for Eldoin,
b k v a h l r w o for Dailor. They are numbered as one reads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from textwrap import dedent
from typing import Any, Final

import numpy as np
import pytest

from duskfall.errors import IllegalOrder, Refusal
from duskfall.welten import GUIDE, Event, Game, Phase, Placement, Position, Rules, Scenario, Side, Situation, opening

UNITS: Final = "SBALKRFbkvahlrwo"
TERRAINS: Final = {
    ".": 0x69,
    ",": 0x6A,
    "~": 0x6B,
    "f": 0x6C,
    "E": 0x6D,
    "s": 0x6E,
    "G": 0x6F,
    "^": 0x70,
    "_": 0x71,
    "#": 0x72,
    "%": 0x73,
}
SIGNS: Final = {code: sign for sign, code in TERRAINS.items()}
CELL: Final = re.compile(rf"([{UNITS}])?([{re.escape(''.join(TERRAINS))}])?([0-9]+)?")

APART: Final = 30
"""Rows of mountains between a drawing and the two units that keep a game going: out of everybody's range."""


def rows_of(art: str) -> list[list[tuple[str, str, str]]]:
    """The cells of a drawing: unit, terrain, gate number; empty where there is none."""
    rows = []
    for line in dedent(art).strip("\n").splitlines():
        cells = [CELL.fullmatch(cell) for cell in line.split()]
        assert all(cells), line
        rows.append([(cell[1] or "", cell[2] or ".", cell[3] or "") for cell in cells if cell])
    assert len({len(row) for row in rows}) == 1, "all rows of a drawing are equally long"
    return rows


def draw(art: str, border: int | None = None, cycle: list[int] | None = None) -> Scenario:
    """The scenario of a drawing.

    Where Eldoin has no Feldherr or Dailor no unit, they stand far below, so that the game is not over.
    """
    rows = rows_of(art)
    drawn = {unit for row in rows for unit, _, _ in row}
    missing = [] if "F" in drawn else ["F"]
    missing += [] if any(unit and unit in UNITS[7:] for unit in drawn) else ["a"]
    width = len(rows[0])
    if missing:
        rows += [[("", "^", "")] * width for _ in range(APART)]
        for unit in missing:
            rows.append([("", "^", "")] * (width - 1) + [(unit, ".", "")])
    places = {(x, y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    gates = {int(gate): Position(x, y) for (x, y), (_, _, gate) in places.items() if gate}
    return Scenario(
        name="drawn",
        terrain=np.array([[TERRAINS[sign] for _, sign, _ in row] for row in rows], np.uint8),
        placements=tuple(Placement(UNITS.index(unit), x, y) for (x, y), (unit, _, _) in places.items() if unit),
        gates=tuple(gates[number] for number in sorted(gates)),
        border=width if border is None else border,
        cycle=None if cycle is None else np.array(cycle, np.uint8),
    )


class Field:
    """A game on a drawing, where units are called by their letters: `S`, or `S2` for the second one."""

    def __init__(self, game: Game, rows: int) -> None:
        self.game = game
        self.rows = rows

    def unit(self, name: str) -> int:
        """The number of the unit with that name."""
        kinds = [place.type for place in self.game.scenario.placements]
        alike = [number for number, kind in enumerate(kinds) if kind == UNITS.index(name[0])]
        return alike[int(name[1:] or 1) - 1]

    def order(self, text: str) -> str:
        """The text of an order, with the unit's number in place of its name."""
        words = text.split()
        if words[0] in {"move", "attack"}:
            words[1] = str(self.unit(words[1]))
        return " ".join(words)

    def play(self, *texts: str) -> list[Event]:
        """Give orders for the side that plays."""
        return self.game.play(*map(self.order, texts))

    def b(self, name: str) -> int:
        """B of a unit."""
        return self.game.view().units[self.unit(name)].b

    def v(self, name: str) -> int:
        """V of a unit."""
        return self.game.view().units[self.unit(name)].v

    def reach(self, name: str) -> set[tuple[int, int]]:
        """Where a unit of the side that plays may move."""
        return set(self.game.legal(self.game.player).ways(self.unit(name)))

    def targets(self, name: str) -> set[tuple[int, int]]:
        """What a unit of the side that plays may attack."""
        return {(target.x, target.y) for target in self.game.legal(self.game.player).targets(self.unit(name))}

    def __str__(self) -> str:
        view = self.game.view()
        lines = [[SIGNS.get(code, "#") for code in row] for row in view.terrain[: self.rows]]
        for unit in view.units:
            if unit.alive and unit.y < self.rows:
                under = lines[unit.y][unit.x]
                lines[unit.y][unit.x] = UNITS[unit.type] + ("" if under == "." else under)
        return "\n".join(" ".join(line) for line in lines)


def field(
    art: str,
    rules: Rules = GUIDE,
    phase: Phase = Phase.MOVEMENT,
    player: Side = Side.ELDOIN,
    border: int | None = None,
    seed: int = 0,
    cycle: list[int] | None = None,
    v: Mapping[str, int] | None = None,
    b: Mapping[str, int] | None = None,
    **facts: Any,
) -> Field:
    """A game on a drawing: the phase and side to play, and V and B of single units."""
    scenario = draw(art, border, cycle)
    start = opening(scenario)
    if phase is not Phase.MOVEMENT:
        start = replace(start, units=tuple(unit._replace(b=1) for unit in start.units))
    start = replace(start, phase=phase, player=player, **facts)
    drawn = Field(Game(scenario, rules, seed, _with(start, scenario, v or {}, b or {})), len(rows_of(art)))
    assert drawn.game.phase is phase
    return drawn


def _with(start: Situation, scenario: Scenario, v: Mapping[str, int], b: Mapping[str, int]) -> Situation:
    names = Field(Game(scenario), 0)
    units = list(start.units)
    for name, value in v.items():
        units[names.unit(name)] = units[names.unit(name)]._replace(v=value)
    for name, value in b.items():
        units[names.unit(name)] = units[names.unit(name)]._replace(b=value)
    return replace(start, units=tuple(units))


def drawing(art: str) -> str:
    """A drawing without indentation and gate numbers, to compare with."""
    return "\n".join(
        " ".join(re.sub(r"[0-9]", "", cell) for cell in line.split()) for line in art.split("\n") if line.split()
    )


def refusal(board: Field, order: str) -> Refusal:
    """The code with which an order is refused; a refused order changes nothing."""
    before = board.game.digest()
    with pytest.raises(IllegalOrder) as refused:
        board.play(order)
    assert board.game.digest() == before
    return refused.value.code
