"""Map files of Fog of War are read, or refused with the place and the reason."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from duskfall.errors import Refused
from duskfall.fog import Game
from duskfall.formats.fog import draw_picture, read_map

OPEN = """\
# a small field with a ridge
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . a . ^ . + . .
. . . . . ^ . . . .
. . . . . . . . . .
. . . ! . . b . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "field.map"
    path.write_text(text, encoding="utf-8")
    return path


def document(**changes: object) -> str:
    tiles = [-1] * 100
    tiles[33], tiles[66] = 0, 1
    plain: dict[str, object] = {"format": "duskfall-fog-map", "version": 1, "width": 10, "height": 10, "tiles": tiles}
    return json.dumps(plain | changes)


def test_a_drawn_map_becomes_a_game(tmp_path: Path) -> None:
    game = Game.on_tiles(read_map(write(tmp_path, OPEN)))
    view = game.view(None)
    assert view.generals == (33, 66)
    assert (view.cities, view.towers) == ((37,), (63,))
    assert [int(view.armies[tile]) for tile in (33, 37, 63)] == [1, 40, 0]
    assert int(view.defence[63]) == 25
    assert [int(view.terrain[tile]) for tile in (35, 45)] == [-2, -2]


def test_blanks_between_signs_do_not_matter(tmp_path: Path) -> None:
    spaced = read_map(write(tmp_path, OPEN))
    tight = read_map(write(tmp_path, OPEN.replace(" ", "")))
    assert (spaced == tight).all()


def test_a_json_map_becomes_the_same_kind_of_game(tmp_path: Path) -> None:
    assert Game.on_tiles(read_map(write(tmp_path, document()))).view(None).generals == (33, 66)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has no rows"),
        ("..x", "line 1, column 3: 'x' is no tile"),
        ("...\n..", "line 2: has 2 tiles, the first row has 3"),
        ("{", "is no JSON"),
        ("[]", "line 1, column 1: '\\[' is no tile"),
        (document(version=2), "not of format 'duskfall-fog-map' version 1"),
        (document(widht=10), "did you mean 'width'"),
        (document(width=True), "needs whole numbers"),
        (document(width=11), "width times height"),
        (document(tiles=[0.5] * 100), "tile 0: 0.5 is no code"),
        (document(tiles=[99] * 100), "tile 0: 99 is no code"),
        (document(tiles=[-3] * 100), "tile 0: -3 is no code"),
        ("[" * 100_000, "is no tile"),
        ('{"tiles":' + "[" * 100_000, "is no JSON"),
    ],
)
def test_a_broken_map_is_refused_with_the_reason(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        Game.on_tiles(read_map(write(tmp_path, text)))


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "field.map"
    path.write_bytes(b"...\xff")
    with pytest.raises(Refused, match="byte 3 is not text"):
        read_map(path)


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "field.map"
    with path.open("wb") as file:
        file.truncate(1_000_001)
    with pytest.raises(Refused, match="more than 1000000 bytes are too many"):
        read_map(path)


@pytest.mark.parametrize("name", ["missing.map", "."])
def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused, match=r"No such file|Is a directory"):
        read_map(tmp_path / name)


def test_a_picture_shows_each_tile_and_hides_what_the_seat_may_not_see(tmp_path: Path) -> None:
    game = Game.on_tiles(read_map(write(tmp_path, OPEN)))
    everything, seen = draw_picture(game.view(None)), draw_picture(game.view(0))
    assert everything.size == seen.size == (10 * 28 + 24, 10 * 28 + 24)

    def colours(picture: object, row: int, column: int) -> set[object]:
        box = (12 + column * 28, 12 + row * 28, 12 + column * 28 + 27, 12 + row * 28 + 27)
        tile = picture.crop(box)  # type: ignore[attr-defined]  # Pillow's image
        return {colour for _, colour in tile.getcolors(1000)}

    assert colours(everything, 3, 3) == colours(seen, 3, 3)
    assert len(colours(everything, 6, 6)) > 2
    assert colours(seen, 6, 6) == colours(seen, 0, 0), "a hidden general looks like any land never seen"
