"""Updates the ratings of players after every rated game; the store commits them with the end of the game.

>>> ratings = Ratings(today=lambda: 20_000)
>>> records = ratings.played("fog", [Contestant("ada", "Ada"), Contestant("bot settler", "settler")], (1, 2))
>>> [(record.user, round(record.mu, 2), record.games) for record in records if isinstance(record, Rated)]
[('ada', 27.64, 1), ('bot settler', 22.36, 1)]
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from duskfall.arena.ratings import MU, Rating, updated
from duskfall.server.store import Met, Named, Rated, Record
from duskfall.server.store import Rating as StoredRating

DRIFT: Final = MU / 300
"""How much the skill of people changes from game to game, as openskill suggests."""

GAMES_A_DAY: Final = 5
"""Games of one pair that count on one day."""

_BOT: Final = "bot "
"""Prefix of the user id of a built-in bot; a hash of a secret has no space."""


def bot_user(name: str) -> str:
    """The user id of a built-in bot."""
    return _BOT + name


def is_bot(user: str) -> bool:
    """Whether a user is a built-in bot."""
    return user.startswith(_BOT)


def _this_day() -> int:
    return int(time.time() // 86_400)


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a rated game."""

    user: str
    name: str
    networks: frozenset[str] = frozenset()
    """Where they have played it from; empty for bots."""


class Ratings:
    """The ratings of all users, by game.

    Two players from one network do not change each other's rating, and of one pair a few games a day count, so that
    nobody is raised by identities of their own. A game with others is rated for each player as if those who do not
    count had not been in it.
    """

    def __init__(
        self, stored: Iterable[StoredRating] = (), met: Iterable[Met] = (), today: Callable[[], int] = _this_day
    ) -> None:
        self._known: dict[str, dict[str, Rating]] = {}
        self._games: Counter[tuple[str, str]] = Counter()
        self._met: dict[tuple[str, str, str], Met] = {}
        self._opponents: Counter[tuple[str, str]] = Counter()
        self._bot_games: Counter[tuple[str, str, str]] = Counter()
        """Games of today that have changed the rating of a bot: by game, bot and network."""
        self._today = today
        self._day = today()
        for rating in stored:
            self._known.setdefault(rating.game, {})[rating.user] = Rating(rating.mu, rating.sigma)
            self._games[rating.game, rating.user] = rating.games
        for meeting in met:
            self._remember(meeting)

    def games(self, user: str) -> int:
        """The rated games of a user, of all kinds."""
        return sum(self._games[game, user] for game in self._known)

    def points(self, game: str, user: str) -> int:
        """The rating of a user as the ladder shows it; a newcomer's if they have none."""
        return round(self._known.get(game, {}).get(user, Rating()).points)

    def played(self, game: str, players: Sequence[Contestant], places: Sequence[int]) -> list[Record]:
        """Rate a finished game; gives the records for the store.

        A game in which a user has several seats, such as one with two bots of one kind, is not rated at all.
        """
        if len({player.user for player in players}) < len(players):
            return []
        if self._day != self._today():
            self._day = self._today()
            self._bot_games.clear()
        known = self._known.setdefault(game, {})
        changed = dict[str, Rating]()
        meetings = dict[tuple[str, str, str], Met]()
        for own, player in enumerate(players):
            counting = [at for at, other in enumerate(players) if at == own or self._counts(game, player, other)]
            if len(counting) == 1:
                continue
            users = [players[at].user for at in counting]
            changed[player.user] = updated(known, users, [places[at] for at in counting], DRIFT)[player.user]
            for other in (players[at] for at in counting if at != own):
                meeting = self._next_meeting(game, player.user, other.user)
                meetings[game, meeting.one, meeting.other] = meeting
        for meeting in meetings.values():
            self._remember(meeting)
        known.update(changed)
        self._note_bot_games(game, players, changed)
        records: list[Record] = [Named(player.user, player.name) for player in players if player.user in changed]
        for user, rating in changed.items():
            self._games[game, user] += 1
            games, opponents = self._games[game, user], self._opponents[game, user]
            records.append(Rated(user, game, rating.mu, rating.sigma, games, opponents))
        return [*records, *meetings.values()]

    def _counts(self, game: str, player: Contestant, other: Contestant) -> bool:
        """Tell whether a player's rating is changed by a game against another one."""
        if player.networks & other.networks:
            return False
        if is_bot(player.user) and any(
            self._bot_games[game, player.user, network] >= GAMES_A_DAY for network in other.networks
        ):
            return False
        meeting = self._met.get((game, *_pair(player.user, other.user)))
        return meeting is None or meeting.day != self._day or meeting.today < GAMES_A_DAY

    def _next_meeting(self, game: str, user: str, other: str) -> Met:
        pair = _pair(user, other)
        before = self._met.get((game, *pair)) or Met(game, *pair, 0, self._day, 0)
        today = before.today if before.day == self._day else 0
        return Met(game, *pair, before.games + 1, self._day, today + 1)

    def _remember(self, meeting: Met) -> None:
        key = meeting.game, meeting.one, meeting.other
        if key not in self._met:
            self._opponents[meeting.game, meeting.one] += 1
            self._opponents[meeting.game, meeting.other] += 1
        self._met[key] = meeting

    def _note_bot_games(self, game: str, players: Sequence[Contestant], changed: dict[str, Rating]) -> None:
        """Count a game for the networks that have changed a bot's rating: new identities there do not add up."""
        networks = {network for player in players for network in player.networks}
        for player in players:
            if is_bot(player.user) and player.user in changed:
                self._bot_games.update((game, player.user, network) for network in networks)


def _pair(user: str, other: str) -> tuple[str, str]:
    return (user, other) if user < other else (other, user)
