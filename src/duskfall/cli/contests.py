"""What tournaments and comparisons share on the command line: their options, who plays, and how one is stopped."""

from __future__ import annotations

import json
import logging
import shlex
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, TypeAlias

import typer

from duskfall.cli.screen import compiling, err
from duskfall.errors import Malformed, Refusal, Refused

if TYPE_CHECKING:
    from duskfall.arena import Ledger, Plan, Runner, Standing

Game: TypeAlias = Annotated[str, typer.Option(help="fog or welten.")]
GameOptions: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, such as width=20; repeatable."),
]
Seed: TypeAlias = Annotated[int, typer.Option(help="Of the first board; the next boards have the next seeds.")]
Deadline: TypeAlias = Annotated[
    int, typer.Option(min=50, max=60_000, help="Milliseconds that a program has for an answer.")
]
Trust: TypeAlias = Annotated[
    bool, typer.Option("--trust", help="Run programs without the sandbox, with all that you may do.")
]
Workers: TypeAlias = Annotated[
    int | None, typer.Option(min=1, max=512, help="Processes that play; one for each processor if not given.")
]
Cluster: TypeAlias = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on this Dask scheduler instead, such as tcp://host:8786.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]
Page: TypeAlias = Annotated[
    Path | None, typer.Option("--report", metavar="FILE", help="Write a report in the end: one HTML file.")
]


def chosen_options(options: Sequence[str]) -> dict[str, Any]:
    """Options of a game as they are given on the command line.

    >>> chosen_options(["width=20", "half=false", "rules=guide"])
    {'width': 20, 'half': False, 'rules': 'guide'}
    """
    chosen: dict[str, Any] = {}
    for text in options:
        name, sign, value = text.partition("=")
        if not sign:
            raise Malformed(text, "not an option of a game", "write NAME=VALUE, for example width=20")
        try:
            chosen[name] = json.loads(value)
        except ValueError:
            chosen[name] = value
    return chosen


def named_bots(text: str) -> list[str]:
    """The bots in a list with commas."""
    return [name.strip() for name in text.split(",")]


def refuse_folder(*paths: Path | None) -> None:
    """Refuse files that could not be written in the end, before anything is played."""
    for path in paths:
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise Refused(Refusal.UNREADABLE, path, "cannot be written", "name a file in a folder that exists")


def runner_for(workers: int | None, cluster: str | None) -> Runner:
    """Who plays: a pool of processes, or a cluster."""
    from duskfall.arena import DaskRunner, PoolRunner, cores

    if cluster is not None:
        if workers is not None:
            raise Refused(Refusal.INCONSISTENT, "--workers", "a cluster has workers of its own", "leave one away")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say ourselves what went wrong
        return DaskRunner(cluster)
    return PoolRunner(workers or cores())


def rehearsed(plan: Plan) -> Plan:
    """The plan itself, once it is sure that its bots can play and the rules are compiled."""
    from duskfall.arena import rehearse

    with compiling():
        rehearse(plan)
    return plan


def carry_out(plan: Plan, ledger: Ledger, runner: Runner, screen: Callable[[Standing], None] | None = None) -> Standing:
    """Play a plan to its end; Ctrl-C and SIGTERM end it with the ledger whole and a word on how to go on."""
    from duskfall.arena import run

    try:
        with stoppable(), runner:
            return run(plan, ledger, runner, screen)
    except Stopped as stopped:
        kept = f"{len(ledger.results())} matches are kept in {ledger.path}" if ledger.path else "nothing was kept"
        cure = f"; go on with: duskfall arena resume {shlex.quote(str(ledger.path))}" if ledger.path else ""
        err.print(f"Stopped; {kept}{cure}", soft_wrap=True, markup=False)
        raise typer.Exit(128 + stopped.signal) from None


class Stopped(BaseException):
    """Somebody wants us to stop. Not an `Exception`: nobody but us shall catch it."""

    def __init__(self, number: int) -> None:
        self.signal = number
        super().__init__(number)


@contextmanager
def stoppable() -> Iterator[None]:
    """Turn Ctrl-C and SIGTERM into `Stopped` while the block runs."""

    def stop(number: int, frame: FrameType | None) -> NoReturn:
        del frame
        raise Stopped(number)

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
