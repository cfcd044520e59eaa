"""The real command `duskfall serve` in a process of its own, to be killed, stopped and started again."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import orjson
import psutil

from tests.command import COMMAND

ROOT: Final = Path(__file__).parents[2]

START_S: Final = 600
"""A first start compiles the rules."""

PATIENCE_S: Final = 90.0
"""How long a test waits for what has to come; only a broken server, or none, takes this long."""

STOP_S: Final = 5.0
"""What the server promises: so long after a signal to stop it is gone."""

_ADDRESS = re.compile(r"Duskfall is at (http://\S+)")


class RunningServer:
    """A server's process. Its data folder outlives it."""

    def __init__(self, data: Path, *options: str, program: list[str] | None = None, **environment: str) -> None:
        command = program or [COMMAND, "serve", "--port", "0"]
        data.mkdir(parents=True, exist_ok=True)
        self._stderr = data / "stderr.txt"
        with self._stderr.open("ab") as errors:
            self.process = subprocess.Popen(
                [*command, "--data", str(data), *options],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT,
                env={**os.environ, "DUSKFALL_DEBUG": "", **environment},
            )  # fmt: skip
        self.address = ""

    def wait_until_ready(self) -> None:
        """Wait for the line that says where it is."""
        assert self.process.stdout is not None
        too_late = threading.Timer(START_S, self.process.kill)
        too_late.start()
        try:
            for line in self.process.stdout:
                if found := _ADDRESS.search(line):
                    self.address = found[1]
                    return
        finally:
            too_late.cancel()
        raise AssertionError(f"the server did not start: {self.log}")

    @property
    def log(self) -> str:
        """What it, and those before it in the same folder, wrote to stderr."""
        return self._stderr.read_text(errors="replace")

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rsplit(":", 1)[1])

    def kill(self) -> None:
        """Kill -9."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Forget it; it does not run any more."""
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ask it to stop; gives the exit code. It keeps its promise or the test fails."""
        self.process.send_signal(how)
        return self.process.wait(STOP_S)

    def health(self) -> dict[str, Any]:
        """What it says about itself."""
        with urllib.request.urlopen(f"{self.address}/api/health") as answer:
            document: dict[str, Any] = orjson.loads(answer.read())
        return document

    def wait_for_rules(self) -> None:
        """Wait until the rules of all worlds are loaded: from then on what it needs does not change by itself."""
        until = time.monotonic() + START_S
        while self.health()["rules"]["progress"] < 1:
            assert time.monotonic() < until, self.log
            time.sleep(0.05)

    @property
    def memory(self) -> int:
        """Bytes that it holds in memory."""
        return int(psutil.Process(self.process.pid).memory_info().rss)

    def children(self) -> list[int]:
        """The processes that it has started."""
        return [child.pid for child in psutil.Process(self.process.pid).children()]


@contextmanager
def running(data: Path, *options: str, program: list[str] | None = None, **environment: str) -> Iterator[RunningServer]:
    """A server that is ready; it is killed at the end if it still runs."""
    server = RunningServer(data, *options, program=program, **environment)
    try:
        server.wait_until_ready()
        yield server
    finally:
        server.kill()
        server.close()


def runs(process: int) -> bool:
    """Whether a process exists and is not a zombie."""
    try:
        return psutil.Process(process).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    except psutil.NoSuchProcess:
        return False


def wait_until_gone(processes: list[int]) -> None:
    """Wait until none of these processes runs."""
    until = time.monotonic() + PATIENCE_S
    while left := [process for process in processes if runs(process)]:
        assert time.monotonic() < until, f"processes {left} outlive the server"
        time.sleep(0.05)
