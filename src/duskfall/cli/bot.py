"""`duskfall bot`: bots on live servers."""

from __future__ import annotations

import json as json_text
import secrets
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from duskfall.cli.screen import compiling, err, out, print_json
from duskfall.errors import Malformed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duskfall.bots.online import Ending

bot = typer.Typer(name="bot", help="Bots on live servers.", no_args_is_help=True)


@bot.callback()
def verbs() -> None:
    """Keep `play` a verb: without this a group of one verb would swallow its name."""


@bot.command("play")
def play(
    name: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="A built-in bot (wanderer, settler), module:Class, or the path of a program (./bot.py, prog:bot.py).",
        ),
    ],
    server: Annotated[str, typer.Option(help="The server's address, such as http://localhost:8080.")],
    room: Annotated[str, typer.Option(help="The room to play in; it is made if it does not exist.")],
    shown: Annotated[
        str | None, typer.Option("--name", help="The name to play under; the bot's and a number by default.")
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games to play, one after the other.")] = 1,
    invite: Annotated[
        list[str] | None, typer.Option(metavar="BOT", help="As the host, ask a bot of the server's in; repeatable.")
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            metavar="NAME=VALUE",
            help="As the host, set an option of the room, such as turnMs=250; repeatable.",
        ),
    ] = None,
    user: Annotated[
        str | None,
        typer.Option(
            envvar="DUSKFALL_USER", help="The secret that the name belongs to; without one the bot plays as a guest."
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the bot's own dice; any by default.")] = None,
    trust: Annotated[
        bool, typer.Option("--trust", help="Run a program without the sandbox, with all that you may do.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")] = False,
) -> None:
    """Let a bot play Fog of War on a live server.

    It joins the room, is ready at once, comes back when the connection was lost, and leaves after its games. A missing,
    late or malformed answer is a fault and a pass; 10 faults in a row or 50 in all, and the bot gives up.
    """
    from duskfall.bots import bot_named, title_of
    from duskfall.bots.bot import Chair, Leaving
    from duskfall.bots.connection import check_online
    from duskfall.bots.envoy import Envoy
    from duskfall.bots.faults import Fault

    check_online()
    wishes = _wishes(option or [])
    dice = secrets.randbits(64) if seed is None else seed

    def take_chair(chair: Chair) -> Any:
        return bot_named(name, chair, trust=trust)

    class Reporting(Envoy):
        def on_start(self) -> None:
            super().on_start()
            against = ", ".join(player["username"] for player in self.players if player["index"] != self.seat)
            err.print(f"Game {len(self.endings) + 1} of {self.games}: seat {self.seat} against {against}", markup=False)

        def on_fault(self, fault: Fault) -> None:
            err.print(f"Fault {self.record.in_all}: {fault}", soft_wrap=True, markup=False)

    with compiling():
        # Whatever is wrong with the bot is said before anybody waits for it in a room.
        trial = take_chair(Chair("fog", {"players": 2}, 0, 2, dice))
        if isinstance(trial, Leaving):
            trial.leave(None, None)
        # Several of the same bot may come to one server, and a name has one holder.
        called = shown or f"{title_of(name)[:16]} {secrets.randbelow(9000) + 1000}"
        player = Reporting(
            take_chair, dice, server, room, called, user=user, games=games, options=wishes, invite=invite or ()
        )
        err.print(f"{player.name} joins room {room} of {server}", soft_wrap=True, markup=False)
        endings = player.run()
    if json:
        print_json({"bot": name, "server": server, "room": room, "games": [_plain(ending) for ending in endings]})
    else:
        _print_endings(endings)


def _wishes(options: Sequence[str]) -> dict[str, Any] | None:
    """The options of the room as the wire has them; None to leave them alone."""
    chosen: dict[str, Any] = {}
    for text in options:
        name, sign, value = text.partition("=")
        if not sign:
            raise Malformed(text, "not an option of a room", "write NAME=VALUE, for example turnMs=250")
        try:
            chosen[name] = json_text.loads(value)
        except ValueError:
            chosen[name] = value
    return chosen or None


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
