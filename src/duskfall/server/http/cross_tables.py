"""Cross tables: the score of each player against each other one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from pydantic import BaseModel, ConfigDict

from duskfall.arena.standings import Duels


class Duel(BaseModel):
    """The score of the player of the row against the player of the column."""

    model_config = ConfigDict(strict=True, frozen=True)

    games: int
    points: float
    """A win is 1, a shared place 1/2."""


CrossTable: TypeAlias = tuple[tuple[Duel | None, ...], ...]
"""Row by row; null for players who have not met."""


def cross_table_of(rows: Iterable[Iterable[Duels]]) -> CrossTable:
    """A cross table as JSON carries it."""
    return tuple(
        tuple(Duel(games=duels.games, points=duels.points) if duels.games else None for duels in row) for row in rows
    )
