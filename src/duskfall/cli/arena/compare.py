"""`duskfall arena compare`: decides whether one bot is better than another."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from duskfall.cli.arena.options import (
    Cluster,
    Deadline,
    Game,
    GameOptions,
    ReportFile,
    Seed,
    Trust,
    Workers,
    check_writable,
    game_options,
)
from duskfall.cli.arena.report import write_report
from duskfall.cli.arena.running import checked, play_missing, runner_for
from duskfall.cli.options import Json
from duskfall.cli.terminal import out, print_json

if TYPE_CHECKING:
    from duskfall.arena import Standing

NOT_BETTER = 1


def compare(
    a: Annotated[str, typer.Argument(metavar="A", help="A bot: a built-in one, module:Class, or a program's path.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The bot that A is compared with.")],
    game: Game,
    delta: Annotated[
        float, typer.Option(help="The least difference from an even score that matters: 0.05 is 55 to 45.")
    ] = 0.05,
    alpha: Annotated[float, typer.Option(help="Highest rate of calling one of two equal bots better.")] = 0.05,
    beta: Annotated[float, typer.Option(help="Highest rate of missing a difference of delta or more.")] = 0.05,
    games: Annotated[int, typer.Option(help="Stop without an answer after this many matches.")] = 4000,
    seed: Seed = 0,
    db: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep results here, to continue later or for a report.")
    ] = None,
    option: GameOptions = None,
    deadline_ms: Deadline = 1000,
    trust: Trust = False,
    workers: Workers = None,
    cluster: Cluster = None,
    report: ReportFile = None,
    json: Json = False,
) -> None:
    """Let two bots play just until it is known whether A is better.

    Exit codes: 0 A is better; 1 A is not better, or no difference was found; 2 the request was wrong.
    """
    from duskfall.arena import Format, Ledger, Plan, Terms

    plan = Plan.of(
        game,
        [a, b],
        options=game_options(option),
        format=Format.COMPARE,
        games=games,
        seed=seed,
        deadline_ms=deadline_ms,
        trust=trust,
        terms=Terms(delta, alpha, beta),
    )
    check_writable(db, report)
    runner = runner_for(workers, cluster)
    with Ledger.open(db, checked(plan)) as ledger:
        standing = play_missing(ledger, runner)
        if report is not None:
            write_report(ledger, report)
    print_verdict(standing, json)


def print_verdict(standing: Standing, as_json: bool) -> None:
    """Print the verdict, and exit with the code for it."""
    from duskfall.arena import Verdict

    if as_json:
        print_json(verdict_document(standing))
    else:
        from duskfall.arena.texts import fault_lines, verdict_lines

        headline, *lines = [*verdict_lines(standing), *fault_lines(standing)]
        out.print(headline, style="bold", soft_wrap=True, markup=False)
        for line in lines:
            out.print(line, soft_wrap=True, markup=False)
    if standing.trial.verdict is not Verdict.BETTER:
        raise typer.Exit(NOT_BETTER)


def verdict_document(standing: Standing) -> dict[str, Any]:
    """Return the verdict as plain values for JSON."""
    trial = standing.trial
    low, high = trial.interval
    return {
        "a": standing.plan.titles[0],
        "b": standing.plan.titles[1],
        "game": standing.plan.game,
        "verdict": str(trial.verdict),
        "games": 2 * trial.pairs,
        "most_games": standing.plan.games,
        "score": round(trial.mean, 6),
        "interval": [round(low, 6), round(high, 6)],
        "terms": {"delta": trial.terms.delta, "alpha": trial.terms.alpha, "beta": trial.terms.beta},
        "faults": {row.title: {"in_all": row.faults, "last": row.last_fault or None} for row in standing.rows},
        "pairs": {f"{score:g}": count for score, count in sorted(trial.scores.items())},
    }
