"""`duskfall store`: finds and repairs unfinished matches of a server that cannot go on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from duskfall.cli.options import Json
from duskfall.cli.terminal import compiling, err, out, print_json
from duskfall.errors import Refusal, Refused

if TYPE_CHECKING:
    from duskfall.server.store import Store, Unfinished

store = typer.Typer(name="store", help="Check and repair the games that a server keeps.")

Db = Annotated[
    str | None, typer.Option("--db", help="The database, as given to the server: postgresql://user@host/name")
]
Data = Annotated[Path | None, typer.Option("--data", help="The server's folder of games.", file_okay=False)]


@store.callback()
def verbs() -> None:
    """Check and repair the games that a server keeps."""


@store.command()
def check(db: Db = None, data: Data = None, json: Json = False) -> None:
    """Play every unfinished match again, and list those that cannot go on; exit with code 1 if there are any.

    A server may run meanwhile.
    """
    from duskfall.server.live.restoring import fault_of
    from duskfall.server.store import reading

    with compiling(), reading(_url(db, data)) as opened:
        found = opened.unfinished()
        damaged = [(each, fault) for each in found if (fault := fault_of(opened, each.match)) is not None]
        sound = [each for each in found if each.fault is not None and each not in [match for match, _ in damaged]]
    if json:
        print_json({
            "unfinished": len(found),
            "damaged": [{"match": each.match, "room": each.room, "fault": fault} for each, fault in damaged],
            "repairable": [{"match": each.match, "room": each.room} for each in sound],
        })  # fmt: skip
    else:
        for each, fault in damaged:
            out.print(f"[bold red]damaged[/bold red]  {_title(each)}: {escape(fault)}", soft_wrap=True)
        for each in sound:
            cure = f"put it back with: duskfall store repair {each.match}"
            out.print(f"[bold]kept for repair[/bold]  {_title(each)}: it can go on now; {cure}", soft_wrap=True)
        out.print(f"{len(found)} unfinished matches, {len(damaged)} of them cannot go on", soft_wrap=True)
    if damaged:
        raise typer.Exit(1)


@store.command()
def repair(
    matches: Annotated[
        list[str] | None, typer.Argument(help="The ids of matches; without any, all that are kept for repair.")
    ] = None,
    truncate: Annotated[
        bool,
        typer.Option("--truncate", help="Cut the log of a match that cannot go on after its last good turn."),
    ] = False,
    backup: Annotated[
        Path, typer.Option(help="The folder for the rows of matches that are cut, as JSON.", file_okay=False)
    ] = Path(),
    db: Db = None,
    data: Data = None,
) -> None:
    """Put matches back that were kept for repair and can go on now; exit with code 1 if one still cannot.

    End the server first. With --truncate, orders and turns after the last good turn are lost to the game; all rows of
    the match are written to a file before.
    """
    from duskfall.server.store import Store

    with compiling(), Store.open(_url(db, data)) as opened:
        known = {each.match: each for each in opened.unfinished()}
        for match in matches or ():
            if match not in known:
                raise Refused(Refusal.NO_SUCH, match, "no unfinished match has this id", "see: duskfall store check")
        if truncate and not matches:
            raise Refused(Refusal.MALFORMED, "--truncate", "no match is named", "name those whose logs are to be cut")
        wanted = [known[match] for match in matches] if matches else [each for each in known.values() if each.fault]
        done = [_repair(opened, each, backup if truncate else None) for each in wanted]
    if not wanted:
        out.print("No match is kept for repair.")
    if not all(done):
        raise typer.Exit(1)


def _repair(opened: Store, each: Unfinished, backup: Path | None) -> bool:
    """Put one match back, after cutting its log if `backup` is a folder; tell whether it can go on."""
    from duskfall.server.live.restoring import fault_of, sound_entries

    fault = fault_of(opened, each.match)
    if fault is None:
        opened.put_back(each.match)
        out.print(f"[bold green]put back[/bold green]  {_title(each)}", soft_wrap=True)
        return True
    lines = opened.log_prefix(each.match)
    turn, length = (0, 0) if each.begun is None else sound_entries(each.begun, lines)
    told = f"[bold red]damaged[/bold red]  {_title(each)}: {escape(fault)}"
    if not length:
        err.print(f"{told}; no turn of it can be saved: restore the database from a copy", soft_wrap=True)
        return False
    if backup is None:
        err.print(f"{told}; it is sound up to turn {turn}: cut it there with --truncate", soft_wrap=True)
        return False
    file = _back_up(opened, each, backup)
    opened.truncate_log(each.match, length)
    fault = fault_of(opened, each.match)
    if fault is not None:
        err.print(f"{told}; its log was cut, and it still cannot go on: {escape(fault)}", soft_wrap=True)
        return False
    out.print(
        f"[bold green]put back[/bold green]  {_title(each)}: it goes on after turn {turn}; "
        f"all its rows are in {escape(str(file))}",
        soft_wrap=True,
    )
    return True


def _back_up(opened: Store, each: Unfinished, folder: Path) -> Path:
    """Write all rows of a match to a new file."""
    from json import dumps

    from duskfall.formats.files import write_whole

    file = folder / f"match-{each.match}.json"
    if file.exists():
        raise Refused(Refusal.IMPOSSIBLE, file, "this backup exists already", "name another folder with --backup")
    write_whole(file, (dumps(opened.rows_of(each.match), ensure_ascii=False, indent=1) + "\n").encode())
    return file


def _title(each: Unfinished) -> str:
    return escape(f"match {each.match} of room {each.room!r}")


def _url(db: str | None, data: Path | None) -> str:
    """Return the URL of the database that a server with these options uses."""
    from dataclasses import replace

    from duskfall.server.settings import Settings

    settings = Settings(database=db)
    return (settings if data is None else replace(settings, folder=data)).url
