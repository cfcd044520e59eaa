"""How players did against each other: a row and a column for each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

from duskfall.arena.standings import Duels


class Duel(BaseModel):
    """What the player of the row scored against the one of the column."""

    model_config = ConfigDict(strict=True, frozen=True)

    games: int
    points: float
    """A win is 1, a shared place 1/2."""


Cross: TypeAlias = tuple[tuple[Duel | None, ...], ...]
"""Row by row; null where two have not met."""


def crossed(rows: Iterable[Iterable[Duels]]) -> Cross:
    """The table as it is told."""
    return tuple(
        tuple(Duel(games=duels.games, points=duels.points) if duels.games else None for duels in row) for row in rows
    )
