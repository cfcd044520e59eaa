"""Takes one measurement: a fresh server on one core, players on the other, games for some seconds."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any, Final

import uvloop

from benchmarks.live.load import Tally, connect, used_cpu_s

SERVED: Final = (sys.executable, "-m", "benchmarks.live.served")
"""The command of the measured server, without its folder."""


@dataclass(frozen=True)
class Probed:
    """The figures of one server with a number of sockets."""

    sockets: int
    seconds: float
    late_ms: tuple[float, float, float, float]
    """Median, 99th percentile, 99.9th, most."""
    bytes_each: float
    """Received by a player in a second, frames and all."""
    server_cpu: float
    """Share of a core that the server used."""
    load_cpu: float
    orders: float
    """Acknowledged in a second."""
    updates: float
    missed: int
    """Turns that should have been received in the time and were not."""


class _Server:
    """A fresh server on the first core, with its load."""

    def __init__(self, process: asyncio.subprocess.Process, folder: str) -> None:
        self._process = process
        self._folder = folder
        self.tally = Tally()
        self._before: Any = None
        self._acknowledged = 0

    @classmethod
    async def started(cls, command: Sequence[str], sockets: int, stack: AsyncExitStack) -> _Server:
        """Start a server with a command that is given a folder, and connect the players."""
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        core = str(min(os.sched_getaffinity(0)))
        process = await asyncio.create_subprocess_exec(
            "taskset", "-c", core, *command, folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        server = cls(process, folder)
        stack.push_async_callback(server._stop)
        address = (await server._read()).decode().strip()
        host, port = address.removeprefix("http://").rsplit(":", 1)
        await connect(host, int(port), sockets, server.tally)
        return server

    async def _read(self) -> bytes:
        if self._process.stdout is None:
            raise RuntimeError("the server was started without pipes")
        return await self._process.stdout.readline()

    async def _report(self) -> Any:
        if self._process.stdin is None:
            raise RuntimeError("the server was started without pipes")
        self._process.stdin.write(b"\n")
        return json.loads(await self._read())

    async def _stop(self) -> None:
        self._process.terminate()
        await self._process.wait()

    async def begin(self) -> None:
        """Begin to count."""
        self._before, self._acknowledged = await self._report(), self.tally.acknowledged
        self.tally.counting = True

    async def end(self, sockets: int, spent: float, load_cpu_s: float) -> Probed:
        """Stop counting, and give the figures."""
        self.tally.counting = False
        before, after, tally = self._before, await self._report(), self.tally
        late = sorted(
            1000 * now - (before["dues"][room][1] + 500 * (turn - before["dues"][room][0]))
            for room, turn, now in tally.receipts
            if room in before["dues"]
        )
        wall = after["now_s"] - before["now_s"]
        at = [late[min(len(late) - 1, int(len(late) * part))] for part in (0.5, 0.99, 0.999, 1.0)]
        return Probed(
            sockets, spent, (at[0], at[1], at[2], at[3]), tally.bytes / sockets / spent,
            (after["cpu_s"] - before["cpu_s"]) / wall, load_cpu_s / wall,
            (tally.acknowledged - self._acknowledged) / spent, len(tally.receipts) / spent,
            int(sockets * spent * 2) - len(tally.receipts),
        )  # fmt: skip


async def _measure(
    commands: Sequence[Sequence[str]], sockets: int, seconds: float, warm_s: float
) -> tuple[Probed, ...]:
    cores = sorted(os.sched_getaffinity(0))
    async with AsyncExitStack() as stack:
        stack.callback(os.sched_setaffinity, 0, set(cores))
        servers = [await _Server.started(command, sockets, stack) for command in commands]
        os.sched_setaffinity(0, {cores[-1]})
        await asyncio.sleep(warm_s)
        stack.callback(gc.enable)
        gc.disable()  # a pause of the load's would be taken for one of the server's
        for server in servers:
            await server.begin()
        mine, begin = used_cpu_s(), time.monotonic()
        await asyncio.sleep(seconds)
        spent, mine = time.monotonic() - begin, used_cpu_s() - mine
        return tuple([await server.end(sockets, spent, mine) for server in servers])


def probe(sockets: int, seconds: float, warm_s: float = 3.0) -> Probed:
    """Measure a server with a number of sockets in games of two."""
    return probe_together([SERVED], sockets, seconds, warm_s)[0]


def probe_together(
    commands: Sequence[Sequence[str]], sockets: int, seconds: float, warm_s: float = 3.0
) -> tuple[Probed, ...]:
    """Measure servers at the same time on the same core, each with that number of sockets: disturbances hit all."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_measure(commands, sockets, seconds, warm_s))


def pace_ms() -> tuple[float, float]:
    """Return the least and the most time that this machine needs for the same work now: shared machines vary."""
    taken = []
    for _ in range(20):
        begin = time.perf_counter()
        sum(range(1_000_000))
        taken.append(1000 * (time.perf_counter() - begin))
    return min(taken), max(taken)
