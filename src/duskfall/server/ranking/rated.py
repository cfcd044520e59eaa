"""Which matches count for ratings."""

from __future__ import annotations

from pydantic import ValidationError

from duskfall.protocol.fog.options import FogOptions
from duskfall.protocol.fog.options import is_rated as is_rated_fog
from duskfall.protocol.welten.options import WeltenOptions
from duskfall.protocol.welten.options import is_rated as is_rated_welten
from duskfall.server.store import MatchBegun


def was_rated(begun: MatchBegun) -> bool:
    """Whether a match counted for ratings."""
    people = [seat.user or seat.bot for seat in begun.seats]
    try:
        rated = (
            is_rated_fog(FogOptions(**begun.room_options))
            if begun.game == "fog"
            else is_rated_welten(WeltenOptions(**begun.room_options))
        )
    except ValidationError:
        return False
    return rated and len(set(people)) == len(people)
