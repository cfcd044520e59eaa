"""`duskfall arena match` as a user meets it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from duskfall.play import Replay
from tests.bots.duels import need_sandbox, need_tool
from tests.bots.test_programs import EXAMPLES
from tests.command import Run, duskfall

SMALL = ("--option", "width=12", "--option", "height=12")


def match(folder: Path, *arguments: str, **environment: str) -> Run:
    return duskfall("arena", "match", *arguments, module=False, cwd=folder, **environment)


@pytest.mark.parametrize(("game", "bots"), [("fog", "wanderer,settler"), ("welten", "recruit,captain")])
def test_a_match_is_played_written_and_verified(game: str, bots: str, tmp_path: Path) -> None:
    run = match(tmp_path, "--game", game, "--bots", bots, "--seed", "7", "--out", "r.duskfall")
    assert run.code == 0
    assert run.out.startswith(f"{bots.split(',')[1]} (seat 1) wins")
    assert duskfall("replay", "verify", "r.duskfall", cwd=tmp_path).out.startswith("ok")


def test_the_same_match_is_the_same_whatever_the_hash_seed(tmp_path: Path) -> None:
    for game, bots in (("fog", "wanderer,settler"), ("welten", "recruit,captain")):
        for number in ("1", "2"):
            arguments = ("--game", game, "--bots", bots, "--seed", "5", "--out", f"{number}.duskfall")
            assert match(tmp_path, *arguments, PYTHONHASHSEED=number).code == 0
        assert (tmp_path / "1.duskfall").read_bytes() == (tmp_path / "2.duskfall").read_bytes()


def test_json_tells_places_standings_and_faults(tmp_path: Path) -> None:
    run = match(tmp_path, "--game", "fog", "--bots", "settler,wanderer", *SMALL, "--seed", "7", "--json")
    facts = json.loads(run.out)
    assert (facts["winner"], facts["reason"]) == (0, "last_alive")
    assert [seat["place"] for seat in facts["seats"]] == [1, 2]
    assert facts["seats"][0]["faults"] == {"in_all": 0, "kinds": {}, "last": None}


def test_a_program_plays_and_its_log_lies_beside_the_replay(tmp_path: Path) -> None:
    need_sandbox()
    need_tool("python3")
    run = match(tmp_path, "--game", "fog", "--bots", f"{EXAMPLES}/ranger.py,wanderer", *SMALL, "--out", "r.duskfall")
    assert run.code == 0
    assert "ranger.py" in run.out
    assert str(EXAMPLES) not in run.out
    assert (tmp_path / "r.seat0.log").read_text().startswith("I play fog from seat 0\n")


def test_without_bubblewrap_a_program_is_refused_unless_it_is_trusted(tmp_path: Path) -> None:
    bots = ("--game", "fog", "--bots", f"wanderer,{EXAMPLES}/ranger.py", *SMALL)
    (tmp_path / "python3").symlink_to(need_tool("python3"))
    (tmp_path / "env").symlink_to("/usr/bin/env")
    run = match(tmp_path, *bots, PATH=str(tmp_path))
    assert run.code == 2
    assert "bwrap is not installed" in run.err
    assert "--trust" in run.err
    assert match(tmp_path, *bots, "--trust", PATH=str(tmp_path)).code == 0


def test_watching_ends_with_the_board(tmp_path: Path) -> None:
    run = match(
        tmp_path, "--game", "fog", "--bots", "settler,wanderer", *SMALL, "--seed", "7", "--watch", "--pace", "0"
    )
    assert run.code == 0
    assert "Turn " in run.err
    assert "settler" in run.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--game", "frog", "--bots", "wanderer,settler"), "did you mean 'fog'"),
        (("--game", "fog", "--bots", "wanderer,settlr"), "did you mean 'settler'"),
        (("--game", "welten", "--bots", "captain"), "this game has 2 seats"),
        (("--game", "fog", "--bots", "wanderer,settler", "--option", "width"), "write NAME=VALUE"),
        (("--game", "fog", "--bots", "wanderer,settler", "--out", "no/such/folder.duskfall"), "folder that exists"),
    ],
)
def test_a_wrong_request_is_refused_before_anything_is_played(
    arguments: tuple[str, ...], reason: str, tmp_path: Path
) -> None:
    run = match(tmp_path, *arguments)
    assert run.code == 2
    assert reason in run.err
    assert list(tmp_path.iterdir()) == []


def test_a_class_that_cannot_be_called_is_the_authors_to_mend(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Bare:\n    def __init__(self): ...\n\n    def choose(self, view, deadline):\n        return []\n"
    )
    run = match(tmp_path, "--game", "fog", "--bots", "mine:Bare,settler", *SMALL)
    assert run.code == 2
    told = " ".join(run.err.split())
    assert "cannot be called (TypeError: Bare.__init__() takes 1 positional argument but 2 were given)" in told
    assert "def __init__(self, info)" in told


def test_a_replay_keeps_the_reasons_of_a_bot_that_tells_them_when_asked_to(tmp_path: Path) -> None:
    bots = ("--game", "fog", "--bots", "marshal,wanderer", *SMALL, "--seed", "3")
    assert match(tmp_path, *bots, "--explain").code == 2
    assert match(tmp_path, *bots, "--out", "plain.duskfall").code == 0
    run = match(tmp_path, *bots, "--explain", "--out", "r.duskfall")
    assert run.code == 0
    kept = Replay.decode((tmp_path / "r.duskfall").read_bytes())
    assert f"Wrote r.duskfall with {len(kept.reasons)} reasons" in run.err
    assert {reason.seat for reason in kept.reasons} == {0}
    assert [reason.turn for reason in kept.reasons] == list(range(1, kept.turns + 1))
    assert kept.reasons[-1].goal == "strike"
    assert replace(kept, reasons=()).encode() == (tmp_path / "plain.duskfall").read_bytes()
    assert duskfall("replay", "verify", "r.duskfall", cwd=tmp_path).code == 0


def test_reasons_are_shown_in_words_and_exported(tmp_path: Path) -> None:
    bots = ("--game", "fog", "--bots", "marshal,wanderer", *SMALL, "--seed", "3")
    assert match(tmp_path, *bots, "--explain", "--out", "r.duskfall").code == 0
    shown = duskfall("replay", "show", "r.duskfall", "--turn", "1", cwd=tmp_path)
    text = "Follows its plan of the opening, which ends in 12 turns."
    assert shown.out.splitlines()[-1] == f"marshal: {text}"
    assert text not in duskfall("replay", "show", "r.duskfall", "--turn", "1", "--seat", "1", cwd=tmp_path).out
    plain = [{"seat": 0, "goal": "opening", "numbers": {"turns": 12}, "text": text}]
    assert (
        json.loads(duskfall("replay", "show", "r.duskfall", "--turn", "1", "--json", cwd=tmp_path).out)["reasons"]
        == plain
    )
    assert duskfall("replay", "export", "r.duskfall", "--out", "r.json", cwd=tmp_path).code == 0
    assert json.loads((tmp_path / "r.json").read_text())["log"][0]["reasons"] == plain
