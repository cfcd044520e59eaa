"""Finds the level of opponents that fits a player, from the duels with bots that this server has kept."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from duskfall.bots.games import GAMES
from duskfall.server.store import ABANDONED, Finished

MOST_MATCHES: Final = 2000
"""The newest matches of the server; a player's duels among them are counted. It bounds the cost of a question."""
ROW: Final = 2
"""Games won or lost in a row after which the level changes."""


class Level(NamedTuple):
    """A player's level in a game."""

    level: str
    """The bot that stands for it."""
    row: int = 0
    """Games in a row that were won on it (above 0) or lost (below 0)."""
    last: str = ""
    """The match that was counted last; empty if there is none."""


class Duel(NamedTuple):
    """A finished game of a player against one bot."""

    match: str
    bot: str
    won: bool


def level_of(game: str, user: str, matches: Iterable[Finished]) -> Level:
    """Give the level of a user after these matches, of which the newest comes first."""
    level = Level(GAMES[game].first_level)
    for match in reversed(list(matches)):
        duel = _duel(match, user)
        if duel is not None and duel.bot in GAMES[game].levels:
            level = after(level, duel, GAMES[game].levels)
    return level


def after(before: Level, duel: Duel, levels: tuple[str, ...]) -> Level:
    """Give the level after a duel; one with a bot of another level makes that level the player's.

    >>> after(Level("settler", 1), Duel("m7", "settler", won=True), ("wanderer", "settler", "raider"))
    Level(level='raider', row=0, last='m7')
    >>> after(Level("settler", 1), Duel("m7", "raider", won=False), ("wanderer", "settler", "raider"))
    Level(level='raider', row=-1, last='m7')
    """
    row = before.row if before.level == duel.bot else 0
    row = max(row, 0) + 1 if duel.won else min(row, 0) - 1
    place = levels.index(duel.bot) + (1 if row >= ROW else -1 if row <= -ROW else 0)
    changed = abs(row) >= ROW and 0 <= place < len(levels)
    return Level(levels[place], 0, duel.match) if changed else Level(duel.bot, row, duel.match)


def _duel(match: Finished, user: str) -> Duel | None:
    """Give a match as a duel of a user with a bot; None if it is none, or was played on from a turn of another."""
    seats, ended = match.begun.seats, match.ended
    own = [seat for seat, occupant in enumerate(seats) if occupant.user == user]
    bots = [occupant.bot for occupant in seats if occupant.bot is not None]
    if len(seats) != 2 or len(own) != 1 or len(bots) != 1 or match.begun.origin is not None:
        return None
    return None if ended.reason == ABANDONED else Duel(match.begun.match, bots[0], ended.winner == own[0])
