"""Does slow work in a process with limits on time and memory.

A replay of a few kilobytes may unpack to a game that takes hours. The process gives way to all others, does one piece
of work at a time, is ended and replaced when one needs more than the limits allow, and ends when there is none.
"""

from __future__ import annotations

import asyncio
import os
import resource
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from math import ceil
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from duskfall.bots.programs.sandbox import MIB, Limits
from duskfall.errors import Refusal, Refused
from duskfall.server.live.worker_process import WorkerProcess
from duskfall.server.transport.problems import closing

P = ParamSpec("P")
R = TypeVar("R")

LIMITS: Final = Limits(memory=384 * MIB, cpu_s=15)
"""Of one replay or map, besides what the process needs in any case. A duel of a thousand turns takes 0.3 seconds and
10 MiB; the largest timeline takes 150 MiB."""
IDLE_S: Final = 10.0
"""Seconds after which a process ends that has nothing to do: it holds a hundred megabytes."""
NICENESS: Final = 10
"""Live matches come first where cores are few."""


class LimitedProcess:
    """Runs slow work, one piece after the other. For the event loop only.

    `what` is how a refusal calls that which is worked on, `cure` what it advises. `prepare` is called in each new
    process, so that the first work is not charged for it.
    """

    def __init__(
        self, what: str, cure: str, limits: Limits = LIMITS, prepare: Callable[[], None] | None = None
    ) -> None:
        self._what = what
        self._cure = cure
        self._limits = limits
        self._process = WorkerProcess(partial(_give_way, prepare), IDLE_S)
        self._working = asyncio.Lock()
        self._closed = False

    async def run(self, work: Callable[P, R], *arguments: P.args, **_: P.kwargs) -> R:
        """Run work in the process; refuse work that exceeds the limits, and all when the server stops."""
        try:
            async with self._working:
                if self._closed:
                    raise closing(self._what)
                return await self._process.run(_limited, self._limits, work, *arguments)
        except (BrokenProcessPool, MemoryError):
            if self._closed:
                raise closing(self._what) from None
            self._process.replace()
        except asyncio.CancelledError:
            raise closing(self._what) from None
        most = self._limits
        reason = f"it takes more than {most.cpu_s} seconds of processor time or {most.memory // MIB} MiB of memory"
        raise Refused(Refusal.OUT_OF_RANGE, self._what, reason, self._cure)

    def close(self) -> None:
        """End the process and what it works on."""
        self._closed = True
        self._process.close()


# In the process


def _give_way(prepare: Callable[[], None] | None) -> None:
    """Let other processes go first."""
    os.nice(NICENESS)
    if prepare is not None:
        prepare()


def _limited(limits: Limits, work: Callable[..., R], *arguments: object) -> R:
    """Work within limits: over that of memory it is a `MemoryError`, over that of time the kernel ends the process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = {
        resource.RLIMIT_CPU: ceil(used.ru_utime + used.ru_stime) + limits.cpu_s,
        resource.RLIMIT_DATA: _data_bytes() + limits.memory,
    }
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    before = {kind: resource.getrlimit(kind) for kind in most}
    for kind, (soft, hard) in before.items():
        known = [limit for limit in (most[kind], soft, hard) if limit != resource.RLIM_INFINITY]
        resource.setrlimit(kind, (min(known), hard))
    try:
        return work(*arguments)
    finally:
        for kind, limit in before.items():
            resource.setrlimit(kind, limit)


def _data_bytes() -> int:
    """The private memory of this process, as the kernel counts it for its limit; 0 where it does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0
    sizes = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(sizes["VmData"].split()[0]) << 10
