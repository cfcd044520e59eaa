"""The interface that a game implements once to be shown in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from rich.text import Text

    from duskfall.play import Match


class Cell(NamedTuple):
    """One tile of a board that is drawn in colours."""

    background: str
    text: str = "  "
    colour: str = "#ffffff"


class TerminalGame(Protocol):
    """Shows one game in the terminal."""

    @property
    def name(self) -> str:
        """The name that setups call the game by."""

    @property
    def units(self) -> str:
        """The unit in which the length of a game is counted, in the plural."""

    def progress_total(self, match: Match) -> int | None:
        """Return the steps of the bar that shows how far a match is, None if they are unknown."""

    def progress(self, match: Match) -> int:
        """Return the steps of that bar that are done."""

    def seat_totals(self, match: Match, seat: int) -> dict[str, int]:
        """Return what a seat has at the end, by name."""

    def status(self, match: Match, view: Any) -> Text:
        """Return the line above a live board."""

    def cells(self, view: Any) -> list[list[Cell]]:
        """Return every tile of a live board, row by row."""

    def view_document(self, match: Match, seat: int | None) -> dict[str, Any]:
        """Return what a seat sees, or everything, as plain values for JSON."""

    def print_board(self, match: Match, seat: int | None) -> None:
        """Print what a seat sees, or everything, with a line below it."""
