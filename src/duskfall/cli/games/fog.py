"""Fog of War in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from rich.style import Style
from rich.text import Text

from duskfall.cli.games.game import Cell
from duskfall.cli.terminal import out

if TYPE_CHECKING:
    from duskfall.fog import View
    from duskfall.play import Match

SEAT_STYLES: Final = ("red", "blue", "green", "yellow", "magenta", "cyan", "bright_red", "bright_blue")
"""The colours of seats in a text board, as every terminal has them."""
SEAT_COLOURS: Final = (
    "#c0392b", "#2471a3", "#1e8449", "#b7950b", "#7d3c98", "#148f77", "#a04000", "#5d6d7e",
    "#e74c3c", "#5dade2", "#58d68d", "#f4d03f", "#af7ac5", "#48c9b0", "#dc7633", "#aab7b8",
)  # fmt: skip
"""The colours of seats on a live board."""
FREE, MOUNTAIN, CITY, TOWER = "#2b2f33", "#6e6259", "#8a8d3a", "#557a8a"


class FogTerminalGame:
    """Shows Fog of War in the terminal."""

    name: Final = "fog"
    units: Final = "turns"

    def progress_total(self, match: Match) -> int | None:
        """Return the turn limit, None if there is none."""
        limit: int | None = match.setup.options.get("turn_limit")
        return limit or None

    def progress(self, match: Match) -> int:
        """Return the turns that were played."""
        return match.turn

    def seat_totals(self, match: Match, seat: int) -> dict[str, int]:
        """Return the tiles and armies of a seat."""
        score = match.game.view(None).scores[seat]
        return {"tiles": score.tiles, "armies": score.armies}

    def status(self, match: Match, view: View) -> Text:
        """Return the turn, and the tiles and armies of each seat."""
        text = Text(f"Turn {view.turn}", "bold")
        for seat, score in enumerate(view.scores):
            text.append("   ")
            text.append("  ", Style(bgcolor=SEAT_COLOURS[seat]))
            state = f"{score.tiles} tiles {score.armies} armies" if view.alive[seat] else "out"
            text.append(f" {match.players[seat]}: {state}", "none")
        return text

    def cells(self, view: View) -> list[list[Cell]]:
        """Return every tile; generals stand on white."""
        neutral = {-1: (FREE, "  "), -2: (MOUNTAIN, "  "), -5: (TOWER, "[]"), -6: (CITY, "++")}
        cells = []
        cities, generals = set(view.cities), set(view.generals)
        for tile, (code, armies) in enumerate(zip(view.terrain.tolist(), view.armies.tolist(), strict=True)):
            if code < 0:
                background, sign = neutral[code]
                cells.append(Cell(background, short(armies) if code == -1 and armies else sign))
            elif tile in generals:
                cells.append(Cell("#ffffff", short(armies), SEAT_COLOURS[code]))
            else:
                cells.append(Cell(SEAT_COLOURS[code], short(armies), "#ffe066" if tile in cities else "#ffffff"))
        return [cells[start : start + view.width] for start in range(0, len(cells), view.width)]

    def view_document(self, match: Match, seat: int | None) -> dict[str, Any]:
        """Return what a seat sees as plain values for JSON."""
        return view_document(match.game.view(seat))

    def print_board(self, match: Match, seat: int | None) -> None:
        """Print the text board and its title."""
        view = match.game.view(seat)
        out.print(board_text(view), soft_wrap=True, no_wrap=True)
        out.print(view_title(view), style="bold", soft_wrap=True, markup=False)


def short(armies: int) -> str:
    """Write a number in two letters: h stands for hundreds, k for thousands.

    >>> short(7), short(42), short(350), short(4200), short(99999)
    (' 7', '42', '3h', '4k', '>9')
    """
    if armies < 100:
        return f"{armies:2}"
    if armies < 1000:
        return f"{armies // 100}h"
    return f"{armies // 1000}k" if armies < 10_000 else ">9"


def view_title(view: View) -> str:
    """Return the line that goes with a text board."""
    eyes = "everything" if view.seat is None else f"what seat {view.seat} sees"
    winner = None if view.outcome is None else view.outcome.winner
    end = "" if view.outcome is None else ", a draw" if winner is None else f", won by seat {winner}"
    scores = ", ".join(f"seat {seat} {score.tiles}/{score.armies}" for seat, score in enumerate(view.scores))
    return f"Turn {view.turn}{end}, {eyes}; tiles/armies: {scores}"


def board_text(view: View) -> Text:
    """Return the text board; on a terminal each seat has its own colour."""
    text = Text(str(view))
    for number, style in enumerate(SEAT_STYLES):
        letter = chr(ord("a") + number)
        text.highlight_regex(rf"[+!]?[{letter}{letter.upper()}]\d+", style)
    text.highlight_regex(r"[~?^.]", "dim")
    return text


def view_document(view: View) -> dict[str, object]:
    """Return a view as plain values for JSON."""
    return {
        "seat": view.seat,
        "turn": view.turn,
        "width": view.width,
        "height": view.height,
        "terrain": view.terrain.tolist(),
        "armies": view.armies.tolist(),
        "defence": view.defence.tolist(),
        "cities": view.cities,
        "towers": view.towers,
        "generals": view.generals,
        "scores": [{"tiles": score.tiles, "armies": score.armies} for score in view.scores],
        "alive": view.alive,
        "winner": None if view.outcome is None else view.outcome.winner,
    }
