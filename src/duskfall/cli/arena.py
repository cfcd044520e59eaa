"""`duskfall arena`: bots against bots."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from duskfall.cli.comparing import compare
from duskfall.cli.contests import chosen_options
from duskfall.cli.ledgers import ratings, replay_, report, table
from duskfall.cli.screen import compiling, err, out, print_json, progress
from duskfall.cli.tournament import resume, tournament
from duskfall.errors import Refusal, Refused
from duskfall.formats.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from duskfall.bots import BotMatch
    from duskfall.play import Match, Setup

arena = typer.Typer(name="arena", help="Bots against bots, in any language.", no_args_is_help=True)

arena.command("tournament")(tournament)
arena.command("resume")(resume)
arena.command("compare")(compare)
arena.command("table")(table)
arena.command("ratings")(ratings)
arena.command("report")(report)
arena.command("replay")(replay_)


@arena.command("match")
def match_(
    game: Annotated[str, typer.Option(help="fog or welten.")],
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="A bot for each seat: a built-in one (fog: wanderer, settler; welten: recruit, captain), "
            "module:Class, or the path of a program (./bot.py, prog:bot.py).",
        ),
    ],
    seed: Annotated[int, typer.Option(help="Board and dice come from this seed, 0 to 2^64-1.")] = 0,
    replay: Annotated[Path | None, typer.Option("--out", "-o", help="Write the replay here (.duskfall).")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", metavar="NAME=VALUE", help="An option of the game, such as width=20; repeatable."),
    ] = None,
    deadline_ms: Annotated[
        int, typer.Option(min=50, max=60_000, help="Milliseconds that a program has for an answer.")
    ] = 1000,
    trust: Annotated[
        bool, typer.Option("--trust", help="Run programs without the sandbox, with all that you may do.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Draw the game in the terminal while it is played.")] = False,
    pace: Annotated[float, typer.Option(min=0, help="With --watch: turns or answers a second; 0 is full speed.")] = 25,
    json: Annotated[bool, typer.Option("--json", help="Print JSON for a program to read.")] = False,
) -> None:
    """Let bots play one match and show how it ended.

    A malformed, late or missing answer is a fault and a pass; 10 faults in a row or 50 in all lose the game.
    """
    from duskfall.bots import BotMatch, seat_bots, title_of
    from duskfall.play import Match, Replay

    if replay is not None and not replay.parent.is_dir():
        raise Refused(Refusal.UNREADABLE, replay, "cannot be written", "name a file in a folder that exists")
    with compiling():
        names = [name.strip() for name in bots.split(",")]
        setup = _setup(game, len(names), option or [], seed)
        match = Match(setup, [title_of(name) for name in names])
        seated = seat_bots(names, setup, trust=trust)
        with BotMatch(match, seated, deadline_ms) as contest, _screen(match, watch, pace) as shown:
            contest.play(shown)
    if replay is not None:
        write_whole(replay, Replay.of(match).encode())
        err.print(f"Wrote {replay}", soft_wrap=True, markup=False)
        _write_logs(contest, replay)
    if json:
        print_json(_document(contest, replay))
    else:
        _print_result(contest)


def _setup(game: str, seats: int, options: list[str], seed: int) -> Setup:
    from duskfall.arena.plan import TURN_LIMIT
    from duskfall.play import Setup

    chosen = chosen_options(options)
    if game == "fog":
        chosen = {"players": seats, "turn_limit": TURN_LIMIT} | chosen
    setup = Setup.of(game, chosen, seed)
    needed = setup.options.get("players", 2)
    if needed != seats:
        raise Refused(Refusal.INCONSISTENT, f"{seats} bots", f"this game has {needed} seats", "name a bot for each")
    return setup


def _screen(match: Match, watch: bool, pace: float) -> AbstractContextManager[Callable[[Match], None]]:
    if watch:
        from duskfall.cli.watching import live_board

        return live_board(match, pace)
    return _bar(match)


def _bar(match: Match) -> AbstractContextManager[Callable[[Match], None]]:
    """A bar on stderr: turns of the turn limit, or rounds."""
    from contextlib import contextmanager

    total = match.setup.options.get("turn_limit") if match.setup.game == "fog" else 15

    @contextmanager
    def shown() -> Iterator[Callable[[Match], None]]:
        with progress("Playing", total or 0) as bar:
            if not total:
                bar.update(bar.task_ids[0], total=None)

            def update(played: Match) -> None:
                done = played.turn if played.setup.game == "fog" else played.game.view(None).rounds
                bar.update(bar.task_ids[0], completed=done)

            yield update

    return shown()


def _write_logs(contest: BotMatch, replay: Path) -> None:
    """What programs wrote to stderr goes beside the replay."""
    from duskfall.bots import Program

    for seat, bot in enumerate(contest.bots):
        if isinstance(bot, Program) and bot.log:
            path = replay.with_suffix(f".seat{seat}.log")
            write_whole(path, bot.log.encode())
            err.print(f"Wrote {path}, the log of seat {seat}", soft_wrap=True, markup=False)


def _standing(match: Match, seat: int) -> dict[str, int]:
    """What a seat has at the end."""
    view = match.game.view(None)
    if match.setup.game == "fog":
        return {"tiles": view.scores[seat].tiles, "armies": view.scores[seat].armies}
    from duskfall.welten import UNIT_TYPES

    return {"units": sum(unit.alive and UNIT_TYPES[unit.type].side == seat for unit in view.units)}


def _document(contest: BotMatch, replay: Path | None) -> dict[str, Any]:
    match = contest.match
    outcome = match.outcome
    if outcome is None:
        raise AssertionError("a contest plays to its end")
    seats = []
    for seat, record in enumerate(contest.records):
        faults = {"in_all": record.in_all, "kinds": record.kinds, "last": record.last or None}
        entry = {"seat": seat, "bot": match.players[seat], "place": outcome.places[seat]}
        seats.append(entry | _standing(match, seat) | {"faults": faults})
    return {
        "game": match.setup.game,
        "seed": match.setup.seed,
        "options": match.setup.options,
        "winner": None if outcome.winner is None else int(outcome.winner),
        "reason": str(outcome.reason),
        "turns": match.turn,
        "digest": match.game.digest(),
        "seats": seats,
        "replay": None if replay is None else str(replay),
    }


def _print_result(contest: BotMatch) -> None:
    facts = _document(contest, None)
    winner = facts["winner"]
    who = "Nobody wins" if winner is None else f"{facts['seats'][winner]['bot']} (seat {winner}) wins"
    unit = "turns" if facts["game"] == "fog" else "orders"
    out.print(f"{who}: {facts['reason']} after {facts['turns']} {unit}", style="bold", soft_wrap=True, markup=False)
    columns = [name for name in facts["seats"][0] if name != "faults"]
    table = Table(*columns, "faults", box=None)
    for seat in facts["seats"]:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(seat["faults"]["kinds"].items()))
        table.add_row(*(str(seat[name]) for name in columns), kinds or "-")
    out.print(table)
    for seat in facts["seats"]:
        if seat["faults"]["last"]:
            text = f"Last fault of seat {seat['seat']}: {seat['faults']['last']}"
            out.print(text, soft_wrap=True, markup=False)
