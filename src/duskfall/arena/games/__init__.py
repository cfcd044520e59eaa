"""Everything that the arena has to know about one particular game; each game is one module here."""

from duskfall.arena.games.game import ArenaGame, Colours, Frame, Mark
from duskfall.arena.games.registry import GAMES, game_named

__all__ = ["GAMES", "ArenaGame", "Colours", "Frame", "Mark", "game_named"]
