"""The floors of the project, read from our own import statements and files."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "duskfall"
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")

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
    """The part of the project that a file belongs to."""
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


def module_of(path: Path) -> str:
    """The dotted name of a file's module."""
    return ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts).removesuffix(".__init__")


def test_no_module_imports_itself_through_others() -> None:
    """Imports inside functions and behind TYPE_CHECKING count too: they would only hide a cycle."""
    modules = {module_of(path): path for path in FILES}
    graph = {
        module: {name if name in modules else name.rpartition(".")[0] for name in imports(path)} & set(modules)
        for module, path in modules.items()
    }
    # Take away modules that import nothing that is left, until only cycles are left.
    while leaves := [module for module, found in graph.items() if not found - {module} & set(graph)]:
        for leaf in leaves:
            del graph[leaf]
        graph = {module: found & set(graph) for module, found in graph.items()}
    assert not graph, f"in a cycle, or above one: {sorted(graph)}"


SERVER_MODULES = frozenset({"__init__", "app", "run", "settings", "metrics"})
"""All modules of the server that stand outside its packages."""


def test_the_server_is_packages() -> None:
    assert {path.stem for path in (SOURCE / "server").glob("*.py")} <= SERVER_MODULES


SCENERY = frozenset(
    {"line", "house", "company", "table", "laid", "holder", "chair", "sitter", "guest", "gallery", "entrance", "guard"}
    | {"deed", "film", "desk", "door", "envoy", "errand", "shelf", "scorebook", "campaign", "contest", "mind"}
)
"""Words that docs/glossary.md says another word for."""

ALLOWED = {
    "TableRow": "a row of the table of a tournament",
    "DocTable": "a table of a page of the documentation",
    "cross_tables": "the tables of who met whom",
}
"""Names that have one of these words all the same, each with its reason."""


def words_of(name: str) -> set[str]:
    """The words of a module's or class's name, in the singular too.

    >>> sorted(words_of("GuestBooks")), sorted(words_of("open_doors"))
    (['book', 'books', 'guest'], ['door', 'doors', 'open'])
    """
    words = {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}
    return words | {word.removesuffix("s") for word in words}


@pytest.mark.parametrize("part", ["server", "bots"])
def test_no_module_or_class_is_named_after_scenery(part: str) -> None:
    for path in (SOURCE / part).rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [path.stem, *(node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
        for name in names:
            assert name in ALLOWED or not words_of(name) & SCENERY, f"{path}: {name}; see docs/glossary.md"


def test_the_glossary_tells_the_word_for_each_that_is_not_used() -> None:
    column = {word for row in re.findall(r"^\|[^|]*\|[^|]*\|([^|]*)\|$", GLOSSARY, re.MULTILINE)
              for word in re.findall(r"[a-z]+", row)}  # fmt: skip
    assert column >= SCENERY


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
