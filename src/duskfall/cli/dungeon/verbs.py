"""The verbs of `duskfall dungeon`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from duskfall.cli.dungeon.options import MAP_OPTIONS, SEARCHED_MAP_OPTIONS, WISHES, Given, of_search, taking
from duskfall.cli.options import Json
from duskfall.errors import Malformed, Refusal, Refused

dungeon = typer.Typer(
    name="dungeon",
    help="Make, explore and convert dungeons in the tradition of the Commodore 64.",
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

ProfileName = Annotated[str, typer.Option("--profile", help="classic or c64.")]


@dungeon.command()
@taking(options=MAP_OPTIONS)
def new(
    *,
    seed: Annotated[
        str | None, typer.Option(help="The map's seed, or a range A:B without B.", show_default="a new one")
    ] = None,
    profile: Profile = "classic",
    format_name: FormatName = None,
    out: Out = "-",
    view_name: ViewName = "keeper",
    options: Given,
) -> None:
    """Make a map, or many."""
    from duskfall.cli.dungeon.maps import chosen, make  # `--help` must not wait for the rules

    make(seed, profile, chosen(options), format_name, out, view_name)


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
    from duskfall.cli.dungeon.maps import convert  # as above

    convert(file, read_as, format_name, out, view_name)


@dungeon.command()
@taking(options=MAP_OPTIONS)
def explore(
    *,
    seed: Annotated[str | None, typer.Option(help="The first map's seed.", show_default="a new one")] = None,
    profile: Profile = "classic",
    file: Annotated[Path | None, typer.Option(help="A saved map to start with; M saves to it, L loads it.")] = None,
    options: Given,
) -> None:
    """Scroll over a map in the C64's window of 40 by 25, or walk through it and search for its secrets."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Refused(
            Refusal.IMPOSSIBLE,
            "explore",
            "it needs a terminal, and input or output is not one",
            "start it in a terminal, or write the map with: duskfall dungeon new --format text",
        )
    from duskfall.cli.dungeon.explore.screen import Explorer  # as above
    from duskfall.cli.dungeon.maps import chosen, one_seed
    from duskfall.dungeon.generation.generator import checked_options, seed_of_profile

    checked = checked_options(profile, chosen(options))
    explorer = Explorer(profile, seed_of_profile(profile, one_seed(seed, profile)), file, checked)
    explorer.run()
    explorer.leave()


@dungeon.command()
def check(
    files: Annotated[list[Path] | None, typer.Argument(help="Saved maps: text, JSON, PRG, D64 or packed.")] = None,
    seeds: Annotated[
        str | None, typer.Option(metavar="A:B", help="The seeds, B not included.", show_default=False)
    ] = None,
    profile: ProfileName = "classic",
    json: Json = False,
) -> None:
    """Say which saved maps, or maps of many seeds, break a rule; exit code 1 if one does or two seeds make the same.

    The original's own maps (profile c64) are held to the same rules. Faults that the original's program made are told
    from those that came later, also in files.
    """
    from duskfall.cli.dungeon.checks import check_files, check_seeds  # `--help` must not wait for the rules

    if bool(files) == bool(seeds):
        raise Malformed("check", "it takes either files or --seeds", "for example: check map.json, check --seeds 0:100")
    if not (check_files(files, json) if files else check_seeds(str(seeds), profile, json)):
        raise typer.Exit(1)


@dungeon.command()
@taking(wishes=WISHES, options=SEARCHED_MAP_OPTIONS)
def find(
    *,
    wishes: Given,
    best: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Search all seeds for the maps with the most of this, such as walk.",
            show_default=False,
        ),
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option(metavar="A:B", help="The seeds, B not included.", show_default="0:1000000, for c64 1:256"),
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many maps to find.")] = 1,
    profile: ProfileName = "classic",
    options: Given,
    json: Json = False,
) -> None:
    """Search for maps that meet wishes such as --rooms '>=15' --secret-rooms =3; exit code 1 if none is found.

    The maps are made with the options of `duskfall dungeon new`: to make one again, give it the same.
    """
    from duskfall.cli.dungeon.maps import chosen  # as above
    from duskfall.cli.dungeon.search import find_maps

    if not find_maps(wishes, best, seeds, count, profile, chosen(of_search(options)), json):
        raise typer.Exit(1)
