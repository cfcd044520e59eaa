"""What was found, in words: the same for the terminal and for the page."""

from __future__ import annotations

from typing import Final

from duskfall.arena.sequential import Verdict
from duskfall.arena.standings import Standing

GAMES: Final = {"fog": "Fog of War", "welten": "Weltendämmerung"}
UNITS: Final = {"fog": "turns", "welten": "orders"}
"""What the length of a game is counted in."""

_ENDINGS: Final = {
    "last_alive": "last one alive",
    "turn_limit": "turn limit",
    "commander": "the Feldherr fell",
    "annihilation": "no unit of Dailor left",
    "rounds": "held out for 15 rounds",
    "west_edge": "west edge reached",
    "resign": "resigned",
    "draw": "draw agreed",
    "clock": "too many faults",
}


def ending(reason: str) -> str:
    """Why a game ended, as people say it.

    >>> ending("last_alive"), ending("some_new_reason")
    ('last one alive', 'some new reason')
    """
    return _ENDINGS.get(reason, reason.replace("_", " "))


def verdict_lines(standing: Standing) -> list[str]:
    """The verdict of a comparison, and what it rests on."""
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
    """A share as people read it.

    >>> per_cent(0.5), per_cent(0.5625), per_cent(1)
    ('50 %', '56.2 %', '100 %')
    """
    return f"{100 * share:.1f}".removesuffix(".0") + " %"
