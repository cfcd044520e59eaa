"""A Dask cluster instead of processes here: the same matches, played by whoever joined the scheduler."""

from __future__ import annotations

import socket
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any, Final, Self
from uuid import uuid4

from duskfall import __version__
from duskfall.arena.fixtures import Finished, Fixture
from duskfall.arena.playing import play
from duskfall.arena.pool import AHEAD, deadly
from duskfall.errors import Refusal, Refused

_ANSWER_S: Final = 10
"""Seconds for the scheduler to answer."""
_PATIENCE_S: Final = 30
"""Seconds for a first worker to be there."""


_LOST: Final = frozenset({"cancelled", "lost"})
"""What becomes of a match whose worker, or whose scheduler, is gone."""


class DaskRunner:
    """Plays on the workers of a Dask scheduler.

    A worker that is lost costs nothing but time: the scheduler gives its matches to others. When all are lost, the
    tournament waits for new ones.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._done: Any = None
        self._fixtures: dict[Any, Fixture] = {}
        self._given = 0
        self._run = uuid4().hex  # two tournaments on one cluster must not take each other's matches for their own

    def __enter__(self) -> Self:
        try:
            from distributed import Client, as_completed  # noqa: PLC0415 -- an extra
            from distributed.comm.addressing import get_address_host_port  # noqa: PLC0415 -- an extra
        except ImportError:
            raise Refused(
                Refusal.IMPOSSIBLE,
                "a cluster",
                "the package distributed is not installed",
                "pip install 'duskfall[arena]'",
            ) from None
        try:
            place = get_address_host_port(self._address)  # a client that was given something else is long in leaving
            # A client asks again and again where nobody listens; once is enough to know.
            socket.create_connection(place, _ANSWER_S).close()
            client: Any = Client  # distributed has types in part
            self._client = client(self._address, timeout=_ANSWER_S, set_as_default=False)
        except ValueError as error:
            raise Refused(
                Refusal.MALFORMED, self._address, f"no address of a scheduler ({error})", "write it as tcp://HOST:8786"
            ) from error
        except (OSError, ImportError) as error:  # ImportError: a protocol that Dask does not have
            raise Refused(
                Refusal.UNREADABLE,
                self._address,
                f"no Dask scheduler answers there ({type(error).__name__})",
                "start one with: dask scheduler",
            ) from error
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE_S)
        except TimeoutError as error:
            self._client.close()
            raise Refused(
                Refusal.IMPOSSIBLE,
                self._address,
                f"no worker has joined the scheduler within {_PATIENCE_S} seconds",
                f"start one with: dask worker {self._address} --nthreads 1",
            ) from error
        completed: Any = as_completed
        self._done = completed(loop=self._client.loop)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.cancel(list(self._fixtures), force=True)
        self._client.close()

    @property
    def capacity(self) -> int:
        """How many matches the workers that are there should hold."""
        try:
            threads: dict[str, int] = self._client.nthreads()
        except OSError as error:
            raise self._gone() from error
        return max(1, sum(threads.values())) * AHEAD

    def submit(self, fixture: Fixture) -> None:
        """Give a match to the scheduler; the earlier ones first."""
        self._given += 1
        key = f"duskfall-{self._run}-{fixture.number}-{self._given}"  # one that is given again is another to Dask
        future = self._client.submit(play, fixture, __version__, key=key, pure=False, priority=-fixture.number)
        self._fixtures[future] = fixture
        self._done.add(future)

    def finished(self) -> Finished:
        """Wait for the next match that ends."""
        from distributed.scheduler import KilledWorker  # noqa: PLC0415 -- an extra

        while True:
            future = next(self._done)
            fixture = self._fixtures.pop(future)
            try:
                if future.status not in _LOST:
                    finished: Finished = future.result()
                    return finished
            except KilledWorker as error:
                raise deadly(fixture, "worker after worker died of it") from error
            except CancelledError:
                pass  # lost between the question and the answer
            if self._client.status != "running":
                raise self._gone()
            self.submit(fixture)  # its result was lost with the worker that kept it

    def _gone(self) -> Refused:
        return Refused(
            Refusal.UNREADABLE,
            self._address,
            "the scheduler is gone",
            "start it again, or go on without --cluster: what was played is kept",
        )
