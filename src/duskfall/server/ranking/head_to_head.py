"""Who met whom on this server in rated games, counted once for every game that ends."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from duskfall.arena.standings import Duels
from duskfall.server.ranking.rated import was_rated
from duskfall.server.ranking.ratings import bot_user
from duskfall.server.store import ABANDONED, Finished, Rating, SeatRecord, Store

LOOKED_AT: Final = 2000
"""Matches, the newest first; those among them that were rated are counted."""
CROSSED: Final = 16
"""Players in the table: those highest on the ladder."""
LATEST: Final = 10
"""Rated matches that are told one by one."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who met whom in one game."""

    counted: int
    """Matches."""
    players: tuple[tuple[int, Rating], ...]
    """With their ranks on the ladder."""
    cross: tuple[tuple[Duels, ...], ...]
    latest: tuple[Finished, ...]


class HeadToHead:
    """The meetings of each game, as of the last match that ended. Used from threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[str | None, Meetings]] = {}

    def meetings(self, game: str) -> Meetings:
        """Who met whom in a game."""
        with self._lock:
            newest = next((match.begun.match for match in self._store.finished(game, 1)), None)
            seen, kept = self._kept.get(game, (None, None))
            if kept is None or seen != newest:
                kept = counted(self._store.finished(game, LOOKED_AT), self._store.ratings(game))
                self._kept[game] = newest, kept
            return kept


def counted(matches: list[Finished], ratings: list[Rating]) -> Meetings:
    """The meetings in those of these matches that were rated."""
    rated = [match for match in matches if match.ended.reason != ABANDONED and was_rated(match.begun)]
    duels: defaultdict[tuple[str, str], Duels] = defaultdict(Duels)
    for match in rated:
        seats = list(zip(map(_user, match.begun.seats), match.ended.places, strict=True))
        for (one, mine), (other, theirs) in permutations(seats, 2):
            met = duels[one, other]
            met.games += 1
            met.points += 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
    met_somebody = {one for one, _ in duels}
    players = [each for each in enumerate(ratings, 1) if each[1].user in met_somebody][:CROSSED]
    users = [rating.user for _, rating in players]
    cross = tuple(tuple(duels.get((one, other), Duels()) for other in users) for one in users)
    return Meetings(len(rated), tuple(players), cross, tuple(rated[:LATEST]))


def _user(sitter: SeatRecord) -> str:
    return sitter.user if sitter.user is not None else bot_user(sitter.bot or "")
