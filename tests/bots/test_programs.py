"""The example bots play whole matches, with and without the sandbox; programs are refused where it does not work."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.bots.programs.sandbox import check_sandbox, stage, tools
from duskfall.errors import Refused
from duskfall.play import Replay
from tests.bots.duels import duel, need_sandbox, need_tool
from tests.bots.villains import write_villain

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples" / "bots"


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that nobody, too, can enter."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


def example(language: str, folder: Path) -> Path:
    """The example bot in a language, ready to start."""
    if language == "c":
        compiler = need_tool("cc")
        made = folder / "ranger"
        subprocess.run([compiler, "-O2", "-Wall", "-Wextra", "-Werror", "-o", made, EXAMPLES / "ranger.c"], check=True)
        return made
    need_tool({"py": "python3", "js": "node"}[language])
    return EXAMPLES / f"ranger.{language}"


@pytest.mark.parametrize("language", ["py", "js", "c"])
def test_the_example_in_each_language_beats_the_wanderer_in_the_sandbox(language: str, tmp_path: Path) -> None:
    verdict = duel(example(language, tmp_path), turn_limit=1000)
    assert verdict.faults.in_all == 0
    assert verdict.outcome.winner == 0
    Replay.decode(Replay.of(verdict.match).encode()).verify()


@pytest.mark.parametrize("game", ["fog", "welten"])
def test_the_python_example_plays_both_games_and_is_told_how_they_end(game: str) -> None:
    need_tool("python3")
    verdict = duel(EXAMPLES / "ranger.py", game=game, turn_limit=1000)
    assert verdict.faults.in_all == 0
    assert verdict.log.splitlines() == [
        f"I play {game} from seat 0",
        f"The winner is {verdict.outcome.winner}: {verdict.outcome.reason}",
    ]


def test_a_trusted_program_plays_without_the_sandbox_and_its_children_go_with_it(tmp_path: Path) -> None:
    verdict = duel(EXAMPLES / "ranger.py", trust=True, turn_limit=1000)
    assert verdict.faults.in_all == 0
    crashed = duel(write_villain("crasher", tmp_path), trust=True)
    assert crashed.faults.kinds == {"silent": 10}
    bomb = tmp_path / "parent.py"
    bomb.write_text("#!/usr/bin/env python3\nimport os, signal\nos.fork()\nsignal.pause()\n")
    bomb.chmod(0o755)
    # Both processes hold the pipes: if one were left, the end of the duel would wait for it.
    assert duel(bomb, trust=True, deadline_ms=60, first_ms=60).faults.kinds == {"late": 10}


def test_a_folder_is_a_program_when_it_has_a_file_run(tmp_path: Path) -> None:
    need_tool("python3")
    folder = tmp_path / "mybot"
    folder.mkdir()
    shutil.copy(EXAMPLES / "ranger.py", folder / "thinking.py")
    (folder / "run").write_text("#!/bin/sh\nexec python3 /bot/thinking.py\n")
    (folder / "run").chmod(0o755)
    assert duel(folder, turn_limit=1000).faults.in_all == 0


def test_what_a_link_in_a_folder_points_to_is_not_brought_in(tmp_path: Path) -> None:
    secret, folder, into = tmp_path / "secret", tmp_path / "bot", tmp_path / "staged"
    secret.write_text("the password")
    for made in (folder, into):
        made.mkdir()
    (folder / "loot").symlink_to(secret)
    (folder / "run").write_text("#!/bin/sh\n")
    (folder / "run").chmod(0o755)
    assert stage(folder, into) == "run"
    assert (into / "loot").is_symlink()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda folder: folder / "nothing", "there is no such file"),
        (lambda folder: folder, "the folder has no file 'run'"),
        (lambda folder: _plain(folder / "bot.py"), "is not executable"),
    ],
)
def test_what_cannot_be_started_is_refused_with_the_reason(make: object, reason: str, tmp_path: Path) -> None:
    assert callable(make)
    with pytest.raises(Refused, match=reason):
        duel(make(tmp_path), trust=True)


def _plain(path: Path) -> Path:
    path.write_text("#!/usr/bin/env python3\n")
    return path


def test_without_bubblewrap_programs_are_refused_and_the_cure_is_named(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"bwrap is not installed.*Debian's package bubblewrap, or say --trust"):
        tools(str(tmp_path))


def test_a_bubblewrap_that_cannot_build_walls_is_not_believed(open_folder: Path) -> None:
    prlimit = shutil.which("prlimit")
    if prlimit is None:
        pytest.skip("NOT RUN, detection of a broken bubblewrap: prlimit is not installed")
    (open_folder / "prlimit").symlink_to(prlimit)
    broken = open_folder / "bwrap"
    broken.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    broken.chmod(0o755)
    with pytest.raises(Refused, match=r"does not work on this machine .bwrap: No permissions to create new namespace"):
        check_sandbox(str(open_folder))


def test_as_root_we_become_nobody_first(tmp_path: Path) -> None:
    need_sandbox()
    if os.geteuid() != 0:
        pytest.skip("NOT RUN, becoming nobody: the tests do not run as root")
    path = tmp_path / "status"
    path.write_text("#!/bin/sh\ngrep -E '^(Uid|CapEff):' /proc/self/status >&2\n")
    path.chmod(0o755)
    assert duel(path).log.split() == ["Uid:", *["65534"] * 4, "CapEff:", "0" * 16]
