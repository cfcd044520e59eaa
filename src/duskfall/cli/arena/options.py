"""Options that several verbs of `duskfall arena` take, and the checks that go with them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import typer

from duskfall.cli.options import named_values
from duskfall.errors import Refusal, Refused

Game: TypeAlias = Annotated[str, typer.Option(help="fog or welten.")]
GameOptions: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, such as width=20; repeatable."),
]
Seed: TypeAlias = Annotated[int, typer.Option(help="Seed of the first board; the next boards have the next seeds.")]
Deadline: TypeAlias = Annotated[
    int, typer.Option(min=50, max=60_000, help="Milliseconds that a program has for an answer.")
]
Trust: TypeAlias = Annotated[
    bool, typer.Option("--trust", help="Run programs without the sandbox, with all your rights.")
]
Explain: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--explain",
        help="Keep in each replay why bots chose their orders, where they tell it (marshal, captain, warlord).",
    ),
]
Workers: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=512, help="Processes that play; by default one for each processor.")
]
Cluster: TypeAlias = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on this Dask scheduler instead, such as tcp://host:8786.")
]
LedgerFile: TypeAlias = Annotated[
    Path, typer.Argument(metavar="FILE", help="The --db of a tournament or a comparison.")
]
ReportFile: TypeAlias = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="Write a report at the end: one HTML file.")
]


def game_options(options: Sequence[str] | None) -> dict[str, Any]:
    """Read the options of a game as they are given on the command line."""
    return named_values(options or [], "a game", "width=20")


def named_bots(text: str) -> list[str]:
    """Split a list of bots at its commas."""
    return [name.strip() for name in text.split(",")]


def check_writable(*paths: Path | None) -> None:
    """Refuse files that could not be written in the end, before anything is played."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise Refused(Refusal.UNREADABLE, path, "cannot be written", "name a file in a folder that exists")
