"""The fields that the timelines of all games begin with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from duskfall.play import Replay, Seat
from duskfall.protocol.values import GameName


@dataclass(frozen=True, slots=True)
class TimelineBase:
    """A finished match as the page plays it, without what differs between the games."""

    game: GameName
    players: tuple[str, ...]
    seat: int | None
    """The seat whose view it shows; null shows everything."""
    turns: int
    """The last turn; in a game that orders advance, the last order."""
    winner: int | None
    places: tuple[int, ...]
    """The place of each seat; empty for a match that was not played to its end."""
    reason: str | None
    """Why it ended; null if it was not played to its end."""


class Header(NamedTuple):
    """The fields of `TimelineBase` after `game`, in its order."""

    players: tuple[str, ...]
    seat: int | None
    turns: int
    winner: int | None
    places: tuple[int, ...]
    reason: str | None

    @classmethod
    def of(cls, replay: Replay, seat: Seat | None) -> Header:
        """The header of a replay as a seat saw it."""
        result = replay.result
        if result is None:
            return cls(replay.players, seat, replay.turns, None, (), None)
        return cls(replay.players, seat, replay.turns, result.winner, result.places, result.reason)
