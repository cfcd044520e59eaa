"""`duskfall fog`: Fog of War on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duskfall.cli.games.fog import board_text, view_document, view_title
from duskfall.cli.options import Json
from duskfall.cli.terminal import compiling, err, out, print_json, progress
from duskfall.errors import Refusal, Refused

if TYPE_CHECKING:
    from duskfall.fog import Game, View

fog = typer.Typer(
    name="fog", help="Fog of War: real-time armies on a board that you see in part.", no_args_is_help=True
)


@fog.callback()
def verbs() -> None:
    """Keep `show` a verb: Typer drops the name of the only verb of a group without a callback."""


@fog.command()
def show(
    seed: Annotated[int, typer.Option(help="Draw the board from this seed, 0 to 2^64-1.")] = 0,
    seat: Annotated[int | None, typer.Option(help="Show what this seat sees; without it everything.")] = None,
    turn: Annotated[int, typer.Option(min=0, max=100_000, help="Play to this turn by the expanding policy.")] = 0,
    players: Annotated[int | None, typer.Option(help="Seats, 2 to 16; by default 2, or all of a map.")] = None,
    width: Annotated[int | None, typer.Option(help="Tiles across, 7 to 200; by default 30.")] = None,
    height: Annotated[int | None, typer.Option(help="Tiles down, 7 to 200; by default 30.")] = None,
    map_file: Annotated[Path | None, typer.Option("--map", help="Take the board from this map file.")] = None,
    dungeon: Annotated[
        int | None,
        typer.Option(metavar="SEED", help="Play in the dungeon of this seed: its walls are the mountains."),
    ] = None,
    picture: Annotated[Path | None, typer.Option("--out", help="Write a picture here (PNG) instead of text.")] = None,
    json: Json = False,
) -> None:
    """Draw a board, played to a turn by the expanding policy, as text, PNG or JSON.

    Signs: a7 land of seat 0 with 7 armies, A7 its general, .5 free land, ^ mountain, +40 city, !25 tower, ~ never seen,
    ? never seen and an obstacle.
    """
    sized = width is not None or height is not None
    _check_request(sized, map_file, dungeon, picture, json)
    with compiling():
        game = _game(seed, players, width, height, map_file, dungeon)
        _play(game, seed, turn)
        view = game.view(seat)
    if picture is not None:
        _write_picture(view, picture)
    elif json:
        print_json(view_document(view))
    else:
        out.print(view_title(view), style="bold", soft_wrap=True)
        out.print(board_text(view), soft_wrap=True, no_wrap=True)


def _check_request(sized: bool, map_file: Path | None, dungeon: int | None, picture: Path | None, json: bool) -> None:
    if map_file is not None and dungeon is not None:
        raise Refused(Refusal.IMPOSSIBLE, "--map with --dungeon", "one board at a time", "leave one of them out")
    if map_file is not None and sized:
        raise Refused(Refusal.IMPOSSIBLE, "--map with --width or --height", "a map has its own size", "leave them out")
    if dungeon is not None and sized:
        raise Refused(
            Refusal.IMPOSSIBLE, "--dungeon with --width or --height", "a dungeon has its own size", "leave them out"
        )
    if picture is not None and json:
        raise Refused(Refusal.IMPOSSIBLE, "--out with --json", "one result at a time", "leave one of them out")
    if picture is not None and str(picture) != "-" and picture.suffix.lower() != ".png":
        raise Refused(Refusal.MALFORMED, picture, "pictures are written as PNG", "let the name end in .png")


def _game(
    seed: int,
    players: int | None,
    width: int | None,
    height: int | None,
    map_file: Path | None,
    dungeon: int | None,
) -> Game:
    from duskfall.fog import Game, Options  # slow to import, and `--help` must not wait

    if map_file is not None:
        from duskfall.formats.fog import read_map

        return Game.on_tiles(read_map(map_file), players)
    if dungeon is not None:
        from duskfall.dungeon import generate
        from duskfall.formats.fog.dungeons import dungeon_position

        return Game(dungeon_position(generate(dungeon), _or(players, 2), seed))
    return Game.new(seed, Options(width=_or(width, 30), height=_or(height, 30), players=_or(players, 2)))


def _or(given: int | None, default: int) -> int:
    return default if given is None else given


def _play(game: Game, seed: int, turn: int) -> None:
    from duskfall.fog import advise

    with progress("Playing", turn) as bar:
        while game.turn < turn and game.outcome is None:
            wishes = {seat: advise(game.view(seat), "expanding", seed) for seat in range(game.seats)}
            game.advance({seat: [march] for seat, march in wishes.items() if march is not None})
            bar.advance(bar.task_ids[0])


def _write_picture(view: View, path: Path) -> None:
    from io import BytesIO

    from duskfall.formats.files import write_whole
    from duskfall.formats.fog import draw_picture

    content = BytesIO()
    draw_picture(view).save(content, "PNG", optimize=True)
    if str(path) == "-":
        sys.stdout.buffer.write(content.getvalue())
        return
    write_whole(path, content.getvalue())
    err.print(f"Wrote {path}", markup=False)
