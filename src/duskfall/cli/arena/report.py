"""`duskfall arena report`: writes the report of a tournament."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duskfall.cli.arena.options import LedgerFile, check_writable
from duskfall.cli.terminal import err, progress

if TYPE_CHECKING:
    from duskfall.arena import Ledger


def report(
    db: LedgerFile,
    page: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The HTML file to write.")],
    replays: Annotated[
        bool, typer.Option("--replays/--no-replays", help="Include the replay of every match, to watch and to save.")
    ] = True,
) -> None:
    """Write a report of a tournament: one HTML file to open anywhere or to send to a friend."""
    from duskfall.arena import Ledger

    check_writable(page)
    with Ledger.read(db) as ledger:
        write_report(ledger, page, replays)


def write_report(ledger: Ledger, page: Path, replays: bool = True) -> None:
    """Write a report, with a bar, and name the file."""
    from duskfall.arena.report import report_page
    from duskfall.formats.files import write_whole

    with progress("Writing the report", ledger.plan.matches) as bar:
        text = report_page(ledger, replays=replays, tell=lambda: bar.advance(bar.task_ids[0]))
    write_whole(page, text.encode())
    err.print(f"Wrote {page}", soft_wrap=True, markup=False)
