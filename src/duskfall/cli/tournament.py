"""`duskfall arena tournament` and `resume`: many bots, many matches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from duskfall.cli.contests import (
    Cluster,
    Deadline,
    Game,
    GameOptions,
    Json,
    Page,
    Seed,
    Trust,
    Workers,
    carry_out,
    chosen_options,
    named_bots,
    refuse_folder,
    rehearsed,
    runner_for,
)
from duskfall.cli.screen import err, out, print_json, progress

if TYPE_CHECKING:
    from duskfall.arena import Ledger, Runner, Standing


def tournament(
    game: Game,
    bots: Annotated[
        str,
        typer.Option(
            metavar="A,B,...",
            help="The bots: built-in ones (fog: wanderer, settler; welten: recruit, captain), module:Class, or paths "
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
    db: Annotated[Path, typer.Option(metavar="FILE", help="Where results are kept.")] = Path("tournament.db"),
    option: GameOptions = None,
    deadline_ms: Deadline = 1000,
    trust: Trust = False,
    workers: Workers = None,
    cluster: Cluster = None,
    report: Page = None,
    json: Json = False,
) -> None:
    """Let many bots play many matches, and say who is how good.

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
        options=chosen_options(option or []),
        format=format_,
        games=games,
        rounds=rounds,
        seats=seats,
        seed=seed,
        deadline_ms=deadline_ms,
        trust=trust,
    )
    refuse_folder(db, report)
    runner = runner_for(workers, cluster)
    with Ledger.open(db, rehearsed(plan)) as ledger:
        standing = play_on(ledger, runner)
        conclude(standing, ledger, report, json)


def resume(
    db: Annotated[Path, typer.Argument(metavar="FILE", help="The --db of a tournament or a comparison.")],
    workers: Workers = None,
    cluster: Cluster = None,
    report: Page = None,
    json: Json = False,
) -> None:
    """Go on with a tournament or a comparison that was stopped."""
    from duskfall.arena import Ledger
    from duskfall.cli.comparing import print_verdict

    refuse_folder(report)
    runner = runner_for(workers, cluster)
    with Ledger.resume(db) as ledger:
        rehearsed(ledger.plan)
        standing = play_on(ledger, runner)
        if ledger.plan.terms is None:
            conclude(standing, ledger, report, json)
            return
        if report is not None:
            write_report(ledger, report)
    print_verdict(standing, json)


def play_on(ledger: Ledger, runner: Runner) -> Standing:
    """Play what is missing with a live table; a complete ledger needs nobody."""
    from duskfall.arena.standings import standing_of
    from duskfall.cli.tables import live_table

    kept = standing_of(ledger)
    if kept.complete:
        err.print(f"All {len(kept.results)} matches are in {ledger.path}", soft_wrap=True, markup=False)
        return kept
    if done := len(ledger.results()):
        note = f"Going on: {done} of {ledger.plan.matches} matches are in {ledger.path}"
        err.print(note, soft_wrap=True, markup=False)
    with live_table(ledger.plan, len(kept.results)) as screen:
        return carry_out(ledger.plan, ledger, runner, screen)


def conclude(standing: Standing, ledger: Ledger, page: Path | None, json: bool) -> None:
    """Show the table, and write the report if one is wanted."""
    from duskfall.arena.wording import verdict_lines
    from duskfall.cli.tables import cross_table, standing_table

    if json:
        print_json(standing.plain())
    else:
        out.print(standing_table(standing))
        out.print()
        out.print("Scores against each other, in per cent:", style="dim")
        out.print(cross_table(standing))
        if standing.plan.terms is not None:
            out.print()
            for line in verdict_lines(standing):
                out.print(line, soft_wrap=True, markup=False)
    if page is not None:
        write_report(ledger, page)


def write_report(ledger: Ledger, page: Path, replays: bool = True) -> None:
    """Write a report and say so."""
    from duskfall.arena.report import report_page
    from duskfall.formats.files import write_whole

    with progress("Writing the report", ledger.plan.matches) as bar:
        text = report_page(ledger, replays=replays, tell=lambda: bar.advance(bar.task_ids[0]))
    write_whole(page, text.encode())
    err.print(f"Wrote {page}", soft_wrap=True, markup=False)
