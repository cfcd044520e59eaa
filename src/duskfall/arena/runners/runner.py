"""The interface between a tournament and the processes that play its matches."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Final, Protocol, Self

from duskfall.arena.fixtures import Finished, Fixture
from duskfall.errors import Refusal, Refused

MATCHES_PER_WORKER: Final = 2
"""Matches that a worker holds: the one it plays, and the next, so that it never waits for work."""


class Runner(Protocol):
    """Plays matches, on this machine or on a cluster. Leaving the block ends the matches that are still running."""

    @property
    def capacity(self) -> int:
        """The number of matches to submit ahead, so that no worker waits."""

    def submit(self, fixture: Fixture) -> None:
        """Take a match on."""

    def finished(self) -> Finished:
        """Wait for the next match that ends, whichever it is."""

    def __enter__(self) -> Self:
        """Start the workers."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop the workers."""


def cores() -> int:
    """Count the processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def worker_killer(fixture: Fixture, how: str) -> Refused:
    """Return the refusal to go on with a match that ends every process that plays it."""
    return Refused(
        Refusal.IMPOSSIBLE,
        f"match {fixture.number} ({' against '.join(fixture.titles)}, seed {fixture.setup.seed})",
        f"{how}: a bot that runs inside Duskfall ends the process",
        "fix it, or make it a program, which cannot do that; then resume",
    )
