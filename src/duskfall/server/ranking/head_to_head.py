"""Counts what players scored against each other in rated games of this server."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from duskfall.arena.standings import Duels
from duskfall.server.ranking.rated import counted
from duskfall.server.ranking.ratings import bot_user
from duskfall.server.store import Finished, Rating, SeatRecord, Store

MOST_MATCHES: Final = 2000
"""The newest matches; the rated ones among them are counted."""
CROSS_TABLE_SIZE: Final = 16
"""Players in the cross table: the highest on the ladder."""
LATEST: Final = 10
"""Rated matches that are listed one by one."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """The cross table of one game."""

    counted: int
    """Rated matches."""
    players: tuple[tuple[int, Rating], ...]
    """With their ranks on the ladder."""
    cross: tuple[tuple[Duels, ...], ...]
    latest: tuple[Finished, ...]


class HeadToHead:
    """Keeps the meetings of each game as of the last match that ended. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[str | None, Meetings]] = {}

    def meetings(self, game: str) -> Meetings:
        """The meetings in a game."""
        with self._lock:
            newest = next((match.begun.match for match in self._store.finished(game, 1)), None)
            seen, kept = self._kept.get(game, (None, None))
            if kept is None or seen != newest:
                kept = count_meetings(self._store.finished(game, MOST_MATCHES), self._store.ratings(game))
                self._kept[game] = newest, kept
            return kept


def count_meetings(matches: list[Finished], ratings: list[Rating]) -> Meetings:
    """The meetings in the rated ones of these matches."""
    rated = [match for match in matches if counted(match)]
    duels: defaultdict[tuple[str, str], Duels] = defaultdict(Duels)
    for match in rated:
        seats = list(zip(map(_user, match.begun.seats), match.ended.places, strict=True))
        for (one, mine), (other, theirs) in permutations(seats, 2):
            met = duels[one, other]
            met.games += 1
            met.points += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    have_met = {one for one, _ in duels}
    players = [each for each in enumerate(ratings, 1) if each[1].user in have_met][:CROSS_TABLE_SIZE]
    users = [rating.user for _, rating in players]
    cross = tuple(tuple(duels.get((one, other), Duels()) for other in users) for one in users)
    return Meetings(len(rated), tuple(players), cross, tuple(rated[:LATEST]))


def _user(seat: SeatRecord) -> str:
    return seat.user if seat.user is not None else bot_user(seat.bot or "")
