"""A tournament as one HTML file: no other file, no network, to open anywhere or to send to a friend."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from html import escape
from importlib.resources import files
from statistics import median, quantiles
from string import Template

from duskfall import __version__
from duskfall.arena.ledger import Ledger
from duskfall.arena.matchlist import match_list
from duskfall.arena.plan import Format, Plan
from duskfall.arena.plots import length_plot, rating_plot
from duskfall.arena.standings import Standing, standing_of
from duskfall.arena.strips import COLOURS
from duskfall.arena.wording import GAMES, UNITS, ending, per_cent, verdict_lines


def report_page(ledger: Ledger, *, replays: bool = True, tell: Callable[[], object] = lambda: None) -> str:
    """The page of a ledger, finished or not; `tell` is called after every match whose replay was put in."""
    standing = standing_of(ledger)
    parts = files("duskfall.arena")
    style, script, page = (parts.joinpath(f"page.{kind}").read_text("utf-8") for kind in ("css", "js", "html"))
    script = script.replace("__COLOURS__", " ".join(COLOURS))
    seal = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    title = f"{GAMES[standing.plan.game]}: {_title(standing.plan)}"
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
        notes=_notes(standing),
        version=escape(__version__),
    )


def _title(plan: Plan) -> str:
    if plan.format is Format.COMPARE:
        return f"{plan.titles[0]} against {plan.titles[1]}"
    kind = {Format.ROUND_ROBIN: "round robin", Format.SWISS: "Swiss tournament", Format.LADDER: "ladder"}[plan.format]
    if plan.seats > 2:
        kind = "free-for-all" if plan.format is Format.ROUND_ROBIN else f"{kind} at {plan.seats} seats"
    return f"{kind} of {len(plan.bots)} bots"


def _lead(standing: Standing) -> str:
    """What was found, in a sentence or two."""
    if standing.plan.terms is not None:
        headline, *lines = verdict_lines(standing)
        return f"<strong>{escape(headline)}.</strong> {escape(lines[0])}"
    played, matches = len(standing.results), standing.plan.matches
    if not played:
        return "Nothing has been played yet."
    first = standing.ranking[0]
    leads = "comes first" if standing.complete else "leads"
    text = f"<strong>{escape(first.title)}</strong> {leads} with a score of {per_cent(first.score)}"
    done = f"{played} matches were played" if standing.complete else f"{played} of {matches} matches have been played"
    return f"{text}; {done}."


def _facts(plan: Plan) -> str:
    options = plan.options
    facts = [("Format", str(plan.format))]
    if plan.format in (Format.SWISS, Format.LADDER):
        facts.append(("Rounds", str(plan.rounds)))
    if plan.seats > 2:
        facts.append(("Seats", str(plan.seats)))
    if plan.format is not Format.COMPARE:
        facts.append(("Matches of a pairing", str(plan.games)))
    if "width" in options:
        facts.append(("Board", f"{options['width']}×{options['height']}"))
    if options.get("turn_limit"):
        facts.append(("Turn limit", str(options["turn_limit"])))
    if "rules" in options:
        facts.append(("Rules", str(options["rules"])))
    facts.append(("First seed", str(plan.seed)))
    return "".join(f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in facts)


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
    if not turns:
        return "<p>Nothing has been played yet.</p>"
    unit = UNITS[standing.plan.game]
    reasons: dict[str, int] = {}
    for played in standing.results:
        reasons[played.reason] = reasons.get(played.reason, 0) + 1
    ends = ", ".join(
        f"{escape(ending(reason))} ({count})" for reason, count in sorted(reasons.items(), key=lambda item: -item[1])
    )
    if min(turns) == max(turns):
        return f"<p>All games took {turns[0]} {unit}. How they ended: {ends}.</p>"
    text = f"The middle game took {median(turns):.0f} {unit}"
    if len(turns) > 3:
        low, _, high = quantiles(turns, n=4, method="inclusive")
        text += f", and half of all between {low:.0f} and {high:.0f}"
    return f"{length_plot(turns, unit)}<p>{text}. How they ended: {ends}.</p>"


def _notes(standing: Standing) -> str:
    seats = "both seats" if standing.plan.seats == 2 else f"each of the {standing.plan.seats} seats"
    notes = [
        f"Every board was played from {seats}: luck of the board and of the seat falls to all alike.",
        "400 points more are odds of about 10 to 1; a newcomer has 1500. The bar is the interval in which "
        "the rating model (Plackett-Luce, by openskill) is 95 % sure of a bot. Bars that overlap much: nobody knows.",
        "The score is the share of opponents that a bot left behind; a shared place counts half.",
    ]
    if standing.plan.seats > 2:
        notes.insert(
            2,
            f"At {standing.plan.seats} seats the model spreads ratings too far until hundreds of matches have been "
            "played, and its intervals may be too narrow: trust the order and the scores.",
        )
    if standing.plan.terms is not None:
        notes.insert(0, verdict_lines(standing)[2])
    return "".join(f"<li>{escape(note)}</li>" for note in notes)
