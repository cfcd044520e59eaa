"""Which matches count for ratings."""

from __future__ import annotations

from pydantic import ValidationError

from duskfall.server.commands import RoomOptions
from duskfall.server.messages import is_rated
from duskfall.server.store import MatchBegun
from duskfall.server.welten.commands import WeltenOptions
from duskfall.server.welten.messages import is_rated as is_rated_welten


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
