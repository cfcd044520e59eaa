"""Texts about a tournament and its results, the same for the terminal, the report and the server's pages.

>>> from duskfall.arena.phrases import GERMAN
>>> ending("last_alive"), ending("last_alive", GERMAN)
('last one alive', 'nur noch einer übrig')
"""

from __future__ import annotations

from collections import Counter
from statistics import median, quantiles

from duskfall.arena.comparison import Verdict
from duskfall.arena.phrases import ENGLISH, Phrases
from duskfall.arena.plan import Format, Plan
from duskfall.arena.standings import Standing


def ending(reason: str, phrases: Phrases = ENGLISH) -> str:
    """Return the reason for which a game ended, as people say it.

    >>> ending("last_alive"), ending("some_new_reason")
    ('last one alive', 'some new reason')
    """
    return phrases.endings.get(reason, reason.replace("_", " "))


def format_title(plan: Plan, phrases: Phrases = ENGLISH) -> str:
    """Name the kind of a tournament and the number of its bots.

    >>> format_title(Plan.of("fog", ["settler", "wanderer", "wanderer"], seats=3))
    'free-for-all of 3 bots'
    """
    if plan.format is Format.COMPARE:
        return phrases.against.format(one=plan.titles[0], other=plan.titles[1])
    kind = phrases.formats[plan.format]
    if plan.seats > 2:
        is_round = plan.format is Format.ROUND_ROBIN
        kind = phrases.free_for_all if is_round else phrases.at_seats.format(kind=kind, seats=plan.seats)
    return phrases.of_bots.format(kind=kind, bots=len(plan.bots))


def findings(standing: Standing, phrases: Phrases = ENGLISH) -> tuple[str, str]:
    """Summarise the results in a sentence or two: its subject, and the rest of it."""
    if standing.plan.terms is not None:
        headline, *lines = verdict_lines(standing, phrases)
        return f"{headline}.", f" {lines[0]}"
    played, matches = len(standing.results), standing.plan.matches
    if not played:
        return "", phrases.nothing_played
    first = standing.ranking[0]
    equal = [row.title for row in standing.rows if row.score == first.score]
    if standing.plan.format is Format.LADDER:
        who, text = first.title, phrases.on_top
    elif len(equal) > 1:
        who, text = f"{', '.join(equal[:-1])} {phrases.conjunction} {equal[-1]}", phrases.share_first
    else:
        who, text = first.title, phrases.comes_first if standing.complete else phrases.leads
    done = (phrases.played if standing.complete else phrases.played_of).format(played=played, matches=matches)
    return who, " " + phrases.summary.format(text=text, score=per_cent(first.score, phrases), done=done)


def facts(plan: Plan, phrases: Phrases = ENGLISH) -> list[tuple[str, str]]:
    """List the choices of a plan, each with its name and value.

    >>> facts(Plan.of("fog", ["settler", "wanderer"], options={"width": 12, "height": 9}, games=4))[2:]
    [('Board', '12×9'), ('Turn limit', '1000'), ('First seed', '0')]
    """
    options = plan.options
    told = [(phrases.fact_format, phrases.format_names[plan.format])]
    if plan.format in (Format.SWISS, Format.LADDER):
        told.append((phrases.fact_rounds, str(plan.rounds)))
    if plan.seats > 2:
        told.append((phrases.fact_seats, str(plan.seats)))
    if plan.format is not Format.COMPARE:
        told.append((phrases.fact_games, str(plan.games)))
    if "width" in options:
        told.append((phrases.fact_board, f"{options['width']}×{options['height']}"))
    if options.get("turn_limit"):
        told.append((phrases.fact_turn_limit, str(options["turn_limit"])))
    if "rules" in options:
        told.append((phrases.fact_rules, str(options["rules"])))
    return [*told, (phrases.fact_seed, str(plan.seed))]


def lengths(standing: Standing, phrases: Phrases = ENGLISH) -> str:
    """Summarise how long games took and how they ended."""
    turns = [played.turns for played in standing.results]
    if not turns:
        return phrases.nothing_played
    units = phrases.units[standing.plan.game]
    reasons = Counter(played.reason for played in standing.results).most_common()
    ends = ", ".join(f"{ending(reason, phrases)} ({count})" for reason, count in reasons)
    if min(turns) == max(turns):
        return phrases.how_ended.format(text=phrases.all_took.format(turns=turns[0], units=units), ends=ends)
    text = phrases.middle_took.format(turns=f"{median(turns):.0f}", units=units)
    if len(turns) > 3:
        low, _, high = quantiles(turns, n=4, method="inclusive")
        text = phrases.half_between.format(text=text, low=f"{low:.0f}", high=f"{high:.0f}")
    return phrases.how_ended.format(text=f"{text}.", ends=ends)


def notes(standing: Standing, phrases: Phrases = ENGLISH) -> list[str]:
    """List what a reader of the figures should know."""
    count = standing.plan.seats
    seats = phrases.both_seats if count == 2 else phrases.each_seat.format(seats=count)
    told = [phrases.note_seats.format(seats=seats), phrases.note_ratings, phrases.note_score]
    if count > 2:
        told.insert(2, phrases.note_many_seats.format(seats=count))
    if standing.plan.terms is not None:
        told.insert(0, verdict_lines(standing, phrases)[2])
    return told


def verdict_lines(standing: Standing, phrases: Phrases = ENGLISH) -> list[str]:
    """Return the verdict of a comparison, the scores it rests on, and its error rates, a line each."""
    trial, (one, other) = standing.trial, standing.plan.titles
    terms = trial.terms
    low, high = trial.interval
    alpha, beta, delta = (per_cent(share, phrases) for share in (terms.alpha, terms.beta, terms.delta))
    headline = phrases.verdicts[trial.verdict].format(one=one, other=other, delta=delta, played=2 * trial.pairs)
    if trial.verdict is Verdict.OPEN and standing.complete:
        headline = phrases.no_difference.format(games=standing.plan.games)
    scored = phrases.scored.format(
        one=one, mean=per_cent(trial.mean, phrases), played=2 * trial.pairs, boards=trial.pairs,
        low=per_cent(low, phrases), high=per_cent(high, phrases), sure=per_cent(1 - terms.alpha, phrases),
    )  # fmt: skip
    return [headline, scored, phrases.error_rates.format(alpha=alpha, beta=beta, delta=delta)]


def fault_lines(standing: Standing, phrases: Phrases = ENGLISH) -> list[str]:
    """Return a line for each bot that had faults: how many, and the text of the last one."""
    return [
        phrases.faults.format(bot=row.title, count=row.faults, last=row.last_fault)
        for row in standing.rows
        if row.faults
    ]


def per_cent(share: float, phrases: Phrases = ENGLISH) -> str:
    """Write a share as a percentage.

    >>> per_cent(0.5), per_cent(0.5625), per_cent(1)
    ('50 %', '56.2 %', '100 %')
    """
    return f"{100 * share:.1f}".removesuffix(".0").replace(".", phrases.comma) + " %"
