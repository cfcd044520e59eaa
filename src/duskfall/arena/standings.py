"""The table of a tournament, computed from its plan and its results."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from duskfall.arena.comparison import Terms, Trial, Verdict
from duskfall.arena.fixtures import Entrant, Played
from duskfall.arena.ledger import Ledger
from duskfall.arena.plan import Format, Plan
from duskfall.arena.ratings import Rating, updated
from duskfall.arena.schedules import ladder_order, pair_scores


@dataclass
class Row:
    """The totals of one bot."""

    entrant: Entrant
    title: str
    rating: Rating = field(default_factory=Rating)
    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: float = 0.0
    faults: int = 0
    last_fault: str = ""
    """The text of the last fault; empty if there is none."""

    @property
    def score(self) -> float:
        """The mean share of opponents left behind, 0 before the first game. Rounded: sums of thirds depend on order."""
        return round(self.points / self.games, 9) if self.games else 0.0


@dataclass
class Duels:
    """The score of one bot against another."""

    games: int = 0
    points: float = 0.0


class Standing:
    """The table of a tournament, which counts results one by one, in order."""

    def __init__(self, plan: Plan, results: Iterable[Played] = ()) -> None:
        self.plan = plan
        self.results: list[Played] = []
        self.rows = [Row(entrant, title) for entrant, title in enumerate(plan.titles)]
        self.cross = [[Duels() for _ in plan.bots] for _ in plan.bots]
        """The score of each bot against each other."""
        self.trial = Trial(plan.terms or Terms())
        """In a comparison: the scores of the first bot against the second, and the verdict."""
        for played in results:
            self.add(played)

    def add(self, played: Played) -> None:
        """Count one more match."""
        self.results.append(played)
        for seat, entrant in enumerate(played.entrants):
            row = self.rows[entrant]
            row.games += 1
            row.points += played.score(seat)
            if played.faults[seat].in_all:
                row.faults += played.faults[seat].in_all
                row.last_fault = played.faults[seat].last
            if played.winner == seat:
                row.won += 1
            elif played.winner is None and played.places[seat] == 1:
                row.drawn += 1
            else:
                row.lost += 1
            for other, opponent in enumerate(played.entrants):
                if opponent != entrant:
                    duels = self.cross[entrant][opponent]
                    mine, theirs = played.places[seat], played.places[other]
                    duels.games += 1
                    duels.points += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
        known = {entrant: self.rows[entrant].rating for entrant in played.entrants}
        for entrant, rating in updated(known, played.entrants, played.places).items():
            self.rows[entrant].rating = rating
        if self.plan.format is Format.COMPARE and len(self.results) % 2 == 0:
            self.trial.hear(pair_scores(self.results[-2:]))

    @property
    def ranking(self) -> list[Row]:
        """The rows, the best first; on a ladder the highest rung first."""
        if self.plan.format is Format.LADDER:
            return [self.rows[entrant] for entrant in ladder_order(self.plan, self.results)]
        return sorted(self.rows, key=lambda row: (-row.score, row.entrant))

    @property
    def complete(self) -> bool:
        """True when no match is left to play."""
        return self.trial.verdict is not Verdict.OPEN or len(self.results) >= self.plan.matches

    def plain(self) -> dict[str, Any]:
        """Return the table as plain values for JSON."""
        plan = self.plan
        return {
            "game": plan.game,
            "options": plan.options,
            "format": str(plan.format),
            "seed": plan.seed,
            "seats": plan.seats,
            "played": len(self.results),
            "matches": plan.matches,
            "complete": self.complete,
            "table": [_plain_row(place, row) for place, row in enumerate(self.ranking, start=1)],
            "cross": {
                one.title: {
                    other.title: {"points": duels.points, "games": duels.games}
                    for other in self.rows
                    if (duels := self.cross[one.entrant][other.entrant]).games
                }
                for one in self.rows
            },
            "results": [self._plain_result(played) for played in self.results],
        }

    def _plain_result(self, played: Played) -> dict[str, Any]:
        titles = self.plan.titles
        return asdict(played) | {"bots": [titles[entrant] for entrant in played.entrants]}


def _plain_row(place: int, row: Row) -> dict[str, Any]:
    low, high = row.rating.interval
    return {
        "place": place,
        "bot": row.title,
        "games": row.games,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "score": round(row.score, 6),
        "faults": row.faults,
        "last_fault": row.last_fault or None,
        "rating": {
            "points": round(row.rating.points, 3),
            "interval": [round(low, 3), round(high, 3)],
            "mu": round(row.rating.mu, 6),
            "sigma": round(row.rating.sigma, 6),
        },
    }


def standing_of(ledger: Ledger) -> Standing:
    """Return the table of a ledger: all matches before the first gap, in a comparison up to the pair that decides."""
    standing = Standing(ledger.plan)
    catch_up(standing, ledger)
    return standing


def catch_up(standing: Standing, ledger: Ledger, limit: int = -1) -> None:
    """Count the matches of a ledger that a table does not have yet: all of them, or at most `limit`."""
    for played in ledger.results(len(standing.results), limit):
        if played.number != len(standing.results) or standing.complete:
            break
        standing.add(played)


def length_bins(turns: Sequence[int], bins: int = 24) -> list[tuple[int, int, int]]:
    """Group games by length: the first and the last length of each bin, and its number of games; all equally wide.

    >>> length_bins([10, 11, 30], bins=3)
    [(10, 16, 2), (17, 23, 0), (24, 30, 1)]
    """
    least, most = min(turns), max(turns)
    size = max(1, math.ceil((most - least + 1) / bins))
    counts = [0] * math.ceil((most - least + 1) / size)
    for length in turns:
        counts[(length - least) // size] += 1
    starts = range(least, most + 1, size)
    return [(first, min(most, first + size - 1), count) for first, count in zip(starts, counts, strict=True)]
