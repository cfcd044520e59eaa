"""Compiled kernels: cached, never stale, and announced only when somebody waits."""

from __future__ import annotations

import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import numba

import duskfall

TELL = """
from duskfall.compiled import announced
told = []
with announced(told.append):
    from duskfall.dice import Dice
    word = Dice(1).word()
print(word, len(told))
"""


def run(package: Path) -> tuple[str, int]:
    """The first word of the dice in a fresh process that uses `package`, and how many kernels it compiled."""
    done = subprocess.run([sys.executable, "-c", TELL], cwd=package, capture_output=True, text=True, check=True)
    word, told = done.stdout.split()
    return word, int(told)


def test_a_kernel_is_compiled_once_and_again_when_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    source = Path(duskfall.__file__).parent
    shutil.copytree(source, tmp_path / "duskfall", ignore=shutil.ignore_patterns("__pycache__"))
    word, told = run(tmp_path)
    assert told > 0
    assert run(tmp_path) == (word, 0)
    dice = tmp_path / "duskfall" / "dice.py"
    changed = dice.read_text(encoding="utf-8").replace("0x9E37_79B9_7F4A_7C15", "0x9E37_79B9_7F4A_7C17")
    dice.write_text(changed, encoding="utf-8")
    new_word, told = run(tmp_path)
    assert new_word != word
    assert told > 0
    # A kernel holds the code of those it calls, which may live in another file.
    grid = tmp_path / "duskfall" / "grid.py"
    grid.write_text(grid.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert run(tmp_path)[1] > 0
    # That file may lie in a package within a world.
    shapes = tmp_path / "duskfall" / "dungeon" / "corridors" / "shapes.py"
    shapes.write_text(shapes.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert run(tmp_path)[1] > 0


def test_a_cache_of_another_version_that_names_modules_of_then_is_compiled_anew(tmp_path: Path) -> None:
    source = Path(duskfall.__file__).parent
    shutil.copytree(source, tmp_path / "duskfall", ignore=shutil.ignore_patterns("__pycache__"))
    word, told = run(tmp_path)
    class_of_then = b"cduskfall.houses\nHouse\n."  # what a pickle says of a class in a module that is gone
    for index in (tmp_path / "duskfall" / "__pycache__").glob("*.nbi"):
        index.write_bytes(pickle.dumps(numba.__version__) + class_of_then)
    assert run(tmp_path) == (word, told)
