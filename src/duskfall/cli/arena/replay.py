"""`duskfall arena replay`: takes the replay of a match out of a ledger."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duskfall.cli.arena.options import LedgerFile, check_writable
from duskfall.cli.terminal import err


def replay(
    db: LedgerFile,
    number: Annotated[
        int, typer.Argument(metavar="NUMBER", help="The number of the match in table --json and reports.")
    ],
    path: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The .duskfall file to write.")],
) -> None:
    """Extract the replay of a match from a ledger."""
    from duskfall.arena import Ledger
    from duskfall.formats.files import write_whole

    check_writable(path)
    with Ledger.read(db) as ledger:
        write_whole(path, ledger.replay(number))
    err.print(f"Wrote {path}", soft_wrap=True, markup=False)
