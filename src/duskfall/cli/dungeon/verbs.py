"""The verbs of `duskfall dungeon`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from duskfall.cli.dungeon.options import (
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
from duskfall.cli.options import Json
from duskfall.errors import Refusal, Refused

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
    from duskfall.cli.dungeon.maps import chosen, make  # `--help` must not wait for the rules

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
    from duskfall.cli.dungeon.maps import convert  # as above

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
    from duskfall.cli.dungeon.explore.screen import Explorer  # as above
    from duskfall.cli.dungeon.maps import one_seed
    from duskfall.dungeon import checked_profile
    from duskfall.dungeon.generation.generator import seed_of_profile

    number = one_seed(seed, checked_profile(profile))
    Explorer(profile, seed_of_profile(profile, number), file).run()


@dungeon.command()
def check(
    seeds: Annotated[str, typer.Option(metavar="A:B", help="The seeds, B not included.")],
    profile: ProfileName = "classic",
    json: Json = False,
) -> None:
    """Make the maps of many seeds and say which break a rule; exit code 1 if one does or two are alike.

    The original's own maps (profile c64) are held to the same rules, so its defects show.
    """
    from duskfall.cli.dungeon.search import check_maps  # `--help` must not wait for the rules

    if not check_maps(seeds, profile, json):
        raise typer.Exit(1)


def _wish(meaning: str) -> typer.models.OptionInfo:
    info: typer.models.OptionInfo = typer.Option(metavar="WISH", help=f"{meaning}.", show_default=False)
    return info


@dungeon.command()
def find(
    rooms: Annotated[str | None, _wish("Rooms")] = None,
    secret_rooms: Annotated[str | None, _wish("Rooms behind a secret door")] = None,
    treasures: Annotated[str | None, _wish("Treasure chambers")] = None,
    straight: Annotated[str | None, _wish("Corridors without a bend")] = None,
    bent: Annotated[str | None, _wish("Corridors with one bend")] = None,
    zigzag: Annotated[str | None, _wish("Corridors with two bends")] = None,
    skipped: Annotated[str | None, _wish("Pairs of rooms passed over")] = None,
    walkable: Annotated[str | None, _wish("Walkable tiles")] = None,
    corridor_tiles: Annotated[str | None, _wish("Tiles of corridors")] = None,
    doors: Annotated[str | None, _wish("Doors, secret ones not counted")] = None,
    secrets: Annotated[str | None, _wish("Secret tiles")] = None,
    walk: Annotated[str | None, _wish("Steps between the stairs without secrets")] = None,
    longest_walk: Annotated[str | None, _wish("Steps between the two rooms farthest apart on foot")] = None,
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
    width: Width = None,
    height: Height = None,
    grid: Cells = None,
    room_min: RoomMin = None,
    room_max: RoomMax = None,
    treasure_chambers: Annotated[
        int | None, typer.Option(help="Hidden treasure chambers of each map (--treasures of new).", show_default="3")
    ] = None,
    secret_share: SecretShare = None,
    loops: Loops = None,
    decoys: Decoys = None,
    hidden_passages: HiddenPassages = None,
    json: Json = False,
) -> None:
    """Search for maps that meet wishes such as --rooms '>=15' --secret-rooms =3; exit code 1 if none is found.

    The maps are made with the options of `duskfall dungeon new`: to make one again, give it the same.
    """
    from duskfall.cli.dungeon.maps import chosen  # as above
    from duskfall.cli.dungeon.search import find_maps

    wishes = {
        "rooms": rooms,
        "secret_rooms": secret_rooms,
        "treasures": treasures,
        "straight": straight,
        "bent": bent,
        "zigzag": zigzag,
        "skipped": skipped,
        "walkable": walkable,
        "corridor_tiles": corridor_tiles,
        "doors": doors,
        "secrets": secrets,
        "walk": walk,
        "longest_walk": longest_walk,
    }
    asked = {name: text for name, text in wishes.items() if text is not None}
    options = chosen(
        width=width,
        height=height,
        grid=grid,
        room_min=room_min,
        room_max=room_max,
        treasures=treasure_chambers,
        secret_share=secret_share,
        loops=loops,
        decoys=decoys,
        hidden_passages=hidden_passages,
    )
    if not find_maps(asked, best, seeds, count, profile, options, json):
        raise typer.Exit(1)
