"""`duskfall info`: shows the versions and the machine, for bug reports."""

from __future__ import annotations

import os
import platform
from importlib.metadata import version

from rich.table import Table

from duskfall import __version__
from duskfall.cli.options import Json
from duskfall.cli.terminal import out, print_json


def info(json: Json = False) -> None:
    """Show the versions and the machine that Duskfall runs on."""
    from duskfall.compiled import PLAIN

    facts = {
        "duskfall": __version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
        "system": platform.platform(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count(),
        "compiled": not PLAIN,
    }
    if json:
        print_json(facts)
        return
    table = Table(show_header=False, box=None)
    for name, value in facts.items():
        table.add_row(f"[bold]{name}[/bold]", str(value))
    out.print(table)
