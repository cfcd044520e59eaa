"""The matches of a tournament as a page lists them, each with its replay to watch and to save."""

from __future__ import annotations

import base64
from collections.abc import Callable
from html import escape

from duskfall.arena.fixtures import Entrant, Played
from duskfall.arena.ledger import Ledger
from duskfall.arena.standings import Standing
from duskfall.arena.strips import strip_of
from duskfall.arena.wording import UNITS, ending
from duskfall.play import Replay


def match_list(standing: Standing, ledger: Ledger | None, tell: Callable[[], object]) -> str:
    """A fold for each pairing; without a ledger there are no replays."""
    groups: dict[tuple[Entrant, ...], list[Played]] = {}
    for played in standing.results:
        groups.setdefault(tuple(sorted(played.entrants)), []).append(played)
    folds = []
    for group, results in groups.items():
        items = []
        for played in results:
            items.append(f"<li>{_match(standing, played)}{_replay(standing, played, ledger)}</li>")
            tell()
        folds.append(
            f"<details><summary>{_summary(standing, group, results)}</summary><ol>{''.join(items)}</ol></details>"
        )
    if len(folds) == 1:
        folds[0] = folds[0].replace("<details>", "<details open>", 1)
    return "".join(folds)


def _summary(standing: Standing, group: tuple[Entrant, ...], results: list[Played]) -> str:
    titles = standing.plan.titles
    points = {entrant: sum(played.score(played.entrants.index(entrant)) for played in results) for entrant in group}
    if len(group) == 2:
        one, other = group
        names = f"{escape(titles[one])} – {escape(titles[other])}"
        return f'<span>{names}</span> <span class="tally">{points[one]:g} : {points[other]:g}</span>'
    names = escape(", ".join(titles[entrant] for entrant in group))
    best = max(group, key=lambda entrant: points[entrant])
    return f'<span>{names}</span> <span class="tally">{escape(titles[best])} did best</span>'


def _match(standing: Standing, played: Played) -> str:
    titles = [escape(standing.plan.titles[entrant]) for entrant in played.entrants]
    order = sorted(range(len(titles)), key=lambda seat: (played.places[seat], seat))
    first, *rest = (titles[seat] for seat in order)
    if played.winner is None:
        who = f"{first} and {rest[0]} drew" if len(titles) == 2 else "nobody won"
    elif len(titles) == 2:
        who = f"<b>{first}</b> beat {rest[0]}"
    else:
        who = f"<b>{first}</b> won, then {', '.join(rest[:2])}"
    seat = "" if played.winner is None else f"from seat {played.winner + 1}, "
    how = f"{seat}{escape(ending(played.reason))}, {played.turns} {UNITS[standing.plan.game]}"
    faults = sum(each.in_all for each in played.faults)
    trouble = f' <span class="faults">{faults} faults</span>' if faults else ""
    return (
        f'<span class="number">{played.number}</span><span class="who">{who}{trouble}</span>'
        f'<span class="how">{how}, seed {played.seed}</span>'
    )


def _replay(standing: Standing, played: Played, ledger: Ledger | None) -> str:
    if ledger is None:
        return ""
    data = ledger.replay(played.number)
    strip = strip_of(Replay.decode(data))
    names = " / ".join(standing.plan.titles[entrant] for entrant in played.entrants)
    file = f"match-{played.number}.duskfall"
    return (
        f'<span class="acts"><button type="button" data-film="{strip.data}" data-width="{strip.width}" '
        f'data-height="{strip.height}" data-turns="{" ".join(map(str, strip.turns))}" data-game="{standing.plan.game}" '
        f'data-names="{escape(names)}" aria-label="Watch match {played.number}">Watch</button>'
        f'<a download="{file}" href="data:application/octet-stream;base64,{base64.b64encode(data).decode()}" '
        f'aria-label="Save the replay of match {played.number}">Save</a></span>'
    )
