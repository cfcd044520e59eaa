"""Describes the legal orders, so that a client can show them without knowing the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, cast

import numpy as np

from duskfall.protocol.welten.board import SIDES, SideName
from duskfall.welten import Game, Legal, Side, Target
from duskfall.welten.reachability import Reach
from duskfall.welten.targets import Targets

Word: TypeAlias = Literal["end", "undo", "draw", "resign"]


@dataclass(frozen=True, slots=True)
class LegalShown:
    """Lists the orders that may be given now. `welten_legal` tells more about one unit."""

    units: tuple[int, ...]
    """Units of the side that plays that can still move, or attack something."""
    gates: tuple[int, ...]
    """Gate positions that it may toggle."""
    eldoin: tuple[Word, ...]
    """The orders without numbers that Eldoin may give."""
    dailor: tuple[Word, ...]

    @classmethod
    def of(cls, game: Game) -> LegalShown:
        """List the orders that may be given in a game now."""
        legal = game.legal(game.player)
        words = {side: _words(game.legal(side, ()) if side is not game.player else legal) for side in Side}
        return cls(legal.units, legal.gates, words[Side.ELDOIN], words[Side.DAILOR])


def _words(legal: Legal) -> tuple[Word, ...]:
    return tuple(cast("Word", str(order)) for order in legal.others)


@dataclass(frozen=True, slots=True)
class WayShown:
    """A tile that a unit can reach."""

    x: int
    y: int
    cost: int
    b: int
    """The points it has left there."""
    path: str
    """The steps of the best way."""


@dataclass(frozen=True, slots=True)
class ChanceShown:
    """One possible result of an attack."""

    probability: float
    modifier: int
    damage: int
    v: int
    """The V that the target would have left; 0 means destroyed."""


@dataclass(frozen=True, slots=True)
class TargetShown:
    """Something that a unit can attack."""

    x: int
    y: int
    unit: int | None
    """The unit that would be hit."""
    structure: Literal["gate", "wall"] | None
    """Or the gate or wall that would fall."""
    destroyed: float
    """How probable it is that the target is destroyed."""
    chances: tuple[ChanceShown, ...]
    """How an attack on a unit can end, lowest damage first. These are the odds, never the next roll."""

    @classmethod
    def of(cls, target: Target) -> TargetShown:
        """Give a target as the wire has it."""
        structure = None if target.structure is None else cast("Literal['gate', 'wall']", target.structure.name.lower())
        chances = tuple(ChanceShown(*chance) for chance in target.chances)
        return cls(target.x, target.y, target.unit, structure, target.destroyed, chances)


@dataclass(frozen=True, slots=True)
class SideLegalShown:
    """Lists all that the units of the side that plays can do now, without ways and odds: programs are told the same."""

    moves: tuple[tuple[int, ...], ...]
    """For each unit that can go somewhere its number, then x, y, x, y ... of the tiles that it can reach."""
    attacks: tuple[tuple[int, ...], ...]
    """The same for the tiles that it can hit."""
    gates: tuple[int, ...]
    """Gate positions that the side may toggle."""

    @classmethod
    def of(cls, legal: Legal) -> SideLegalShown:
        """Give the legal orders of a side as the wire has them."""
        return cls(_rows(legal.reach), _rows(legal.hits), tuple(legal.gates))

    @property
    def size(self) -> int:
        """Count the numbers."""
        return sum(map(len, self.moves)) + sum(map(len, self.attacks)) + len(self.gates)


def _rows(table: Reach | Targets) -> tuple[tuple[int, ...], ...]:
    rows = []
    for i, unit in enumerate(table.units.tolist()):
        cells = table.cells[int(table.starts[i]) : int(table.starts[i + 1])]
        if len(cells):
            ys, xs = np.divmod(cells, table.stride)
            rows.append((unit, *np.stack((xs - 1, ys - 1), axis=1).ravel().tolist()))
    return tuple(rows)


def ways_of(game: Game, unit: int) -> tuple[WayShown, ...]:
    """List the tiles that a unit can go to now, nearest rows first."""
    ways = game.legal(game.player, [unit]).ways(unit)
    return tuple(WayShown(x, y, *way) for (x, y), way in ways.items())


def targets_of(game: Game, unit: int) -> tuple[TargetShown, ...]:
    """List the targets that a unit can attack now."""
    return tuple(map(TargetShown.of, game.legal(game.player, [unit]).targets(unit)))


def range_of(game: Game, unit: int) -> tuple[int, ...]:
    """The tiles (y·width + x) in the range of a unit, whatever stands there."""
    return tuple(y * game.scenario.width + x for x, y in game.range_of(unit))


def next_attack_of(game: Game, unit: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The tiles (y·width + x) that a unit can go to before its next attack, and those that it could hit then."""
    following, width = game.next_attack(unit), game.scenario.width
    reach, hits = (tuple(y * width + x for x, y in tiles) for tiles in (following.reach, following.hits))
    return reach, hits


@dataclass(frozen=True, slots=True)
class ThreatsShown:
    """Shows the damage that the enemies of a side could do to each tile in their next attack, row by row."""

    side: SideName
    """Whose tiles are threatened."""
    count: tuple[int, ...]
    """How many enemies could hit the tile."""
    least: tuple[int, ...]
    """The damage if all of them did with the lowest modifier."""
    most: tuple[int, ...]
    """The same with the highest."""

    @classmethod
    def of(cls, game: Game, side: Side) -> ThreatsShown:
        """Give the threats to a side."""
        threats = game.threats(side)
        count, least, most = (tuple(array.ravel().tolist()) for array in (threats.count, threats.least, threats.most))
        return cls(SIDES[side], count, least, most)
