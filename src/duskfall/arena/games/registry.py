"""Finds a game's description by the game's name."""

from __future__ import annotations

from typing import Final

from duskfall.arena.games.fog import FogArenaGame
from duskfall.arena.games.game import ArenaGame
from duskfall.arena.games.welten import WeltenArenaGame
from duskfall.errors import UnknownName

_ALL: Final[tuple[ArenaGame, ...]] = (FogArenaGame(), WeltenArenaGame())
GAMES: Final[dict[str, ArenaGame]] = {game.name: game for game in _ALL}
"""Every game that bots can play in tournaments."""


def game_named(name: str) -> ArenaGame:
    """Return the game of that name.

    >>> game_named("welten").title
    'Weltendämmerung'
    """
    if name not in GAMES:
        raise UnknownName("game", name, GAMES)
    return GAMES[name]
