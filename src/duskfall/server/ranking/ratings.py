"""How good players are: rated after every rated game, kept with the game's end in one transaction.

>>> ratings = Ratings()
>>> deeds = ratings.played("fog", [("ada", "Ada"), ("bot settler", "settler")], (1, 2))
>>> [(deed.user, round(deed.mu, 2), deed.games) for deed in deeds if isinstance(deed, Rated)]
[('ada', 27.64, 1), ('bot settler', 22.36, 1)]
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from duskfall.arena.ratings import MU, Rating, updated
from duskfall.server.store import Named, Rated, Record
from duskfall.server.store import Rating as StoredRating

DRIFT: Final = MU / 300
"""How much people change from game to game, as openskill suggests."""

_BOT: Final = "bot "
"""What the user of a built-in bot begins with; no hash of a secret has a space."""


def bot_user(name: str) -> str:
    """Who a built-in bot is on the ladder."""
    return _BOT + name


def is_bot(user: str) -> bool:
    """Whether a user is a built-in bot."""
    return user.startswith(_BOT)


class Ratings:
    """The ratings of everyone, by game."""

    def __init__(self, stored: Iterable[StoredRating] = ()) -> None:
        self._known: dict[str, dict[str, Rating]] = {}
        self._games: dict[tuple[str, str], int] = {}
        for rating in stored:
            self._known.setdefault(rating.game, {})[rating.user] = Rating(rating.mu, rating.sigma)
            self._games[rating.game, rating.user] = rating.games

    def played(self, game: str, players: Sequence[tuple[str, str]], places: Sequence[int]) -> list[Record]:
        """A game was played to its end by users with names; gives what is to be kept.

        Who plays with several hands, as with two bots of one kind, is not rated against itself: nobody is then.
        """
        users = [user for user, _ in players]
        if len(set(users)) < len(users):
            return []
        known = self._known[game] = updated(self._known.get(game, {}), users, places, DRIFT)
        deeds: list[Record] = []
        for user, name in players:
            games = self._games[game, user] = self._games.get((game, user), 0) + 1
            rating = known[user]
            deeds += (Named(user, name), Rated(user, game, rating.mu, rating.sigma, games))
        return deeds
