"""Updates the ratings of players after every rated game; the store commits them with the end of the game.

>>> ratings = Ratings()
>>> records = ratings.played("fog", [("ada", "Ada"), ("bot settler", "settler")], (1, 2))
>>> [(record.user, round(record.mu, 2), record.games) for record in records if isinstance(record, Rated)]
[('ada', 27.64, 1), ('bot settler', 22.36, 1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from duskfall.arena.ratings import MU, Rating, updated
from duskfall.server.store import Named, Rated, Record
from duskfall.server.store import Rating as StoredRating

DRIFT: Final = MU / 300
"""How much the skill of people changes from game to game, as openskill suggests."""

_BOT: Final = "bot "
"""Prefix of the user id of a built-in bot; a hash of a secret has no space."""


def bot_user(name: str) -> str:
    """The user id of a built-in bot."""
    return _BOT + name


def is_bot(user: str) -> bool:
    """Whether a user is a built-in bot."""
    return user.startswith(_BOT)


class Ratings:
    """The ratings of all users, by game."""

    def __init__(self, stored: Iterable[StoredRating] = ()) -> None:
        self._known: dict[str, dict[str, Rating]] = {}
        self._games: dict[tuple[str, str], int] = {}
        for rating in stored:
            self._known.setdefault(rating.game, {})[rating.user] = Rating(rating.mu, rating.sigma)
            self._games[rating.game, rating.user] = rating.games

    def played(self, game: str, players: Sequence[tuple[str, str]], places: Sequence[int]) -> list[Record]:
        """Rate a finished game of `players`, each a user and a name; gives the records for the store.

        A game in which a user has several seats, such as one with two bots of one kind, is not rated at all.
        """
        users = [user for user, _ in players]
        if len(set(users)) < len(users):
            return []
        known = self._known[game] = updated(self._known.get(game, {}), users, places, DRIFT)
        records: list[Record] = []
        for user, name in players:
            games = self._games[game, user] = self._games.get((game, user), 0) + 1
            rating = known[user]
            records += (Named(user, name), Rated(user, game, rating.mu, rating.sigma, games))
        return records
