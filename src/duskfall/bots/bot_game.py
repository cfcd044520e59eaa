"""Defines `BotGame`, the interface of a game to its bots: their orders, the built-in bots, the frames of programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from duskfall.bots.bot import Bot, SeatInfo
from duskfall.play import Order


class GameFrames(Protocol):
    """Writes those parts of a program's frames that differ from game to game, for one seat."""

    def start_fields(self) -> dict[str, Any]:
        """Returns fields that the game adds to the start frame."""

    def view_field(self, view: Any) -> dict[str, Any]:
        """Returns a view of the seat in its plain form."""

    def turn_fields(self, view: Any) -> dict[str, Any]:
        """Returns fields that the game adds to the turn frame of a view."""


@dataclass(frozen=True, slots=True)
class BotGame:
    """Holds what differs from game to game where bots play."""

    order_types: tuple[type, ...]
    """The orders that a player may give; the clock has others."""
    pass_order: Order | None
    """The order that passes; None where the clock goes on by itself, so that no order is a pass."""
    built_in: Mapping[str, Callable[[SeatInfo], Bot]]
    """The built-in bots by name."""
    levels: tuple[str, ...]
    """The built-in bots from the weakest to the strongest."""
    first_level: str
    """The level that a newcomer begins with."""
    remembering: frozenset[str]
    """The built-in bots whose orders depend on all views so far."""
    planning: frozenset[str]
    """The built-in bots that think longer than the others, which should not have to wait for them."""
    frames: Callable[[SeatInfo], GameFrames]
    """Makes the writer of frames for a program at a seat."""
    sentences: Mapping[str, str]
    """How each goal that a bot gives as its reason is told in English; numbers stand in braces by their names."""
