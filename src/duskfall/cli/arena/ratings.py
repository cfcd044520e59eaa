"""`duskfall arena ratings`: rates bots over several tournaments."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from duskfall.cli.options import Json
from duskfall.cli.terminal import out, print_json

if TYPE_CHECKING:
    from duskfall.arena import Rating


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
