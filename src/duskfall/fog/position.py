"""A board as it stands at one moment, checked, with a text form that reads back.

Text: one token a tile, separated by blanks.

=======  ====================================================================
``.``    land without a holder (``.5`` with 5 armies on it)
``^``    mountain
``+40``  city that was never taken, with 40 armies
``!25``  tower that was never taken, with defence 25
``a7``   land of seat 0 with 7 armies (``b`` seat 1, and so on to ``p``)
``A7``   the same, and the seat's general
``+a7``  a city held by seat 0; ``!a7`` a tower; ``+.3`` one that lost its holder
``~``    never seen; ``?`` never seen, a mountain, city or tower (in views)
=======  ====================================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from duskfall.errors import Malformed, Refusal, Refused, whole
from duskfall.fog.layout import (
    CITY,
    MAX_ARMIES,
    MAX_PLAYERS,
    MAX_SIDE,
    MAX_TURN,
    MOUNTAIN,
    NATIVE,
    PLAIN_LAND,
    TOWER,
    Cells,
    Ints,
)

# The codes in `terrain` besides seats.
EMPTY: Final = -1
MOUNTAIN_TILE: Final = -2
FOG: Final = -3
FOG_OBSTACLE: Final = -4
TOWER_TILE: Final = -5
CITY_TILE: Final = -6

_TOKEN: Final = re.compile(r"(?P<kind>[+!]?)(?P<holder>[a-pA-P.]?)(?P<armies>[0-9]{0,10})")
_BOUNDS: Final = {
    "terrain": (CITY_TILE, MAX_PLAYERS - 1),
    "kinds": (PLAIN_LAND, TOWER),
    "armies": (0, MAX_ARMIES),
    "defence": (0, MAX_ARMIES),
}
_KINDS: Final = {"": PLAIN_LAND, "+": CITY, "!": TOWER}
_SIGNS: Final = {CITY: "+", TOWER: "!"}


@dataclass(frozen=True, eq=False)
class Position:
    """Tiles, kinds, owners, armies, defence, generals and turn: a state that a game can start from.

    `terrain` holds the seat of a tile, or -1 free land, -2 mountain, -5 and -6 a tower and a city that were never
    taken. `kinds` holds the lasting kind of a tile: 0 land, 32 mountain, 64 city, 96 tower. A seat whose general is -1
    is out of the game.

    >>> print(Position.parse("A1 . +40 B1"))
    A1 . +40 B1
    """

    width: int
    height: int
    terrain: NDArray[np.int8]
    kinds: Cells
    armies: Ints
    defence: Ints
    generals: tuple[int, ...]
    turn: int = 0

    def __post_init__(self) -> None:
        for name, kind in (("terrain", np.int8), ("kinds", np.uint8), ("armies", np.int32), ("defence", np.int32)):
            object.__setattr__(self, name, self._tiles(name, kind))
        self._check_shape()
        self._check_tiles()
        self._check_generals()

    def _tiles(self, name: str, kind: type[np.generic]) -> NDArray[Any]:
        """Returns one of the arrays as a frozen flat copy; refuses it if it is not one number a tile."""
        values = np.asarray(getattr(self, name))
        if values.size != self.width * self.height or values.dtype.kind not in "iub":
            raise Refused(
                Refusal.INCONSISTENT,
                name,
                f"needs one whole number for each of the {self.width}x{self.height} tiles, got {values.size}",
            )
        lowest, highest = _BOUNDS[name]
        if values.size and not lowest <= int(values.min()) <= int(values.max()) <= highest:
            raise Refused(Refusal.OUT_OF_RANGE, name, f"values lie between {lowest} and {highest}")
        copy = values.reshape(-1).astype(kind)
        copy.flags.writeable = False
        return copy

    def _check_shape(self) -> None:
        if not (1 <= self.width <= MAX_SIDE and 1 <= self.height <= MAX_SIDE):
            raise Refused(
                Refusal.OUT_OF_RANGE, f"{self.width}x{self.height}", f"a board has 1 to {MAX_SIDE} tiles a side"
            )
        if not 2 <= len(self.generals) <= MAX_PLAYERS:
            raise Refused(Refusal.OUT_OF_RANGE, f"{len(self.generals)} seats", f"a game has 2 to {MAX_PLAYERS}")
        if not whole(self.turn) or not 0 <= self.turn < MAX_TURN:
            raise Refused(Refusal.OUT_OF_RANGE, f"turn {self.turn}", f"a turn lies between 0 and {MAX_TURN - 1}")

    def _check_tiles(self) -> None:
        terrain, kinds = self.terrain, self.kinds
        self._refuse(~np.isin(kinds, (PLAIN_LAND, MOUNTAIN, CITY, TOWER)), "has a kind that does not exist")
        known = np.isin(terrain, (EMPTY, MOUNTAIN_TILE, TOWER_TILE, CITY_TILE))
        held = (terrain >= 0) & (terrain < len(self.generals))
        self._refuse(~known & ~held, "has a terrain that is neither a code nor a seat")
        self._refuse((terrain == MOUNTAIN_TILE) != (kinds == MOUNTAIN), "is a mountain in one array only")
        self._refuse((terrain == CITY_TILE) & (kinds != CITY), "is a free city in terrain but not in kinds")
        self._refuse((terrain == TOWER_TILE) & (kinds != TOWER), "is a free tower in terrain but not in kinds")
        self._refuse((self.defence != 0) & (terrain != TOWER_TILE), "has defence but is no free tower")
        no_armies = (terrain == MOUNTAIN_TILE) | (terrain == TOWER_TILE)
        self._refuse((self.armies != 0) & no_armies, "holds armies but is a mountain or a free tower")

    def _check_generals(self) -> None:
        for seat, general in enumerate(self.generals):
            if general >= self.width * self.height or general < -1:
                raise Refused(Refusal.OFF_MAP, f"general of seat {seat}", f"tile {general} is not on the board")
            if general >= 0 and self.terrain[general] != seat:
                raise Refused(Refusal.INCONSISTENT, f"general of seat {seat}", f"tile {general} is not its own")
            if general < 0 and np.any(self.terrain == seat):
                raise Refused(Refusal.INCONSISTENT, f"seat {seat}", "holds land without a general")
        if sum(general >= 0 for general in self.generals) < 2:
            raise Refused(Refusal.INCONSISTENT, "generals", "at least two seats must be alive")

    def _refuse(self, wrong: NDArray[np.bool_], reason: str) -> None:
        if wrong.any():
            raise Refused(Refusal.INCONSISTENT, f"tile {int(wrong.argmax())}", reason)

    @property
    def cells(self) -> Cells:
        """TILES of the layout."""
        holders = np.where(self.terrain >= 0, self.terrain + 1, 0)
        native = np.where(np.isin(self.terrain, (TOWER_TILE, CITY_TILE)), NATIVE, 0)
        return (self.kinds | holders | native).astype(np.uint8)

    @property
    def garrison(self) -> Ints:
        """GARRISON of the layout."""
        return self.armies + self.defence

    @classmethod
    def parse(cls, text: str, turn: int = 0) -> Self:
        """Reads a board from its text form.

        >>> Position.parse("A1 x B1")
        Traceback (most recent call last):
        duskfall.errors.Malformed: line 1, tile 2: 'x' is not a tile; write . ^ +40 !25 a7 or A7 for a general
        """
        rows = [line.split() for line in text.strip().splitlines()]
        if not rows or any(len(row) != len(rows[0]) for row in rows):
            raise Malformed("board", "every line must have the same number of tiles")
        tiles = [_read_tile(token, i, j) for i, row in enumerate(rows, 1) for j, token in enumerate(row, 1)]
        seats = max(2, 1 + max(terrain for terrain, *_ in tiles))
        generals = [-1] * seats
        for tile, (terrain, _, _, _, is_general) in enumerate(tiles):
            if is_general and generals[terrain] >= 0:
                raise Malformed("board", f"seat {terrain} has two generals", "write one capital letter a seat")
            if is_general:
                generals[terrain] = tile
        columns = [np.array(column) for column in zip(*(tile[:4] for tile in tiles), strict=True)]
        return cls(len(rows[0]), len(rows), columns[0], columns[1], columns[2], columns[3], tuple(generals), turn)

    def __str__(self) -> str:
        return board_text(self.width, self.terrain, self.kinds, self.armies, self.defence, self.generals)


def _read_tile(token: str, line: int, column: int) -> tuple[int, int, int, int, bool]:
    """Reads terrain, kind, armies and defence of a token, and whether it is a general."""
    found = _TOKEN.fullmatch(token)
    if token == "^":  # noqa: S105  # a tile, not a password
        return MOUNTAIN_TILE, MOUNTAIN, 0, 0, False
    cure = "write . ^ +40 !25 a7 or A7 for a general"
    if found is None or (not found["holder"] and not found["kind"]) or (found["holder"] != "." and not found["armies"]):
        raise Malformed(f"line {line}, tile {column}", f"{token!r} is not a tile", cure)
    kind, holder, armies = _KINDS[found["kind"]], found["holder"], int(found["armies"] or 0)
    if armies > MAX_ARMIES:
        raise Malformed(f"line {line}, tile {column}", f"{armies} armies are too many", f"at most {MAX_ARMIES}")
    if holder == ".":
        return EMPTY, kind, armies, 0, False
    if holder:
        return ord(holder.lower()) - ord("a"), kind, armies, 0, holder.isupper()
    return (TOWER_TILE, kind, 0, armies, False) if kind == TOWER else (CITY_TILE, kind, armies, 0, False)


def board_text(
    width: int, terrain: ArrayLike, kinds: ArrayLike, armies: ArrayLike, defence: ArrayLike, generals: tuple[int, ...]
) -> str:
    """Writes the text form of a board or of a seat's view of it."""
    tokens = []
    columns = (np.asarray(column).tolist() for column in (terrain, kinds, armies, defence))
    for tile, (code, kind, army, guard) in enumerate(zip(*columns, strict=True)):
        sign = _SIGNS.get(kind, "")
        if code >= 0:
            letter = chr(ord("a") + code)
            tokens.append(f"{sign}{letter.upper() if tile in generals else letter}{army}")
        elif code == EMPTY:
            tokens.append(f"{sign}.{army or ''}")
        else:
            free = {MOUNTAIN_TILE: "^", FOG: "~", FOG_OBSTACLE: "?"}
            tokens.append(free.get(code) or f"{sign}{guard if code == TOWER_TILE else army}")
    wide = max(map(len, tokens))
    rows = [tokens[first : first + width] for first in range(0, len(tokens), width)]
    return "\n".join(" ".join(f"{token:>{wide}}" for token in row) for row in rows)
