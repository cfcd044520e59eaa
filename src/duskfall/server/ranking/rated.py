"""Decides which matches count for ratings."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import ValidationError

from duskfall.protocol.games import WIRE_GAMES
from duskfall.protocol.values import CasualReason
from duskfall.server.live.occupant import Occupant
from duskfall.server.store import ABANDONED, Finished, MatchBegun


def casual_seats(occupants: Iterable[Occupant]) -> CasualReason | None:
    """Tell why a game of these occupants of seats does not count for ratings; None if it may.

    The occupant of two seats comes twice.
    """
    seated = list(occupants)
    players = [occupant.user or occupant.bot for occupant in seated]
    if len(set(players)) < len(players):
        return "seats"
    return None if all(occupant.secure or occupant.bot is not None for occupant in seated) else "ids"


def was_rated(begun: MatchBegun) -> bool:
    """Tell whether a match was rated when it began.

    Its options tell. Those of Fog of War did not in earlier versions, which rated every game with the usual options.
    """
    occupants = [seat.user or seat.bot for seat in begun.seats]
    try:
        usual = WIRE_GAMES[begun.game].has_usual_options(begun.room_options)
    except ValidationError:  # options of an earlier version
        return False
    return usual and bool(begun.room_options.get("rated", True)) and len(set(occupants)) == len(occupants)


def counted(match: Finished) -> bool:
    """Tell whether a match that has ended was rated, and gave its players places."""
    nobody_placed = match.ended.reason == ABANDONED and set(match.ended.places) == {1}
    return not nobody_placed and was_rated(match.begun)
