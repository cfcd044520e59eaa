"""Fog of War boards as drawings: build a game from one, play orders given as text, draw what came of it.

The signs are those of `Position.parse`; drawings are compared after `tidy`, so a test may indent them as it likes.
"""

from __future__ import annotations

from collections.abc import Mapping

from duskfall.fog import Events, Game, Order, Position, parse_order


def tidy(drawing: str) -> str:
    """A drawing with one blank between tiles and none around the lines."""
    return "\n".join(" ".join(line.split()) for line in drawing.strip().splitlines())


def field(drawing: str, turn: int = 0, half: bool = True, turn_limit: int | None = None) -> Game:
    """A game on a drawn board that stands at `turn`."""
    return Game(Position.parse(drawing, turn), half=half, turn_limit=turn_limit)


def orders(text: str) -> list[Order]:
    """Orders from their text forms, separated by blanks."""
    return [parse_order(word) for word in text.split()]


def play(game: Game, wanted: Mapping[int, str]) -> Events:
    """Play one turn with the orders of each seat: `play(game, {0: "0>1 undo", 1: "5>4/2"})`."""
    return game.advance({seat: orders(text) for seat, text in wanted.items()})


def draw(game: Game, seat: int | None = None) -> str:
    """What a seat sees, or the whole board."""
    return tidy(str(game.view(seat)))


def after(drawing: str, *turns: Mapping[int, str], turn: int = 0, half: bool = True) -> str:
    """The whole board after one turn for each set of orders."""
    game = field(drawing, turn=turn, half=half)
    for wanted in turns:
        play(game, wanted)
    return draw(game)
