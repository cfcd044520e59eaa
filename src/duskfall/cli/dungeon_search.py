"""`duskfall dungeon check` and `find`: the maps of many seeds, checked or searched."""

from __future__ import annotations

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

Profile = Annotated[str, typer.Option(help="classic or c64.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")]


def _wish(meaning: str) -> typer.models.OptionInfo:
    info: typer.models.OptionInfo = typer.Option(metavar="WISH", help=f"{meaning}.", show_default=False)
    return info


def check(
    seeds: Annotated[str, typer.Option(metavar="A:B", help="The seeds, B not included.")],
    profile: Profile = "classic",
    json: Json = False,
) -> None:
    """Make the maps of many seeds and say which break a rule; exit code 1 if one does or two are alike.

    The original's own maps (profile c64) are held to the same rules, so its defects show.
    """
    from duskfall.cli.survey import check_maps  # `--help` must not wait for the rules

    if not check_maps(seeds, profile, json):
        raise typer.Exit(1)


def find(
    rooms: Annotated[str | None, _wish("Rooms")] = None,
    secret_rooms: Annotated[str | None, _wish("Rooms behind a secret door")] = None,
    treasures: Annotated[str | None, _wish("Treasure chambers")] = None,
    straight: Annotated[str | None, _wish("Corridors without a bend")] = None,
    bent: Annotated[str | None, _wish("Corridors with one bend")] = None,
    zigzag: Annotated[str | None, _wish("Corridors with two bends")] = None,
    skipped: Annotated[str | None, _wish("Pairs of rooms passed over")] = None,
    walkable: Annotated[str | None, _wish("Tiles one can stand on")] = None,
    corridor_tiles: Annotated[str | None, _wish("Tiles of corridors")] = None,
    doors: Annotated[str | None, _wish("Doors, secret ones not counted")] = None,
    secrets: Annotated[str | None, _wish("Secret tiles")] = None,
    walk: Annotated[str | None, _wish("Steps between the stairs without secrets")] = None,
    longest_walk: Annotated[str | None, _wish("Steps between the two rooms farthest apart on foot")] = None,
    best: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Look at all seeds and give those with the most of this, such as walk.",
            show_default=False,
        ),
    ] = None,
    seeds: Annotated[
        str | None,
        typer.Option(metavar="A:B", help="The seeds, B not included.", show_default="0:1000000, for c64 1:256"),
    ] = None,
    count: Annotated[int, typer.Option(min=1, max=1000, help="How many maps to find.")] = 1,
    profile: Profile = "classic",
    width: Width = None,
    height: Height = None,
    grid: Cells = None,
    room_min: RoomMin = None,
    room_max: RoomMax = None,
    treasure_chambers: Annotated[
        int | None, typer.Option(help="What new calls --treasures, here the name of a wish.", show_default="3")
    ] = None,
    secret_share: SecretShare = None,
    loops: Loops = None,
    decoys: Decoys = None,
    hidden_passages: HiddenPassages = None,
    json: Json = False,
) -> None:
    """Search for maps that meet wishes such as --rooms '>=15' --secret-rooms =3; exit code 1 if there is none.

    The maps are made with the options of `duskfall dungeon new`: to make one again, give it the same.
    """
    from duskfall.cli.maps import chosen  # as above
    from duskfall.cli.survey import find_maps

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
