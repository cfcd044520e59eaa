"""`duskfall ban` keeps players and addresses out of a server, also while it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duskfall.cli.terminal import out
from duskfall.errors import Refusal, Refused

Data = Annotated[Path | None, typer.Option(help="The data folder of the server.", file_okay=False)]
Who = Annotated[str, typer.Argument(help="A player's name, an address, or a network such as 203.0.113.0/24.")]

ban = typer.Typer(name="ban", help="Keep players and addresses out of a server.", no_args_is_help=True)


def _folder(data: Path | None) -> Path:
    from duskfall.server.settings import Settings

    return Settings().folder if data is None else data


@ban.command("add")
def add(who: Who, data: Data = None) -> None:
    """Ban the player of a name, or an address."""
    from duskfall.server.lobby.bans import Ban, read_bans, write_bans

    folder = _folder(data)
    write_bans(folder, [*read_bans(folder), Ban.of(who)])
    out.print(f"Banned: {Ban.of(who)}", markup=False)


@ban.command("remove")
def remove(who: Who, data: Data = None) -> None:
    """Let a player or an address in again."""
    from duskfall.server.lobby.bans import Ban, read_bans, write_bans

    folder, named = _folder(data), Ban.of(who)
    before = read_bans(folder)
    kept = [each for each in before if each != named and not each.found_by(who)]
    if len(kept) == len(before):
        raise Refused(Refusal.UNKNOWN_NAME, who, "is not banned", "duskfall ban list shows who is")
    write_bans(folder, kept)
    out.print(f"No longer banned: {named.who}", markup=False)


@ban.command("list")
def show(data: Data = None) -> None:
    """List the bans."""
    from duskfall.server.lobby.bans import read_bans

    for each in read_bans(_folder(data)):
        out.print(str(each), markup=False, soft_wrap=True)
