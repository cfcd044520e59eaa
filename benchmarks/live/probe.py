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
from dataclasses import dataclass
from typing import Any

import uvloop

from benchmarks.live.load import Tally, connect, used_cpu_s


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


async def _measure(sockets: int, seconds: float, warm_s: float) -> Probed:
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.create_subprocess_exec(
            "taskset", "-c", str(cores[0]), sys.executable, "-m", "benchmarks.live.served", folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        questions, answers = server.stdin, server.stdout
        if questions is None or answers is None:
            raise RuntimeError("the server was started without pipes")

        async def ask() -> Any:
            questions.write(b"\n")
            return json.loads(await answers.readline())

        try:
            address = (await answers.readline()).decode().strip()
            host, port = address.removeprefix("http://").rsplit(":", 1)
            os.sched_setaffinity(0, {cores[-1]})
            tally = Tally()
            await connect(host, int(port), sockets, tally)
            await asyncio.sleep(warm_s)
            before, acknowledged, mine = await ask(), tally.acknowledged, used_cpu_s()
            gc.disable()  # a pause of the load's would be taken for one of the server's
            tally.counting = True
            begin = time.monotonic()
            await asyncio.sleep(seconds)
            tally.counting = False
            spent = time.monotonic() - begin
            after = await ask()
            mine = used_cpu_s() - mine
        finally:
            gc.enable()
            os.sched_setaffinity(0, set(cores))
            server.terminate()
            await server.wait()
    late = sorted(
        1000 * now - (before["dues"][room][1] + 500 * (turn - before["dues"][room][0]))
        for room, turn, now in tally.receipts
        if room in before["dues"]
    )
    wall = after["now_s"] - before["now_s"]
    at = [late[min(len(late) - 1, int(len(late) * part))] for part in (0.5, 0.99, 0.999, 1.0)]
    return Probed(
        sockets, spent, (at[0], at[1], at[2], at[3]), tally.bytes / sockets / spent,
        (after["cpu_s"] - before["cpu_s"]) / wall, mine / wall, (tally.acknowledged - acknowledged) / spent,
        len(tally.receipts) / spent, int(sockets * spent * 2) - len(tally.receipts),
    )  # fmt: skip


def probe(sockets: int, seconds: float, warm_s: float = 3.0) -> Probed:
    """Measure a server with a number of sockets in games of two."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_measure(sockets, seconds, warm_s))


def pace_ms() -> tuple[float, float]:
    """Return the least and the most time that this machine needs for the same work now: shared machines vary."""
    taken = []
    for _ in range(20):
        begin = time.perf_counter()
        sum(range(1_000_000))
        taken.append(1000 * (time.perf_counter() - begin))
    return min(taken), max(taken)
