"""The verbs of `duskfall bot`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from duskfall.cli.options import Json, named_values
from duskfall.cli.terminal import out, print_json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duskfall.bots.online import Ending

bot = typer.Typer(name="bot", help="Bots on live servers.", no_args_is_help=True)


@bot.callback()
def verbs() -> None:
    """Keep `play` a verb: Typer drops the name of the only verb of a group without a callback."""


@bot.command("play")
def play(
    name: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A built-in bot (wanderer, settler, raider, marshal; recruit, captain, warlord-quick, warlord), "
            "module:Class, or the path of a program (./bot.py, prog:bot.py).",
        ),
    ],
    server: Annotated[str, typer.Option(help="The server's address, such as http://localhost:8080.")],
    room: Annotated[str, typer.Option(help="The room to play in; it is opened if it does not exist.")],
    game: Annotated[
        str | None,
        typer.Option(help="fog or welten, for a class or program that opens a room; else the room or the bot tells."),
    ] = None,
    shown: Annotated[
        str | None, typer.Option("--name", help="The name to play under; by default the bot's and a number.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games to play, one after the other.")] = 1,
    invite: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="As the host, invite a bot of the server; repeatable.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="As the host, set an option of the room, such as turnMs=250 or side=dailor; repeatable.",
        ),
    ] = None,
    user: Annotated[
        str | None,
        typer.Option(envvar="DUSKFALL_USER", help="The secret of the player; without it the server makes a new one."),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the bot's own dice; random by default.")] = None,
    trust: Annotated[
        bool, typer.Option("--trust", help="Run a program without the sandbox, with all your rights.")
    ] = False,
    json: Json = False,
) -> None:
    """Let a bot play Fog of War or Weltendämmerung on a live server.

    It joins the room, is ready at once, comes back when the connection was lost, and leaves after its games.
    Started again with the same --user, it takes its seat in a running game back. A missing, late or malformed answer is
    a fault and a pass; 10 faults in a row or 50 in all, and the bot gives up.
    """
    from duskfall.cli.bot.online import play_online  # `--help` must not wait for the bots

    settings = named_values(option or [], "a room", "turnMs=250")
    endings = play_online(
        name, server, room, shown, game=game, seed=seed, trust=trust,
        user=user, games=games, options=settings or None, invite=invite or (),
    )  # fmt: skip
    if json:
        print_json({"bot": name, "server": server, "room": room, "games": [_plain(ending) for ending in endings]})
    else:
        _print_endings(endings)


def _plain(ending: Ending) -> dict[str, Any]:
    return {
        "seat": ending.seat,
        "won": ending.won,
        "winner": ending.winner,
        "places": list(ending.places),
        "reason": ending.reason,
        "turns": ending.turn,
        "replay": ending.replay,
    }


def _print_endings(endings: Sequence[Ending]) -> None:
    won = sum(ending.won for ending in endings)
    out.print(f"Won {won} of {len(endings)}", style="bold")
    table = Table("game", "seat", "place", "reason", "turns", "replay", box=None)
    for number, ending in enumerate(endings, start=1):
        place = str(ending.places[ending.seat]) if ending.places else "?"
        table.add_row(str(number), str(ending.seat), place, ending.reason, str(ending.turn), ending.replay)
    out.print(table)
