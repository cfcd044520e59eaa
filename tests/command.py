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


def duskfall(*arguments: str, module: bool = False, cwd: Path | None = None, **environment: str) -> Run:
    """Run `duskfall` with `arguments` in a process of its own."""
    script = [str(Path(sys.executable).with_name("duskfall"))]
    command = [sys.executable, "-m", "duskfall"] if module else script
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
