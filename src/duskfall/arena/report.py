"""A tournament as one HTML file: no other file, no network, to open anywhere or to send to a friend."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from html import escape
from importlib.resources import files
from string import Template

from duskfall import __version__
from duskfall.arena.ledger import Ledger
from duskfall.arena.matchlist import match_list
from duskfall.arena.plan import Plan
from duskfall.arena.plots import length_plot, rating_plot
from duskfall.arena.standings import Standing, standing_of
from duskfall.arena.strips import COLOURS
from duskfall.arena.wording import GAMES, UNITS, facts, findings, lengths, notes, occasion


def report_page(ledger: Ledger, *, replays: bool = True, tell: Callable[[], object] = lambda: None) -> str:
    """The page of a ledger, finished or not; `tell` is called after every match whose replay was put in."""
    standing = standing_of(ledger)
    parts = files("duskfall.arena")
    style, script, page = (parts.joinpath(f"page.{kind}").read_text("utf-8") for kind in ("css", "js", "html"))
    script = script.replace("__COLOURS__", " ".join(COLOURS))
    seal = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    title = f"{GAMES[standing.plan.game]}: {occasion(standing.plan)}"
    return Template(page).substitute(
        title=escape(title),
        style=style,
        script=script,
        seal=seal,
        lead=_lead(standing),
        facts=_facts(standing.plan),
        standing=_standing(standing),
        ratings=rating_plot(sorted(standing.rows, key=lambda row: -row.rating.mu)),
        cross=_cross(standing),
        lengths=_lengths(standing),
        matches=match_list(standing, ledger if replays else None, tell),
        notes="".join(f"<li>{escape(note)}</li>" for note in notes(standing)),
        version=escape(__version__),
    )


def _lead(standing: Standing) -> str:
    """What was found, in a sentence or two."""
    who, rest = findings(standing)
    return f"<strong>{escape(who)}</strong>{escape(rest)}"


def _facts(plan: Plan) -> str:
    return "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts(plan))


def _standing(standing: Standing) -> str:
    rows = []
    for place, row in enumerate(standing.ranking, start=1):
        low, high = row.rating.interval
        faults = f"<td>{row.faults}</td>" if _any_faults(standing) else ""
        rows.append(
            f'<tr><td class="place">{place}</td><th scope="row">{escape(row.title)}</th>'
            f"<td><b>{row.rating.points:.0f}</b> <small>± {(high - low) / 2:.0f}</small></td>"
            f'<td><span class="meter" style="--share:{100 * row.score:.1f}%"></span> {100 * row.score:.1f}</td>'
            f"<td>{row.won}</td><td>{row.drawn}</td><td>{row.lost}</td><td>{row.games}</td>{faults}</tr>"
        )
    heads = ["", "Bot", "Rating", "Score, %", "Won", "Drawn", "Lost", "Games"]
    heads += ["Faults"] if _any_faults(standing) else []
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    return f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"


def _any_faults(standing: Standing) -> bool:
    return any(row.faults for row in standing.rows)


def _cross(standing: Standing) -> str:
    ranking = standing.ranking
    heads = "".join(
        f'<th scope="col" title="{escape(row.title)}">{place}</th>' for place, row in enumerate(ranking, start=1)
    )
    body = []
    for place, row in enumerate(ranking, start=1):
        cells = []
        for other in ranking:
            duels = standing.cross[row.entrant][other.entrant]
            if not duels.games:
                cells.append('<td class="none">·</td>')
                continue
            share = duels.points / duels.games
            hint = f"{row.title} against {other.title}: {duels.points:g} points of {duels.games}"
            # How far from even, in hundredths: the page mixes the colour of winning or losing with so much of it.
            side, strength = "win" if share >= 0.5 else "loss", round(abs(share - 0.5) * 130)
            cells.append(
                f'<td class="{side}" style="--strength:{strength}%" title="{escape(hint)}">{100 * share:.0f}</td>'
            )
        name = f'<th scope="row"><span class="place">{place}</span> {escape(row.title)}</th>'
        body.append(f"<tr>{name}{''.join(cells)}</tr>")
    return f"<thead><tr><td></td>{heads}</tr></thead><tbody>{''.join(body)}</tbody>"


def _lengths(standing: Standing) -> str:
    turns = [played.turns for played in standing.results]
    plot = length_plot(turns, UNITS[standing.plan.game]) if len(set(turns)) > 1 else ""
    return f"{plot}<p>{escape(lengths(standing))}</p>"
