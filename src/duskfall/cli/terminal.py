"""Terminal output of all verbs: results on stdout, notes and progress on stderr."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

# No emoji: text that a user typed (`5:x:`) must be repeated as it was typed.
out: Final = Console(highlight=False, emoji=False)
err: Final = Console(stderr=True, highlight=False, emoji=False)

_STATUS_WIDTH: Final = 60
"""Columns of the line that is overwritten again and again."""


def print_json(document: Any) -> None:
    """Write one JSON document for a program to read: no colour, no wrapping."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")


@contextmanager
def progress(title: str, total: int) -> Iterator[Progress]:
    """Show a bar on stderr with one task, `title`, of `total` steps; nothing if stderr is a file."""
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as bar:
        bar.add_task(title, total=total)
        yield bar


@contextmanager
def compilation() -> Iterator[Callable[[float], None]]:
    """Show how far a server has compiled the rules while it answers already; nothing when they come from the cache."""
    with ExitStack() as shown:
        bar: Progress | None = None

        def tell(share: float) -> None:
            nonlocal bar
            if bar is None:
                err.print(
                    "Compiling the rules for this machine, which happens once. Games begin as soon as theirs are."
                )
                bar = shown.enter_context(progress("Compiling", 1))
            bar.update(bar.task_ids[0], completed=share)
            if share == 1:
                shown.close()
                err.print("The rules are compiled.")

        yield tell


@contextmanager
def compiling() -> Iterator[None]:
    """Report on stderr when the block waits for the compiler, which happens once for each machine and version."""
    from duskfall.compiled import announced  # loads the compiler, which most refused requests do not need

    parts = 0

    def tell(name: str) -> None:
        nonlocal parts
        if not parts:
            err.print("Compiling the rules for this machine. This happens once and takes up to half a minute.")
        parts += 1
        if err.is_terminal:
            err.print(f"[dim]{f'  {parts} parts: {name}':<{_STATUS_WIDTH}}[/dim]", end="\r")

    def rest() -> None:
        if err.is_terminal:
            err.print(" " * _STATUS_WIDTH, end="\r")

    with announced(tell, rest):
        yield
