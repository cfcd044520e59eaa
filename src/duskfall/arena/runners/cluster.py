"""Plays the matches of a tournament on a Dask cluster instead of on processes of this machine."""

from __future__ import annotations

import socket
from concurrent.futures import CancelledError
from types import TracebackType
from typing import Any, Final, Self
from uuid import uuid4

from duskfall import __version__
from duskfall.arena.fixtures import Finished, Fixture
from duskfall.arena.matches import play
from duskfall.arena.runners.runner import MATCHES_PER_WORKER, worker_killer
from duskfall.errors import Refusal, Refused

_CONNECT_TIMEOUT_S: Final = 10
"""Seconds for the scheduler to answer."""
_FIRST_WORKER_TIMEOUT_S: Final = 30
"""Seconds for the first worker to join."""

_LOST: Final = frozenset({"cancelled", "lost"})
"""States of a Dask future whose worker or scheduler is gone."""


class DaskRunner:
    """Plays on the workers of a Dask scheduler.

    Losing a worker costs only time: the scheduler gives its matches to others. When all workers are lost, the
    tournament waits for new ones.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None
        self._completed: Any = None
        self._fixtures: dict[Any, Fixture] = {}
        self._submitted = 0
        self._run = uuid4().hex  # keeps the matches of two tournaments on one cluster apart

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
            # A client takes long to give up on a malformed address, and asks again and again where no scheduler
            # listens; both are found out before there is a client.
            place = get_address_host_port(self._address)
            socket.create_connection(place, _CONNECT_TIMEOUT_S).close()
            client: Any = Client  # distributed has types in part
            self._client = client(self._address, timeout=_CONNECT_TIMEOUT_S, set_as_default=False)
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
        self._wait_for_workers()
        completed: Any = as_completed
        self._completed = completed(loop=self._client.loop)
        return self

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_FIRST_WORKER_TIMEOUT_S)
        except TimeoutError as error:
            self._client.close()
            raise Refused(
                Refusal.IMPOSSIBLE,
                self._address,
                f"no worker has joined the scheduler within {_FIRST_WORKER_TIMEOUT_S} seconds",
                f"start one with: dask worker {self._address} --nthreads 1",
            ) from error

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.cancel(list(self._fixtures), force=True)
        self._client.close()

    @property
    def capacity(self) -> int:
        """The number of matches that the present workers should hold."""
        try:
            threads: dict[str, int] = self._client.nthreads()
        except OSError as error:
            raise self._scheduler_gone() from error
        return max(1, sum(threads.values())) * MATCHES_PER_WORKER

    def submit(self, fixture: Fixture) -> None:
        """Give a match to the scheduler, which plays matches in the order of their numbers."""
        self._submitted += 1
        key = f"duskfall-{self._run}-{fixture.number}-{self._submitted}"  # a new key for a match that is given again
        future = self._client.submit(play, fixture, __version__, key=key, pure=False, priority=-fixture.number)
        self._fixtures[future] = fixture
        self._completed.add(future)

    def finished(self) -> Finished:
        """Wait for the next match that ends."""
        from distributed.scheduler import KilledWorker  # noqa: PLC0415 -- an extra

        while True:
            future = next(self._completed)
            fixture = self._fixtures.pop(future)
            try:
                if future.status not in _LOST:
                    finished: Finished = future.result()
                    return finished
            except KilledWorker as error:
                raise worker_killer(fixture, "worker after worker died of it") from error
            except CancelledError:
                pass  # lost after its status was read
            if self._client.status != "running":
                raise self._scheduler_gone()
            self.submit(fixture)  # its result was lost with the worker that kept it

    def _scheduler_gone(self) -> Refused:
        return Refused(
            Refusal.UNREADABLE,
            self._address,
            "the scheduler is gone",
            "start it again, or go on without --cluster: what was played is kept",
        )
