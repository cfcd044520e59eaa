"""A picture of a Fog of War board, or of one seat's view of it."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from duskfall.fog.position import CITY_TILE, EMPTY, FOG, FOG_OBSTACLE, MOUNTAIN_TILE, TOWER_TILE
from duskfall.fog.view import View

SIDE: Final = 28
"""Pixels of a tile on each side, the line between tiles included."""
BORDER: Final = 12

Colour = tuple[int, int, int]

GROUND: Final = (22, 22, 30)
LINE: Final = (34, 34, 44)
LAND: Final = (58, 60, 72)
ROCK: Final = (40, 41, 52)
ROCK_LIT: Final = (104, 106, 122)
ROCK_SHADE: Final = (76, 78, 94)
NEVER_SEEN: Final = (28, 28, 37)
NEVER_SEEN_MARK: Final = (52, 53, 66)
STONE: Final = (196, 192, 178)
GOLD: Final = (255, 216, 96)
INK: Final = (250, 250, 245)
SHADOW: Final = (16, 16, 22)

SEATS: Final[tuple[Colour, ...]] = (
    (206, 70, 76), (74, 96, 220), (76, 166, 70), (198, 120, 40), (148, 70, 170), (46, 160, 160), (196, 172, 50),
    (214, 110, 150), (110, 120, 60), (92, 140, 230), (150, 90, 60), (120, 200, 130), (120, 120, 140), (230, 150, 110),
    (70, 70, 130), (170, 150, 210),
)  # fmt: skip
"""The colours of seats 0 to 15."""

DIGITS: Final = {
    "0": "111101101101111", "1": "010110010010111", "2": "111001111100111", "3": "111001111001111",
    "4": "101101111001001", "5": "111100111001111", "6": "111100111101111", "7": "111001010010010",
    "8": "111101111101111", "9": "111101111001111", "k": "100101110110101", "m": "101111111101101",
}  # fmt: skip
"""Three by five pixels a character, row by row."""

Shape = tuple[tuple[int, int, int, int], ...]
"""Filled boxes: left, top, right, bottom."""

CITY_SHAPE: Final[Shape] = ((5, 8, 21, 13), (5, 5, 9, 13), (11, 3, 15, 13), (17, 6, 21, 13))
TOWER_SHAPE: Final[Shape] = ((9, 6, 17, 13), (8, 3, 10, 7), (12, 3, 14, 7), (16, 3, 18, 7))
CROWN_SHAPE: Final[Shape] = ((6, 10, 20, 13), (6, 5, 8, 10), (12, 3, 14, 10), (18, 5, 20, 10), (9, 8, 17, 10))
UNDER_SHAPE: Final = 15
"""The top of the number on a tile that has a shape."""


def draw_picture(view: View) -> Image.Image:
    """Draws a view: bright in sight, dim from memory, dark where never seen."""
    width, height = view.width * SIDE + 2 * BORDER, view.height * SIDE + 2 * BORDER
    image = Image.new("RGB", (width, height), GROUND)
    canvas = ImageDraw.Draw(image)
    shapes: dict[int, Shape] = dict.fromkeys(view.cities, CITY_SHAPE) | dict.fromkeys(view.towers, TOWER_SHAPE)
    shapes |= dict.fromkeys((general for general in view.generals if general >= 0), CROWN_SHAPE)
    for tile in range(view.width * view.height):
        row, column = divmod(tile, view.width)
        left, top = BORDER + column * SIDE, BORDER + row * SIDE
        _draw_tile(canvas, view, tile, left, top)
        text = _number(view, tile)
        if tile in shapes:
            metal = GOLD if shapes[tile] is CROWN_SHAPE else INK
            ink = _dim(metal if view.terrain[tile] >= 0 else STONE, not view.visible[tile])
            _draw_shape(canvas, shapes[tile], left, top, ink)
            _draw_number(canvas, text, left, top + UNDER_SHAPE)
        else:
            _draw_number(canvas, text, left, top + (SIDE - 1 - 5 * _scale(text)) // 2)
    return image


def _ground(view: View, tile: int) -> Colour:
    """Returns the ground colour of a tile."""
    code = int(view.terrain[tile])
    if code >= 0:
        colour = SEATS[code]
    elif code in (FOG, FOG_OBSTACLE):
        return NEVER_SEEN
    elif code == MOUNTAIN_TILE:
        colour = ROCK
    else:
        colour = (92, 92, 104) if code in (CITY_TILE, TOWER_TILE) else LAND
    return _dim(colour, not view.visible[tile])


def _draw_tile(canvas: ImageDraw.ImageDraw, view: View, tile: int, left: int, top: int) -> None:
    canvas.rectangle((left, top, left + SIDE - 1, top + SIDE - 1), fill=LINE)
    canvas.rectangle((left, top, left + SIDE - 2, top + SIDE - 2), fill=_ground(view, tile))
    code = int(view.terrain[tile])
    dim = not view.visible[tile]
    if code == MOUNTAIN_TILE:
        canvas.polygon([(left + 3, top + 22), (left + 13, top + 5), (left + 23, top + 22)], fill=_dim(ROCK_SHADE, dim))
        canvas.polygon([(left + 3, top + 22), (left + 13, top + 5), (left + 14, top + 22)], fill=_dim(ROCK_LIT, dim))
    elif code == FOG_OBSTACLE:
        for x, y in ((7, 7), (17, 7), (7, 17), (17, 17), (12, 12)):
            canvas.rectangle((left + x, top + y, left + x + 2, top + y + 2), fill=NEVER_SEEN_MARK)


def _draw_shape(canvas: ImageDraw.ImageDraw, shape: Shape, left: int, top: int, colour: Colour) -> None:
    for x, y, right, bottom in shape:
        canvas.rectangle((left + x, top + y, left + right, top + bottom), fill=colour)


def _number(view: View, tile: int) -> str:
    """Returns the armies or the defence to be written on a tile, at most four characters."""
    code, armies = int(view.terrain[tile]), int(view.armies[tile])
    if code == TOWER_TILE:
        armies = int(view.defence[tile])
    if code in (MOUNTAIN_TILE, FOG, FOG_OBSTACLE) or (code == EMPTY and armies == 0):
        return ""
    if armies < 10_000:
        return str(armies)
    return f"{armies // 1000}k" if armies < 1_000_000 else f"{armies // 1_000_000}m"


def _scale(text: str) -> int:
    """Returns the pixels for a dot of a number, so that it fits the tile."""
    return 2 if len(text) <= 3 else 1


def _draw_number(canvas: ImageDraw.ImageDraw, text: str, left: int, top: int) -> None:
    scale = _scale(text)
    wide = len(text) * 4 * scale - scale
    x = left + (SIDE - 1 - wide) // 2
    for shift, colour in ((1, SHADOW), (0, INK)):
        for index, sign in enumerate(text):
            for pixel, on in enumerate(DIGITS[sign]):
                if on == "1":
                    px = x + (index * 4 + pixel % 3) * scale + shift
                    py = top + pixel // 3 * scale + shift
                    canvas.rectangle((px, py, px + scale - 1, py + scale - 1), fill=colour)


def _blend(colour: Colour, other: Colour, share: float) -> Colour:
    red, green, blue = (round(a * share + b * (1 - share)) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def _dim(colour: Colour, dim: bool) -> Colour:
    return _blend(colour, GROUND, 0.5) if dim else colour
