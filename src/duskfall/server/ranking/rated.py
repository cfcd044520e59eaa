"""Which matches count for ratings."""

from __future__ import annotations

from pydantic import ValidationError

from duskfall.protocol.commands import RoomOptions
from duskfall.protocol.messages import is_rated
from duskfall.protocol.welten.commands import WeltenOptions
from duskfall.protocol.welten.messages import is_rated as is_rated_welten
from duskfall.server.store import MatchBegun


def was_rated(begun: MatchBegun) -> bool:
    """Whether a match counted for ratings."""
    people = [sitter.user or sitter.bot for sitter in begun.sitters]
    try:
        rated = (
            is_rated(RoomOptions(**begun.table))
            if begun.game == "fog"
            else is_rated_welten(WeltenOptions(**begun.table))
        )
    except ValidationError:
        return False
    return rated and len(set(people)) == len(people)
