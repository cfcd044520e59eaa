"""`duskfall arena tournament` and `resume`: play a tournament, or go on with one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from duskfall.cli.arena.compare import print_verdict
from duskfall.cli.arena.options import (
    Cluster,
    Deadline,
    Explain,
    Game,
    GameOptions,
    LedgerFile,
    ReportFile,
    Seed,
    Trust,
    Workers,
    check_writable,
    game_options,
    named_bots,
)
from duskfall.cli.arena.report import write_report
from duskfall.cli.arena.running import checked, play_missing, runner_for
from duskfall.cli.arena.table import print_standing
from duskfall.cli.options import Json


def tournament(
    game: Game,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,...",
            help="The bots: built-in ones (fog: wanderer, settler, raider, marshal; welten: recruit, "
            "captain, warlord-quick, warlord), module:Class, or paths "
            "of programs. The same one may come twice. On a ladder the first one stands on top.",
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            help="Matches of each pairing (swiss, ladder: in each round). Every board is played once from each seat, "
            "so this is a multiple of --seats; 10 boards if not given."
        ),
    ] = None,
    format_: Annotated[str, typer.Option("--format", help="round-robin, swiss or ladder.")] = "round-robin",
    rounds: Annotated[int | None, typer.Option(help="Rounds of a swiss tournament or a ladder.")] = None,
    seats: Annotated[int, typer.Option(min=2, max=16, help="Players of a match; more than 2 in fog only.")] = 2,
    seed: Seed = 0,
    db: Annotated[Path, typer.Option(metavar="FILE", help="The file for the results.")] = Path("tournament.db"),
    option: GameOptions = None,
    deadline_ms: Deadline = 1000,
    trust: Trust = False,
    explain: Explain = False,
    workers: Workers = None,
    cluster: Cluster = None,
    report: ReportFile = None,
    json: Json = False,
) -> None:
    """Let many bots play many matches, and rate them.

    Results are kept as they come. The same command again, or `duskfall arena resume FILE`, goes on where it stopped.
    """
    from duskfall.arena import Format, Ledger, Plan
    from duskfall.errors import UnknownName

    formats = [each.value for each in Format if each is not Format.COMPARE]
    if format_ not in formats:
        raise UnknownName("format", format_, formats)
    plan = Plan.of(
        game,
        named_bots(bots),
        options=game_options(option),
        format=format_,
        games=games,
        rounds=rounds,
        seats=seats,
        seed=seed,
        deadline_ms=deadline_ms,
        trust=trust,
        explain=explain,
    )
    check_writable(db, report)
    runner = runner_for(workers, cluster)
    with Ledger.open(db, checked(plan)) as ledger:
        standing = play_missing(ledger, runner)
        print_standing(standing, json)
        if report is not None:
            write_report(ledger, report)


def resume(
    db: LedgerFile,
    workers: Workers = None,
    cluster: Cluster = None,
    report: ReportFile = None,
    json: Json = False,
) -> None:
    """Continue a tournament or a comparison that was stopped."""
    from duskfall.arena import Ledger

    check_writable(report)
    runner = runner_for(workers, cluster)
    with Ledger.resume(db) as ledger:
        checked(ledger.plan)
        standing = play_missing(ledger, runner)
        if ledger.plan.terms is None:
            print_standing(standing, json)
        if report is not None:
            write_report(ledger, report)
    if standing.plan.terms is not None:
        print_verdict(standing, json)
