"""Decides which matches count for ratings."""

from __future__ import annotations

from pydantic import ValidationError

from duskfall.protocol.games import WIRE_GAMES
from duskfall.server.store import MatchBegun


def was_rated(begun: MatchBegun) -> bool:
    """Tell whether a match counted: by the options of its room, and with a different occupant at each seat."""
    occupants = [seat.user or seat.bot for seat in begun.seats]
    try:
        rated = WIRE_GAMES[begun.game].is_rated(begun.room_options)
    except ValidationError:  # options of an earlier version
        return False
    return rated and len(set(occupants)) == len(occupants)
