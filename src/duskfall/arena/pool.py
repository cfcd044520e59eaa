"""A pool of processes on this machine, each with its own matches.

Workers are started by name and not forked, so it does not matter what the process that runs a tournament has loaded,
and a script needs no guard. We know which worker has which matches, so when one is killed only its matches are played
again, by the worker that takes its place.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from types import TracebackType
from typing import Final, Self

from duskfall.arena.fixtures import Finished, Fixture
from duskfall.errors import Refusal, Refused

AHEAD: Final = 2
"""Matches that a worker has: the one it plays, and the next, so that it never waits for us."""
MOST_DEATHS: Final = 3
"""Workers that one match may cost before we take it for the reason."""
_FAREWELL_S: Final = 5.0
"""Seconds that a worker has to let its bots go."""


class _Worker:
    """A process that plays."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603 -- our own command
                # -P: a file of the user's that is called like a module of Python's must not take its place.
                [sys.executable, "-P", "-m", "duskfall.arena.worker", str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self.line = Connection(ours.detach())
        self.fixtures: deque[Fixture] = deque()

    def give(self, fixture: Fixture) -> None:
        """Hand over a match; a worker that is gone will be noticed when it does not answer."""
        self.fixtures.append(fixture)
        with suppress(OSError):
            self.line.send(fixture)

    def end(self) -> None:
        """Close the line, at which the worker leaves, and see that it has."""
        self.line.close()
        self.process.terminate()
        try:
            self.process.wait(_FAREWELL_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class PoolRunner:
    """Plays on processes of this machine."""

    def __init__(self, workers: int) -> None:
        if not 1 <= workers <= 512:
            raise Refused(Refusal.OUT_OF_RANGE, f"{workers} workers", "1 to 512 are possible")
        self._count = workers
        self._workers: list[_Worker] = []
        self._deaths: Counter[int] = Counter()

    @property
    def capacity(self) -> int:
        """How many matches the workers hold."""
        return self._count * AHEAD

    @property
    def processes(self) -> Sequence[int]:
        """The workers' process numbers."""
        return [worker.process.pid for worker in self._workers]

    def __enter__(self) -> Self:
        self._workers = [_Worker() for _ in range(self._count)]
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self._workers:
            worker.process.terminate()  # all at once, then wait for each
        for worker in self._workers:
            worker.end()
        self._workers = []

    def submit(self, fixture: Fixture) -> None:
        """Give a match to the worker that has the fewest."""
        min(self._workers, key=lambda worker: len(worker.fixtures)).give(fixture)

    def finished(self) -> Finished:
        """Wait for the next match that ends; a worker that has died is replaced meanwhile."""
        while True:
            lines = {worker.line: worker for worker in self._workers}
            for line in wait(list(lines)):
                worker = lines[line]  # type: ignore[index]  # only lines were asked for
                try:
                    answer: Finished | Exception = worker.line.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    break
                worker.fixtures.popleft()
                if isinstance(answer, Exception):
                    raise answer
                return answer

    def _replace(self, dead: _Worker) -> None:
        dead.end()
        first = dead.fixtures[0] if dead.fixtures else None
        number = -1 if first is None else first.number
        self._deaths[number] += 1
        if self._deaths[number] >= MOST_DEATHS:
            if first is None:
                raise Refused(
                    Refusal.IMPOSSIBLE, "workers", "they die without having played", "see what they said above"
                )
            raise deadly(first, f"its worker died {MOST_DEATHS} times")
        fresh = _Worker()
        self._workers[self._workers.index(dead)] = fresh
        for fixture in dead.fixtures:
            fresh.give(fixture)


def deadly(fixture: Fixture, how: str) -> Refused:
    """The refusal to go on with a match that ends whoever plays it."""
    return Refused(
        Refusal.IMPOSSIBLE,
        f"match {fixture.number} ({' against '.join(fixture.titles)}, seed {fixture.setup.seed})",
        f"{how}: a bot that runs inside Duskfall ends the process",
        "mend it, or make it a program, which cannot; then go on",
    )
