"""What is to be played, and what came of it: plain frozen values that cross process borders."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from duskfall.play import Setup

Entrant: TypeAlias = int
"""A bot of a tournament by its number, in the order in which they were named."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be played: all that a worker anywhere needs to know."""

    number: int
    """Its place in the tournament, from 0. Results are consumed in this order, whoever finishes first."""
    round: int
    setup: Setup
    entrants: tuple[Entrant, ...]
    """Who sits at each seat."""
    names: tuple[str, ...]
    """What each of them is started by: `settler`, `module:Class`, `prog:bot.py`."""
    titles: tuple[str, ...]
    """What each of them is called in tables and replays."""
    deadline_ms: int = 1000
    trust: bool = False


@dataclass(frozen=True, slots=True)
class SeatFaults:
    """The faults of a seat in one match."""

    in_all: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """How a match of a tournament ended."""

    number: int
    round: int
    seed: int
    entrants: tuple[Entrant, ...]
    winner: int | None
    """The seat that won, None when nobody did."""
    places: tuple[int, ...]
    reason: str
    turns: int
    digest: str
    """Of the game's last state."""
    faults: tuple[SeatFaults, ...]

    def score(self, seat: int) -> float:
        """The share of its opponents that a seat left behind; those who share its place count half.

        >>> played = Played(0, 0, 7, (0, 1, 2), 0, (1, 2, 2), "last_alive", 90, "", ())
        >>> [played.score(seat) for seat in range(3)]
        [1.0, 0.25, 0.25]
        """
        mine = self.places[seat]
        others = [place for other, place in enumerate(self.places) if other != seat]
        return sum(1.0 if mine < place else 0.5 if mine == place else 0.0 for place in others) / len(others)


class Finished(NamedTuple):
    """A result on its way from a worker to the ledger."""

    played: Played
    replay: bytes
    """The match as a file of Duskfall's."""
