"""The matches of a tournament as the report lists them, each with its replay to watch and to save."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from duskfall.arena.fixtures import Entrant, Played
from duskfall.arena.games import game_named
from duskfall.arena.ledger import Ledger
from duskfall.arena.report.filmstrip import Filmstrip, filmstrip_of
from duskfall.arena.standings import Standing
from duskfall.arena.texts import ending
from duskfall.play import Replay


@dataclass(frozen=True, slots=True)
class ReplayLink:
    """The replay of a match: a filmstrip to watch, and a file to save."""

    filmstrip: Filmstrip
    names: str
    """The bots, seat by seat."""
    file: str
    """The content of the `.duskfall` file, as base64."""


@dataclass(frozen=True, slots=True)
class MatchEntry:
    """A match in the list."""

    number: int
    winner: str
    """The title of the winner; empty after a draw."""
    result: str
    """The rest of the sentence that the winner begins."""
    faults: int
    details: str
    replay: ReplayLink | None


@dataclass(frozen=True, slots=True)
class MatchGroup:
    """The matches of one pairing."""

    title: str
    score: str
    matches: Sequence[MatchEntry]


def match_groups(standing: Standing, ledger: Ledger | None, tell: Callable[[], object]) -> list[MatchGroup]:
    """Return the matches, grouped by pairing; without a ledger there are no replays.

    `tell` is called after every match.
    """
    pairings: dict[tuple[Entrant, ...], list[Played]] = {}
    for played in standing.results:
        pairings.setdefault(tuple(sorted(played.entrants)), []).append(played)
    groups = []
    for entrants, results in pairings.items():
        matches = []
        for played in results:
            matches.append(_entry(standing, played, ledger))
            tell()
        groups.append(_group(standing, entrants, results, matches))
    return groups


def _group(
    standing: Standing, entrants: tuple[Entrant, ...], results: Sequence[Played], matches: Sequence[MatchEntry]
) -> MatchGroup:
    titles = standing.plan.titles
    points = {entrant: sum(played.score(played.entrants.index(entrant)) for played in results) for entrant in entrants}
    if len(entrants) == 2:
        one, other = entrants
        return MatchGroup(f"{titles[one]} – {titles[other]}", f"{points[one]:g} : {points[other]:g}", matches)
    best = max(entrants, key=lambda entrant: points[entrant])
    return MatchGroup(", ".join(titles[entrant] for entrant in entrants), f"{titles[best]} did best", matches)


def _entry(standing: Standing, played: Played, ledger: Ledger | None) -> MatchEntry:
    titles = [standing.plan.titles[entrant] for entrant in played.entrants]
    order = sorted(range(len(titles)), key=lambda seat: (played.places[seat], seat))
    first, *rest = (titles[seat] for seat in order)
    if played.winner is None:
        winner, result = "", f"{first} and {rest[0]} drew" if len(titles) == 2 else "nobody won"
    else:
        winner, result = first, f" beat {rest[0]}" if len(titles) == 2 else f" won, then {', '.join(rest[:2])}"
    seat = "" if played.winner is None else f"from seat {played.winner + 1}, "
    units = game_named(standing.plan.game).units
    return MatchEntry(
        number=played.number,
        winner=winner,
        result=result,
        faults=sum(each.in_all for each in played.faults),
        details=f"{seat}{ending(played.reason)}, {played.turns} {units}, seed {played.seed}",
        replay=None if ledger is None else _replay(ledger.replay(played.number), titles),
    )


def _replay(data: bytes, titles: Sequence[str]) -> ReplayLink:
    return ReplayLink(filmstrip_of(Replay.decode(data)), " / ".join(titles), base64.b64encode(data).decode())
