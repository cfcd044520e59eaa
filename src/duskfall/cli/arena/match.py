"""`duskfall arena match`: lets bots play one match."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from duskfall.cli.arena.live_board import live_board
from duskfall.cli.arena.options import (
    Deadline,
    Explain,
    Game,
    GameOptions,
    Trust,
    check_writable,
    game_options,
    named_bots,
)
from duskfall.cli.games import terminal_game
from duskfall.cli.options import Json
from duskfall.cli.terminal import compiling, err, out, print_json, progress
from duskfall.errors import Refusal, Refused
from duskfall.formats.files import write_whole

if TYPE_CHECKING:
    from duskfall.bots import BotMatch
    from duskfall.play import Match, Setup


def match_(
    game: Game,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B",
            help="A bot for each seat: a built-in one (fog: wanderer, settler, raider, marshal; "
            "welten: recruit, captain, warlord-quick, warlord), module:Class, or the path of a program (./bot.py, "
            "prog:bot.py).",
        ),
    ],
    seed: Annotated[int, typer.Option(help="Seed of the board and the dice, 0 to 2^64-1.")] = 0,
    replay: Annotated[Path | None, typer.Option("--out", "-o", help="Write the replay here (.duskfall).")] = None,
    option: GameOptions = None,
    deadline_ms: Deadline = 1000,
    trust: Trust = False,
    watch: Annotated[bool, typer.Option("--watch", help="Draw the game in the terminal while it is played.")] = False,
    explain: Explain = False,
    pace: Annotated[float, typer.Option(min=0, help="With --watch: turns or answers a second; 0 is full speed.")] = 25,
    json: Json = False,
) -> None:
    """Let bots play one match and show how it ended.

    A malformed, late or missing answer is a fault and a pass; 10 faults in a row or 50 in all lose the game.
    """
    from duskfall.bots import BotMatch, seat_bots, title_of
    from duskfall.play import Match, Replay

    check_writable(replay)
    if explain and replay is None:
        raise Refused(Refusal.INCONSISTENT, "--explain", "reasons are kept with the replay", "add --out FILE")
    with compiling():
        names = named_bots(bots)
        setup = _setup(game, len(names), option, seed)
        match = Match(setup, [title_of(name) for name in names])
        seated = seat_bots(names, setup, trust=trust)
        display = live_board(match, pace) if watch else _progress_bar(match)
        with BotMatch(match, seated, deadline_ms, explain=explain) as contest, display as update:
            contest.play(update)
    if replay is not None:
        write_whole(replay, Replay.of(match, contest.reasons).encode())
        kept = f" with {len(contest.reasons)} reasons" if explain else ""
        err.print(f"Wrote {replay}{kept}", soft_wrap=True, markup=False)
        _write_logs(contest, replay)
    if json:
        print_json(_document(contest, replay))
    else:
        _print_result(contest)


def _setup(game: str, seats: int, options: list[str] | None, seed: int) -> Setup:
    from duskfall.arena.games import game_named
    from duskfall.play import Setup

    described = game_named(game)
    setup = Setup.of(game, described.default_options(seats) | game_options(options), seed)
    needed = described.seats(setup.options)
    if needed != seats:
        raise Refused(Refusal.INCONSISTENT, f"{seats} bots", f"this game has {needed} seats", "name a bot for each")
    return setup


@contextmanager
def _progress_bar(match: Match) -> Iterator[Callable[[Match], None]]:
    """Show a bar on stderr; yields the function to call after every turn."""
    game = terminal_game(match.setup.game)
    total = game.progress_total(match)
    with progress("Playing", total or 0) as bar:
        if total is None:
            bar.update(bar.task_ids[0], total=None)
        yield lambda played: bar.update(bar.task_ids[0], completed=game.progress(played))


def _write_logs(contest: BotMatch, replay: Path) -> None:
    """Write what each program printed to stderr to a file beside the replay."""
    from duskfall.bots import Program

    for seat, bot in enumerate(contest.bots):
        if isinstance(bot, Program) and bot.log:
            path = replay.with_suffix(f".seat{seat}.log")
            write_whole(path, bot.log.encode())
            err.print(f"Wrote {path}, the log of seat {seat}", soft_wrap=True, markup=False)


def _document(contest: BotMatch, replay: Path | None) -> dict[str, Any]:
    match = contest.match
    game, outcome = terminal_game(match.setup.game), match.outcome
    if outcome is None:
        raise AssertionError("a contest plays to its end")
    seats = []
    for seat, record in enumerate(contest.faults):
        faults = {"in_all": record.in_all, "kinds": record.kinds, "last": record.last or None}
        entry = {"seat": seat, "bot": match.players[seat], "place": outcome.places[seat]}
        seats.append(entry | game.seat_totals(match, seat) | {"faults": faults})
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
    units = terminal_game(facts["game"]).units
    out.print(f"{who}: {facts['reason']} after {facts['turns']} {units}", style="bold", soft_wrap=True, markup=False)
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
