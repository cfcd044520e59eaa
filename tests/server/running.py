"""A server in a process of its own, as a user runs it, which may be killed and started again on the same data."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Final, Self

START_S: Final = 180
"""A first start compiles the rules."""


class RunningServer:
    """`duskfall serve` on a free port, with its data in a folder."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self._options = options
        self._process: subprocess.Popen[str] | None = None
        self.lines: list[str] = []
        """All that it has written."""
        self.address = ""
        self.start()

    def start(self) -> None:
        """Start it, and wait until it listens."""
        command = [str(Path(sys.executable).with_name("duskfall")), "serve", "--port", "0", "--data", str(self.folder)]
        process = subprocess.Popen(
            [*command, *self._options], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self._process, ready = process, threading.Event()

        def listen() -> None:
            assert process.stdout is not None
            with process.stdout:
                for line in process.stdout:
                    self.lines.append(line)
                    if found := re.search(r"Duskfall is at (http://\S+)", line):
                        self.address = found[1]
                        ready.set()
            ready.set()

        self._listener = threading.Thread(target=listen, daemon=True)
        self._listener.start()
        if not ready.wait(START_S) or process.poll() is not None:
            raise AssertionError("the server did not start:\n" + "".join(self.lines))

    def kill(self) -> None:
        """Kill it in the midst of whatever it does."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to stop, as a system does, and wait until it has."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.wait(30)
            self._listener.join(30)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.kill()
