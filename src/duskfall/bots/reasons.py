"""Tells reasons in English sentences."""

from __future__ import annotations

from duskfall.bots.games import GAMES
from duskfall.play import TurnReason, world_named


def sentence(game: str, reason: TurnReason) -> str:
    """Returns a reason as a sentence.

    >>> sentence("fog", TurnReason(90, 0, "strike", (7, 61, 40)))
    'Strikes at a general: 61 armies can be there in 7 turns, its garrison is 40.'
    """
    numbers = reason.named_numbers(world_named(game).goals)
    told: dict[str, object] = {**numbers}
    if "turns" in numbers:
        told["turns"] = f"{numbers['turns']} turn" if numbers["turns"] == 1 else f"{numbers['turns']} turns"
    return GAMES[game].sentences[reason.goal].format(**told)
