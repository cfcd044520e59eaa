"""Tables of tournaments in the terminal: live while they are played, and in the end."""

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

from duskfall.cli.screen import err, out

if TYPE_CHECKING:
    from duskfall.arena import Plan, Standing

_PICTURES_A_SECOND = 8
_SHOWN = 24
"""Rows that a live table shows; the whole one comes in the end."""
_ROOMY = 76
"""Columns of a terminal that has room for what each won, drew and lost beside a name of some length."""


@contextmanager
def live_table(plan: Plan, kept: int) -> Iterator[Callable[[Standing], None]]:
    """A table and a bar on stderr while a tournament is played; nothing where stderr is a file."""
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
                bar.reset(task)  # what was kept took no time: the rest is not as quick
            bar.update(task, completed=count)
            if time.monotonic() >= due and count >= kept:
                due = time.monotonic() + 1 / _PICTURES_A_SECOND
                live.update(Group(standing_table(standing, _SHOWN), bar), refresh=True)

        live.refresh()
        yield show


def standing_table(standing: Standing, most: int | None = None) -> RenderableType:
    """The table: place, bot, rating with its interval, games, score, and what each won, where there is room for it."""
    roomy = out.width >= _ROOMY
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("bot", overflow="fold")
    table.add_column("rating", justify="right", no_wrap=True)
    table.add_column("95 %", no_wrap=True)
    for name in ("games", *(("won", "drawn", "lost") if roomy else ()), "score", "faults"):
        table.add_column(name, justify="right", no_wrap=True)
    for place, row in enumerate(standing.ranking[:most], start=1):
        low, high = row.rating.interval
        table.add_row(
            str(place),
            Text(row.title, "bold" if place == 1 and row.games else ""),
            f"{row.rating.points:.0f}",
            f"{low:.0f} – {high:.0f}",
            str(row.games),
            *((str(row.won), str(row.drawn), str(row.lost)) if roomy else ()),
            f"{100 * row.score:.1f} %",
            str(row.faults) if row.faults else "-",
        )
    return table


def cross_table(standing: Standing) -> RenderableType:
    """Who scored how much against whom, in per cent."""
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
