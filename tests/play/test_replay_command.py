from __future__ import annotations

import json
import re
import subprocess
import urllib.request
from pathlib import Path

import pytest
from PIL import Image

from duskfall.play import Match, Replay
from duskfall.play.replay import unpacked
from tests.command import COMMAND, duskfall
from tests.play.matches import recorded, setup_of
from tests.play.mutations import resealed


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("replays")
    for game in ("fog", "welten"):
        (place / f"{game}.duskfall").write_bytes(recorded(game).encode())
    return place


@pytest.mark.parametrize("game", ["fog", "welten"])
def test_verify_says_ok_and_who_won(folder: Path, game: str) -> None:
    run = duskfall("replay", "verify", f"{game}.duskfall", cwd=folder)
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith(f"ok  {game}, seed 7: Ada against Bo")


def test_verify_names_the_first_turn_that_differs_and_exits_with_1(folder: Path) -> None:
    lines = unpacked((folder / "fog.duskfall").read_bytes()).decode().split("\n")
    place = next(place for place, line in enumerate(lines) if line.startswith("=6 "))
    lines[place] = "=6 " + 32 * "0"
    (folder / "forged.duskfall").write_bytes(resealed("\n".join(lines).encode()))
    run = duskfall("replay", "verify", "forged.duskfall", cwd=folder)
    assert run.code == 1
    assert run.out.startswith("differs  turn 6: the log has the digest 000")
    told = json.loads(duskfall("replay", "verify", "forged.duskfall", "--json", cwd=folder).out)
    assert (told["ok"], told["differs"]["turn"]) == (False, 6)


@pytest.mark.parametrize("verb", ["show", "verify", "export", "watch"])
def test_a_damaged_file_is_refused_with_the_reason_and_exit_code_2(folder: Path, verb: str) -> None:
    data = bytearray((folder / "fog.duskfall").read_bytes())
    data[100] ^= 4
    (folder / "damaged.duskfall").write_bytes(data)
    more = ["--out", "film.gif"] if verb == "export" else []
    run = duskfall("replay", verb, "damaged.duskfall", *more, cwd=folder)
    assert (run.code, run.out) == (2, "")
    assert "damaged.duskfall: the checksum does not hold" in run.err
    assert not (folder / "film.gif").exists()


def test_what_is_no_file_is_refused(folder: Path) -> None:
    assert "No such file" in duskfall("replay", "verify", "none.duskfall", cwd=folder).err
    assert "Is a directory" in duskfall("replay", "verify", ".", cwd=folder).err
    assert "too large for a replay" in duskfall("replay", "verify", "/dev/zero", cwd=folder).err


def test_show_draws_any_turn_through_any_seats_eyes(folder: Path) -> None:
    whole = duskfall("replay", "show", "fog.duskfall", "--turn", "30", cwd=folder)
    mine = duskfall("replay", "show", "fog.duskfall", "--turn", "30", "--seat", "1", cwd=folder)
    assert whole.code == mine.code == 0
    assert str(Replay.decode((folder / "fog.duskfall").read_bytes()).at(30).game.view(1)) in mine.out
    assert "~" in mine.out
    assert "~" not in whole.out
    assert "Turn 30 of 60: Ada " in whole.out
    assert "Ada " not in mine.out.splitlines()[-1], "the orders of others are hidden"


def test_show_draws_weltendaemmerung(folder: Path) -> None:
    run = duskfall("replay", "show", "welten.duskfall", cwd=folder)
    assert run.code == 0
    assert "Dailor wins (commander)" in run.out


@pytest.mark.parametrize("game", ["fog", "welten"])
def test_show_gives_json_to_programs(folder: Path, game: str) -> None:
    told = json.loads(duskfall("replay", "show", f"{game}.duskfall", "--turn", "3", "--json", cwd=folder).out)
    assert (told["game"], told["turn"], told["players"]) == (game, 3, ["Ada", "Bo"])
    assert told["view"]["terrain"]


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["--turn", "999"], "turns 0 to 60"),
        (["--seat", "2"], "seats run from 0 to 1"),
    ],
)
def test_show_refuses_turns_and_seats_that_are_not_there(folder: Path, options: list[str], reason: str) -> None:
    run = duskfall("replay", "show", "fog.duskfall", *options, cwd=folder)
    assert run.code == 2
    assert reason in run.err


@pytest.mark.parametrize("game", ["fog", "welten"])
def test_export_makes_a_film(folder: Path, game: str) -> None:
    run = duskfall("replay", "export", f"{game}.duskfall", "-o", f"{game}.gif", cwd=folder)
    assert (run.code, run.out) == (0, "")
    with Image.open(folder / f"{game}.gif") as film:
        frames = getattr(film, "n_frames", 0)
    replay = Replay.decode((folder / f"{game}.duskfall").read_bytes())
    ends = sum(line.endswith(" end") for line in replay.log.lines())
    assert frames == (61 if game == "fog" else ends + 2)


def test_export_makes_a_picture_of_each_frame_in_a_new_folder(folder: Path) -> None:
    options = ["replay", "export", "fog.duskfall", "-o", "frames", "--every", "25", "--seat", "0"]
    assert duskfall(*options, cwd=folder).code == 0
    names = [path.name for path in sorted((folder / "frames").iterdir())]
    assert names == ["turn-000000.png", "turn-000025.png", "turn-000050.png", "turn-000060.png"]
    again = duskfall(*options, cwd=folder)
    assert again.code == 2
    assert "name a new folder" in again.err
    assert not list(folder.glob(".frames*")), "nothing is left half written"


def test_export_gives_all_of_it_as_json(folder: Path) -> None:
    assert duskfall("replay", "export", "welten.duskfall", "-o", "welten.json", cwd=folder).code == 0
    told = json.loads((folder / "welten.json").read_text(encoding="utf-8"))
    replay = Replay.decode((folder / "welten.duskfall").read_bytes())
    assert [turn["digest"] for turn in told["log"]] == replay.log.digests()[1:]
    assert told["result"]["reason"] == "commander"


def test_export_refuses_other_forms(folder: Path) -> None:
    run = duskfall("replay", "export", "fog.duskfall", "-o", "film.mp4", cwd=folder)
    assert run.code == 2
    assert ".gif or .json" in run.err


def test_a_match_that_still_runs_says_so(folder: Path) -> None:
    match = Match(setup_of("fog"), ["Ada", "Bo"])
    match.submit(0, match.read("pass"))
    (folder / "running.duskfall").write_bytes(Replay.of(match).encode())
    run = duskfall("replay", "verify", "running.duskfall", cwd=folder)
    assert "0 turns, not played to its end" in run.out


def test_watch_serves_the_page_of_a_replay_until_it_is_stopped(folder: Path) -> None:
    command = [COMMAND, "replay", "watch", "fog.duskfall", "--no-browser"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            assert server.stdout is not None
            said = server.stdout.readline()
            found = re.search(r"Duskfall is at (http://127\.0\.0\.1:\d+)(/replays/\w+) ", said)
            assert found, said
            with urllib.request.urlopen(f"{found[1]}/api{found[2]}") as answer:
                card = json.load(answer)
        finally:
            server.terminate()
    replay = recorded("fog")
    assert replay.result is not None
    assert (card["players"], card["winner"]) == (list(replay.players), replay.result.winner)
    assert (card["turns"], card["reason"]) == (replay.turns, replay.result.reason)
