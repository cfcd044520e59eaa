"""Makes the start position of a game: from a seed, on given mountains, or from given tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from duskfall.compiled import word
from duskfall.dice import checked_seed
from duskfall.errors import Refusal, Refused, whole
from duskfall.fog.layout import (
    CITY,
    CITY_ARMIES,
    HOLDER,
    KIND,
    MAX_PLAYERS,
    MAX_SIDE,
    MAX_TURN,
    MOUNTAIN,
    NATIVE,
    PLAIN_LAND,
    TOWER,
    TOWER_DEFENCE,
    Cells,
    Ints,
)
from duskfall.fog.map_generation import (
    DISCONNECTED,
    DRAWS,
    GENERAL_MARGIN,
    NO_ROOM,
    all_meet,
    draw_board,
    general_distance,
    most_players,
)
from duskfall.fog.position import CITY_TILE, EMPTY, MOUNTAIN_TILE, TOWER_TILE, Position
from duskfall.grid import Grid

_KIND_OF: Final = {EMPTY: PLAIN_LAND, MOUNTAIN_TILE: MOUNTAIN, TOWER_TILE: TOWER, CITY_TILE: CITY}


@dataclass(frozen=True, slots=True)
class Options:
    """The choices that a game is played with.

    >>> Options(width=10, height=10, players=5)
    Traceback (most recent call last):
    duskfall.errors.Refused: 5 players: a game has at least 2 and a board of 10x10 has room for 2; choose a larger board
    """

    width: int = 30
    height: int = 30
    players: int = 2
    half: bool = True
    """Whether a march may take half of the armies."""
    turn_limit: int | None = None
    """The turn after which armies and land decide."""

    def __post_init__(self) -> None:
        for name in ("width", "height", "players", "turn_limit"):
            value = getattr(self, name)
            if whole(value):
                object.__setattr__(self, name, int(value))
            elif name != "turn_limit" or value is not None:
                raise Refused(Refusal.MALFORMED, f"{name} {value!r}", "give a whole number")
        if type(self.half) is not bool:
            raise Refused(Refusal.MALFORMED, f"half {self.half!r}", "give True or False")
        check_size(self.width, self.height)
        if self.turn_limit is not None and not 1 <= self.turn_limit <= MAX_TURN:
            raise Refused(
                Refusal.OUT_OF_RANGE,
                f"turn limit {self.turn_limit}",
                f"it lies between 1 and {MAX_TURN}",
                "or give none",
            )
        room = most_players(self.width, self.height)
        if not 2 <= self.players <= room:
            most = (
                f"at most {MAX_PLAYERS}"
                if room == MAX_PLAYERS
                else f"a board of {self.width}x{self.height} has room for {room}"
            )
            raise Refused(
                Refusal.OUT_OF_RANGE if self.players > MAX_PLAYERS or self.players < 2 else Refusal.IMPOSSIBLE,
                f"{self.players} players",
                f"a game has at least 2 and {most}",
                "choose a larger board" if room < self.players <= MAX_PLAYERS else "",
            )


def check_size(width: int, height: int) -> None:
    """Refuses a board that is too large to play or too small to draw."""
    smallest = 2 * GENERAL_MARGIN + 1
    if not (smallest <= width <= MAX_SIDE and smallest <= height <= MAX_SIDE):
        raise Refused(
            Refusal.OUT_OF_RANGE,
            f"{width}x{height}",
            f"a board for a game has {smallest} to {MAX_SIDE} tiles a side",
        )


def draw_position(seed: int, options: Options, mountains: ArrayLike | None = None) -> Position:
    """Draws a board from a seed; `mountains` (true where one stands, height x width) gives them instead of chance.

    >>> position = draw_position(7, Options(width=12, height=12))
    >>> position.generals
    (68, 75)
    """
    width, height, players = options.width, options.height, options.players
    size = width * height
    tiles, garrison = np.zeros(size, np.uint8), np.zeros(size, np.int32)
    generals, stream = np.zeros(MAX_PLAYERS, np.int32), np.zeros(1, np.uint64)
    problem = draw_board(
        word(checked_seed(seed)), width, height, players, general_distance(players), walls_of(options, mountains),
        stream, np.zeros(2 * size, np.int32), generals, tiles, garrison, np.zeros(size, np.uint8),
    )  # fmt: skip
    refuse_problem(problem, seed, options)
    native_tower = tiles == TOWER | NATIVE
    terrain = (tiles & HOLDER).astype(np.int8) - 1
    for cell, code in ((MOUNTAIN, MOUNTAIN_TILE), (CITY | NATIVE, CITY_TILE), (TOWER | NATIVE, TOWER_TILE)):
        terrain[tiles == cell] = code
    return Position(
        width=width,
        height=height,
        terrain=terrain,
        kinds=tiles & np.uint8(KIND),
        armies=np.where(native_tower, 0, garrison),
        defence=np.where(native_tower, garrison, 0),
        generals=tuple(generals[:players].tolist()),
    )


def walls_of(options: Options, mountains: ArrayLike | None) -> Cells:
    """Converts given mountains for the kernels; empty when they are to be drawn."""
    if mountains is None:
        return np.zeros(0, np.uint8)
    try:
        walls = np.asarray(mountains, bool)
    except ValueError:
        raise Refused(Refusal.INCONSISTENT, "mountains", "give rows of equal length") from None
    if walls.shape != (options.height, options.width):
        raise Refused(
            Refusal.INCONSISTENT,
            f"mountains of shape {walls.shape}",
            f"the board has {options.height} rows and {options.width} columns",
        )
    return np.where(walls.reshape(-1), MOUNTAIN, 0).astype(np.uint8)


def refuse_problem(problem: int, seed: int, options: Options) -> None:
    """Raises the refusal for a problem in drawing a board."""
    given = f"seed {seed}, {options.players} players on {options.width}x{options.height}"
    if problem == NO_ROOM:
        raise Refused(
            Refusal.IMPOSSIBLE,
            given,
            f"the generals found no room in {DRAWS} draws",
            "use fewer players or fewer mountains",
        )
    if problem == DISCONNECTED:
        raise Refused(
            Refusal.IMPOSSIBLE,
            given,
            f"the generals could not all meet in {DRAWS} draws",
            "use fewer or other mountains",
        )


def position_of_tiles(codes: ArrayLike, players: int | None = None) -> Position:
    """Makes a board from given tiles: -1 land, -2 mountain, -5 tower, -6 city, 0 and up the start of that seat.

    There must be one start for each seat; starts beyond `players` become land.

    >>> print(position_of_tiles([[-1] * 8] * 3 + [[-1] * 3 + [0, 1] + [-1] * 3] * 1 + [[-1] * 8] * 3).generals)
    (27, 28)
    """
    try:
        tiles = np.asarray(codes)
    except ValueError:
        raise Refused(Refusal.INCONSISTENT, "tiles", "give whole numbers in rows of equal length") from None
    if tiles.ndim != 2 or tiles.dtype.kind not in "iu":
        raise Refused(Refusal.INCONSISTENT, "tiles", "give whole numbers in rows of equal length")
    height, width = tiles.shape
    check_size(width, height)
    allowed = (tiles >= 0) & (tiles < MAX_PLAYERS) | np.isin(tiles, list(_KIND_OF))
    if not allowed.all():
        row, column = np.argwhere(~allowed)[0]
        raise Refused(
            Refusal.INCONSISTENT,
            f"row {row}, column {column}",
            f"{tiles[row, column]} is no tile",
            "use -1 -2 -5 -6 or a seat",
        )
    flat = tiles.reshape(-1)
    generals = _starts(flat, players, Grid(width, height))
    flat = np.where(flat >= len(generals), EMPTY, flat)
    kinds = np.select([flat == code for code in _KIND_OF], list(_KIND_OF.values()), PLAIN_LAND)
    position = Position(
        width=width,
        height=height,
        terrain=flat,
        kinds=kinds,
        armies=np.where(flat == CITY_TILE, CITY_ARMIES, np.where(flat >= 0, 1, 0)),
        defence=np.where(flat == TOWER_TILE, TOWER_DEFENCE, 0),
        generals=tuple(generals.tolist()),
    )
    size = width * height
    if not all_meet(
        position.cells, width, height, generals, len(generals), np.zeros(size, np.int32), np.zeros(size, np.uint8)
    ):
        raise Refused(Refusal.IMPOSSIBLE, "map", "mountains keep the starts apart", "open a way between them")
    return position


def _starts(flat: Ints, players: int | None, grid: Grid) -> Ints:
    """Returns the tile of each seat's start, checked."""
    seats = flat[flat >= 0]
    starts = int(seats.max()) + 1 if seats.size else 0
    counts = np.bincount(seats, minlength=starts)
    if (counts != 1).any():
        seat = int((counts != 1).argmax())
        raise Refused(Refusal.INCONSISTENT, f"seat {seat}", f"has {counts[seat]} starts", "give each seat exactly one")
    count = starts if players is None else players
    if not 2 <= count <= MAX_PLAYERS or count > starts:
        raise Refused(
            Refusal.IMPOSSIBLE, f"{count} players", f"the map has {starts} starts", f"a game has 2 to {MAX_PLAYERS}"
        )
    generals = np.array([int((flat == seat).argmax()) for seat in range(count)], np.int32)
    for seat, tile in enumerate(generals.tolist()):
        if grid.edge_distance(tile) < GENERAL_MARGIN:
            raise Refused(
                Refusal.IMPOSSIBLE, f"start of seat {seat}", f"tile {tile} is less than {GENERAL_MARGIN} from the edge"
            )
    return generals
