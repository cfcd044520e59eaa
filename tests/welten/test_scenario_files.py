"""Scenario files: what is drawn is what is played, and a broken file is refused with line and column."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from duskfall.errors import Refusal, Refused
from duskfall.formats.welten.library import default_scenario, scenario_named
from duskfall.formats.welten.scenarios import load_scenario, parse_scenario, scenario_text
from duskfall.formats.welten.text_art import LAND_SIGNS, UNIT_SIGNS
from duskfall.formats.welten.tiles import own_tiles, tiles_text
from duskfall.welten import UNIT_TYPES, Placement, Position, Scenario, terrain_of
from duskfall.welten.terrain_costs import can_stand

SKIRMISH = """\
duskfall scenario 1
name a skirmish
border 4

; a ford
land
..~f#
.G~,#
^_s.%

gates
1,1 4,0

army
F.K.a
..A..
.S.b.
"""


def test_a_file_is_read_as_it_is_drawn() -> None:
    scenario = parse_scenario(SKIRMISH)
    assert scenario.name == "a skirmish"
    assert scenario.border == 4
    assert [[f"{code:02X}" for code in row] for row in scenario.terrain] == [
        ["69", "69", "6B", "6C", "67"],
        ["69", "6F", "6B", "6A", "68"],
        ["70", "71", "6E", "69", "73"],
    ]
    assert scenario.gates == (Position(1, 1), Position(4, 0))
    assert scenario.placements == (
        Placement(0, 1, 2),
        Placement(2, 2, 1),
        Placement(4, 2, 0),
        Placement(6, 0, 0),
        Placement(7, 3, 2),
        Placement(10, 4, 0),
    )


def test_units_are_numbered_type_by_type_and_row_by_row_or_as_listed() -> None:
    head = "duskfall scenario 1\nname n\nborder 1\nland\n...\n...\n"
    drawn = parse_scenario(head + "army\naFa\nS.S\n")
    assert drawn.placements == ((0, 0, 1), (0, 2, 1), (6, 1, 0), (10, 0, 0), (10, 2, 0))
    listed = parse_scenario(head + "place\na 2,0 0,0\nF 1,0\na 1,1\n")
    assert listed.placements == ((10, 2, 0), (10, 0, 0), (6, 1, 0), (10, 1, 1))


def test_the_piece_of_a_wall_follows_from_its_neighbours() -> None:
    land = [
        "########",
        "#......#",
        "#.#G##.#",
        "#.#.#..#",
        "G.###..%",
        "########",
    ]
    text = "\n".join(
        (
            "duskfall scenario 1",
            "name walls",
            "border 4",
            "land",
            *land,
            "army",
            "." * 8,
            ".F....a.",
            *["." * 8] * 4,
            "",
        )
    )
    codes = [" ".join(f"{code:02X}" for code in row) for row in parse_scenario(text).terrain]
    assert codes == [
        "61 66 65 66 65 66 65 62",
        "68 69 69 69 69 69 69 68",
        "67 69 61 6F 65 66 69 67",
        "68 69 68 69 68 69 69 68",
        "6F 69 67 66 67 69 69 73",
        "63 66 65 66 65 66 65 64",
    ]


BROKEN: dict[str, tuple[str, str, int, int, str]] = {
    "another file": ("duskfall scenario 1", "hello", 1, 1, "no scenario file"),
    "another version": ("duskfall scenario 1", "duskfall scenario 2", 1, 1, "no scenario file"),
    "an unknown part": ("border 4", "boarder 4", 3, 1, "'boarder' is no part"),
    "two names": ("border 4", "name b", 3, 1, "a second 'name'; the first is in line 2"),
    "no name": ("name a skirmish", "; nothing", 1, 1, "no name"),
    "an empty name": ("name a skirmish", "name", 2, 6, "1 to 60 printable"),
    "a name with a bell": ("name a skirmish", "name \a", 2, 6, "1 to 60 printable"),
    "no border": ("border 4", "; nothing", 1, 1, "no border"),
    "a border in words": ("border 4", "border four", 3, 8, "'four' is no column"),
    "a border off the map": ("border 4", "border 6", 3, 8, "'6' is no column"),
    "an unknown sign": (".G~,#", ".G~?#", 8, 4, r"'\?' is no sign of the land"),
    "a short row": (".G~,#", ".G~,", 8, 5, "this row has 4 signs, the first one has 5"),
    "a long row": (".G~,#", ".G~,##", 8, 6, "this row has 6 signs, the first one has 5"),
    "no land": ("..~f#\n.G~,#\n^_s.%\n", "", 6, 1, "there is no land"),
    "two lands": ("army", "land", 14, 1, "a second 'land'; the first is in line 6"),
    "a gate in words": ("1,1 4,0", "1,1 here", 12, 5, "'here' is no place"),
    "a gate below the map": ("1,1 4,0", "1,1 4,3", 12, 5, "4,3 is not on the map of 5x3"),
    "a gate twice": ("1,1 4,0", "1,1  1,1", 12, 6, "1,1 is gate 0 already"),
    "a negative gate": ("1,1 4,0", "1,1 -1,0", 12, 5, "'-1,0' is no place"),
    "an unknown unit": ("..A..", "..X..", 16, 3, "'X' is no sign of the army"),
    "an army too small": (".S.b.\n", "", 14, 1, "the army has 5x2 places, the land 5x3"),
    "a sword on mountains": (".S.b.", "S..b.", 17, 1, "Sword bearers may not stand on Mountains at 0,2"),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_file_is_refused_with_line_and_column(case: str) -> None:
    old, new, line, column, reason = BROKEN[case]
    assert old in SKIRMISH
    with pytest.raises(Refused, match=rf"^my\.land, line {line}, column {column}: .*{reason}"):
        parse_scenario(SKIRMISH.replace(old, new, 1), "my.land")


def listed(*lines: str) -> str:
    return "\n".join(("duskfall scenario 1", "name n", "border 1", "land", "..~#", *lines, ""))


BROKEN_LISTS: dict[str, tuple[tuple[str, ...], int, int, str]] = {
    "a ship on land": (("place", "K 0,0"), 7, 3, "Warship may not stand on Meadow at 0,0"),
    "an unknown sign": (("place", "Q 0,0"), 7, 1, "'Q' is no sign of a unit"),
    "two on one tile": (("place", "F 0,0", "a 1,0 0,0"), 8, 7, "a second unit at 0,0"),
    "off the map": (("place", "F 4,0"), 7, 3, "4,0 is not on the map of 4x1"),
    "drawn and listed": (("army", "Fa..", "place", "F 0,0"), 8, 1, "not both"),
    "no commander": (("army", "Sa.."), 6, 1, "exactly one Feldherr"),
    "two commanders": (("army", "FF.."), 6, 1, "exactly one Feldherr"),
    "no enemy": (("army", "F..."), 6, 1, "over before it starts"),
    "nobody": ((), 1, 1, "exactly one Feldherr"),
    "a piece of no wall": (("pieces", "0,0 $72"), 7, 1, "the land shows '.', no '#'"),
    "a piece of another kind": (("pieces", "3,0 $6B"), 7, 5, r"'\$6B' is no piece of a wall"),
    "half a piece": (("pieces", "3,0"), 7, 1, "a place and a code"),
    "missing tiles": (("army", "Fa..", "tiles", "$5E 0", *["........"] * 8), 8, 1, r"tiles are missing: \$5F"),
    "a tile cut short": (("army", "Fa..", "tiles", "$5E 0", "........", "$5F 0"), 9, 1, r"tile \$5E has 1 of its 8"),
    "a tile too long": (("army", "Fa..", "tiles", "$5E 0", *["........"] * 9), 18, 1, "more than 8 rows"),
    "a narrow tile": (("army", "Fa..", "tiles", "$5E 0", "......."), 10, 8, "a row of a tile has 8 points"),
    "a wide tile": (("army", "Fa..", "tiles", "$5E 0", "........."), 10, 9, "a row of a tile has 8 points"),
    "an odd point": (("army", "Fa..", "tiles", "$5E 0", "...x...."), 10, 4, "'x' is no point"),
    "no tile first": (("army", "Fa..", "tiles", "........"), 9, 1, "starts with its code"),
    "an odd code": (("army", "Fa..", "tiles", "$84 0"), 9, 1, r"\$84 is no tile"),
    "a code in words": (("army", "Fa..", "tiles", "$gate 0"), 9, 1, r"'\$gate' is no code"),
    "no colour": (("army", "Fa..", "tiles", "$5E"), 9, 4, "no colour follows"),
    "colour 16": (("army", "Fa..", "tiles", "$5E 16"), 9, 5, "'16' is no colour"),
}


@pytest.mark.parametrize("case", BROKEN_LISTS)
def test_a_broken_list_is_refused_with_line_and_column(case: str) -> None:
    lines, line, column, reason = BROKEN_LISTS[case]
    with pytest.raises(Refused, match=rf"^my\.land, line {line}, column {column}: .*{reason}"):
        parse_scenario(listed(*lines), "my.land")


def test_a_tile_that_is_drawn_twice_is_refused() -> None:
    twice = tiles_text(own_tiles()) + "$5E 0\n" + "........\n" * 8
    with pytest.raises(Refused, match=r"tile \$5E is drawn twice"):
        parse_scenario(listed("army", "Fa..", "tiles") + twice)


def test_a_land_wider_than_255_tiles_is_refused() -> None:
    with pytest.raises(Refused, match="line 4, column 1: a land has at most 255"):
        parse_scenario("duskfall scenario 1\nname n\nborder 1\nland\n" + "." * 256 + "\n")


def test_windows_line_ends_trailing_blanks_and_a_byte_order_mark_do_not_matter() -> None:
    text = listed("army", "Fa..")
    assert parse_scenario("\ufeff" + text.replace("\n", "  \r\n")) == parse_scenario(text)


def test_a_file_that_is_not_text_or_too_large_or_missing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "my.land"
    file.write_bytes(b"duskfall scenario 1\nname \xff\n")
    with pytest.raises(Refused, match="line 2, column 6: the file is not text in UTF-8"):
        load_scenario(file)
    file.write_bytes(b"." * 1_000_001)
    with pytest.raises(Refused, match="more than 1000000 bytes") as refused:
        load_scenario(file)
    assert refused.value.code is Refusal.OUT_OF_RANGE
    with pytest.raises(Refused, match="cannot be read") as refused:
        load_scenario(tmp_path / "none.land")
    assert refused.value.code is Refusal.UNREADABLE


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    """Any sound scenario, with its own tiles or without."""
    width, height = draw(st.integers(2, 12)), draw(st.integers(2, 8))
    codes = draw(st.lists(st.integers(0x61, 0x73), min_size=width * height, max_size=width * height))
    terrain = np.array(codes, np.uint8).reshape(height, width)
    terrain[0, :2] = 0x69
    placements = [Placement(6, 0, 0), Placement(10, 1, 0)]
    for x, y in draw(st.sets(st.tuples(st.integers(0, width - 1), st.integers(1, height - 1)))):
        kind = draw(st.sampled_from([0, 1, 2, 4, 9, 15]))
        if can_stand(UNIT_TYPES[kind], terrain_of(int(terrain[y, x]))):
            placements.append(Placement(kind, x, y))
    places = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    own = draw(st.booleans())
    return Scenario(
        name=draw(st.text(st.characters(categories=["L", "N"]), min_size=1, max_size=20)),
        terrain=terrain,
        placements=tuple(draw(st.permutations(placements)) if draw(st.booleans()) else sorted(placements)),
        gates=tuple(Position(*place) for place in draw(st.lists(places, unique=True, max_size=5))),
        border=draw(st.integers(0, width)),
        tiles=own_tiles().points[::-1] if own else None,
        colours=own_tiles().colours[::-1] if own else None,
    )


@given(scenarios())
def test_every_scenario_survives_its_text(scenario: Scenario) -> None:
    assert parse_scenario(scenario_text(scenario)) == scenario


@given(st.text("duskfall scenario1nameborderlandgatesarmyplace\n .,~f#$;0123456789", max_size=300))
def test_no_text_does_more_than_be_refused(text: str) -> None:
    for given_text in (text, "duskfall scenario 1\n" + text):
        with pytest.raises(Refused):
            parse_scenario(given_text)


def test_names_and_paths_of_scenarios(tmp_path: Path) -> None:
    file = tmp_path / "my.land"
    file.write_text(listed("army", "Fa.."), encoding="utf-8")
    assert scenario_named(str(file), tmp_path).name == "n"
    assert scenario_named("default", tmp_path) == default_scenario()
    with pytest.raises(Refused, match="did you mean 'default'"):
        scenario_named("defualt", tmp_path)
    with pytest.raises(Refused, match="duskfall welten import FILE"):
        scenario_named("original", tmp_path)
    with pytest.raises(Refused, match="cannot be read"):
        scenario_named(str(tmp_path / "other.land"), tmp_path)


def test_the_signs_are_all_different() -> None:
    assert len(set(UNIT_SIGNS)) == len(UNIT_TYPES)
    assert sorted({*LAND_SIGNS.values(), *range(0x61, 0x69), 0x72}) == list(range(0x61, 0x74))


def test_the_data_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from duskfall.formats.welten.data_folder import data_folder

    monkeypatch.setitem(os.environ, "DUSKFALL_DATA", str(tmp_path))
    assert data_folder() == tmp_path
    assert data_folder(tmp_path / "chosen") == tmp_path / "chosen"
    monkeypatch.delitem(os.environ, "DUSKFALL_DATA")
    assert data_folder().name == "duskfall"


def test_a_scenario_keeps_its_look_when_its_name_changes() -> None:
    other = replace(default_scenario(), name="other")
    assert parse_scenario(scenario_text(other)) == other


@pytest.mark.parametrize("name", ["", " x", "a\nb", "x" * 61])
def test_a_scenario_whose_name_no_file_can_hold_is_not_written(name: str) -> None:
    with pytest.raises(Refused, match="1 to 60 printable"):
        scenario_text(replace(default_scenario(), name=name))
