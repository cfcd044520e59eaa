"""Runs the installed command as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Run:
    """What came of one run."""

    code: int
    out: str
    err: str


COMMAND = str(Path(sys.executable).with_name("duskfall"))


def duskfall(*arguments: str, module: bool = False, cwd: Path | None = None, **environment: str) -> Run:
    """Run `duskfall` with `arguments` in a process of its own."""
    command = [sys.executable, "-m", "duskfall"] if module else [COMMAND]
    done = subprocess.run(
        [*command, *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        cwd=cwd,
        env={**os.environ, **environment},
    )
    return Run(done.returncode, done.stdout, done.stderr)


def duskfall_without_reader(*arguments: str) -> Run:
    """Run `duskfall` into a pipe whose reader has left before the first letter came."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            [COMMAND, *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    finally:
        os.close(writing)
    return Run(done.returncode, "", done.stderr)
