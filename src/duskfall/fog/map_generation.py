"""Draws a board from a seed: mountains, generals, cities, towers, and the check that all generals can meet.

"Scan all free tiles in random order and keep those far enough" is done as "choose one of the tiles that are still
eligible, strike those too near, repeat", which gives each result with the same chance and draws far fewer numbers.
Within this module a tile is a *spot*, `row << 8 | column`, so that distances need no division.
"""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel, number
from duskfall.dice import Stream, below, key, purpose
from duskfall.fog.layout import (
    CITY,
    CITY_ARMIES,
    KIND,
    MAX_PLAYERS,
    MOUNTAIN,
    NATIVE,
    TOWER,
    TOWER_DEFENCE,
    Cells,
    Ints,
)

MOUNTAIN_SHARE: Final = 10
"""One tile in ten is a mountain."""
GENERAL_MARGIN: Final = 3
"""Tiles between a general and the nearest edge."""
LEAST_GENERAL_DISTANCE: Final = 2
SHUFFLES: Final = 20
"""Tries at each distance between generals before it is relaxed by one."""
CITIES_PER_PLAYER: Final = 3
CITY_DISTANCE: Final = 8
TOWER_DISTANCE: Final = 11
DRAWS: Final = 100
"""Boards drawn for one seed before it is given up."""
TILES_PER_PLAYER: Final = 8
"""Tiles of the generals' zone that each player needs at least."""

_MOUNTAINS: Final = purpose("fog mountains")
_GENERALS: Final = purpose("fog generals")
_CITIES: Final = purpose("fog cities")
_TOWERS: Final = purpose("fog towers")

DRAWN: Final = 0
NO_ROOM: Final = 1
"""The generals did not fit, in every draw."""
DISCONNECTED: Final = 2
"""The generals could not all meet, in the last draw that placed them."""


def general_distance(players: int) -> int:
    """Returns the distance that generals should have: 8 for two players, 6 for three or four, 4 for more."""
    if players == 2:
        return 8
    return 6 if players <= 4 else 4


def most_players(width: int, height: int) -> int:
    """Counts the players that a drawn board has room for.

    >>> most_players(30, 30), most_players(10, 10)
    (16, 2)
    """
    zone = max(width - 2 * GENERAL_MARGIN, 0) * max(height - 2 * GENERAL_MARGIN, 0)
    return min(MAX_PLAYERS, zone // TILES_PER_PLAYER)


def most_structures(width: int, height: int, players: int) -> int:
    """Counts the most cities and towers that a drawn board can have."""
    towers = -(-width // TOWER_DISTANCE) * -(-height // TOWER_DISTANCE)
    return CITIES_PER_PLAYER * players + towers


@kernel
def draw_mountains(stream: Stream, tiles: Cells, width: int, height: int) -> None:
    """Puts mountains on a tenth of the tiles, none on the border."""
    left = width * height // MOUNTAIN_SHARE
    while left > 0:
        spot = below(stream, (width - 2) * (height - 2))
        row = spot // (width - 2)
        tile = (row + 1) * width + spot - row * (width - 2) + 1
        if tiles[tile] == 0:
            tiles[tile] = MOUNTAIN
            left -= 1


@kernel
def free_spots(tiles: Cells, width: int, height: int, margin: int, spots: Ints) -> int:
    """Lists the free spots at least `margin` from the edge; returns their number."""
    count = 0
    for row in range(margin, height - margin):
        for column in range(margin, width - margin):
            spots[count] = row << 8 | column
            count += tiles[row * width + column] == 0
    return count


@kernel
def strike_near(spots: Ints, count: int, chosen: int, distance: int) -> int:
    """Keeps the spots that are at least `distance` from the chosen one; returns how many are left."""
    row, column = chosen >> 8, chosen & 255
    kept = 0
    for i in range(count):
        spot = spots[i]
        spots[kept] = spot
        far = (abs((spot >> 8) - row) >= distance) | (abs((spot & 255) - column) >= distance)
        kept += far
    return kept


@kernel
def choose_apart(stream: Stream, spots: Ints, count: int, distance: int, most: int, chosen: Ints) -> int:
    """Chooses up to `most` spots, each at least `distance` from the others; returns how many were found."""
    found = 0
    while found < most and count > 0:
        spot = spots[below(stream, count)]
        chosen[found] = spot
        found += 1
        if found < most:
            count = strike_near(spots, count, spot, distance)
    return found


@kernel
def draw_generals(
    stream: Stream, tiles: Cells, width: int, height: int, players: int, distance: int, spots: Ints, generals: Ints
) -> bool:
    """Chooses the generals' tiles; false if they do not fit even at the least distance."""
    while distance >= LEAST_GENERAL_DISTANCE:
        for _ in range(SHUFFLES):
            count = free_spots(tiles, width, height, GENERAL_MARGIN, spots)
            if choose_apart(stream, spots, count, distance, players, generals) == players:
                for seat in range(players):
                    generals[seat] = (generals[seat] >> 8) * width + (generals[seat] & 255)
                return True
        distance -= 1
    return False


@kernel
def build(
    stream: Stream, tiles: Cells, garrison: Ints, width: int, height: int, kind: int, distance: int, most: int,
    armies: int, spots: Ints, chosen: Ints,
) -> None:  # fmt: skip
    """Builds cities or towers on free tiles."""
    count = free_spots(tiles, width, height, 0, spots)
    found = choose_apart(stream, spots, count, distance, most, chosen)
    for i in range(found):
        tile = (chosen[i] >> 8) * width + (chosen[i] & 255)
        tiles[tile] = kind | NATIVE
        garrison[tile] = armies


@kernel
def all_meet(tiles: Cells, width: int, height: int, generals: Ints, players: int, stack: Ints, reached: Cells) -> bool:
    """Tells whether every general could walk to every other; mountains block, cities and towers do not."""
    for tile in range(width * height):
        reached[tile] = 0
    for seat in range(players):
        reached[generals[seat]] = 2
    missing = players - 1
    stack[0] = generals[0]
    reached[generals[0]] = 1
    top = 1
    while top > 0 and missing > 0:
        top -= 1
        tile = stack[top]
        row = tile // width
        column = tile - row * width
        # Not `grid.beside`, which divides once a direction: it makes drawing a board a twelfth slower.
        for direction in range(4):
            near = -1
            if direction == 0 and row > 0:
                near = tile - width
            elif direction == 1 and row < height - 1:
                near = tile + width
            elif direction == 2 and column > 0:
                near = tile - 1
            elif direction == 3 and column < width - 1:
                near = tile + 1
            if near >= 0 and reached[near] != 1 and number(tiles[near]) & KIND != MOUNTAIN:
                missing -= reached[near] == 2
                reached[near] = 1
                stack[top] = near
                top += 1
    return missing == 0


@kernel
def draw_board(
    seed: int, width: int, height: int, players: int, distance: int, walls: Cells, stream: Stream, spots: Ints,
    generals: Ints, tiles: Cells, garrison: Ints, reached: Cells,
) -> int:  # fmt: skip
    """Draws a board into `tiles`, `garrison` and `generals`; `walls` (MOUNTAIN or 0 a tile) may give the mountains.

    `spots` needs twice as many places as there are tiles.
    """
    size = width * height
    problem = NO_ROOM
    for attempt in range(DRAWS):
        for tile in range(size):
            garrison[tile] = 0
            tiles[tile] = walls[tile] if len(walls) > 0 else 0
        if len(walls) == 0:
            stream[0] = key(seed, attempt, _MOUNTAINS)
            draw_mountains(stream, tiles, width, height)
        stream[0] = key(seed, attempt, _GENERALS)
        if not draw_generals(stream, tiles, width, height, players, distance, spots, generals):
            continue
        if not all_meet(tiles, width, height, generals, players, spots, reached):
            problem = DISCONNECTED
            continue
        for seat in range(players):
            tiles[generals[seat]] = seat + 1
            garrison[generals[seat]] = 1
        stream[0] = key(seed, attempt, _CITIES)
        most = CITIES_PER_PLAYER * players
        build(
            stream, tiles, garrison, width, height, CITY, CITY_DISTANCE, most, CITY_ARMIES, spots[:size], spots[size:]
        )
        stream[0] = key(seed, attempt, _TOWERS)
        build(
            stream, tiles, garrison, width, height, TOWER, TOWER_DISTANCE, size, TOWER_DEFENCE, spots[:size],
            spots[size:],
        )  # fmt: skip
        return DRAWN
    return problem
