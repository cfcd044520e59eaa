"""Digs corridors of the classic profile where the ground is free."""

from __future__ import annotations

from duskfall.compiled import kernel, number
from duskfall.dungeon.arrays.layout import CORRIDOR_GROUND, HIDDEN, LOOP, OPEN_GROUND, Bytes, MapArrays, Numbers
from duskfall.dungeon.corridors.connections import doors_in_wall, link
from duskfall.dungeon.corridors.shapes import A_SIDE, AX, AY, B_SIDE, BX, BY, WAYS, trace, try_way
from duskfall.dungeon.tiles import DOOR, EMPTY, FLOOR, SECRET, WALL, Tiles


@kernel
def dig_corridor(m: MapArrays, a: int, b: int, purpose: int) -> bool:
    """Joins two rooms by the first of the five ways that is free; False, and nothing changed, if all are blocked."""
    for way in range(WAYS):
        if not try_way(m.rooms, m.path, a, b, way):
            continue
        if purpose == HIDDEN and (
            doors_in_wall(m.rooms, m.slots, m.decoys, a, m.path[A_SIDE])
            or doors_in_wall(m.rooms, m.slots, m.decoys, b, m.path[B_SIDE])
        ):
            continue
        if not claim(m.tiles, m.ground, m.path, m.way, purpose):
            continue
        link(m, a, b, purpose)
        m.tiles[m.path[AY], m.path[AX]] = SECRET if purpose == HIDDEN else DOOR
        m.tiles[m.path[BY], m.path[BX]] = SECRET if purpose == HIDDEN else DOOR
        return True
    return False


@kernel
def claim(tiles: Tiles, ground: Bytes, path: Numbers, way: Numbers, purpose: int) -> bool:
    """Digs the path if it is free.

    It may begin with tiles of corridors that already leave through its first door, and a loop may end likewise. The
    tiles between are new and touch no other corridor but the ends of these shared runs. A path never turns back, so
    tiles that touch nothing else make no block of 2x2; only a single new tile between two runs can close one.
    """
    count = trace(path, way)
    first, end = 0, count
    if purpose != HIDDEN and tiles[path[AY], path[AX]] == DOOR:
        while first < count and ground[way[first, 1], way[first, 0]] == CORRIDOR_GROUND:
            first += 1
    if purpose == LOOP and tiles[path[BY], path[BX]] == DOOR:
        while end > first and ground[way[end - 1, 1], way[end - 1, 0]] == CORRIDOR_GROUND:
            end -= 1
    if first >= end:
        return False
    for i in range(first, end):
        if ground[way[i, 1], way[i, 0]] != OPEN_GROUND or touches_another(ground, way, i, first, end, count):
            return False
    if first > 0 and end < count and end - first == 1:
        x = way[first - 1, 0] + way[end, 0] - way[first, 0]
        y = way[first - 1, 1] + way[end, 1] - way[first, 1]
        if ground[y, x] == CORRIDOR_GROUND:
            return False
    for i in range(first, end):
        x, y = way[i, 0], way[i, 1]
        ground[y, x] = CORRIDOR_GROUND
        if i == first or i == end - 1 or (way[i - 1, 0] != way[i + 1, 0] and way[i - 1, 1] != way[i + 1, 1]):
            dig_tile(tiles, x, y)
            continue
        # In the middle of a leg the tiles before and behind bring their own walls; only those beside it are missing.
        across, down = way[i + 1, 1] - y, way[i + 1, 0] - x
        tiles[y, x] = FLOOR
        if tiles[y - down, x - across] == EMPTY:
            tiles[y - down, x - across] = WALL
        if tiles[y + down, x + across] == EMPTY:
            tiles[y + down, x + across] = WALL
    return True


@kernel
def touches_another(ground: Bytes, way: Numbers, i: int, first: int, end: int, count: int) -> bool:
    """Tells whether a new tile shares an edge with an older corridor tile other than the ends of the shared runs."""
    x, y = way[i, 0], way[i, 1]
    touching = (
        number(ground[y, x - 1] == CORRIDOR_GROUND)
        + number(ground[y, x + 1] == CORRIDOR_GROUND)
        + number(ground[y - 1, x] == CORRIDOR_GROUND)
        + number(ground[y + 1, x] == CORRIDOR_GROUND)
    )
    if first > 0 and abs(way[first - 1, 0] - x) + abs(way[first - 1, 1] - y) == 1:
        touching -= 1
    if end < count and abs(way[end, 0] - x) + abs(way[end, 1] - y) == 1:
        touching -= 1
    return touching > 0


@kernel
def dig_tile(tiles: Tiles, x: int, y: int) -> None:
    """Turns a tile into floor and the empty ones around it into wall; the original digs at the border too."""
    tiles[y, x] = FLOOR
    for row in range(max(0, y - 1), min(tiles.shape[0], y + 2)):
        for column in range(max(0, x - 1), min(tiles.shape[1], x + 2)):
            if tiles[row, column] == EMPTY:
                tiles[row, column] = WALL


@kernel
def is_untouched(tiles: Tiles, x: int, y: int) -> bool:
    """Tells whether a tile is empty, so without walkable neighbours, and inside the border."""
    return bool(1 <= x <= tiles.shape[1] - 2 and 1 <= y <= tiles.shape[0] - 2 and tiles[y, x] == EMPTY)
