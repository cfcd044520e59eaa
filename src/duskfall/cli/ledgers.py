"""`duskfall arena table`, `ratings`, `report` and `replay`: what a ledger tells."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from duskfall.cli.contests import Json, refuse_folder
from duskfall.cli.screen import err, out, print_json

if TYPE_CHECKING:
    from duskfall.arena import Rating

File = Annotated[Path, typer.Argument(metavar="FILE", help="The --db of a tournament or a comparison.")]


def table(db: File, json: Json = False) -> None:
    """Show the table of a tournament, finished or not; it may be running."""
    from duskfall.arena import Ledger
    from duskfall.arena.standings import standing_of
    from duskfall.cli.tournament import conclude

    with Ledger.read(db) as ledger:
        standing = standing_of(ledger)
        if not standing.complete:
            note = f"{len(standing.results)} of {standing.plan.matches} matches have been played"
            err.print(note, soft_wrap=True, markup=False)
        conclude(standing, ledger, None, json)


def ratings(
    dbs: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The --db of tournaments of either game.")],
    json: Json = False,
) -> None:
    """Rate bots over several tournaments and over both games.

    Bots are told apart by their titles, and each game has its own ratings. Who has played both games also gets one
    over both: the mean of the two.
    """
    from duskfall.arena import Ledger, rate
    from duskfall.arena.ratings import overall
    from duskfall.arena.standings import standing_of

    games: defaultdict[str, list[tuple[tuple[str, ...], tuple[int, ...]]]] = defaultdict(list)
    for db in dbs:
        with Ledger.read(db) as ledger:
            titles = ledger.plan.titles
            for played in standing_of(ledger).results:
                players = tuple(titles[entrant] for entrant in played.entrants)
                games[ledger.plan.game].append((players, played.places))
    rated = {game: rate(played) for game, played in games.items()}
    if len(rated) > 1:
        every = set.intersection(*(set(each) for each in rated.values()))
        both = {bot: overall([each[bot] for each in rated.values()]) for bot in sorted(every)}
        rated["both games"] = dict(sorted(both.items(), key=lambda item: -item[1].mu))
    if json:
        print_json({game: {bot: _plain(rating) for bot, rating in each.items()} for game, each in rated.items()})
        return
    for game, each in rated.items():
        _print_ratings(game, each)


def _plain(rating: Rating) -> dict[str, Any]:
    low, high = rating.interval
    return {
        "points": round(rating.points, 3),
        "interval": [round(low, 3), round(high, 3)],
        "mu": round(rating.mu, 6),
        "sigma": round(rating.sigma, 6),
    }


def _print_ratings(game: str, rated: dict[str, Rating]) -> None:
    shown = Table(game, "rating", "95 %", box=None, pad_edge=False, header_style="dim")
    for bot, rating in rated.items():
        low, high = rating.interval
        shown.add_row(Text(bot), f"{rating.points:.0f}", f"{low:.0f} – {high:.0f}")
    if rated:
        out.print(shown)
        out.print()


def report(
    db: File,
    page: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The HTML file to write.")],
    replays: Annotated[
        bool, typer.Option("--replays/--no-replays", help="Carry the replay of every match, to watch and to save.")
    ] = True,
) -> None:
    """Write a report of a tournament: one HTML file to open anywhere or to send to a friend."""
    from duskfall.arena import Ledger
    from duskfall.cli.tournament import write_report

    refuse_folder(page)
    with Ledger.read(db) as ledger:
        write_report(ledger, page, replays)


def replay_(
    db: File,
    number: Annotated[int, typer.Argument(metavar="NUMBER", help="The match, as table --json and reports count them.")],
    path: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The .duskfall file to write.")],
) -> None:
    """Take the replay of a match out of a ledger."""
    from duskfall.arena import Ledger
    from duskfall.formats.files import write_whole

    refuse_folder(path)
    with Ledger.read(db) as ledger:
        write_whole(path, ledger.replay(number))
    err.print(f"Wrote {path}", soft_wrap=True, markup=False)
