"""The report of a tournament as one HTML file, which loads no other file and needs no network."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from duskfall import __version__
from duskfall.arena.games import game_named
from duskfall.arena.ledger import Ledger
from duskfall.arena.report.filmstrip import player_data
from duskfall.arena.report.match_list import match_groups
from duskfall.arena.report.plots import length_plot, rating_plot
from duskfall.arena.report.rendering import render
from duskfall.arena.standings import Row, Standing, standing_of
from duskfall.arena.texts import facts, findings, format_title, lengths, notes


def report_page(ledger: Ledger, *, replays: bool = True, tell: Callable[[], object] = lambda: None) -> str:
    """Return the page of a ledger, finished or not; `tell` is called after every match whose replay was put in."""
    standing = standing_of(ledger)
    plan, game = standing.plan, game_named(standing.plan.game)
    script = render("page.js", game=player_data(game.name))
    subject, finding = findings(standing)
    return render(
        "page.html",
        title=f"{game.title}: {format_title(plan)}",
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        subject=subject,
        finding=finding,
        facts=facts(plan),
        ranking=standing.ranking,
        any_faults=any(row.faults for row in standing.rows),
        rating_plot=rating_plot(sorted(standing.rows, key=lambda row: -row.rating.mu)),
        cross=list(_cross(standing)),
        length_plot=_length_plot(standing, game.units),
        lengths=lengths(standing),
        groups=match_groups(standing, ledger if replays else None, tell),
        notes=notes(standing),
        version=__version__,
    )


@dataclass(frozen=True, slots=True)
class _Cell:
    """The score of one bot against another."""

    side: str
    """`win` or `loss`: the colour of the cell."""
    strength: int
    """The share of that colour that the page mixes in, in per cent: greater, the farther the score is from even."""
    hint: str
    percent: str


def _cross(standing: Standing) -> Iterator[tuple[Row, list[_Cell | None]]]:
    """Yield each bot with its score against every other, None where they have not met."""
    for row in standing.ranking:
        yield row, [_cell(standing, row, other) for other in standing.ranking]


def _cell(standing: Standing, row: Row, other: Row) -> _Cell | None:
    duels = standing.cross[row.entrant][other.entrant]
    if not duels.games:
        return None
    share = duels.points / duels.games
    return _Cell(
        side="win" if share >= 0.5 else "loss",
        strength=round(abs(share - 0.5) * 130),
        hint=f"{row.title} against {other.title}: {duels.points:g} points of {duels.games}",
        percent=f"{100 * share:.0f}",
    )


def _length_plot(standing: Standing, units: str) -> str:
    turns = [played.turns for played in standing.results]
    return length_plot(turns, units) if len(set(turns)) > 1 else ""
