"""The view of a seat: the only way in which state leaves a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.fog.events import (
    CapturedCity,
    CapturedGeneral,
    CapturedTower,
    Eliminated,
    Ended,
    Event,
    Events,
    Marched,
    Outcome,
    Seat,
    unpack_march,
)
from duskfall.fog.layout import (
    CAPACITY,
    CITY,
    GARRISON,
    GENERAL,
    HEIGHT,
    HOLDER,
    KIND,
    KNOWN,
    KNOWN_COUNT,
    LAND,
    MEMORY,
    MOUNTAIN,
    NATIVE,
    PLAYERS,
    QUEUE,
    QUEUED,
    RECALLED,
    SEAT_INTS,
    SEATS,
    SEEN,
    SIGHT,
    STRUCTURE_COUNT,
    STRUCTURES,
    SUMS,
    TILES,
    TOWER,
    TURN,
    UNSEEN,
    WIDTH,
    Cells,
    Ints,
    Longs,
)
from duskfall.fog.orders import March
from duskfall.fog.position import CITY_TILE, FOG, FOG_OBSTACLE, MOUNTAIN_TILE, TOWER_TILE, board_text


@dataclass(frozen=True, slots=True)
class Score:
    """The public score of a seat; zeros once it is out of the game."""

    tiles: int
    armies: int


@dataclass(frozen=True, eq=False, slots=True)
class View:
    """Everything that one seat may know; the seat None knows all.

    The arrays are flat, one value a tile, and cannot be written.
    """

    seat: Seat | None
    turn: int
    width: int
    height: int
    numbers: Ints
    """Width and height, then the armies, the terrain and the defence of every tile: one array, as it is sent."""
    visible: NDArray[np.bool_]
    """True for tiles in sight; all others are as last seen."""
    cities: tuple[int, ...]
    """Discovered cities of any holder, in order of discovery."""
    towers: tuple[int, ...]
    generals: tuple[int, ...]
    """The tile of each seat's general where this seat may know it, else -1."""
    scores: tuple[Score, ...]
    alive: tuple[bool, ...]
    queue: tuple[March, ...]
    """The seat's own marches to come."""
    events: tuple[Event, ...]
    """The events of the last turn that the seat is told."""
    half: bool
    """Whether marches may take half."""
    turn_limit: int | None
    outcome: Outcome | None

    @property
    def armies(self) -> Ints:
        """Armies on land and cities."""
        return self.numbers[2 : 2 + self.width * self.height]

    @property
    def terrain(self) -> Ints:
        """The seat that holds each tile, or its kind.

        -1 free land, -2 mountain, -3 never seen, -4 never seen and an obstacle, -5 free tower, -6 free city.
        """
        size = self.width * self.height
        return self.numbers[2 + size : 2 + 2 * size]

    @property
    def defence(self) -> Ints:
        """Defence of free towers."""
        return self.numbers[2 + 2 * self.width * self.height :]

    def __str__(self) -> str:
        kinds = np.zeros(len(self.terrain), np.uint8)
        kinds[list(self.cities)] = CITY
        kinds[list(self.towers)] = TOWER
        return board_text(self.width, self.terrain, kinds, self.armies, self.defence, self.generals)

    def key(self) -> tuple[object, ...]:
        """Returns the whole view as plain values: two views are the same exactly when their keys are equal."""
        rest = (getattr(self, name) for name in self.__dataclass_fields__)
        plain = (value for value in rest if not isinstance(value, np.ndarray))
        return (self.numbers.tobytes(), self.visible.tobytes(), *plain)


@kernel
def render(ints: Ints, cells: Cells, seat: int, numbers: Ints, visible: NDArray[np.bool_]) -> None:
    """Writes the view of a seat, tile by tile; seat -1 sees all."""
    numbers[0], numbers[1] = ints[WIDTH], ints[HEIGHT]
    size = ints[WIDTH] * ints[HEIGHT]
    armies, terrain, defence = 2, 2 + size, 2 + 2 * size
    for tile in range(size):
        cell = number(cells[ints[TILES] + tile])
        garrison = number(ints[ints[GARRISON] + tile])
        seen = True
        if seat >= 0:
            spot = seat * size + tile
            seen = number(cells[ints[SIGHT] + spot]) & SEEN != 0
            if not seen:
                memory = number(cells[ints[MEMORY] + spot])
                garrison = number(ints[ints[RECALLED] + spot])
                if memory == UNSEEN:
                    numbers[armies + tile] = 0
                    numbers[terrain + tile] = FOG if cell & KIND == 0 else FOG_OBSTACLE
                    numbers[defence + tile] = 0
                    visible[tile] = False
                    continue
                cell = memory
        code = (cell & HOLDER) - 1
        if cell & KIND == MOUNTAIN:
            code = MOUNTAIN_TILE
        elif cell & NATIVE:
            code = CITY_TILE if cell & KIND == CITY else TOWER_TILE
        numbers[armies + tile] = 0 if code == TOWER_TILE else garrison
        numbers[terrain + tile] = code
        numbers[defence + tile] = garrison if code == TOWER_TILE else 0
        visible[tile] = seen


@kernel
def differences(before: Ints, now: Ints, pairs: Ints) -> int:
    """Writes each place that is new or differs, followed by its number now; returns how many numbers were written."""
    written = 0
    for place in range(len(now)):
        if place >= len(before) or before[place] != now[place]:
            pairs[written] = place
            pairs[written + 1] = now[place]
            written += 2
    return written


def told_to(event: Event, seat: Seat | None, visible: NDArray[np.bool_]) -> bool:
    """Tells whether a seat hears of an event; the seat None hears of everything."""
    match event:
        case Marched():  # by far the most common, so asked for first and in the cheapest way
            return seat is None or event.seat == seat
        case Eliminated() | Ended():
            return True
        case CapturedCity(captor, tile) | CapturedTower(captor, tile):
            return captor == seat or bool(visible[tile])
        case CapturedGeneral(captor, tile, of):
            return seat in (captor, of) or bool(visible[tile])
        case _:
            assert_never(event)


def build_view(
    ints: Ints, longs: Longs, cells: Cells, seat: Seat | None, events: Events, half: bool, turn_limit: int | None,
    outcome: Outcome | None,
) -> View:  # fmt: skip
    """Builds the view of a seat from a board's block."""
    # Python reads single numbers from the memory itself several times faster than from an array.
    words, sums, tiles = ints.data, longs.data, cells.data
    width, height, players = words[WIDTH], words[HEIGHT], words[PLAYERS]
    size = width * height
    numbers, visible = np.empty(2 + 3 * size, np.int32), np.empty(size, np.bool_)
    render(ints, cells, -1 if seat is None else seat, numbers, visible)
    numbers.setflags(write=False)
    visible.setflags(write=False)
    records = range(words[SEATS], words[SEATS] + players * SEAT_INTS, SEAT_INTS)
    generals = [words[record + GENERAL] for record in records]
    first_sum, first_tile = words[SUMS], words[TILES]
    known = _known(words, seat)
    return View(
        seat=seat,
        turn=words[TURN],
        width=width,
        height=height,
        numbers=numbers,
        visible=visible,
        cities=tuple([tile for tile in known if tiles[first_tile + tile] & KIND == CITY]),
        towers=tuple([tile for tile in known if tiles[first_tile + tile] & KIND == TOWER]),
        generals=tuple([tile if tile >= 0 and visible[tile] else -1 for tile in generals]),
        scores=tuple([Score(words[record + LAND], sums[first_sum + i]) for i, record in enumerate(records)]),
        alive=tuple([general >= 0 for general in generals]),
        queue=() if seat is None else _queue(words, records[seat], width),
        events=tuple([event for event in events if told_to(event, seat, visible)]),
        half=half,
        turn_limit=turn_limit,
        outcome=outcome,
    )


def _known(words: memoryview, seat: Seat | None) -> list[int]:
    """Lists the structures that a seat has discovered, in order; all of them for the seat None."""
    if seat is None:
        first = words[STRUCTURES]
        return [structure >> 5 for structure in words[first : first + words[STRUCTURE_COUNT]]]
    first = words[KNOWN] + seat * words[CAPACITY]
    return words[first : first + words[words[SEATS] + seat * SEAT_INTS + KNOWN_COUNT]].tolist()


def _queue(words: memoryview, record: int, width: int) -> tuple[March, ...]:
    """Lists the marches that a seat has queued."""
    queued = words[record + QUEUE : record + QUEUE + words[record + QUEUED]].tolist()
    return tuple([unpack_march(packed, width) for packed in queued])
