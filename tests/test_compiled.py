"""Compiled kernels: kept once for all checkouts of the same rules, never stale or damaged, announced when needed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import duskfall
from duskfall.compiled.cache import BOTS, MOST_FOLDERS, SOURCES, read_whole, write_whole

SOURCE = Path(duskfall.__file__).parent

TELL = """
from duskfall.compiled import announced
told = []
with announced(told.append):
    from duskfall.dice import Dice
    word = Dice(1).word()
print(word, len(told))
"""


def started(package: Path, cache: Path) -> subprocess.Popen[str]:
    """A fresh process that rolls the dice of `package`."""
    environment = {**os.environ, "DUSKFALL_CACHE": str(cache)}
    return subprocess.Popen(
        [sys.executable, "-c", TELL], cwd=package, env=environment, stdout=subprocess.PIPE, text=True
    )


def answer(process: subprocess.Popen[str]) -> tuple[str, int]:
    """The first word of the dice in a process, and how many kernels it compiled."""
    said, _ = process.communicate()
    assert process.returncode == 0
    word, told = said.split()
    return word, int(told)


def run(package: Path, cache: Path) -> tuple[str, int]:
    return answer(started(package, cache))


def checkout(folder: Path) -> Path:
    """A copy of the package without anything compiled."""
    ignored = shutil.ignore_patterns("__pycache__", "dist")
    shutil.copytree(SOURCE, folder / "duskfall", ignore=ignored)
    return folder


def files(cache: Path) -> Iterable[Path]:
    return [path for path in cache.rglob("*") if path.is_file()]


def test_a_kernel_is_compiled_once_and_again_when_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    package, cache = checkout(tmp_path / "one"), tmp_path / "cache"
    word, told = run(package, cache)
    assert told > 0
    assert run(package, cache) == (word, 0)
    dice = package / "duskfall" / "dice.py"
    changed = dice.read_text(encoding="utf-8").replace("0x9E37_79B9_7F4A_7C15", "0x9E37_79B9_7F4A_7C17")
    dice.write_text(changed, encoding="utf-8")
    new_word, told = run(package, cache)
    assert new_word != word
    assert told > 0
    # A kernel holds the code of those it calls, which may lie in a package within a world.
    shapes = package / "duskfall" / "dungeon" / "corridors" / "shapes.py"
    shapes.write_text(shapes.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert run(package, cache)[1] > 0


def test_checkouts_with_the_same_rules_share_what_is_compiled(tmp_path: Path) -> None:
    one, other, cache = checkout(tmp_path / "one"), checkout(tmp_path / "other"), tmp_path / "cache"
    word, told = run(one, cache)
    assert told > 0
    assert run(other, cache) == (word, 0)
    assert not list(one.rglob("*.nb?")), "nothing is left beside the sources"


def test_processes_that_compile_at_once_leave_a_sound_cache(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    words = {answer(process)[0] for process in [started(SOURCE.parent, cache) for _ in range(3)]}
    assert len(words) == 1
    assert files(cache)
    assert all(read_whole(path) is not None for path in files(cache))
    assert run(SOURCE.parent, cache) == (words.pop(), 0)


def test_a_damaged_file_is_compiled_anew(tmp_path: Path) -> None:
    word, told = run(SOURCE.parent, tmp_path)
    for path in files(tmp_path):
        path.write_bytes(path.read_bytes()[:-1])
    assert run(SOURCE.parent, tmp_path) == (word, told)
    assert run(SOURCE.parent, tmp_path) == (word, 0)


def test_without_a_place_to_write_kernels_run_all_the_same(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.touch()
    assert run(SOURCE.parent, place)[1] > 0


def test_only_the_folders_that_were_written_to_last_are_kept(tmp_path: Path) -> None:
    for number in range(MOST_FOLDERS + 5):
        write_whole(tmp_path / str(number) / "kernel", b"code")
        os.utime(tmp_path / str(number), (number, number))
    write_whole(tmp_path / "new" / "kernel", b"code")
    assert {folder.name for folder in tmp_path.iterdir()} == {"new", *map(str, range(5, MOST_FOLDERS + 5))}


def test_every_kernel_lies_in_a_source_that_the_cache_knows() -> None:
    marked = [path for path in SOURCE.rglob("*.py") if "kernel\ndef " in path.read_text(encoding="utf-8")]
    assert marked
    assert {path.relative_to(SOURCE).parts[0] for path in marked} <= {*SOURCES, BOTS}
