"""`duskfall welten` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path

from PIL import Image

from duskfall.formats.welten.library import default_scenario
from duskfall.formats.welten.pictures import Board, png, text_rows
from duskfall.formats.welten.saves import read_save
from tests.command import Run, duskfall
from tests.welten.original import encode_program, make_disk, sound_program
from tests.welten.test_saves import encode, land

SKIRMISH = "duskfall scenario 1\nname ford\nborder 3\nland\n..~..\n.#G#.\ngates\n2,1\narmy\nFS..a\n....l\n"


def welten(folder: Path, *arguments: str) -> Run:
    return duskfall("welten", *arguments, cwd=folder, DUSKFALL_DATA=str(folder / "data"))


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_show_draws_the_default_land_with_its_armies(tmp_path: Path) -> None:
    run = welten(tmp_path, "show")
    assert run.code == 0
    rows = run.out.split("\n")
    assert rows[0].split() == ["0", "10", "20", "30", "40", "50", "60", "70"]
    assert [row[4:] for row in rows[1:41]] == text_rows(Board.of(default_scenario()))
    assert rows[41] == ("default, guide rules, round 1 of 15: Eldoin, movement phase. Eldoin 133 units, Dailor 159")


def test_show_writes_a_picture(tmp_path: Path) -> None:
    run = welten(tmp_path, "show", "--out", "land.png", "--scale", "1")
    assert run.code == 0
    assert (tmp_path / "land.png").read_bytes() == png(Board.of(default_scenario()), 1)
    assert [path.name for path in tmp_path.iterdir()] == ["land.png"]


def test_show_tells_the_state_after_a_list_of_orders(tmp_path: Path) -> None:
    scenario = write(tmp_path / "ford.land", SKIRMISH)
    orders = write(tmp_path / "orders.txt", "; Eldoin\nmove 0 path R\nend\n\nend\n")
    run = welten(tmp_path, "show", "--scenario", scenario, "--orders", orders)
    assert run.code == 0
    assert run.out == (
        "   0\n0  F.S.a\n1  .#G#l\nford, guide rules, round 1 of 15: Eldoin, attack phase. Eldoin 2 units, Dailor 2\n"
    )


def test_show_as_json_tells_everything_a_program_needs(tmp_path: Path) -> None:
    scenario = write(tmp_path / "ford.land", SKIRMISH)
    facts = json.loads(welten(tmp_path, "show", "-s", scenario, "--rules", "original", "--json").out)
    assert facts["rules"] == "original"
    assert facts["dice"] == "uniform"
    assert facts["land"] == ["..~..", ".#G#."]
    assert facts["terrain"][1] == "69666f6669"
    assert facts["gates"] == [{"x": 2, "y": 1, "side": "eldoin", "live": True}]
    assert facts["units"][1] == {"type": 6, "x": 0, "y": 0, "v": 16, "b": 10, "alive": True}
    assert (facts["state"], facts["rounds"], facts["outcome"], len(facts["digest"])) == (1, 0, None, 32)


def test_show_lists_the_units_with_the_numbers_that_orders_use(tmp_path: Path) -> None:
    run = welten(tmp_path, "show", "-s", write(tmp_path / "ford.land", SKIRMISH), "--units")
    rows = [row.split() for row in run.out.splitlines()]
    assert rows[0] == ["unit", "sign", "name", "x,y", "R", "B", "A", "V"]
    assert rows[1:3] == [
        ["0", "S", "Schwertträger", "1,0", "1", "10", "4", "16"],
        ["1", "F", "Feldherr", "0,0", "1", "10", "6", "16"],
    ]
    assert len(rows) == 5


def test_an_order_that_is_refused_is_told_with_its_line(tmp_path: Path) -> None:
    scenario = write(tmp_path / "ford.land", SKIRMISH)
    orders = write(tmp_path / "orders.txt", "end\nmove 0 path R\n")
    run = welten(tmp_path, "show", "--scenario", scenario, "--orders", orders)
    assert (run.code, run.out) == (2, "")
    assert "orders.txt, line 2, column 1: move 0 path R: " in run.err
    assert "Traceback" not in run.err


def test_unknown_names_are_refused_with_a_guess(tmp_path: Path) -> None:
    run = welten(tmp_path, "show", "--scenario", "defalt")
    assert (run.code, run.out) == (2, "")
    assert "did you mean 'default'?" in run.err
    run = welten(tmp_path, "show", "--rules", "giude")
    assert run.code == 2
    assert "did you mean 'guide'?" in run.err


def test_the_original_can_be_imported_and_shown(tmp_path: Path) -> None:
    program, expected = sound_program()
    disk = make_disk(tmp_path / "game.d64", 174848, [(b"WELTEN", "PRG", program)])
    assert "not imported" in welten(tmp_path, "show", "-s", "original").err
    run = welten(tmp_path, "import", str(disk))
    assert run.code == 0
    assert "another version" in run.err
    assert "The scenario 'original' is installed." in run.out
    names = json.loads(welten(tmp_path, "list", "--json").out)
    assert [row["name"] for row in names["scenarios"]] == ["default", "original"]
    assert welten(tmp_path, "show", "-s", "original", "-o", "o.png", "--scale", "1").code == 0
    assert (tmp_path / "o.png").read_bytes() == png(Board.of(expected), 1)
    assert welten(tmp_path, "tiles", "-s", "original", "-o", "t.png", "--scale", "2").code == 0
    with Image.open(tmp_path / "t.png") as sheet:
        assert sheet.size == (200, 80)


def test_another_data_folder_can_be_chosen(tmp_path: Path) -> None:
    program, _ = sound_program()
    (tmp_path / "w.prg").write_bytes(program)
    assert welten(tmp_path, "import", "w.prg", "--data", "mine").code == 0
    assert (tmp_path / "mine" / "welten" / "original.land").exists()
    assert not (tmp_path / "data").exists()


def test_a_file_that_is_not_the_original_is_refused(tmp_path: Path) -> None:
    run = welten(tmp_path, "import", write(tmp_path / "letter.txt", "Dear reader"))
    assert (run.code, run.out) == (2, "")
    assert "the load address is $6544, not $0801" in run.err


def test_the_kernal_can_be_imported(tmp_path: Path) -> None:
    (tmp_path / "kernal.rom").write_bytes(bytes(8192))
    run = welten(tmp_path, "import-kernal", "kernal.rom")
    assert run.code == 0
    assert "does not look like" in run.err
    assert json.loads(welten(tmp_path, "list", "--json").out)["kernal"] is True
    assert json.loads(welten(tmp_path, "show", "--rules", "original", "--json").out)["dice"] == "cycle"


def test_check_answers_with_its_exit_code(tmp_path: Path) -> None:
    sound = write(tmp_path / "sound.land", SKIRMISH)
    broken = write(tmp_path / "broken.land", SKIRMISH.replace(".#G#.", ".#?#."))
    assert welten(tmp_path, "check", sound).code == 0
    run = welten(tmp_path, "check", sound, broken)
    assert run.code == 1
    assert "sound.land: sound" in run.out
    assert "broken.land, line 6, column 3: '?' is no sign of the land" in run.out
    assert [row["sound"] for row in json.loads(welten(tmp_path, "check", sound, broken, "--json").out)] == [True, False]
    assert welten(tmp_path, "check", "missing.land").code == 2


def test_a_save_of_the_original_can_be_shown_played_on_and_written(tmp_path: Path) -> None:
    (tmp_path / "A").write_bytes(encode(land(), rounds=7))
    orders = write(tmp_path / "orders.txt", "end\n" * 6)
    run = welten(tmp_path, "show", "--save", "A")
    assert "save, original rules, round 8 of 15: Eldoin, movement phase" in run.out
    run = welten(tmp_path, "save", "B", "--save", "A", "--orders", orders)
    assert run.code == 0
    assert read_save((tmp_path / "B").read_bytes()).situation.rounds == 8
    run = welten(tmp_path, "save", "C", "--save", "A", "--orders", write(tmp_path / "one.txt", "end\n"))
    assert run.code == 2
    assert "not at the start of a round" in run.err
    assert not (tmp_path / "C").exists()


def test_a_save_is_drawn_with_the_tiles_of_the_imported_original(tmp_path: Path) -> None:
    program, expected = encode_program(land())
    (tmp_path / "w.prg").write_bytes(program)
    (tmp_path / "A").write_bytes(encode(expected))
    assert welten(tmp_path, "import", "w.prg").code == 0
    assert welten(tmp_path, "show", "--save", "A", "-o", "a.png", "--scale", "1").code == 0
    assert (tmp_path / "a.png").read_bytes() == png(Board.of(expected), 1)


def test_a_picture_is_a_png_and_nothing_else(tmp_path: Path) -> None:
    for verb in ("show", "tiles"):
        run = welten(tmp_path, verb, "--out", "land.svg")
        assert (run.code, run.out) == (2, "")
        assert "land.svg: pictures are PNG files; name it --out land.png" in " ".join(run.err.split())
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_read_does_not_hide_what_is_said_of_the_others(tmp_path: Path) -> None:
    write(tmp_path / "good.land", SKIRMISH)
    write(tmp_path / "bad.land", "nothing")
    run = welten(tmp_path, "check", "none.land", "good.land", "bad.land", "--json")
    assert run.code == 2
    assert [(each["file"], each["sound"]) for each in json.loads(run.out)] == [
        ("none.land", False),
        ("good.land", True),
        ("bad.land", False),
    ]
