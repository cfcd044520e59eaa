"""Where the command line writes: results on stdout, everything about the way there on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

# No emoji: what a user typed (`5:x:`) must come back as it was typed.
out: Final = Console(highlight=False, emoji=False)
err: Final = Console(stderr=True, highlight=False, emoji=False)

_LINE: Final = 60
"""The width of a line that is written over again and again."""


def print_json(document: Any) -> None:
    """Write one JSON document for a program to read: no colour, no wrapping."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


@contextmanager
def progress(title: str, total: int) -> Iterator[Progress]:
    """A bar on stderr with one task, `title`, of `total` steps; gone when the work is done; a file gets none."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        bar.add_task(title, total=total)
        yield bar


@contextmanager
def compiling() -> Iterator[None]:
    """Say so on stderr when the block has to wait for the compiler, which is once a machine and version."""
    from duskfall.compiled import announced  # brings the compiler itself, which most of what is refused does without

    parts = 0

    def tell(name: str) -> None:
        nonlocal parts
        if not parts:
            err.print("Compiling the rules for this machine. This happens once and takes a minute or two.")
        parts += 1
        if err.is_terminal:
            err.print(f"[dim]{f'  {parts} parts: {name}':<{_LINE}}[/dim]", end="\r")

    def rest() -> None:
        if err.is_terminal:
            err.print(" " * _LINE, end="\r")

    with announced(tell, rest):
        yield
