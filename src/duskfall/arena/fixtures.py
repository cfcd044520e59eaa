"""Fixtures and their results: frozen values that are sent between processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from duskfall.play import Setup

Entrant: TypeAlias = int
"""The number of a bot in its tournament, in the order in which the bots were named."""


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be played, with all that a worker on any machine needs to know."""

    number: int
    """Its place in the tournament, from 0. Results are counted in this order, whichever match ends first."""
    round: int
    setup: Setup
    entrants: tuple[Entrant, ...]
    """The bot at each seat."""
    names: tuple[str, ...]
    """The name that starts each of them: `settler`, `module:Class`, `prog:bot.py`."""
    titles: tuple[str, ...]
    """The title of each of them in tables and replays."""
    deadline_ms: int = 1000
    trust: bool = False
    explain: bool = False
    """Whether the replay keeps why bots chose their orders, where they tell it."""


@dataclass(frozen=True, slots=True)
class SeatFaults:
    """The faults of a seat in one match."""

    in_all: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a match of a tournament."""

    number: int
    round: int
    seed: int
    entrants: tuple[Entrant, ...]
    winner: int | None
    """The seat that won, None after a draw."""
    places: tuple[int, ...]
    reason: str
    turns: int
    digest: str
    """The digest of the game's last state."""
    faults: tuple[SeatFaults, ...]

    def score(self, seat: int) -> float:
        """Return the share of its opponents that a seat left behind; opponents on the same place count half.

        >>> played = Played(0, 0, 7, (0, 1, 2), 0, (1, 2, 2), "last_alive", 90, "", ())
        >>> [played.score(seat) for seat in range(3)]
        [1.0, 0.25, 0.25]
        """
        mine = self.places[seat]
        others = [place for other, place in enumerate(self.places) if other != seat]
        return sum(1.0 if mine < place else 0.5 if mine == place else 0.0 for place in others) / len(others)


class Finished(NamedTuple):
    """A result and its replay, on the way from a worker to the ledger."""

    played: Played
    replay: bytes
    """The match as the content of a `.duskfall` file."""
