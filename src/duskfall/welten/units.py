"""The two sides and their sixteen types of unit."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

NEVER: Final = 0
"""Stands for the cost of a terrain that the unit never enters."""


class Side(IntEnum):
    """A side; its number is its seat and its place in the turn order."""

    ELDOIN = 0
    """Defends the west."""
    DAILOR = 1
    """Attacks from the east."""

    @property
    def other(self) -> Side:
        """The enemy.

        >>> Side.ELDOIN.other.name
        'DAILOR'
        """
        return Side(1 - self)


@dataclass(frozen=True, slots=True)
class UnitType:
    """One type of unit, with the letters that the game shows: R, B, A and V.

    >>> cavalry = UNIT_TYPES[5]
    >>> cavalry.german, cavalry.english, cavalry.side.name, cavalry.count
    ('Reiterei', 'Cavalry', 'ELDOIN', 18)
    >>> cavalry.range, cavalry.movement, cavalry.attack, cavalry.defence
    (5, 15, 6, 10)
    """

    number: int
    german: str
    english: str
    count: int
    """The number of units of this type in a full game."""
    range: int
    """R: range in tiles."""
    movement: int
    """B: movement points a round."""
    attack: int
    """A: damage before the modifier."""
    defence: int
    """V: damage that destroys it."""
    river: int
    forest: int
    swamp: int
    """Movement costs of the three slow terrains; `NEVER` where it may not go."""
    flies: bool = False
    """Pays 1 everywhere and crosses mountains, walls and gates."""
    sails: bool = False
    """Enters nothing but river."""
    breaks_gates: bool = False
    breaks_walls: bool = False
    must_live: bool = False
    """The side loses when it is destroyed."""

    @property
    def side(self) -> Side:
        """The side that it belongs to."""
        return Side.ELDOIN if self.number < FIRST_DAILOR else Side.DAILOR

    @property
    def code(self) -> int:
        """The code of its tile, $74 and up.

        >>> f"${UNIT_TYPES[15].code:02X}"
        '$83'
        """
        return FIRST_UNIT_CODE + self.number


FIRST_DAILOR: Final = 7
"""The first type that is Dailor's."""

FIRST_UNIT_CODE: Final = 0x74
"""The tile code of type 0."""

UNIT_TYPES: Final = (
    UnitType(0, "Schwertträger", "Sword bearers", 27, 1, 10, 4, 16, 4, 2, 3),
    UnitType(1, "Bogenschützen", "Archers", 34, 8, 10, 5, 12, 4, 2, 3),
    UnitType(2, "Adler", "Eagle", 16, 2, 12, 7, 11, 1, 1, 1, flies=True),
    UnitType(3, "Lanzenträger", "Spear bearers", 31, 2, 10, 5, 14, 4, 3, 3),
    UnitType(4, "Kriegsschiff", "Warship", 6, 8, 8, 20, 18, 1, NEVER, NEVER, sails=True),
    UnitType(5, "Reiterei", "Cavalry", 18, 5, 15, 6, 10, 4, 4, 4),
    UnitType(6, "Feldherr", "Feldherr", 1, 1, 10, 6, 16, 4, 2, 3, must_live=True),
    UnitType(7, "Bogenschützen", "Archers", 35, 8, 10, 5, 12, 2, 2, 3),
    UnitType(8, "Katapult", "Catapult", 4, 12, 9, 1, 5, 4, 4, 4, breaks_gates=True, breaks_walls=True),
    UnitType(9, "Blutsauger", "Bloodsucker", 20, 1, 12, 8, 10, 1, 1, 1, flies=True),
    UnitType(10, "Axtmänner", "Axe men", 66, 1, 10, 4, 16, 2, 2, 3),
    UnitType(11, "Feldherr", "Feldherr", 1, 1, 10, 6, 16, 2, 2, 3),
    UnitType(12, "Lindwurm", "Wyrm", 2, 2, 10, 30, 30, 4, 1, 1, breaks_gates=True, breaks_walls=True),
    UnitType(13, "Rammbock", "Ram", 4, 1, 10, 1, 5, 4, 3, 4, breaks_gates=True),
    UnitType(14, "Wagenfahrer", "Chariots", 8, 7, 14, 10, 16, 5, 7, 7),
    UnitType(15, "Wolfsreiter", "Wolf riders", 19, 3, 12, 8, 18, 2, 2, 4),
)

COMMANDER: Final = 6
"""Eldoin's Feldherr: the type that must live."""


def _column(name: str) -> NDArray[np.int16]:
    column = np.array([getattr(unit, name) for unit in UNIT_TYPES], np.int16)
    column.setflags(write=False)
    return column


MOVEMENT: Final = _column("movement")
ATTACK: Final = _column("attack")
DEFENCE: Final = _column("defence")
"""The table by columns, for compiled code."""
