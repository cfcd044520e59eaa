"""Plays the missing matches of a ledger with a live table, until the end or until the user stops it."""

from __future__ import annotations

import logging
import shlex
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

import typer

from duskfall.cli.arena.table import live_table
from duskfall.cli.terminal import compiling, err
from duskfall.errors import Refusal, Refused

if TYPE_CHECKING:
    from duskfall.arena import Ledger, Plan, Runner, Standing


def runner_for(workers: int | None, cluster: str | None) -> Runner:
    """Return a pool of processes, or a cluster if its address is given."""
    from duskfall.arena import DaskRunner, PoolRunner, cores

    if cluster is not None:
        if workers is not None:
            raise Refused(Refusal.INCONSISTENT, "--workers", "a cluster has workers of its own", "leave one out")
        logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what goes wrong is reported by us
        return DaskRunner(cluster)
    return PoolRunner(workers or cores())


def checked(plan: Plan) -> Plan:
    """Return the plan itself after a dry run: its bots can be started, and the rules are compiled."""
    from duskfall.arena import dry_run

    with compiling():
        dry_run(plan)
    return plan


def play_missing(ledger: Ledger, runner: Runner) -> Standing:
    """Play the matches that a ledger lacks, with a live table; a complete ledger is not played."""
    from duskfall.arena.standings import standing_of

    kept = standing_of(ledger)
    if kept.complete:
        err.print(f"All {len(kept.results)} matches are in {ledger.path}", soft_wrap=True, markup=False)
        return kept
    if done := len(ledger.results()):
        note = f"Going on: {done} of {ledger.plan.matches} matches are in {ledger.path}"
        err.print(note, soft_wrap=True, markup=False)
    with live_table(ledger.plan, len(kept.results)) as update:
        return _play(ledger, runner, update)


def _play(ledger: Ledger, runner: Runner, update: Callable[[Standing], None]) -> Standing:
    """Play to the end; Ctrl-C and SIGTERM stop with the ledger intact, and the user learns how to go on."""
    from duskfall.arena import run

    try:
        with stoppable(), runner:
            return run(ledger.plan, ledger, runner, update)
    except Stopped as stopped:
        kept = f"{len(ledger.results())} matches are kept in {ledger.path}" if ledger.path else "nothing was kept"
        cure = f"; go on with: duskfall arena resume {shlex.quote(str(ledger.path))}" if ledger.path else ""
        err.print(f"Stopped; {kept}{cure}", soft_wrap=True, markup=False)
        raise typer.Exit(128 + stopped.signal) from None


class Stopped(BaseException):
    """Raised by Ctrl-C and SIGTERM. Not an `Exception`, so that no bot or library catches it."""

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
