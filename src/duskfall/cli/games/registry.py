"""Finds the terminal's side of a game by the game's name."""

from __future__ import annotations

from typing import Final

from duskfall.cli.games.fog import FogTerminalGame
from duskfall.cli.games.game import TerminalGame
from duskfall.cli.games.welten import WeltenTerminalGame

_ALL: Final[tuple[TerminalGame, ...]] = (FogTerminalGame(), WeltenTerminalGame())
_GAMES: Final[dict[str, TerminalGame]] = {game.name: game for game in _ALL}


def terminal_game(name: str) -> TerminalGame:
    """Return the terminal's side of a game; its name was checked when the match was set up."""
    return _GAMES[name]
