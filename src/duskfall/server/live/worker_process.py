"""Runs work in a process of its own, so that the server never waits for it."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.connection import wait
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class WorkerProcess:
    """Is a process that begins with the first call and ends with the server. If it dies, the next call begins another.

    `prepare` is called in each new process before its first work. With `idle_s`, the process ends when it has had
    nothing to do for so many seconds.
    """

    def __init__(self, prepare: Callable[[], None] | None = None, idle_s: float | None = None) -> None:
        self._prepare = prepare
        self._idle_s = idle_s
        self._running = 0
        self._idle: asyncio.TimerHandle | None = None
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _start_process, (self._prepare,))

    def run(self, work: Callable[P, R], *arguments: P.args, **_: P.kwargs) -> asyncio.Future[R]:
        """Run work in the process; `BrokenProcessPool` if the process dies of it."""
        loop = asyncio.get_running_loop()
        try:
            result = loop.run_in_executor(self._pool, work, *arguments)
        except BrokenProcessPool:
            self._pool.shutdown(wait=False)
            self._pool = self._new_pool()
            result = loop.run_in_executor(self._pool, work, *arguments)
        if self._idle_s is not None:
            self._await_idleness(result, self._idle_s)
        return result

    def _await_idleness(self, result: asyncio.Future[R], idle_s: float) -> None:
        self._running += 1
        if self._idle is not None:
            self._idle.cancel()

        def done(_: asyncio.Future[R]) -> None:
            self._running -= 1
            if not self._running and self.running:
                self._idle = result.get_loop().call_later(idle_s, self.replace)

        result.add_done_callback(done)

    @property
    def running(self) -> bool:
        """Tell whether the process stands."""
        return bool(self._pool._processes)

    def replace(self) -> None:
        """End the process; the next call begins another."""
        self.close()
        self._pool = self._new_pool()

    def close(self) -> None:
        """End the process."""
        if self._idle is not None:
            self._idle.cancel()
        # The pool forgets its process when it is shut down, and the process would end late.
        processes = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.kill()


def _start_process(prepare: Callable[[], None] | None) -> None:
    """Leave ending this process to the server; if the server is killed, the process ends itself."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is not None:
        sentinel = parent.sentinel
        threading.Thread(target=lambda: (wait([sentinel]), os._exit(0)), daemon=True).start()
    if prepare is not None:
        prepare()
