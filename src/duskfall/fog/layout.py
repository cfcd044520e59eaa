"""The memory layout of a board.

Each board is one compact block of bytes, and n boards stand side by side in one array. Three views of the same memory
let kernels read it: `ints` (32 bit), `longs` (64 bit) and `cells` (bytes). The block opens with a header that holds the
board's facts and the start of each table, so a kernel needs only the three rows of its board.

Tables, T tiles and P seats:

==========  ======  =========  ==========================================================================
table       view    size       content
==========  ======  =========  ==========================================================================
SUMS        longs   P          all armies of a seat; does not saturate
OWNED       longs   P x words  a bit for each tile the seat holds, 32 tiles a word
MOVABLE     longs   P x words  a bit for each tile the seat holds with at least 2 armies
SEATS       ints    P x 72     a record for each seat (below), its queue of marches included
STRUCTURES  ints    capacity   all cities, ascending, then all towers: tile * 32, and for cities + the holder
KNOWN       ints    P x cap.   the structures a seat has discovered, in order of discovery
GARRISON    ints    T          armies; on a tower that was never taken, its defence
RECALLED    ints    P x T      GARRISON as a seat last saw it
TILES       cells   T          kind, nativeness and holder of a tile in one byte (below)
SIGHT       cells   P x T      how many places of the seat see the tile; flags SEEN and TOUCHED
MEMORY      cells   P x T      TILES as a seat last saw it, or UNSEEN
==========  ======  =========  ==========================================================================
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int32]
Longs = NDArray[np.int64]
Cells = NDArray[np.uint8]

# The header: facts.
WIDTH: Final = 0
HEIGHT: Final = 1
PLAYERS: Final = 2
TURN: Final = 3
ALIVE: Final = 4
WINNER: Final = 5
REASON: Final = 6
TURN_LIMIT: Final = 7
SPLIT: Final = 8
STRUCTURE_COUNT: Final = 9
CITY_COUNT: Final = 10
CAPACITY: Final = 11
LEAVING: Final = 12
"""Seats that surrender or are removed in the turn to come, a bit each."""

# The header: where the tables begin, in units of their own view.
SUMS: Final = 16
OWNED: Final = 17
MOVABLE: Final = 18
WORDS: Final = 19
"""Words of a bit table for each seat."""
SEATS: Final = 20
STRUCTURES: Final = 21
KNOWN: Final = 22
GARRISON: Final = 23
RECALLED: Final = 24
TILES: Final = 25
SIGHT: Final = 26
MEMORY: Final = 27
HEADER_INTS: Final = 32

# A seat's record.
GENERAL: Final = 0
PLACE: Final = 1
LAND: Final = 2
MOVERS: Final = 3
"""How many tiles of the seat could march."""
QUEUED: Final = 4
KNOWN_COUNT: Final = 5
KNOWN_BEFORE: Final = 6
"""How many structures were known when the running turn began."""
QUEUE: Final = 8
QUEUE_CAP: Final = 64
SEAT_INTS: Final = QUEUE + QUEUE_CAP

# Reasons why a game ended.
RUNNING: Final = 0
LAST_ALIVE: Final = 1
AT_TURN_LIMIT: Final = 2

# A tile's byte: the holder's seat + 1 in the low five bits, the kind, and whether a city or tower was never taken.
HOLDER: Final = 31
KIND: Final = 96
PLAIN_LAND: Final = 0
MOUNTAIN: Final = 32
CITY: Final = 64
TOWER: Final = 96
NATIVE: Final = 128
UNSEEN: Final = 31
"""In MEMORY: this seat has never seen the tile. No holder has this number."""

# A byte of SIGHT: the count in the low six bits.
SIGHT_COUNT: Final = 63
SEEN: Final = 64
"""The tile was in sight when the last turn ended."""
TOUCHED: Final = 128
"""The count changed in the running turn; never set between turns."""

MAX_ARMIES: Final = 2**31 - 1
"""A tile's armies saturate here."""

MAX_TURN: Final = 2**31 - 1
"""Thirty-four years at two turns a second."""

CITY_ARMIES: Final = 40
TOWER_DEFENCE: Final = 25
GROWTH_TURNS: Final = 25
"""Turns between the growth of ordinary land."""
MAX_SIDE: Final = 200
MAX_PLAYERS: Final = 16


@dataclass(frozen=True, slots=True)
class Layout:
    """The shape that all boards of a batch share."""

    width: int
    height: int
    players: int
    structures: int
    """Room for this many cities and towers."""

    @property
    def tiles(self) -> int:
        """Tiles of a board."""
        return self.width * self.height

    @property
    def words(self) -> int:
        """Words of one seat's bit table."""
        return -(-self.tiles // 32)

    def header(self) -> Ints:
        """Returns the header of an empty board of this shape."""
        tiles, players, words = self.tiles, self.players, self.words
        header = np.zeros(HEADER_INTS, np.int32)
        header[[WIDTH, HEIGHT, PLAYERS, CAPACITY, WORDS]] = (
            self.width,
            self.height,
            players,
            self.structures,
            words,
        )
        header[WINNER] = -1
        header[SUMS] = HEADER_INTS // 2
        header[OWNED] = header[SUMS] + players
        header[MOVABLE] = header[OWNED] + players * words
        header[SEATS] = 2 * (header[MOVABLE] + players * words)
        header[STRUCTURES] = header[SEATS] + players * SEAT_INTS
        header[KNOWN] = header[STRUCTURES] + self.structures
        header[GARRISON] = header[KNOWN] + players * self.structures
        header[RECALLED] = header[GARRISON] + tiles
        header[TILES] = 4 * (header[RECALLED] + players * tiles)
        header[SIGHT] = header[TILES] + tiles
        header[MEMORY] = header[SIGHT] + players * tiles
        return header

    @property
    def block_bytes(self) -> int:
        """Bytes of one board, rounded up to whole cache lines."""
        end = int(self.header()[MEMORY]) + self.players * self.tiles
        return -(-end // 64) * 64


class Blocks:
    """The memory of n boards, and the three views of it."""

    def __init__(self, layout: Layout, count: int) -> None:
        self.layout = layout
        self.memory = np.zeros((count, layout.block_bytes), np.uint8)
        self.cells: Cells = self.memory
        self.ints: Ints = self.memory.view(np.int32)
        self.longs: Longs = self.memory.view(np.int64)
        self.ints[:, :HEADER_INTS] = layout.header()

    def __len__(self) -> int:
        return len(self.memory)

    def copy(self) -> Blocks:
        """Copies the boards into memory of their own."""
        twin = object.__new__(Blocks)
        twin.__setstate__((self.layout, self.memory.copy()))
        return twin

    def __getstate__(self) -> tuple[Layout, Cells]:
        """Pickles the memory alone: copied one by one, the views would no longer share it."""
        return self.layout, self.memory

    def __setstate__(self, state: tuple[Layout, Cells]) -> None:
        self.layout, self.memory = state
        self.cells = self.memory
        self.ints = self.memory.view(np.int32)
        self.longs = self.memory.view(np.int64)
