"""The plan of the house, read from our own import statements and files."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "duskfall"

FLOORS: tuple[frozenset[str], ...] = (
    frozenset({"errors", "tempo"}),
    frozenset({"compiled"}),
    frozenset({"dice", "grid"}),
    frozenset({"fog", "welten", "dungeon"}),
    frozenset({"formats"}),
    frozenset({"play"}),
    frozenset({"protocol"}),
    frozenset({"bots"}),
    frozenset({"arena", "envs"}),
    frozenset({"server"}),
    frozenset({"cli"}),
)
"""From the ground up; a part imports from the floors below it and from itself, never from its neighbours."""

ENTRANCES = frozenset({"__init__", "__main__"})
"""The package's own two files stand outside the floors."""

RULES = ("fog", "welten", "dungeon", "grid", "dice", "tempo")
STANDARD = frozenset(
    {"__future__", "abc", "collections", "concurrent", "contextlib", "dataclasses", "difflib", "enum", "functools"}
    | {"itertools", "math", "re", "typing"}
)
QUIET = STANDARD | {"numba", "numpy", "xxhash"}
"""All that rules may import: nothing here reads a clock, a file, a socket or global randomness."""


def part_of(path: Path) -> str:
    """The part of the house a file belongs to."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The full names of the modules that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute, so that a reader sees the floor"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def floor_of(part: str) -> int:
    """The floor that a part stands on."""
    return next(number for number, parts in enumerate(FLOORS) if part in parts)


FILES = sorted(path for path in SOURCE.rglob("*.py") if part_of(path) not in ENTRANCES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards_only(path: Path) -> None:
    own = part_of(path)
    for name in imports(path):
        package, _, rest = name.partition(".")
        if package != "duskfall" or rest == "__version__":
            continue
        other = rest.split(".")[0]
        assert other == own or floor_of(other) < floor_of(own), f"{own} must not import {other}"


@pytest.mark.parametrize(
    "path", [path for path in FILES if part_of(path) in RULES], ids=lambda path: str(path.relative_to(SOURCE))
)
def test_rules_talk_to_nobody(path: Path) -> None:
    strangers = {name.split(".")[0] for name in imports(path)} - QUIET - {"duskfall"}
    assert not strangers


def test_no_folder_is_an_empty_shell() -> None:
    for folder in (path for path in SOURCE.rglob("*") if path.is_dir() and path.name != "__pycache__"):
        assert any(path.suffix != ".pyc" and path.name != "__init__.py" for path in folder.iterdir()), folder


def tracked() -> list[Path]:
    """The files of the project that are text."""
    listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [ROOT / name for name in listing.decode().split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_a_registry() -> None:
    pattern = re.compile(r"https?://[^\s\"']*(?:/simple|registry|artifactory|nexus|devpi)", re.IGNORECASE)
    for path in tracked():
        if path.suffix in {".txt", ".toml", ".json", ".cfg", ".lock"} or path.name == ".npmrc":
            assert not pattern.search(path.read_text(encoding="utf-8")), path


def test_every_dependency_we_name_is_pinned_without_an_address() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = list(project["dependencies"])
    for extra in project["optional-dependencies"].values():
        named += extra
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    pinned = {re.sub(r"[-_.]+", "-", name).lower() for name in pins}
    for requirement in named:
        name = re.split(r"[\[<>=!~ ]", requirement, maxsplit=1)[0]
        assert re.sub(r"[-_.]+", "-", name).lower() in pinned, name
