"""Names the parts of `make soak`, and the command that runs each."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
REST: Final = ("tests", "src", "docs", "README.md")
"""The places of tests; the check `rest` runs all that no other one has."""


@dataclass(frozen=True)
class Check:
    """A part of the soak."""

    about: str
    command: tuple[str, ...] = ()
    """Empty where `paths` says what pytest runs."""
    paths: tuple[str, ...] = ()
    """Files and folders of tests, from the project's root."""

    def arguments(self) -> list[str]:
        """Return the command that runs the check."""
        if self.command:
            return list(self.command)
        paths, left_out = (self.paths, ()) if self.paths else (REST, _taken())
        ignored = [f"--ignore={path}" for path in left_out]
        return [sys.executable, "-m", "pytest", "-n", "2", "--dist", "worksteal", *ignored, *paths]


CHECKS: Final[Mapping[str, Check]] = {
    "static": Check("format, lint and types", ("make", "--no-print-directory", "check")),
    "units": Check("unit tests of the browser client", ("scripts/web-test",)),
    "fog": Check("rules of Fog of War, against the oracle and in twin worlds", paths=("tests/fog",)),
    "welten": Check("rules of Weltendämmerung", paths=("tests/welten",)),
    "dungeon": Check("dungeons, bit by bit", paths=("tests/dungeon",)),
    "arena": Check("tournaments, comparisons and ratings", paths=("tests/arena", "tests/bots")),
    "games": Check("2,000 games of all grades of bots for Fog of War", paths=("tests/test_bot_games.py",)),
    "kills": Check(
        "servers and writers that are killed",
        paths=("tests/server/durability/test_kill.py", "tests/server/store/test_crashes.py"),
    ),
    "hostile": Check("100,000 hostile messages", paths=("tests/server/durability/test_hostile.py",)),
    "twins": Check("what the wire tells in 200 pairs of twin worlds", paths=("tests/server/test_twin_streams.py",)),
    "web": Check("pages in a real browser", paths=("tests/web",)),
    "rest": Check("all other tests"),
    "ack_times": Check(
        "whether the time of 5,000 acknowledgements tells of others", (sys.executable, "-m", "tests.soak.ack_times")
    ),
    "attack": Check("ten minutes of attacks on a server with 100 players", (sys.executable, "-m", "tests.soak.attack")),
}
"""Every check by its name, in the order in which all of them run."""


def _taken() -> list[str]:
    return [path for check in CHECKS.values() for path in check.paths]
