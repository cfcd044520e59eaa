"""Tiles and pictures: 38 tiles of our own, crisp at every scale."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from duskfall.errors import Refused
from duskfall.formats import palette
from duskfall.formats.welten.library import default_scenario
from duskfall.formats.welten.pictures import Board, png, png_of, ruled, text_rows, tile_sheet
from duskfall.formats.welten.scenarios import load_scenario, parse_scenario
from duskfall.formats.welten.tiles import TileSet, own_tiles, tiles_of
from duskfall.welten import UNIT_TYPES

SMALL = parse_scenario("duskfall scenario 1\nname n\nborder 1\nland\n.~G\n.f.\narmy\nF..\n..a\n")


def opened(data: bytes) -> Image.Image:
    return Image.open(BytesIO(data)).convert("RGB")


def rgb(colour: int) -> tuple[int, ...]:
    return palette.rgb(palette.GUIDE[colour])


def test_colours_follow_the_mapping_of_the_original() -> None:
    colours = own_tiles().colours.tolist()
    terrains = [0, 0, 6, 2, 1, 6, 11, 11, 11, 11, 11]
    assert colours == [11] * 11 + terrains + [7] * 7 + [0] * 9


def test_every_tile_but_the_blank_one_shows_something_and_no_two_are_alike() -> None:
    points = own_tiles().points
    assert not points[2].any()
    assert all(tile.any() for number, tile in enumerate(points) if number != 2)
    assert len({tile.tobytes() for tile in points}) == 38


def test_walls_join_without_a_gap() -> None:
    bits = own_tiles().bits()
    right = {code: set(np.flatnonzero(bits[code - 0x5E, :, 7])) for code in (0x61, 0x63, 0x65, 0x66)}
    left = {code: set(np.flatnonzero(bits[code - 0x5E, :, 0])) for code in (0x62, 0x64, 0x65, 0x66)}
    assert all(len(a & b) >= 4 for a in right.values() for b in left.values())
    down = {code: set(np.flatnonzero(bits[code - 0x5E, 7])) for code in (0x61, 0x62, 0x67, 0x68)}
    up = {code: set(np.flatnonzero(bits[code - 0x5E, 0])) for code in (0x63, 0x64, 0x67, 0x68)}
    assert all(len(a & b) >= 4 for a in down.values() for b in up.values())


@pytest.mark.parametrize("scale", [1, 2, 5])
def test_a_picture_has_eight_points_a_tile_at_every_scale(scale: int) -> None:
    image = opened(png(Board.of(SMALL), scale))
    assert image.size == (24 * scale, 16 * scale)
    once = np.asarray(opened(png(Board.of(SMALL), 1)))
    assert np.array_equal(np.asarray(image), once.repeat(scale, axis=0).repeat(scale, axis=1))


def test_every_point_has_the_colour_of_its_tile_or_of_the_ground() -> None:
    board = Board.of(SMALL)
    image, bits = opened(png(board)), own_tiles().bits()
    for y, row in enumerate([[0x7A, 0x6B, 0x6F], [0x69, 0x6C, 0x7E]]):
        for x, code in enumerate(row):
            for down in range(8):
                for right in range(8):
                    set_ = bits[code - 0x5E, down, right]
                    colour = own_tiles().colours[code - 0x5E] if set_ else 5
                    assert image.getpixel((8 * x + right, 8 * y + down)) == rgb(int(colour))


def test_a_unit_hides_the_terrain_and_a_dead_one_shows_it_again() -> None:
    assert text_rows(Board.of(SMALL)) == ["F~G", ".fa"]
    assert text_rows(Board.of(SMALL, units=[(6, 0, 0)])) == ["F~G", ".f."]


def test_a_scenario_is_drawn_with_the_tiles_it_brings() -> None:
    inverted = TileSet(~own_tiles().points, own_tiles().colours)
    other = parse_scenario("duskfall scenario 1\nname n\nborder 1\nland\n..\narmy\nFa\n")
    board = Board(other.terrain, (), inverted)
    assert opened(png(board)).getpixel((0, 0)) == rgb(0)
    assert tiles_of(other) == own_tiles() or np.array_equal(tiles_of(other).points, own_tiles().points)


@pytest.mark.parametrize("scale", [0, -1, 17])
def test_a_scale_out_of_range_is_refused(scale: int) -> None:
    with pytest.raises(Refused, match="1 to 16"):
        png(Board.of(SMALL), scale)


def test_the_sheet_shows_all_tiles() -> None:
    sheet = tile_sheet(own_tiles())
    assert sheet.shape == (40, 100)
    assert opened(png_of(sheet, 1)).size == (100, 40)


def test_the_text_of_the_default_land_shows_all_292_units() -> None:
    rows = text_rows(Board.of(default_scenario()))
    assert [len(row) for row in rows] == [80] * 40
    assert sum(row.count("F") for row in rows) == 1
    assert sum(row.count("w") for row in rows) == UNIT_TYPES[14].count
    assert ruled(rows)[0].split() == ["0", "10", "20", "30", "40", "50", "60", "70"]


DOCS = Path(__file__).parents[2] / "docs"


def test_the_pictures_in_the_documentation_show_what_is_shipped() -> None:
    ford = load_scenario(DOCS / "examples" / "ford.land")
    made = {
        "welten-land.png": png(Board.of(default_scenario()), 2),
        "welten-tiles.png": png_of(tile_sheet(own_tiles()), 8),
        "welten-ford.png": png(Board.of(ford), 4),
    }
    for name, data in made.items():
        kept = opened((DOCS / "pictures" / name).read_bytes())
        assert np.array_equal(np.asarray(kept), np.asarray(opened(data))), f"make {name} again as the page says"


def test_the_file_in_the_documentation_is_the_example() -> None:
    page = (DOCS / "welten-scenarios.md").read_text(encoding="utf-8")
    assert (DOCS / "examples" / "ford.land").read_text(encoding="utf-8") in page
