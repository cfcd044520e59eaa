"""A real server in a process of its own, as its owner starts it, and the tests' way to the official client in Node."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Final

STARTING_S: Final = 240
"""Seconds until a server that has not said where it is counts as broken; a cold machine compiles first."""
STOPPING_S: Final = 15


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """Run `duskfall serve` on a free port with a new data folder; gives its address, and stops it in order."""
    with tempfile.TemporaryDirectory(prefix="duskfall-server-") as folder, tempfile.TemporaryFile("w+") as noise:
        command = [sys.executable, "-m", "duskfall", "serve", "--port", "0", "--data", folder, "--no-limits", *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=noise, text=True)
        try:
            yield _address(process)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOPPING_S)
            finally:
                process.kill()
                process.communicate()
        noise.seek(0)
        told = noise.read()
        assert "Traceback" not in told, told


def _address(process: subprocess.Popen[str]) -> str:
    lines: Queue[str] = Queue()
    output = process.stdout
    assert output is not None
    Thread(target=lambda: ([lines.put(line) for line in output] and None) or lines.put(""), daemon=True).start()
    try:
        while line := lines.get(timeout=STARTING_S):
            if found := re.search(r"http://\S+", line):
                return found[0]
    except Empty:
        raise AssertionError(f"the server did not say where it is within {STARTING_S} seconds") from None
    raise AssertionError(f"the server ended with code {process.wait()} before it was ready")


def node() -> str:
    """The command `node`, of a version that the client runs on."""
    found = shutil.which("node")
    assert found is not None, "install node 18 or later: the official Socket.IO client runs on it"
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    assert int(version.removeprefix("v").split(".")[0]) >= 18, f"node {version} is too old, 18 is the least"
    return found


PACKAGE: Final = Path(__file__).with_name("node")


def install_client() -> Path:
    """Bring the official client as the lock file has it, once; gives the folder of Node's modules."""
    lock = (PACKAGE / "package-lock.json").read_bytes()
    stamp = PACKAGE / "node_modules" / ".installed"
    if not stamp.exists() or stamp.read_bytes() != lock:
        # Two processes of one run may come here at once, so each installs aside and puts the whole in place.
        with tempfile.TemporaryDirectory(dir=PACKAGE, prefix=".installing-") as aside:
            for name in ("package.json", "package-lock.json", ".npmrc"):
                shutil.copy(PACKAGE / name, aside)
            npm = shutil.which("npm")
            assert npm is not None, "install npm: the official Socket.IO client comes with it"
            done = subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=aside, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            made = Path(aside) / "node_modules"
            (made / ".installed").write_bytes(lock)
            try:
                if stamp.parent.exists():
                    stamp.parent.rename(Path(aside) / "former")
                made.rename(stamp.parent)
            except OSError:
                assert stamp.read_bytes() == lock, "another process of this run has put something else there"
    return stamp.parent
