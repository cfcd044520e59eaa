"""Runs the checks that are named, or all of them, and prints a table at the end."""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.table import Table

from tests.soak.checks import CHECKS, ROOT, Check

UNKNOWN_NAME: Final = 2
_COLOUR: Final = re.compile(rb"\x1b\[[\d;]*m")


@dataclass(frozen=True)
class Outcome:
    """How a check ended."""

    name: str
    code: int
    minutes: float
    last_line: str


def main(names: Sequence[str], checks: Mapping[str, Check] = CHECKS) -> int:
    """Run checks; return 1 if one failed. The others still run."""
    console = Console()
    for name in names:
        if name not in checks:
            near = difflib.get_close_matches(name, checks, 1)
            hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(checks)}"
            console.print(f"no check {name!r}; {hint}", markup=False)
            return UNKNOWN_NAME
    chosen = list(dict.fromkeys(names)) or list(checks)
    outcomes = list[Outcome]()
    for number, name in enumerate(chosen, 1):
        console.rule(f"{number} of {len(chosen)}: {name}, {checks[name].about}")
        outcomes.append(_run(name, checks[name]))
    console.print(_table(outcomes))
    return 1 if any(outcome.code for outcome in outcomes) else 0


def _run(name: str, check: Check) -> Outcome:
    """Run a check, and show what it prints while it runs."""
    begin = time.monotonic()
    environment = {**os.environ, "DUSKFALL_SOAK": "1"}
    process = subprocess.Popen(
        check.arguments(), cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout is not None
    tail = b""
    with process.stdout as output:
        while chunk := os.read(output.fileno(), 65_536):
            sys.stdout.buffer.write(chunk)
            sys.stdout.flush()
            tail = (tail + chunk)[-4096:]
    code = process.wait()
    lines = [line.strip() for line in _COLOUR.sub(b"", tail).decode(errors="replace").splitlines() if line.strip()]
    return Outcome(name, code, (time.monotonic() - begin) / 60, lines[-1].strip("= ") if lines else "")


def _table(outcomes: Sequence[Outcome]) -> Table:
    table = Table(title="Soak")
    table.add_column("check")
    table.add_column("result")
    table.add_column("minutes", justify="right")
    table.add_column("last line")
    for outcome in outcomes:
        result = "[green]passed" if outcome.code == 0 else f"[red]failed ({outcome.code})"
        table.add_row(outcome.name, result, f"{outcome.minutes:.1f}", outcome.last_line[:90])
    return table


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
