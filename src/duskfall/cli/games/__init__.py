"""Shows each game in the terminal; each game is one module here."""

from duskfall.cli.games.game import Cell, TerminalGame
from duskfall.cli.games.registry import terminal_game

__all__ = ["Cell", "TerminalGame", "terminal_game"]
