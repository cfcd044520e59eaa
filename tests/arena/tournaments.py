"""Small tournaments, and the command that plays them as a user starts it."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Self

from duskfall.arena import Finished, Fixture, Ledger, Plan, Played, Runner, Standing, play, run
from duskfall.arena.fixtures import SeatFaults
from duskfall.arena.standings import standing_of
from tests.command import Run, duskfall

TINY = {"width": 10, "height": 10, "turn_limit": 60}
TINY_OPTIONS = ("--option", "width=10", "--option", "height=10", "--option", "turn_limit=60")
FOUR = ("--game", "fog", "--bots", "settler,wanderer,settler,wanderer", *TINY_OPTIONS)
PATIENCE_S = 300
"""How long a condition that surely comes is waited for, on a machine that is very busy."""


def tiny(bots: str = "settler wanderer", **choices: Any) -> Plan:
    """A plan of quick games."""
    chosen: dict[str, Any] = {"options": TINY, "games": 4, "seed": 7}
    return Plan.of("fog", bots.split(), **(chosen | choices))


class HereRunner:
    """Plays in this process: whatever was asked for last is finished first, which must not matter."""

    capacity = 5

    def __init__(self, play_: Callable[[Fixture], Finished] = play) -> None:
        self._play = play_
        self._fixtures: list[Fixture] = []
        self.asked: list[int] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._fixtures = []

    def submit(self, fixture: Fixture) -> None:
        self._fixtures.append(fixture)
        self.asked.append(fixture.number)

    def finished(self) -> Finished:
        return self._play(self._fixtures.pop())


def invented(better: Callable[[int, int], bool]) -> Callable[[Fixture], Finished]:
    """Results without a game: of two bots, by their numbers, the better one wins."""

    def result(fixture: Fixture) -> Finished:
        order = sorted(fixture.entrants)
        best = order[0] if better(order[0], order[1]) else order[1]
        places = tuple(1 if entrant == best else 2 for entrant in fixture.entrants)
        return Finished(
            Played(
                number=fixture.number,
                round=fixture.round,
                seed=fixture.setup.seed,
                entrants=fixture.entrants,
                winner=places.index(1),
                places=places,
                reason="last_alive",
                turns=9,
                digest="",
                faults=(SeatFaults(),) * len(places),
            ),
            b"",
        )

    return result


def played(plan: Plan, runner: Runner | None = None) -> Standing:
    """The table of a tournament that is played now."""
    with Ledger.open(None, plan) as ledger, runner or HereRunner() as playing:
        return run(plan, ledger, playing)


def start(*arguments: str, cwd: Path) -> subprocess.Popen[str]:
    """Start `duskfall arena ...` and do not wait for it."""
    script = Path(sys.executable).with_name("duskfall")
    return subprocess.Popen(
        [script, "arena", *arguments],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def arena(folder: Path, *arguments: str) -> Run:
    """Run `duskfall arena ...` to its end."""
    return duskfall("arena", *arguments, cwd=folder)


def table_of(folder: Path, db: str) -> dict[str, Any]:
    """All that a ledger tells."""
    with Ledger.read(folder / db) as ledger:
        return standing_of(ledger).plain()


def kept(db: Path) -> int:
    """How many matches are in a ledger that somebody else is writing."""
    if not db.exists():
        return 0
    with closing(sqlite3.connect(db, timeout=30)) as database:
        try:
            (count,) = database.execute("SELECT count(*) FROM match").fetchone()
        except sqlite3.OperationalError:  # the tables are not there yet
            return 0
    return int(count)


def wait_until(condition: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    """Wait for what surely comes, unless the process that should bring it has ended."""
    until = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until, "it did not come"
        if process is not None and process.poll() is not None:
            raise AssertionError(f"it ended too early: {process.communicate()}")
        time.sleep(0.02)
