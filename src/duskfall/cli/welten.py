"""`duskfall welten`: shows Weltendämmerung's scenarios and games, imports the original, reads and writes its saves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from duskfall.cli.games.welten import game_document, game_title, print_board
from duskfall.cli.options import Json
from duskfall.cli.terminal import compiling, err, out, print_json
from duskfall.errors import Refusal, Refused

if TYPE_CHECKING:
    from duskfall.formats.welten.original_import import Imported
    from duskfall.formats.welten.saves import Save
    from duskfall.welten import Game, View

welten = typer.Typer(
    name="welten",
    help="Weltendämmerung: two unequal armies, fifteen rounds.",
    no_args_is_help=True,
)

Data = Annotated[
    Path | None,
    typer.Option("--data", help="The folder of imported files.", envvar="DUSKFALL_DATA", show_default="the system's"),
]
ScenarioName = Annotated[str, typer.Option("--scenario", "-s", help="default, original, or a scenario file.")]
SaveFile = Annotated[Path | None, typer.Option("--save", help="Start from a saved game of the original.")]
OrdersFile = Annotated[
    Path | None, typer.Option("--orders", help="Carry out the orders in this file first, one a line.")
]
RulesName = Annotated[
    str | None, typer.Option("--rules", help="guide or original.", show_default="guide; original for a save")
]
Seed = Annotated[int, typer.Option("--seed", help="The seed of the dice.", min=0)]
Scale = Annotated[int, typer.Option("--scale", help="Screen points for each point of a tile.", min=1, max=16)]


@welten.command()
def show(
    scenario: ScenarioName = "default",
    save: SaveFile = None,
    orders: OrdersFile = None,
    rules: RulesName = None,
    seed: Seed = 0,
    picture: Annotated[Path | None, typer.Option("--out", "-o", help="Write a PNG picture instead of text.")] = None,
    scale: Scale = 3,
    units: Annotated[bool, typer.Option("--units", help="List the living units with their numbers.")] = False,
    json: Json = False,
    data: Data = None,
) -> None:
    """Show the land and the armies: at the start, in a saved game, or after a list of orders."""
    from duskfall.formats.files import write_whole
    from duskfall.formats.welten.pictures import Board, png

    _demand_png(picture)
    with compiling():
        game, _ = _game(scenario, save, orders, rules, seed, data)
        view = game.view()
    board = Board.at(game)
    if picture is not None:
        write_whole(picture, png(board, scale))
    if json:
        print_json(game_document(game, view))
    elif picture is not None:
        out.print(f"{picture} shows {game_title(game, view)}", soft_wrap=True, markup=False)
    elif units:
        _print_units(view)
    else:
        print_board(board)
        out.print(game_title(game, view), soft_wrap=True, markup=False)


def _demand_png(picture: Path | None) -> None:
    if picture is not None and picture.suffix.lower() != ".png":
        raise Refused(
            Refusal.IMPOSSIBLE, picture, "pictures are PNG files", f"name it --out {picture.with_suffix('.png').name}"
        )


def _game(
    name: str, save: Path | None, orders: Path | None, rules: str | None, seed: int, data: Path | None
) -> tuple[Game, Save | None]:
    """Return the game to look at, and the save that it comes from."""
    from dataclasses import replace

    from duskfall.formats.files import read_at_most
    from duskfall.formats.welten.library import scenario_named, scenario_names
    from duskfall.formats.welten.original_import import imported_cycle
    from duskfall.formats.welten.saves import SIZE, read_save
    from duskfall.welten import Game, rules_named

    loaded = None
    if save is None:
        game = Game(scenario_named(name, data), rules_named(rules or "guide"), seed)
    else:
        loaded = read_save(read_at_most(save, SIZE), str(save))
        land = replace(loaded.scenario, cycle=imported_cycle(data))
        if "original" in scenario_names(data):
            original = scenario_named("original", data)
            land = replace(land, tiles=original.tiles, colours=original.colours)
        game = Game(land, rules_named(rules or "original"), seed, loaded.situation)
    if orders is not None:
        _carry_out(game, orders)
    return game, loaded


def _carry_out(game: Game, orders: Path) -> None:
    from duskfall.formats.welten.line_reader import content_lines, read_text

    for line in content_lines(read_text(orders), str(orders)):
        try:
            game.play(line.text)
        except Refused as refused:
            line.refuse(f"{refused.given}: {refused.reason}", refused.cure, code=refused.code)


def _print_units(view: View) -> None:
    from duskfall.formats.welten.text_art import UNIT_SIGNS
    from duskfall.welten import UNIT_TYPES

    table = Table("unit", "sign", "name", "x,y", "R", "B", "A", "V", box=None)
    for number, unit in enumerate(view.units):
        if unit.alive:
            kind = UNIT_TYPES[unit.type]
            stats = (f"{unit.x},{unit.y}", kind.range, unit.b, kind.attack, unit.v)
            table.add_row(str(number), UNIT_SIGNS[unit.type], kind.german, *map(str, stats))
    out.print(table)


@welten.command("tiles")
def tiles(
    picture: Annotated[Path, typer.Option("--out", "-o", help="The PNG picture to write.")],
    scenario: ScenarioName = "default",
    scale: Scale = 8,
    data: Data = None,
) -> None:
    """Write a picture of the 38 tiles of a scenario."""
    from duskfall.formats.files import write_whole
    from duskfall.formats.welten.library import scenario_named
    from duskfall.formats.welten.pictures import png_of, tile_sheet
    from duskfall.formats.welten.tiles import tiles_of

    _demand_png(picture)
    write_whole(picture, png_of(tile_sheet(tiles_of(scenario_named(scenario, data))), scale))
    out.print(f"{picture} shows the tiles $5E to $83 of {scenario}", soft_wrap=True, markup=False)


@welten.command("list")
def list_(json: Json = False, data: Data = None) -> None:
    """List the scenarios that can be named."""
    from duskfall.formats.welten.library import scenario_named, scenario_names
    from duskfall.formats.welten.original_import import imported_cycle, original_path

    rows = []
    for name in scenario_names(data):
        land = scenario_named(name, data)
        place = str(original_path(data)) if name == "original" else "part of Duskfall"
        size = f"{land.width}x{land.height}"
        rows.append(
            {"name": name, "size": size, "units": len(land.placements), "gates": len(land.gates), "from": place}
        )
    kernal = imported_cycle(data) is not None
    if json:
        print_json({"scenarios": rows, "kernal": kernal})
        return
    table = Table(*rows[0], box=None)
    for row in rows:
        table.add_row(*map(str, row.values()))
    out.print(table)
    if len(rows) == 1:
        out.print("The original can be added from a file that you own: duskfall welten import FILE")
    if kernal:
        out.print("The rules 'original' follow the numbers of your KERNAL.")


@welten.command()
def check(
    scenarios: Annotated[list[Path], typer.Argument(metavar="FILE...", help="Scenario files.")], json: Json = False
) -> None:
    """Check scenario files; the exit code is 1 when one of them is broken, 2 when one cannot be read."""
    from duskfall.formats.welten.scenarios import load_scenario

    faults: dict[str, str | None] = {}
    unreadable = False
    for path in scenarios:
        try:
            load_scenario(path)
            faults[str(path)] = None
        except Refused as refused:
            unreadable |= refused.code is Refusal.UNREADABLE
            faults[str(path)] = str(refused)
    if json:
        print_json([{"file": name, "sound": fault is None, "fault": fault} for name, fault in faults.items()])
    else:
        for name, fault in faults.items():
            out.print(f"{name}: sound" if fault is None else fault, soft_wrap=True, markup=False)
    if any(faults.values()):
        raise typer.Exit(2 if unreadable else 1)


@welten.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="The program file, or a D64 disk image that has it.")],
    data: Data = None,
) -> None:
    """Install the original as the scenario `original`, from a file that you own."""
    from duskfall.formats.welten.original_import import import_original

    _report(import_original(file, data), "The scenario 'original' is installed")


@welten.command("import-kernal")
def import_kernal(
    file: Annotated[Path, typer.Argument(help="A KERNAL image, or one of BASIC and KERNAL.")],
    data: Data = None,
) -> None:
    """Keep the 256 numbers of a C64's KERNAL that the rules `original` draw from."""
    from duskfall.formats.welten import original_import

    _report(original_import.import_kernal(file, data), "The rules 'original' now follow the numbers of this KERNAL")


def _report(done: Imported, what: str) -> None:
    if done.warning:
        err.print(f"Warning: {done.warning}", soft_wrap=True, markup=False)
    out.print(f"{what}.\n  from {done.found}\n  kept in {done.path}", soft_wrap=True, markup=False)


@welten.command()
def save(
    file: Annotated[Path, typer.Argument(help="The file to write, in the original's format.")],
    scenario: ScenarioName = "original",
    loaded: SaveFile = None,
    orders: OrdersFile = None,
    seed: Seed = 0,
    data: Data = None,
) -> None:
    """Write a game as a saved game of the original: a save or scenario played on by a list of orders."""
    from duskfall.formats.files import write_whole
    from duskfall.formats.welten.saves import write_save

    with compiling():
        game, before = _game(scenario, loaded, orders, "original", seed, data)
    write_whole(file, write_save(game, before))
    out.print(f"{file} holds {game_title(game, game.view())}", soft_wrap=True, markup=False)
