"""`duskfall fog` from outside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command import duskfall


def test_show_draws_the_same_board_for_the_same_seed() -> None:
    first, again = duskfall("fog", "show", "--seed", "7"), duskfall("fog", "show", "--seed", "7")
    assert first.code == 0
    assert first.out == again.out
    assert first.out != duskfall("fog", "show", "--seed", "8").out


def test_show_plays_to_a_turn_and_hides_what_a_seat_cannot_see() -> None:
    run = duskfall("fog", "show", "--seed", "3", "--turn", "40", "--seat", "1", "--json")
    view = json.loads(run.out)
    assert (view["turn"], view["seat"]) == (40, 1)
    assert view["generals"][0] == -1
    assert -3 in view["terrain"]
    whole = json.loads(duskfall("fog", "show", "--seed", "3", "--turn", "40", "--json").out)
    assert -3 not in whole["terrain"]
    assert whole["generals"][0] >= 0
    assert whole["scores"] == view["scores"], "scores are public"


def test_show_draws_a_board_in_a_dungeon_that_the_seed_fills() -> None:
    runs = [duskfall("fog", "show", "--dungeon", "7", "--seed", seed, "--players", "3", "--json") for seed in "12"]
    first, second = (json.loads(run.out) for run in runs)
    assert (first["width"], first["height"], len(first["generals"])) == (72, 72, 3)
    assert first["generals"] != second["generals"]
    mountains = [[tile == -2 for tile in view["terrain"]] for view in (first, second)]
    assert mountains[0] == mountains[1]


def test_show_writes_a_picture(tmp_path: Path) -> None:
    path = tmp_path / "board.png"
    assert duskfall("fog", "show", "--out", str(path)).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [file.name for file in tmp_path.iterdir()] == ["board.png"]


def test_a_picture_that_cannot_be_written_leaves_the_old_one(tmp_path: Path) -> None:
    run = duskfall("fog", "show", "--out", str(tmp_path / "no" / "board.png"))
    assert run.code == 2
    assert "name a file in a folder that exists" in run.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--players", "17"], "17 players: a game has at least 2 and at most 16"),
        (["--width", "6"], "6x30: a board for a game has 7 to 200 tiles a side"),
        (["--width", "10", "--height", "10", "--players", "3"], "has room for 2; choose a larger board"),
        (["--seed", "-1"], "a seed is a whole number from 0"),
        (["--seat", "2"], "seat 2: seats run from 0 to 1"),
        (["--turn", "-1"], "greater than or equal to 0"),
        (["--map", "nowhere.map"], "nowhere.map: it cannot be read: No such file"),
        (["--seed", "seven"], "valid integer"),
        (["--out", "board.jpg"], "let the name end in .png"),
        (["--out", "board.png", "--json"], "one result at a time"),
        (["--map", "field.map", "--width", "12"], "a map has its own size"),
        (["--dungeon", "7", "--height", "12"], "a dungeon has its own size"),
        (["--dungeon", "7", "--map", "field.map"], "one board at a time"),
        (["--dungeon", "-1"], "a seed is a whole number from 0"),
    ],
)
def test_a_wrong_request_is_refused_with_the_reason(arguments: list[str], reason: str) -> None:
    run = duskfall("fog", "show", *arguments)
    assert run.code == 2
    assert reason in " ".join(run.err.replace("│", " ").split())
    assert "Traceback" not in run.err
    assert run.out == ""


FIELD = "\n".join(["." * 11] * 3 + ["...a...b..c"[:11]] + ["." * 11] * 4 + ["...c......."] + ["." * 11] * 3)


def test_a_map_may_have_more_starts_than_players(tmp_path: Path) -> None:
    path = tmp_path / "field.map"
    path.write_text(FIELD.replace("b..c", "b..."), encoding="utf-8")
    view = json.loads(duskfall("fog", "show", "--map", str(path), "--players", "2", "--json").out)
    assert len(view["generals"]) == 2
    assert len(json.loads(duskfall("fog", "show", "--map", str(path), "--json").out)["generals"]) == 3


@pytest.mark.parametrize("text", ['{"width": -10, "height": -10}', '{"tiles": [' + "9" * 5000 + "]}"])
def test_a_hostile_map_is_refused_with_its_name(tmp_path: Path, text: str) -> None:
    path = tmp_path / "field.map"
    path.write_text(text, encoding="utf-8")
    run = duskfall("fog", "show", "--map", str(path))
    assert run.code == 2
    assert "field.map: map: " in run.err.replace("\n", "")


def test_a_name_with_brackets_is_told_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "x[red]y.png"
    run = duskfall("fog", "show", "--out", str(path))
    assert "x[red]y.png" in run.err.replace("\n", "")
    assert path.exists()


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "loop.png"
    path.symlink_to(path)
    run = duskfall("fog", "show", "--out", str(path))
    assert run.code == 2
    assert "cannot be written" in run.err
