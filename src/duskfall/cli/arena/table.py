"""`duskfall arena table`, and the tables of a tournament while it is played and at its end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from duskfall.cli.arena.options import LedgerFile
from duskfall.cli.options import Json
from duskfall.cli.terminal import err, out, print_json

if TYPE_CHECKING:
    from duskfall.arena import Plan, Standing

_UPDATES_PER_SECOND = 8
_LIVE_ROWS = 24
"""Rows that a live table shows; the whole table is printed at the end."""
_WIDE = 76
"""Columns of a terminal that has room for wins, draws and losses beside a name of some length."""


def table(db: LedgerFile, json: Json = False) -> None:
    """Show the table of a tournament, finished or not; it may be running."""
    from duskfall.arena import Ledger
    from duskfall.arena.standings import standing_of

    with Ledger.read(db) as ledger:
        standing = standing_of(ledger)
        if not standing.complete:
            note = f"{len(standing.results)} of {standing.plan.matches} matches have been played"
            err.print(note, soft_wrap=True, markup=False)
        print_standing(standing, json)


def print_standing(standing: Standing, json: bool) -> None:
    """Print the table and the scores of bots against each other, and of a comparison the verdict."""
    from duskfall.arena.texts import fault_lines, verdict_lines

    if json:
        print_json(standing.plain())
        return
    out.print(standing_table(standing))
    out.print()
    out.print("Scores against each other, in per cent:", style="dim")
    out.print(cross_table(standing))
    lines = fault_lines(standing)
    if standing.plan.terms is not None:
        lines = [*verdict_lines(standing), *lines]
    if lines:
        out.print()
    for line in lines:
        out.print(line, soft_wrap=True, markup=False)


@contextmanager
def live_table(plan: Plan, kept: int) -> Iterator[Callable[[Standing], None]]:
    """Show a table and a bar on stderr while a tournament is played; nothing if stderr is a file."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=err)
    task = bar.add_task("Playing", total=plan.matches)
    if not err.is_terminal:
        yield lambda _: None
        return
    with Live(bar, console=err, transient=True, auto_refresh=False) as live:
        due = 0.0

        def show(standing: Standing) -> None:
            nonlocal due
            count = len(standing.results)
            if count == kept:
                bar.reset(task)  # matches from the ledger took no time and must not count in the estimate
            bar.update(task, completed=count)
            if time.monotonic() >= due and count >= kept:
                due = time.monotonic() + 1 / _UPDATES_PER_SECOND
                live.update(Group(standing_table(standing, _LIVE_ROWS), bar), refresh=True)

        live.refresh()
        yield show


def standing_table(standing: Standing, most: int | None = None) -> RenderableType:
    """Return the table: place, bot, rating with its interval, games and score; wins and losses if there is room."""
    wide = out.width >= _WIDE
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("bot", overflow="fold")
    table.add_column("rating", justify="right", no_wrap=True)
    table.add_column("95 %", no_wrap=True)
    for name in ("games", *(("won", "drawn", "lost") if wide else ()), "score", "faults"):
        table.add_column(name, justify="right", no_wrap=True)
    for place, row in enumerate(standing.ranking[:most], start=1):
        low, high = row.rating.interval
        table.add_row(
            str(place),
            Text(row.title, "bold" if place == 1 and row.games else ""),
            f"{row.rating.points:.0f}",
            f"{low:.0f} – {high:.0f}",
            str(row.games),
            *((str(row.won), str(row.drawn), str(row.lost)) if wide else ()),
            f"{100 * row.score:.1f} %",
            str(row.faults) if row.faults else "-",
        )
    return table


def cross_table(standing: Standing) -> RenderableType:
    """Return the score of each bot against each other, in per cent."""
    ranking = standing.ranking
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("")
    for place, _ in enumerate(ranking, start=1):
        table.add_column(f"{place}", justify="right")
    for place, row in enumerate(ranking, start=1):
        cells = []
        for other in ranking:
            duels = standing.cross[row.entrant][other.entrant]
            cells.append(f"{100 * duels.points / duels.games:.0f}" if duels.games else "·")
        table.add_row(Text(f"{place} {row.title}"), *cells)
    return table
