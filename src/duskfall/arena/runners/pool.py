"""Plays the matches of a tournament on a pool of processes on this machine.

Workers are started as commands and not forked, so it does not matter what the process that runs a tournament has
loaded, and a script needs no `__main__` guard. The pool knows which worker has which matches. When a worker is killed,
only its matches are played again, by the worker that replaces it.
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
from duskfall.arena.runners.runner import MATCHES_PER_WORKER, worker_killer
from duskfall.errors import Refusal, Refused

MAX_DEATHS: Final = 3
"""Workers that may die of one match before the match is held to be the reason."""
_EXIT_TIMEOUT_S: Final = 5.0
"""Seconds that a worker has to let its bots go."""


class _Worker:
    """Holds one worker process, the connection to it and the matches it was given."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(  # noqa: S603 -- our own command
                # -P: a file of the user's that is called like a module of Python's must not take its place.
                [sys.executable, "-P", "-m", "duskfall.arena.runners.worker", str(theirs.fileno())],
                pass_fds=(theirs.fileno(),),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
        self.connection = Connection(ours.detach())
        self.fixtures: deque[Fixture] = deque()

    def submit(self, fixture: Fixture) -> None:
        """Send a match; a worker that is gone is noticed later, when it does not answer."""
        self.fixtures.append(fixture)
        with suppress(OSError):
            self.connection.send(fixture)

    def stop(self) -> None:
        """Close the connection, upon which the worker exits, and wait until it has."""
        self.connection.close()
        self.process.terminate()
        try:
            self.process.wait(_EXIT_TIMEOUT_S)
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
        """The number of matches that the workers hold."""
        return self._count * MATCHES_PER_WORKER

    @property
    def processes(self) -> Sequence[int]:
        """The process ids of the workers."""
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
            worker.stop()
        self._workers = []

    def submit(self, fixture: Fixture) -> None:
        """Give a match to the worker that has the fewest."""
        min(self._workers, key=lambda worker: len(worker.fixtures)).submit(fixture)

    def finished(self) -> Finished:
        """Wait for the next match that ends, and replace workers that have died meanwhile."""
        while True:
            workers = {worker.connection: worker for worker in self._workers}
            for connection in wait(list(workers)):
                worker = workers[connection]  # type: ignore[index]  # only connections were asked for
                try:
                    answer: Finished | Exception = worker.connection.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    break
                worker.fixtures.popleft()
                if isinstance(answer, Exception):
                    raise answer
                return answer

    def _replace(self, dead: _Worker) -> None:
        dead.stop()
        first = dead.fixtures[0] if dead.fixtures else None
        number = -1 if first is None else first.number
        self._deaths[number] += 1
        if self._deaths[number] >= MAX_DEATHS:
            if first is None:
                raise Refused(
                    Refusal.IMPOSSIBLE, "workers", "they die without having played", "see their messages above"
                )
            raise worker_killer(first, f"its worker died {MAX_DEATHS} times")
        fresh = _Worker()
        self._workers[self._workers.index(dead)] = fresh
        for fixture in dead.fixtures:
            fresh.submit(fixture)
