"""A real server, started by its command as anybody would."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TO_END_S = 20


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve from a data folder; gives the address, and stops the server at the end."""
    command = [str(Path(sys.executable).with_name("duskfall")), "serve", "--port", "0", "--data", str(folder)]
    path = folder / "server.log"
    with (
        path.open("wb") as log,
        subprocess.Popen([*command, "--no-limits"], stdout=subprocess.PIPE, stderr=log, text=True) as server,
    ):
        try:
            yield _address(server, path)
        finally:
            server.terminate()
            server.wait(TO_END_S)


def _address(server: subprocess.Popen[str], log: Path) -> str:
    assert server.stdout is not None
    for line in server.stdout:
        _, found, rest = line.partition("Duskfall is at ")
        if found:
            return rest.split()[0].rstrip("/")
    raise AssertionError(f"the server did not start: {log.read_text(encoding='utf-8')}")
