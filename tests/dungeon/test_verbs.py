"""`duskfall dungeon new`, `show` and `explore` from outside: processes, files, exit codes."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
import termios
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from duskfall.cli import app, start
from duskfall.dungeon import Options, generate, pack
from duskfall.formats.dungeon import FORMATS, View, export
from tests.command import Run, duskfall

C64_CHECKS = {1: 0x335BE4CF, 2: 0x923DC8C4, 3: 0xD94949F6, 4: 0xA34C375B}
"""CRC-32 of the packed maps of the original's first seeds."""


def dungeon(*arguments: str, cwd: Path | None = None) -> Run:
    return duskfall("dungeon", *arguments, cwd=cwd)


def refused(run: Run, *words: str) -> None:
    """It said no to the request, on stderr, in words."""
    assert run.code == 2, run
    assert run.out == ""
    assert "Traceback" not in run.err
    told = " ".join(run.err.split())
    for word in words:
        assert word in told, run.err


def test_a_map_is_printed_as_text() -> None:
    run = dungeon("new", "--seed", "7")
    assert run.code == 0
    assert run.out == export(generate(7), FORMATS["text"], View.KEEPER).decode()


def test_a_new_map_tells_its_seed_and_the_seed_makes_it_again() -> None:
    first = dungeon("new")
    seed = first.err.split()[-1]
    assert dungeon("new", "--seed", seed).out == first.out


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_written_to_a_file(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"map.{FORMATS[name].extension}"
    run = dungeon("new", "--seed", "7", "--out", str(file), "--view", "player")
    assert (run.code, run.out) == (0, "")
    assert file.read_bytes() == export(generate(7), FORMATS[name], View.PLAYER)
    assert list(tmp_path.iterdir()) == [file]


def test_bytes_go_to_standard_output_when_it_is_no_terminal() -> None:
    script = str(Path(sys.executable).with_name("duskfall"))
    command = [script, "dungeon", "new", "--seed", "7", "--format", "packed", "--out", "-"]
    done = subprocess.run(command, capture_output=True, check=True)
    assert done.stdout == pack(generate(7).tiles)


def test_bytes_on_a_terminal_are_refused() -> None:
    code, told = on_a_terminal("dungeon", "new", "--seed", "7", "--format", "png")
    assert code == 2
    assert "png on a terminal: it is not text; name a file with --out map.png" in told


def on_a_terminal(*arguments: str, answer: tuple[str, bytes] | None = None) -> tuple[int, str]:
    """The exit code of the command in a terminal, and what it wrote there; words of it may be answered with keys."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    script = str(Path(sys.executable).with_name("duskfall"))
    run = subprocess.Popen([script, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True)
    os.close(theirs)
    told = b""
    try:
        while part := os.read(ours, 1 << 16):
            told += part
            if answer and answer[0].encode() in told:
                os.write(ours, answer[1])
                answer = None
    except OSError:
        pass  # a pseudoterminal whose other end is closed ends with an error on Linux
    finally:
        os.close(ours)
    return run.wait(), " ".join(told.decode(errors="replace").split())


def test_a_range_writes_its_maps_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "maps"
    run = dungeon("new", "--profile", "c64", "--seed", "1:5", "--format", "packed", "--out", str(folder))
    assert (run.code, run.out) == (0, "")
    found = {file.name: zlib.crc32(file.read_bytes()) for file in folder.iterdir()}
    assert found == {f"{seed}.bin": check for seed, check in C64_CHECKS.items()}


def test_options_reach_the_map() -> None:
    chosen = [
        "--width",
        "90",
        "--height",
        "60",
        "--grid",
        "3",
        "--room-min",
        "5",
        "--room-max",
        "9",
        "--treasures",
        "5",
    ]
    more = ["--secret-share", "1", "--loops", "2", "--decoys", "2", "--hidden-passages", "1"]
    run = dungeon("new", "--seed", "5", "--format", "json", *chosen, *more)
    options = Options(90, 60, 3, 5, 9, 5, 1.0, 2, 2, 1)
    assert json.loads(run.out) == json.loads(export(generate(5, options=options), FORMATS["json"], View.KEEPER))


@pytest.mark.parametrize("name", ["json", "prg", "d64", "packed", "text"])
def test_a_saved_map_is_shown(name: str, tmp_path: Path) -> None:
    file = tmp_path / "map"
    file.write_bytes(export(generate(7), FORMATS[name], View.KEEPER))
    run = dungeon("show", str(file), "--from", name)
    assert run.code == 0
    assert run.out == export(generate(7), FORMATS["text"], View.KEEPER).decode()


def test_a_map_is_carried_from_one_format_to_another(tmp_path: Path) -> None:
    (tmp_path / "map.prg").write_bytes(export(generate(7), FORMATS["prg"], View.KEEPER))
    run = dungeon("show", "map.prg", "--out", "map.d64", cwd=tmp_path)
    assert (run.code, run.out, run.err) == (0, "", "")
    assert (tmp_path / "map.d64").read_bytes() == export(generate(7), FORMATS["d64"], View.KEEPER)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--seed", "x"], "x: a seed is a whole number, a range of seeds is A:B"),
        (["--seed", "-1"], "-1: a seed is a whole number"),
        (["--seed", "٣"], "a seed is a whole number"),
        (["--seed", "18446744073709551616"], "a seed is a whole number from 0 to 18446744073709551615"),
        (["--seed", "5:5", "--out", "maps"], "5:5: no seed is in this range"),
        (["--seed", "5:x", "--out", "maps"], "5:x: a range of seeds is A:B, two whole numbers"),
        (
            ["--seed", "0:18446744073709551617", "--out", "maps"],
            "a range of seeds ends at 18446744073709551616 at most",
        ),
        (["--seed", "0:18446744073709551616", "--out", "maps"], "one call writes 100,000 files at most; begin with"),
        (["--seed", "5:100006", "--out", "maps"], "100,001 maps: one call writes 100,000 files at most"),
        (["--seed", "0:5", "--out", "m.png"], "this is the name of a file; name the format and a folder: --format png"),
        (["--seed", "1:3"], "a range of seeds on standard output: each map is a file; name a folder with --out"),
        (["--seed", "1:3", "--out", "taken"], "taken: it cannot be a folder"),
        (["--seed", "0:300", "--profile", "c64", "--out", "maps"], "the profile c64 has the seeds 1 to 255"),
        (["--seed", "1:3", "--out", "maps", "--width", "80", "--format", "prg"], "knows maps of 72x72 only"),
        (["--seed", "1", "--profile", "clasic"], "no such profile; did you mean 'classic'?"),
        (["--seed", "1", "--profile", "c64", "--loops", "1"], "choose classic"),
        (["--seed", "1", "--format", "jsno"], "no such format; did you mean 'json'?"),
        (["--seed", "1", "--view", "keepr"], "no such view; did you mean 'keeper'?"),
        (["--seed", "1", "--out", "map.jpeg"], "the end of the name tells no format; name it with --format; known"),
        (["--seed", "1", "--out", "none/map.txt"], "it cannot be written: No such file or directory"),
        (["--seed", "1", "--width", "10"], "width=10: a whole number from 24 to 255 is needed"),
        (["--seed", "1", "--secret-share", "nan"], "secret_share=nan: a share from 0 to 1"),
        (["--seed", "1", "--room-min", "9"], "the least room is larger than the greatest"),
    ],
)
def test_a_wrong_request_is_refused_and_writes_nothing(arguments: list[str], words: str, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    refused(dungeon("new", *arguments, cwd=tmp_path), words)
    assert [file.name for file in tmp_path.iterdir()] == ["taken"]
    assert (tmp_path / "taken").read_text() == "mine"


def test_a_file_that_is_no_map_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "map.json"
    file.write_text('{"format": "tiled"}')
    refused(dungeon("show", str(file)), 'format: a map says "format": "duskfall-dungeon"', "MALFORMED")


def test_a_file_whose_name_tells_no_format_is_named_with_from(tmp_path: Path) -> None:
    (tmp_path / "map.dat").write_bytes(export(generate(7), FORMATS["prg"], View.KEEPER))
    refused(dungeon("show", "map.dat", cwd=tmp_path), "the end of the name tells no format; name it with --from; known")


def test_the_last_seeds_of_all_are_a_range(tmp_path: Path) -> None:
    run = dungeon("new", "--seed", f"{(1 << 64) - 2}:{1 << 64}", "--out", "maps.v2", cwd=tmp_path)
    assert (run.code, run.out) == (0, "")
    assert len(list((tmp_path / "maps.v2").iterdir())) == 2


def test_a_players_file_stays_a_players(tmp_path: Path) -> None:
    for seed in range(1, 4):
        kept = export(generate(seed, "c64"), FORMATS["json"], View.PLAYER)
        (tmp_path / "players.json").write_bytes(kept)
        for view in ([], ["--view", "player"]):
            run = dungeon("show", "players.json", "--format", "json", *view, cwd=tmp_path)
            assert (run.code, run.out) == (0, kept.decode())
    wrong = dungeon("show", "players.json", "--view", "keeper", cwd=tmp_path)
    refused(wrong, "players.json for the keeper: it is a player's map, and its secrets were left out")


def test_exploring_needs_a_terminal_and_says_what_to_do_instead() -> None:
    run = dungeon("explore")
    refused(run, "explore: it needs a terminal", "duskfall dungeon new --format text")


def test_ctrl_c_ends_exploring_without_a_traceback() -> None:
    code, said = on_a_terminal("dungeon", "explore", "--seed", "7", answer=("CLASSIC 7", b"\x03"))
    assert code == 0
    assert "Traceback" not in said


def test_ctrl_c_while_the_command_is_loaded_ends_it_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "run", interrupted)
    with pytest.raises(SystemExit) as exiting:
        start.main()
    assert exiting.value.code == 130


def test_a_file_that_is_replaced_keeps_its_mode_and_a_new_one_gets_the_usual(tmp_path: Path) -> None:
    kept, fresh = tmp_path / "kept.txt", tmp_path / "fresh.txt"
    kept.write_text("old")
    for mode in (0o600, 0o664):
        kept.chmod(mode)
        assert dungeon("new", "--seed", "7", "--out", str(kept)).code == 0
        assert kept.read_text() != "old"
        assert kept.stat().st_mode & 0o777 == mode
    assert dungeon("new", "--seed", "7", "--out", str(fresh)).code == 0
    (tmp_path / "any").touch()
    assert fresh.stat().st_mode == (tmp_path / "any").stat().st_mode


def test_exploring_takes_map_options_and_refuses_wrong_ones_before_the_screen_opens() -> None:
    code, said = on_a_terminal("dungeon", "explore", "--width", "10")
    assert (code, "width=10: a whole number from 24 to 255" in said) == (2, True)
    code, said = on_a_terminal("dungeon", "explore", "--profile", "c64", "--loops", "2")
    assert (code, "that profile makes the original's maps only" in said) == (2, True)
    code, said = on_a_terminal("dungeon", "explore", "--file", "cellar")
    assert (code, "cellar: the end of the name tells no format" in said) == (2, True)


def test_a_seed_that_the_profile_does_not_have_is_refused_before_the_screen_opens() -> None:
    code, said = on_a_terminal("dungeon", "explore", "--profile", "c64", "--seed", "300")
    assert code == 2
    assert "the profile c64 has the seeds 1 to 255" in said


def test_the_picture_of_the_documentation_is_made_by_the_command_beside_it(tmp_path: Path) -> None:
    docs = Path(__file__).parents[2] / "docs"
    command = re.search(
        r"^duskfall (dungeon new .*) --out docs/(\S+)$", (docs / "dungeon-exports.md").read_text(), re.MULTILINE
    )
    assert command
    assert duskfall(*command[1].split(), "--out", str(tmp_path / "map.png")).code == 0
    made, kept = Image.open(tmp_path / "map.png"), Image.open(docs / command[2])
    assert np.array_equal(np.asarray(made.convert("RGB")), np.asarray(kept.convert("RGB")))


def test_the_verbs_are_listed() -> None:
    run = dungeon("--help")
    assert all(verb in run.out for verb in ("new", "show", "explore", "check", "find"))
