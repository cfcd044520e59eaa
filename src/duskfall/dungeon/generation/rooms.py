"""Phase 1, Building Rooms: at most one room in each cell of the grid, at a distance from its neighbours."""

from __future__ import annotations

from typing import Final

from duskfall.compiled import kernel
from duskfall.dice import Stream
from duskfall.dungeon.arrays.layout import (
    HEIGHT,
    ROOM_GROUND,
    ROOMS,
    TREASURE_SIDE,
    TREASURE_X,
    TREASURE_Y,
    UNUSED,
    WIDTH,
    MapArrays,
    Numbers,
    Rules,
    X,
    Y,
)
from duskfall.dungeon.generation.dice import COIN, TEN_SIDES, roll
from duskfall.dungeon.tiles import FLOOR, WALL

PLACEMENTS: Final = 15
"""How often a place is drawn in a cell before the cell stays empty."""
MARGIN: Final = 4
"""Tiles by which a room may leave its cell, and which must be empty around it."""


@kernel
def build_rooms(rules: Rules, m: MapArrays) -> None:
    """Fills the cells in random order."""
    cells = rules.grid * rules.grid
    shuffle_cells(m.dice, m.order, cells)
    for i in range(cells):
        place_room(rules, m, m.order[i])


@kernel
def shuffle_cells(dice: Stream, order: Numbers, cells: int) -> None:
    """Shuffles the cells fairly, then swaps neighbours half of the time in two passes, as the original does."""
    for i in range(cells):
        order[i] = i
    for i in range(cells - 1, 0, -1):
        swap(order, i, roll(dice, i + 1))
    for _ in range(2):
        for i in range(cells - 1):
            if roll(dice, COIN) == 1:
                swap(order, i, i + 1)


@kernel
def swap(order: Numbers, i: int, j: int) -> None:
    """Exchanges two cells in the order."""
    kept = order[i]
    order[i] = order[j]
    order[j] = kept


@kernel
def between(dice: Stream, least: int, most: int) -> int:
    """Rolls a number from `least` to `most`, both included."""
    return least + roll(dice, most - least + 1)


@kernel
def draw_size(rules: Rules, dice: Stream) -> tuple[int, int]:
    """Draws width and height: three in ten are wide, three in ten tall, the rest of any shape."""
    least, most = rules.room_min, rules.room_max
    longer, shorter = min(least + 1, most), min(least + 2, most)
    if roll(dice, TEN_SIDES) >= 6:
        width = between(dice, least, most)
        return width, between(dice, least, most)
    if roll(dice, COIN) == 1:
        width = between(dice, longer, most)
        return width, between(dice, least, shorter)
    width = between(dice, least, shorter)
    return width, between(dice, longer, most)


@kernel
def place_room(rules: Rules, m: MapArrays, cell: int) -> None:
    """Draws a size once and places until one is good; the cell may stay empty."""
    width, height = draw_size(rules, m.dice)
    left = rules.first_x + cell % rules.grid * rules.cell_width
    top = rules.first_y + cell // rules.grid * rules.cell_height
    low_x, low_y = max(1, left - MARGIN), max(1, top - MARGIN)
    high_x = min(rules.width - 2, left + rules.cell_width - 1 + MARGIN) - width + 1
    high_y = min(rules.height - 2, top + rules.cell_height - 1 + MARGIN) - height + 1
    if high_x < low_x or high_y < low_y:
        return
    for _ in range(PLACEMENTS):
        x = between(m.dice, low_x, high_x)
        y = between(m.dice, low_y, high_y)
        if has_space(rules, m.rooms, m.facts[ROOMS], x, y, width, height):
            add_room(m, x, y, width, height)
            return


@kernel
def has_space(rules: Rules, rooms: Numbers, count: int, x: int, y: int, width: int, height: int) -> bool:
    """Tells whether a room fits here: no wall of an earlier room is near.

    The original looks one tile further to the right and below than to the left and above, and keeps away from the
    right and lower border.
    """
    reach = MARGIN if rules.original else MARGIN - 1
    if rules.original and (x + width + 5 >= rules.width or y + height + 5 >= rules.height):
        return False
    left, top = x - MARGIN, y - MARGIN
    if rules.original:
        left, top = max(1, left), max(1, top)
    for room in range(count):
        apart_x = rooms[room, X] - 1 > x + width + reach or rooms[room, X] + rooms[room, WIDTH] < left
        apart_y = rooms[room, Y] - 1 > y + height + reach or rooms[room, Y] + rooms[room, HEIGHT] < top
        if not apart_x and not apart_y:
            return False
    return True


@kernel
def add_room(m: MapArrays, x: int, y: int, width: int, height: int) -> None:
    """Lays the floor, rings it with walls, and gives the room the next number."""
    m.tiles[y - 1 : y + height + 1, x - 1 : x + width + 1] = WALL
    m.tiles[y : y + height, x : x + width] = FLOOR
    m.ground[y - 1 : y + height + 1, x - 1 : x + width + 1] = ROOM_GROUND
    room = m.rooms[m.facts[ROOMS]]
    room[X] = x
    room[Y] = y
    room[WIDTH] = width
    room[HEIGHT] = height
    room[TREASURE_X] = UNUSED
    room[TREASURE_Y] = UNUSED
    room[TREASURE_SIDE] = UNUSED
    m.facts[ROOMS] += 1
