"""Pictures of a board: as a PNG in the C64's colours, and as text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.errors import Refusal, Refused
from duskfall.formats.palette import GUIDE, palette_png
from duskfall.formats.welten.text_art import UNIT_SIGNS, land_rows
from duskfall.formats.welten.tiles import EDGE, GROUND, TileSet, tiles_of
from duskfall.welten.game import Game
from duskfall.welten.scenario import Scenario
from duskfall.welten.terrain import FIRST_CODE
from duskfall.welten.units import FIRST_UNIT_CODE

LARGEST_SCALE: Final = 16
"""Screen points for one point of a tile; the default map is then 10240 points wide."""


@dataclass(frozen=True)
class Board:
    """The content of a picture: the terrain of every tile, and the units."""

    terrain: NDArray[np.uint8]
    """The terrain code under every tile, [y, x]."""
    units: tuple[tuple[int, int, int], ...]
    """Type, x and y of every living unit."""
    tiles: TileSet

    @staticmethod
    def of(
        scenario: Scenario,
        terrain: NDArray[np.uint8] | None = None,
        units: Iterable[tuple[int, int, int]] | None = None,
    ) -> Board:
        """Returns the board of a scenario at its start, or with another terrain and other units."""
        standing = scenario.placements if units is None else units
        return Board(
            scenario.terrain if terrain is None else terrain,
            tuple((int(kind), int(x), int(y)) for kind, x, y in standing),
            tiles_of(scenario),
        )

    @staticmethod
    def at(game: Game) -> Board:
        """Returns the board of a running game."""
        situation = game.situation
        return Board.of(game.scenario, situation.land(), (unit[:3] for unit in situation.units if unit.alive))

    def codes(self) -> NDArray[np.uint8]:
        """Returns the visible code of every tile: that of the unit, else that of the terrain."""
        codes = self.terrain.copy()
        for kind, x, y in self.units:
            codes[y, x] = FIRST_UNIT_CODE + kind
        return codes


def pixels(codes: NDArray[np.uint8], tiles: TileSet) -> NDArray[np.uint8]:
    """Draws a board: the colour of every point, eight points a tile.

    A unit hides the terrain beneath it, as on the C64: where its points are clear, the green ground shows.
    """
    coloured = np.where(tiles.bits(), tiles.colours[:, None, None], np.uint8(GROUND))
    height, width = codes.shape
    drawn = coloured[codes - FIRST_CODE]
    return np.ascontiguousarray(drawn.transpose(0, 2, 1, 3).reshape(height * EDGE, width * EDGE), np.uint8)


def png(board: Board, scale: int = 1) -> bytes:
    """Encodes the board as a PNG file with `scale` screen points for each point, crisp at every scale."""
    return png_of(pixels(board.codes(), board.tiles), scale)


def png_of(points: NDArray[np.uint8], scale: int) -> bytes:
    """Encodes points in palette colours as a PNG file."""
    if not 1 <= scale <= LARGEST_SCALE:
        raise Refused(Refusal.OUT_OF_RANGE, f"scale {scale}", f"1 to {LARGEST_SCALE} are possible")
    return palette_png(points, GUIDE, scale)


def tile_sheet(tiles: TileSet, columns: int = 10) -> NDArray[np.uint8]:
    """Draws all tiles in the order of their codes, one point of ground around each."""
    coloured = np.where(tiles.bits(), tiles.colours[:, None, None], np.uint8(GROUND)).astype(np.uint8)
    pitch = EDGE + 2
    rows = -(-len(coloured) // columns)
    sheet = np.full((rows * pitch, columns * pitch), GROUND, np.uint8)
    for number, tile in enumerate(coloured):
        y, x = number // columns * pitch + 1, number % columns * pitch + 1
        sheet[y : y + EDGE, x : x + EDGE] = tile
    return sheet


def text_rows(board: Board) -> list[str]:
    """Draws the board in the characters of scenario files, units over the land."""
    rows = [list(row) for row in land_rows(board.terrain)]
    for kind, x, y in board.units:
        rows[y][x] = UNIT_SIGNS[kind]
    return ["".join(row) for row in rows]


def ruled(rows: list[str]) -> list[str]:
    r"""Adds rulers to rows: columns above, row numbers to the left.

    >>> print("\n".join(ruled([".~f", "G.."])))
       0
    0  .~f
    1  G..
    """
    width, gap = len(rows[0]), len(str(len(rows) - 1)) + 2
    tens = "".join(f"{column:<10}" for column in range(0, width, 10)).rstrip()
    return [" " * gap + tens, *(f"{number:<{gap}}{row}" for number, row in enumerate(rows))]
