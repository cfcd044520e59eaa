"""Scenarios by name: `default`, `original` once it is imported, or the path of a file."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

from duskfall.errors import Refusal, Refused, UnknownName
from duskfall.formats.welten.original_import import imported_cycle, original_path
from duskfall.formats.welten.scenarios import load_scenario, parse_scenario
from duskfall.welten.scenario import Scenario

DEFAULT: Final = "default"
ORIGINAL: Final = "original"


DEFAULT_FILES: Final = ("default.land", "default-1.land")
"""The default land, and its earlier versions: matches that were played on them stay valid."""


@cache
def default_versions() -> tuple[Scenario, ...]:
    """Returns all versions of the scenario that Duskfall brings, the newest first."""
    folder = files("duskfall.formats.welten")
    return tuple(parse_scenario((folder / name).read_text(encoding="utf-8"), name) for name in DEFAULT_FILES)


def default_scenario() -> Scenario:
    """Returns the scenario that Duskfall brings.

    >>> default_scenario()
    <Scenario 'default', 80x40, 292 units>
    """
    return default_versions()[0]


def scenario_names(data: Path | None = None) -> list[str]:
    """Lists the names of the available scenarios."""
    return [DEFAULT, ORIGINAL] if original_path(data).exists() else [DEFAULT]


def scenario_named(name: str, data: Path | None = None) -> Scenario:
    """Returns the scenario of that name or in that file, with the numbers of the imported KERNAL if there are any."""
    return replace(_plain(name, data), cycle=imported_cycle(data))


def _plain(name: str, data: Path | None) -> Scenario:
    if name == DEFAULT:
        return default_scenario()
    if name == ORIGINAL:
        if not original_path(data).exists():
            raise Refused(
                Refusal.UNKNOWN_NAME,
                name,
                "the original is not imported",
                "import a program file or disk image that you own: duskfall welten import FILE",
            )
        return load_scenario(original_path(data))
    path = Path(name)
    if path.exists() or path.suffix or len(path.parts) > 1:
        return load_scenario(path)
    raise UnknownName("scenario", name, {DEFAULT, ORIGINAL})
