"""Texts about a tournament and its results, the same for the terminal, the report and the server's pages."""

from __future__ import annotations

from collections import Counter
from statistics import median, quantiles
from typing import Final

from duskfall.arena.comparison import Verdict
from duskfall.arena.games import GAMES, game_named
from duskfall.arena.plan import Format, Plan
from duskfall.arena.standings import Standing

_ENDINGS: Final = {reason: text for game in GAMES.values() for reason, text in game.endings.items()}


def ending(reason: str) -> str:
    """Return the reason for which a game ended, as people say it.

    >>> ending("last_alive"), ending("some_new_reason")
    ('last one alive', 'some new reason')
    """
    return _ENDINGS.get(reason, reason.replace("_", " "))


def format_title(plan: Plan) -> str:
    """Name the kind of a tournament and the number of its bots.

    >>> format_title(Plan.of("fog", ["settler", "wanderer", "wanderer"], seats=3))
    'free-for-all of 3 bots'
    """
    if plan.format is Format.COMPARE:
        return f"{plan.titles[0]} against {plan.titles[1]}"
    kind = {Format.ROUND_ROBIN: "round robin", Format.SWISS: "Swiss tournament", Format.LADDER: "ladder"}[plan.format]
    if plan.seats > 2:
        kind = "free-for-all" if plan.format is Format.ROUND_ROBIN else f"{kind} at {plan.seats} seats"
    return f"{kind} of {len(plan.bots)} bots"


def findings(standing: Standing) -> tuple[str, str]:
    """Summarise the results in a sentence or two: its subject, and the rest of it."""
    if standing.plan.terms is not None:
        headline, *lines = verdict_lines(standing)
        return f"{headline}.", f" {lines[0]}"
    played, matches = len(standing.results), standing.plan.matches
    if not played:
        return "", "Nothing has been played yet."
    first = standing.ranking[0]
    equal = [row.title for row in standing.rows if row.score == first.score]
    if standing.plan.format is Format.LADDER:
        who, text = first.title, "stands on top of the ladder"
    elif len(equal) > 1:
        who, text = f"{', '.join(equal[:-1])} and {equal[-1]}", "share the first place"
    else:
        who, text = first.title, "comes first" if standing.complete else "leads"
    done = f"{played} matches were played" if standing.complete else f"{played} of {matches} matches have been played"
    return who, f" {text} with a score of {per_cent(first.score)}; {done}."


def facts(plan: Plan) -> list[tuple[str, str]]:
    """List the choices of a plan, each with its name and value.

    >>> facts(Plan.of("fog", ["settler", "wanderer"], options={"width": 12, "height": 9}, games=4))[2:]
    [('Board', '12×9'), ('Turn limit', '1000'), ('First seed', '0')]
    """
    options = plan.options
    told = [("Format", str(plan.format))]
    if plan.format in (Format.SWISS, Format.LADDER):
        told.append(("Rounds", str(plan.rounds)))
    if plan.seats > 2:
        told.append(("Seats", str(plan.seats)))
    if plan.format is not Format.COMPARE:
        told.append(("Matches of a pairing", str(plan.games)))
    if "width" in options:
        told.append(("Board", f"{options['width']}×{options['height']}"))
    if options.get("turn_limit"):
        told.append(("Turn limit", str(options["turn_limit"])))
    if "rules" in options:
        told.append(("Rules", str(options["rules"])))
    return [*told, ("First seed", str(plan.seed))]


def lengths(standing: Standing) -> str:
    """Summarise how long games took and how they ended."""
    turns = [played.turns for played in standing.results]
    if not turns:
        return "Nothing has been played yet."
    units = game_named(standing.plan.game).units
    reasons = Counter(played.reason for played in standing.results).most_common()
    ends = ", ".join(f"{ending(reason)} ({count})" for reason, count in reasons)
    if min(turns) == max(turns):
        return f"All games took {turns[0]} {units}. How they ended: {ends}."
    text = f"The middle game took {median(turns):.0f} {units}"
    if len(turns) > 3:
        low, _, high = quantiles(turns, n=4, method="inclusive")
        text += f", and half of all between {low:.0f} and {high:.0f}"
    return f"{text}. How they ended: {ends}."


def notes(standing: Standing) -> list[str]:
    """List what a reader of the figures should know."""
    seats = "both seats" if standing.plan.seats == 2 else f"each of the {standing.plan.seats} seats"
    told = [
        f"Every board was played from {seats}: luck of the board and of the seat falls to all alike.",
        "400 points more are odds of about 10 to 1; a newcomer has 1500. The bar is the interval in which "
        "the rating model (Plackett-Luce, by openskill) is 95 % sure of a bot. Bars that overlap much: nobody knows.",
        "The score is the share of opponents that a bot left behind; a shared place counts half.",
    ]
    if standing.plan.seats > 2:
        told.insert(
            2,
            f"At {standing.plan.seats} seats the model spreads ratings too far until hundreds of matches have been "
            "played, and its intervals may be too narrow: trust the order and the scores.",
        )
    if standing.plan.terms is not None:
        told.insert(0, verdict_lines(standing)[2])
    return told


def verdict_lines(standing: Standing) -> list[str]:
    """Return the verdict of a comparison, the scores it rests on, and its error rates, a line each."""
    trial, (one, other) = standing.trial, standing.plan.titles
    terms = trial.terms
    low, high = trial.interval
    scored = (
        f"{one} scored {per_cent(trial.mean)} in {2 * trial.pairs} games ({trial.pairs} boards, each from both seats); "
        f"its true score lies between {per_cent(low)} and {per_cent(high)} ({per_cent(1 - terms.alpha)} sure)."
    )
    match trial.verdict:
        case Verdict.BETTER:
            headline = f"{one} is better than {other}"
        case Verdict.WORSE:
            headline = f"{other} is better than {one}"
        case Verdict.SAME:
            headline = (
                f"No difference found: {one} and {other} are less than {per_cent(terms.delta)} from an even score"
            )
        case Verdict.OPEN if standing.complete:
            headline = f"No difference found within {standing.plan.games} games"
        case Verdict.OPEN:
            headline = f"Not decided yet after {2 * trial.pairs} games"
    rates = (
        f"Error rates: of two equal bots one is called better in at most {per_cent(terms.alpha)} of comparisons; a "
        f"bot whose score differs by {per_cent(terms.delta)} or more is said not to in at most {per_cent(terms.beta)}."
    )
    return [headline, scored, rates]


def per_cent(share: float) -> str:
    """Write a share as a percentage.

    >>> per_cent(0.5), per_cent(0.5625), per_cent(1)
    ('50 %', '56.2 %', '100 %')
    """
    return f"{100 * share:.1f}".removesuffix(".0") + " %"
