"""Measures matches of whole tournaments: without a pool, on pools of one and two workers, and on a Dask cluster."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Final

from benchmarks.harness.benchmark import Benchmark, Effort, Subject
from benchmarks.harness.claims import Rate, Ratio, at_least
from benchmarks.harness.measurement import Measurement, Unmeasured
from duskfall.arena import DaskRunner, Ledger, Plan, PoolRunner, Runner, dry_run, play, run
from duskfall.arena.schedules import schedule_of
from duskfall.errors import Refused

SIDE: Final = 20
BOTS: Final = ("settler", "wanderer", "settler")
SEED: Final = 7
PATIENCE_S: Final = 60
"""Seconds for a scheduler to start on a busy machine."""

ALONE: Final = "one after the other, no pool"
ONE: Final = "pool of 1 worker"
TWO: Final = "pool of 2 workers"
DASK: Final = "Dask, 2 workers"
WELTEN: Final = "pool of 2 workers, Weltendämmerung"


class _Players:
    """A runner that stays open for the whole run, so that starting it is not measured."""

    def __init__(self, name: str, runner: Callable[[], Runner]) -> None:
        self.name = name
        self._make = runner
        self.runner: Runner | None = None

    def start(self, announce: Callable[[str], None]) -> None:
        """Start the workers, unless they run."""
        if self.runner is None:
            announce(f"starting {self.name}")
            self.runner = self._make().__enter__()

    def close(self) -> None:
        """Stop the workers."""
        if self.runner is not None:
            self.runner.__exit__(None, None, None)
            self.runner = None

    def versions(self) -> Mapping[str, str]:
        """Return the version of Duskfall."""
        return {"duskfall": version("duskfall")}


class _Cluster(_Players):
    """A scheduler and two workers on this machine."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = str(probe.getsockname()[1])
        self._address = f"tcp://127.0.0.1:{self._port}"
        self._parts: list[subprocess.Popen[bytes]] = []
        super().__init__("Dask", lambda: DaskRunner(self._address))

    def start(self, announce: Callable[[str], None]) -> None:
        """Start the cluster and join it, unless it runs."""
        if self._parts:
            return
        worker = ("worker", self._address, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        for arguments in (
            ("scheduler", "--host", "127.0.0.1", "--port", self._port, "--no-dashboard"),
            worker,
            worker,
        ):
            self._parts.append(
                subprocess.Popen(
                    [Path(sys.executable).with_name("dask"), *arguments],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
            )
        _wait_for(int(self._port))
        try:
            super().start(announce)
        except Refused as refused:
            raise Unmeasured(str(refused)) from refused

    def close(self) -> None:
        """Stop the cluster."""
        super().close()
        for part in self._parts:
            part.kill()
            part.wait()
        self._parts = []

    def versions(self) -> Mapping[str, str]:
        """Return the version of Dask's scheduler."""
        return {"distributed": version("distributed")}


def _wait_for(port: int) -> None:
    """Wait until a process listens on the port."""
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError as error:
            if time.monotonic() > until:
                raise Unmeasured("the scheduler did not come") from error
            time.sleep(0.1)
        else:
            return


def _subject(name: str, players: _Players, plan: Plan, note: str) -> Subject:
    """Return a subject that plays whole tournaments with a ledger on the disk."""

    def measure(seconds: float) -> Measurement:
        matches, spent = 0, 0.0
        while spent < seconds:
            if players.runner is None:
                raise Unmeasured(f"{players.name} is not there")
            with tempfile.TemporaryDirectory() as folder, Ledger.open(Path(folder) / "t.db", plan) as ledger:
                begin = time.perf_counter()
                run(plan, ledger, players.runner)
                spent += time.perf_counter() - begin
            matches += plan.matches
        return Measurement(matches, spent)

    return Subject(name, measure, needs=players, note=note)


def _alone(plan: Plan) -> Subject:
    """Return a subject that plays the same matches without a tournament."""

    def measure(seconds: float) -> Measurement:
        matches, spent = 0, 0.0
        while spent < seconds:
            begin = time.perf_counter()
            for fixture in next(schedule_of(plan)):
                play(fixture)
            spent += time.perf_counter() - begin
            matches += plan.matches
        return Measurement(matches, spent)

    return Subject(ALONE, measure, note="this process, no ledger")


def matches(*, quick: bool) -> Benchmark:
    """Measure matches a second of built-in bots, from 1 to 2 workers, and on Dask beside the pool."""
    plan = Plan.of("fog", BOTS, options={"width": SIDE, "height": SIDE}, games=4 if quick else 8, seed=SEED)
    land = Plan.of("welten", ["recruit", "captain"], games=2 if quick else 4, seed=SEED)
    dry_run(plan)
    dry_run(land)
    two = _Players("a pool of 2", lambda: PoolRunner(2))
    return Benchmark(
        name="arena",
        title="Arena: matches of built-in bots",
        unit="matches",
        sizes={"side of the board": SIDE, "matches of a tournament": plan.matches, "turn limit": 1000},
        subjects=[
            _alone(plan),
            _subject(ONE, _Players("a pool of 1", lambda: PoolRunner(1)), plan, "ledger on the disk"),
            _subject(TWO, two, plan, "the same"),
            _subject(DASK, _Cluster(), plan, "one scheduler, two workers of one thread, the same"),
            _subject(WELTEN, two, land, "recruit against captain"),
        ],
        claims=[
            Rate(TWO),
            Rate(WELTEN),
            Ratio(TWO, against=ONE, goal=at_least(1.6)),
            Ratio(ONE, against=ALONE, goal=at_least(0.85)),
            Ratio(DASK, against=TWO, goal=at_least(0.7)),
        ],
        effort=Effort(repeats=5, warmups=1, seconds=3.0),
        notes=[
            "Settler, wanderer and settler play a round robin of Fog of War; every replay goes into a ledger.",
            "Workers and cluster are started before the clock runs.",
        ],
    )
