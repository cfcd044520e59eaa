"""Names what advances a game: the clock or an order."""

from __future__ import annotations

from enum import StrEnum


class Tempo(StrEnum):
    """Whether the clock or an order advances a game."""

    TICK = "tick"
    """The clock: a turn is played whether or not anyone has said something."""
    TURN = "turn"
    """An order: the game waits for the player whose turn it is."""
