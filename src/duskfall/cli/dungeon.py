"""`duskfall dungeon`: make maps, look at them, and carry them elsewhere."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from duskfall.cli.dungeon_options import (
    Cells,
    Decoys,
    Height,
    HiddenPassages,
    Loops,
    RoomMax,
    RoomMin,
    SecretShare,
    Width,
)
from duskfall.cli.dungeon_search import check, find
from duskfall.errors import Refusal, Refused

dungeon = typer.Typer(
    name="dungeon",
    help="Dungeons in the tradition of the Commodore 64: make them, explore them, carry them elsewhere.",
    no_args_is_help=True,
)

Profile = Annotated[
    str, typer.Option(help="classic (any seed, all options) or c64 (the original's 255 maps, bit for bit).")
]
FormatName = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="text, json, png, svg, tmx, uvtt, prg, d64, packed or rooms. Without it the end of --out decides.",
        show_default="text",
    ),
]
Out = Annotated[str, typer.Option(help="The file to write, or - for standard output; for a range of seeds a folder.")]
ViewName = Annotated[str, typer.Option("--view", help="keeper (everything) or player (without a trace of secrets).")]


@dungeon.command()
def new(
    seed: Annotated[
        str | None, typer.Option(help="The map's seed, or a range A:B without B.", show_default="a new one")
    ] = None,
    profile: Profile = "classic",
    format_name: FormatName = None,
    out: Out = "-",
    view_name: ViewName = "keeper",
    width: Width = None,
    height: Height = None,
    grid: Cells = None,
    room_min: RoomMin = None,
    room_max: RoomMax = None,
    treasures: Annotated[int | None, typer.Option(help="Hidden treasure chambers.", show_default="3")] = None,
    secret_share: SecretShare = None,
    loops: Loops = None,
    decoys: Decoys = None,
    hidden_passages: HiddenPassages = None,
) -> None:
    """Make a map, or many."""
    from duskfall.cli.maps import chosen, make  # `--help` must not wait for the rules

    options = chosen(
        width=width,
        height=height,
        grid=grid,
        room_min=room_min,
        room_max=room_max,
        treasures=treasures,
        secret_share=secret_share,
        loops=loops,
        decoys=decoys,
        hidden_passages=hidden_passages,
    )
    make(seed, profile, options, format_name, out, view_name)


@dungeon.command()
def show(
    file: Annotated[Path, typer.Argument(help="A map as text, JSON, PRG, D64 or packed.")],
    read_as: Annotated[
        str | None, typer.Option("--from", help="The file's format.", show_default="by the end of its name")
    ] = None,
    format_name: FormatName = None,
    out: Out = "-",
    view_name: Annotated[
        str | None,
        typer.Option(
            "--view", help="keeper or player; a player's file has no keeper's view.", show_default="the file's"
        ),
    ] = None,
) -> None:
    """Show a saved map, or write it in another format."""
    from duskfall.cli.maps import convert  # as above

    convert(file, read_as, format_name, out, view_name)


@dungeon.command()
def explore(
    seed: Annotated[str | None, typer.Option(help="The first map's seed.", show_default="a new one")] = None,
    profile: Profile = "classic",
    file: Annotated[Path | None, typer.Option(help="A saved map to start with; M saves to it, L loads it.")] = None,
) -> None:
    """Scroll over a map in the C64's window of 40 by 25, or walk through it and search for its secrets."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused(
            Refusal.IMPOSSIBLE,
            "explore",
            "it needs a terminal, and input or output is not one",
            "start it in a terminal, or write the map with: duskfall dungeon new --format text",
        )
    from duskfall.cli.explore.screen import Explorer  # as above
    from duskfall.cli.maps import one_seed
    from duskfall.dungeon import checked_profile
    from duskfall.dungeon.generation.generator import seed_of_profile

    number = one_seed(seed, checked_profile(profile))
    Explorer(profile, seed_of_profile(profile, number), file).run()


dungeon.command()(check)
dungeon.command()(find)
