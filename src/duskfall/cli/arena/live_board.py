"""Draws a match in the terminal while it is played: each tile is a coloured cell, with a number if there is room."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rich.console import Group
from rich.live import Live
from rich.style import Style
from rich.text import Text

from duskfall.cli.games import Cell, terminal_game
from duskfall.cli.terminal import err

if TYPE_CHECKING:
    from duskfall.play import Match

MARGIN: Final = 5
"""Lines of the terminal that the board leaves free."""


@contextmanager
def live_board(match: Match, pace: float) -> Iterator[Callable[[Match], None]]:
    """Draw the match on stderr, at most `pace` pictures a second; yields the function to call after every turn."""
    with Live(picture(match), console=err, auto_refresh=False, vertical_overflow="crop") as live:
        due = time.monotonic()

        def show(played: Match) -> None:
            nonlocal due
            live.update(picture(played), refresh=True)
            if pace:
                due = max(due + 1 / pace, time.monotonic() - 1 / pace)
                time.sleep(max(0.0, due - time.monotonic()))

        yield show


def picture(match: Match) -> Group:
    """Draw the whole board as a spectator sees it, under a line with the status of the match."""
    view = match.game.view(None)
    game = terminal_game(match.setup.game)
    status, cells = game.status(match, view), game.cells(view)
    fits = len(cells) + MARGIN <= err.height
    for letters in (3, 2):
        if fits and letters * len(cells[0]) <= err.width:
            return Group(status, full_cells(cells, letters))
    return Group(status, half_cells(cells))


def full_cells(cells: list[list[Cell]], letters: int) -> Text:
    """Draw each tile with its text, `letters` wide."""
    text = Text(no_wrap=True, overflow="crop")
    for number, row in enumerate(cells):
        if number:
            text.append("\n")
        for cell in row:
            text.append(cell.text.rjust(letters), Style(color=cell.colour, bgcolor=cell.background))
    return text


def half_cells(cells: list[list[Cell]]) -> Text:
    """Draw each tile as half a letter, for large boards and small terminals: the colours alone."""
    text = Text(no_wrap=True, overflow="crop")
    for y in range(0, len(cells), 2):
        if y:
            text.append("\n")
        below = cells[y + 1] if y + 1 < len(cells) else [Cell("default")] * len(cells[y])
        for upper, lower in zip(cells[y], below, strict=True):
            text.append("▀", Style(color=upper.background, bgcolor=lower.background))
    return text
