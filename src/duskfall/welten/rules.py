"""The rule sets: variants of the rules as named, frozen sets of choices.

`GUIDE` is the game as its guide describes it. `ORIGINAL` is the game as the program of 1987 plays it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from duskfall.errors import UnknownName
from duskfall.welten.terrain import LASTING_WALL, PAVEMENT, WALL


class CostOf(Enum):
    """The tile of a step whose cost is paid."""

    ENTERED = "the tile entered"
    LEFT = "the tile left"


class Points(Enum):
    """The points that a step needs."""

    FULL_COST = "the full cost"
    ANY = "any B of at least 1; the rest of the cost is forgiven"


class Reach(Enum):
    """The measure of range."""

    EXACT = "dx² + dy² ≤ R²"
    ROUNDED_DOWN = "dx² + dy² < (R+1)²: the distance loses its fraction"


class Modifier(Enum):
    """The source of the index into the modifier table."""

    UNIFORM = "the match's dice, 0 to 7"
    CYCLE = "a cycle of 256 numbers, one step for each attack on a unit"


class GatesThatFall(Enum):
    """The gates that can be destroyed."""

    ANY = "any gate, either side's"
    LIVE_WEST = "gates on live positions west of the border"


@dataclass(frozen=True, slots=True)
class Rules:
    """One complete set of choices; every difference between the two games is a field here.

    >>> GUIDE.west_edge_wins, ORIGINAL.west_edge_wins
    (False, True)
    """

    name: str
    cost_of: CostOf
    points: Points
    walkers_enter_gates: bool
    """Whether walkers pass through gates; only flyers enter mountains and walls, in both sets."""
    end_is_open: bool
    """Whether all units but ships may enter End tiles, at cost 1; otherwise no unit may."""
    reach: Reach
    modifier: Modifier
    eldoin_gate_becomes: int
    """The terrain code that replaces a gate when Eldoin toggles it."""
    lasting_walls: frozenset[int]
    """The codes of walls that never fall."""
    gates_that_fall: GatesThatFall
    wall_on_position_is_gate: bool
    """Whether a wall on a live gate position can be destroyed like a gate."""
    west_edge_wins: bool
    """Whether a step of Dailor onto column 0 wins."""


GUIDE: Final = Rules(
    name="guide",
    cost_of=CostOf.ENTERED,
    points=Points.FULL_COST,
    walkers_enter_gates=True,
    end_is_open=False,
    reach=Reach.EXACT,
    modifier=Modifier.UNIFORM,
    eldoin_gate_becomes=WALL,
    lasting_walls=frozenset(),
    gates_that_fall=GatesThatFall.ANY,
    wall_on_position_is_gate=True,
    west_edge_wins=False,
)

ORIGINAL: Final = Rules(
    name="original",
    cost_of=CostOf.LEFT,
    points=Points.ANY,
    walkers_enter_gates=False,
    end_is_open=True,
    reach=Reach.ROUNDED_DOWN,
    modifier=Modifier.CYCLE,
    eldoin_gate_becomes=PAVEMENT,
    lasting_walls=frozenset({LASTING_WALL}),
    gates_that_fall=GatesThatFall.LIVE_WEST,
    wall_on_position_is_gate=False,
    west_edge_wins=True,
)

RULE_SETS: Final = {rules.name: rules for rules in (GUIDE, ORIGINAL)}
"""The sets by name."""

MODIFIERS: Final = (0, 1, 1, 2, 2, 3, 3, 4)
"""The bonus to the damage of an attack, by the index that chance gives."""


def rules_named(name: str) -> Rules:
    """Returns the rule set of that name.

    >>> rules_named("guide") is GUIDE
    True
    >>> rules_named("orginal")
    Traceback (most recent call last):
    duskfall.errors.UnknownName: orginal: no such rule set; did you mean 'original'? Known: guide, original
    """
    if name not in RULE_SETS:
        raise UnknownName("rule set", name, RULE_SETS)
    return RULE_SETS[name]
