"""The pixel font of the client: made from its drawing, tight in running text, and aligned in tables."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest
from fontTools.ttLib import TTFont

ROOT = Path(__file__).parents[2]
FONT = ROOT / "web" / "src" / "dusk.woff"
PIXEL = 128
"""Units of the font for a pixel of the drawing."""


@pytest.fixture(scope="module")
def font() -> TTFont:
    return TTFont(FONT)


def pixels(font: TTFont, glyph: str) -> tuple[int, int, int]:
    """Empty columns before a sign, the columns of its drawing, and its advance."""
    advance, begins = font["hmtx"][glyph]
    outline: Any = font["glyf"][glyph]
    return begins // PIXEL, (outline.xMax - outline.xMin) // PIXEL, advance // PIXEL


def tabular(font: TTFont) -> dict[str, str]:
    """The substitutions of the feature `tnum`."""
    table = font["GSUB"].table
    lookups = {
        number
        for feature in table.FeatureList.FeatureRecord
        if feature.FeatureTag == "tnum"
        for number in feature.Feature.LookupListIndex
    }
    return {
        glyph: other
        for number in lookups
        for part in table.LookupList.Lookup[number].SubTable
        for glyph, other in part.mapping.items()
    }


def test_the_font_of_the_client_is_made_from_its_drawing(tmp_path: Path) -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "pixel-font"))
    script["build"](script["read"]()).save(tmp_path / "made.woff")
    made, kept = (TTFont(path).reader for path in (tmp_path / "made.woff", FONT))
    assert {tag: made[tag] for tag in made.keys()} == {tag: kept[tag] for tag in kept.keys()}  # noqa: SIM118


def test_every_sign_is_as_wide_as_its_drawing_and_a_pixel_of_air(font: TTFont) -> None:
    signs = {chr(code): name for code, name in font.getBestCmap().items() if name != "space"}
    assert {sign: pixels(font, name) for sign, name in signs.items() if sign in "1I0H"} == {
        "1": (0, 4, 5), "I": (0, 4, 5), "0": (0, 6, 7), "H": (0, 6, 7),
    }  # fmt: skip
    loose = {
        sign: found for sign, name in signs.items() if (found := pixels(font, name)) != (0, found[1], found[1] + 1)
    }
    assert loose == {}


def test_figures_in_tables_are_of_one_width_and_the_1_stands_in_the_middle(font: TTFont) -> None:
    names, substitutes = font.getBestCmap(), tabular(font)
    figures = {figure: names[ord(figure)] for figure in "0123456789"}
    shown = {figure: pixels(font, substitutes.get(name, name)) for figure, name in figures.items()}
    assert {advance for _, _, advance in shown.values()} == {7}
    assert shown["1"] == (1, 4, 7)
    assert set(substitutes) == {figures["1"]}


def test_glyphs_begin_where_they_are_drawn(font: TTFont) -> None:
    outlines: Any = font["glyf"]
    for name in font.getGlyphOrder():
        assert font["hmtx"][name][1] == getattr(outlines[name], "xMin", 0), name
