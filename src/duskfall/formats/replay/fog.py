"""Frames of Fog of War: small tiles with their armies, drawn from arrays so that a film of a game takes seconds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from duskfall.fog.position import CITY_TILE, EMPTY, FOG, FOG_OBSTACLE, MOUNTAIN_TILE, TOWER_TILE
from duskfall.fog.view import View
from duskfall.formats.fog.pictures import (
    DIGITS,
    GOLD,
    GROUND,
    INK,
    LAND,
    LINE,
    NEVER_SEEN,
    NEVER_SEEN_MARK,
    ROCK,
    ROCK_LIT,
    ROCK_SHADE,
    SEATS,
    SHADOW,
    STONE,
    Colour,
)
from duskfall.formats.replay.frame import Points, Standing, Style, captioned

SIDE: Final = 14
"""Points of a tile on each side, the line between tiles included: three digits fit."""
WIDEST: Final = 840
"""Points. The tiles of a board that would be wider become smaller and lose their numbers."""
SMALLEST_WIDTH: Final = 420
"""Points. A small board is drawn with larger points until it would be wider than this."""

_CITY: Final = 92, 92, 104
_PLAIN: Final[tuple[Colour, ...]] = (
    GROUND, LINE, LAND, ROCK, ROCK_LIT, ROCK_SHADE, NEVER_SEEN, NEVER_SEEN_MARK, STONE, GOLD, INK, SHADOW, _CITY,
)  # fmt: skip


def _dimmed(colour: Colour) -> Colour:
    red, green, blue = ((a + b) // 2 for a, b in zip(colour, GROUND, strict=True))
    return red, green, blue


_BRIGHT: Final = (*_PLAIN, *SEATS)
_DIM: Final = len(_BRIGHT)
"""The offset of the dim form of a colour."""
_FIRST_SEAT: Final = len(_PLAIN)
_STYLE: Final = Style(
    palette=(*_BRIGHT, *map(_dimmed, _BRIGHT)),
    ground=SHADOW,
    ink=INK,
    longest_detail="000 tiles, 0000 armies",
)

_SHAPES: Final = {
    "crown": "#...#...#.. ##.###.##.. #########.. #########..",
    "city": "....##..... .##.##.##.. .########.. .##.##.##..",
    "tower": ".#.###.#... .#######... ..#####.... ..#####....",
    "rock": (
        "............. ............. ......#...... .....##a..... .....##aa.... ....###aa.... ....###aaa... "
        "...####aaa... ...####aaaa.. ..#####aaaa.. ..#####aaaaa. ............. ............."
    ),
    "mark": (
        "............. ............. ............. ...##...##... ...##...##... ............. .....##...... "
        ".....##...... ............. ...##...##... ...##...##... ............. ............."
    ),
}


@cache
def _sprite(name: str, sign: str) -> NDArray[np.bool_]:
    """Returns the points of a shape that have a character; shapes above a number lie in the upper half of the tile."""
    rows = [row.ljust(SIDE, ".") for row in _SHAPES[name].split()]
    if len(rows) < SIDE - 1:
        rows = ["." * SIDE, *(("." + row)[:SIDE] for row in rows)]
    rows += ["." * SIDE] * (SIDE - len(rows))
    return np.array([[point == sign for point in row] for row in rows])


@cache
def _number(text: str, low: bool) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Returns the points of a number on a tile, and of the shadow under it."""
    points = np.zeros((SIDE + 1, SIDE + 1), bool)
    left, top = (SIDE - 4 * len(text)) // 2, 7 if low else 4
    for place, sign in enumerate(text):
        for point, on in enumerate(DIGITS[sign]):
            points[top + point // 3, left + 4 * place + point % 3] = on == "1"
    ink = points[:SIDE, :SIDE]
    shadow = np.zeros_like(ink)
    shadow[1:, 1:] = ink[:-1, :-1]
    return ink, shadow & ~ink


def fog_frame(view: View, players: Sequence[str]) -> Image.Image:
    """Draws a view with its caption: bright in sight, dim from memory, dark where never seen."""
    columns, rows = view.width, view.height
    ground = _grounds(view).reshape(rows, columns)
    if max(columns, rows) * SIDE > WIDEST:
        side = max(2, WIDEST // max(columns, rows))
        board = ground.repeat(side, axis=0).repeat(side, axis=1)
        _dot(board, view, side)
    else:
        board = _detailed(view, ground)
        times = max(1, SMALLEST_WIDTH // board.shape[1])
        board = board.repeat(times, axis=0).repeat(times, axis=1)
    eyes = "" if view.seat is None else f", seen by {players[view.seat]}"
    standings = [
        Standing(name, _detail(view, seat), _FIRST_SEAT + seat + (0 if view.alive[seat] else _DIM))
        for seat, name in enumerate(players)
    ]
    end = ""
    if view.outcome is not None:
        end = ": nobody wins" if view.outcome.winner is None else f": {players[view.outcome.winner]} wins"
    longest = f"Turn 00000{eyes}: {max(players, key=len)} wins"
    return captioned(board, f"Turn {view.turn}{eyes}{end}", longest, standings, _STYLE)


def _detail(view: View, seat: int) -> str:
    if not view.alive[seat]:
        return "is out"
    return f"{view.scores[seat].tiles} tiles, {view.scores[seat].armies} armies"


def _grounds(view: View) -> Points:
    """Returns the ground colour of each tile."""
    terrain = view.terrain.astype(np.int64)
    grounds = np.where(terrain >= 0, _FIRST_SEAT + terrain, _PLAIN.index(LAND))
    for code, colour in ((MOUNTAIN_TILE, ROCK), (CITY_TILE, _CITY), (TOWER_TILE, _CITY)):
        grounds[terrain == code] = _PLAIN.index(colour)
    grounds += np.where(view.visible, 0, _DIM)
    grounds[(terrain == FOG) | (terrain == FOG_OBSTACLE)] = _PLAIN.index(NEVER_SEEN)
    return grounds.astype(np.uint8)


def _dot(board: Points, view: View, side: int) -> None:
    """Marks the generals where tiles are too small for shapes."""
    for general in view.generals:
        if general >= 0:
            top, left = (part * side for part in divmod(general, view.width))
            board[top : top + side, left : left + side] = _PLAIN.index(GOLD)


def _detailed(view: View, ground: Points) -> Points:
    board = ground.repeat(SIDE, axis=0).repeat(SIDE, axis=1)
    board[SIDE - 1 :: SIDE, :] = _PLAIN.index(LINE)
    board[:, SIDE - 1 :: SIDE] = _PLAIN.index(LINE)
    tiles = board.reshape(view.height, SIDE, view.width, SIDE).transpose(0, 2, 1, 3)
    dim = np.where(view.visible, 0, _DIM)

    def draw(where: NDArray[np.int64], points: NDArray[np.bool_], colour: Colour) -> None:
        ys, xs = np.divmod(where, view.width)
        inks = (_PLAIN.index(colour) + dim[where]).astype(np.uint8)
        tiles[ys, xs] = np.where(points, inks[:, None, None], tiles[ys, xs])

    rocks = np.flatnonzero(view.terrain == MOUNTAIN_TILE)
    draw(rocks, _sprite("rock", "#"), ROCK_LIT)
    draw(rocks, _sprite("rock", "a"), ROCK_SHADE)
    ys, xs = np.divmod(np.flatnonzero(view.terrain == FOG_OBSTACLE), view.width)
    tiles[ys, xs] = np.where(_sprite("mark", "#"), np.uint8(_PLAIN.index(NEVER_SEEN_MARK)), tiles[ys, xs])
    generals = [general for general in view.generals if general >= 0]
    for name, places, colour in (("city", view.cities, INK), ("tower", view.towers, INK), ("crown", generals, GOLD)):
        where = np.array(places, np.int64)
        free = view.terrain[where] < 0
        draw(where[~free], _sprite(name, "#"), colour)
        draw(where[free], _sprite(name, "#"), STONE)
    low = frozenset((*view.cities, *view.towers, *generals))
    for (text, under), numbered in _numbers(view, low).items():
        ink, shadow = _number(text, under)
        where = np.array(numbered, np.int64)
        draw(where, shadow, SHADOW)
        draw(where, ink, INK)
    return board


def _numbers(view: View, low: frozenset[int]) -> dict[tuple[str, bool], list[int]]:
    """Returns the tiles of each number, separately for those with a shape above it."""
    found: dict[tuple[str, bool], list[int]] = {}
    terrain, armies, defence = view.terrain.tolist(), view.armies.tolist(), view.defence.tolist()
    for tile, code in enumerate(terrain):
        count = defence[tile] if code == TOWER_TILE else armies[tile]
        if code in (MOUNTAIN_TILE, FOG, FOG_OBSTACLE) or (code == EMPTY and count == 0):
            continue
        found.setdefault((_short(count), tile in low), []).append(tile)
    return found


def _short(count: int) -> str:
    """Writes a number in at most three characters.

    >>> _short(999), _short(12345), _short(1_000_000)
    ('999', '12k', '1m')
    """
    if count < 1000:
        return str(count)
    return f"{min(count // 1000, 99)}k" if count < 1_000_000 else f"{min(count // 1_000_000, 99)}m"
