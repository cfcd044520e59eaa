"""Weltendämmerung in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from rich.style import Style
from rich.text import Text

from duskfall.cli.games.game import Cell
from duskfall.cli.terminal import out

if TYPE_CHECKING:
    from duskfall.formats.welten.pictures import Board
    from duskfall.play import Match
    from duskfall.welten import Game, View

ROUNDS: Final = 15
TERRAIN_COLOURS: Final = (
    "#3f6b35", "#2f5f9e", "#24502a", "#111111", "#5a6b3a", "#9a7b4f", "#6e6259", "#8c8c86", "#b0aca0",
)  # fmt: skip
"""The colours of the terrains on a live board, in the order of their numbers."""
SIDE_COLOURS: Final = ("#ffe066", "#ff5c5c")
"""The colours of Eldoin and Dailor on a live board."""


class WeltenTerminalGame:
    """Shows Weltendämmerung in the terminal."""

    name: Final = "welten"
    units: Final = "orders"

    def progress_total(self, match: Match) -> int | None:
        """Return the rounds of a game."""
        del match
        return ROUNDS

    def progress(self, match: Match) -> int:
        """Return the rounds that were played."""
        rounds: int = match.game.view(None).rounds
        return rounds

    def seat_totals(self, match: Match, seat: int) -> dict[str, int]:
        """Return the number of living units of a side."""
        return {"units": living_units(match.game.view(None), seat)}

    def status(self, match: Match, view: View) -> Text:
        """Return the round, and the number of living units of each side."""
        text = Text(f"Round {min(view.rounds + 1, ROUNDS)} of {ROUNDS}, {view.phase.name.lower()}", "bold")
        for side, name in enumerate(("Eldoin", "Dailor")):
            text.append("   ")
            text.append("  ", Style(bgcolor=SIDE_COLOURS[side]))
            style = "bold" if view.player == side else "none"
            text.append(f" {name} ({match.players[side]}): {living_units(view, side)}", style)
        return text

    def cells(self, view: View) -> list[list[Cell]]:
        """Return every tile; units stand on the colour of their side, Eldoin's Feldherr on white."""
        from duskfall.formats.welten.text_art import UNIT_SIGNS
        from duskfall.welten import UNIT_TYPES
        from duskfall.welten.terrain import terrain_of

        terrains = {code: Cell(TERRAIN_COLOURS[terrain_of(code)]) for code in set(b"".join(view.terrain))}
        rows = [[terrains[code] for code in row] for row in view.terrain]
        for unit in view.units:
            if unit.alive:
                kind = UNIT_TYPES[unit.type]
                background = "#ffffff" if kind.must_live else SIDE_COLOURS[kind.side]
                rows[unit.y][unit.x] = Cell(background, f"{UNIT_SIGNS[unit.type]} ", "#000000")
        return rows

    def view_document(self, match: Match, seat: int | None) -> dict[str, Any]:
        """Return the game as plain values for JSON."""
        return game_document(cast("Game", match.game), match.game.view(seat))

    def print_board(self, match: Match, seat: int | None) -> None:
        """Print the board and its title."""
        from duskfall.formats.welten.pictures import Board

        game = cast("Game", match.game)
        print_board(Board.at(game))
        out.print(game_title(game, match.game.view(seat)), style="bold", soft_wrap=True, markup=False)


def living_units(view: View, side: int) -> int:
    """Count the living units of a side."""
    from duskfall.welten import UNIT_TYPES

    return sum(unit.alive and UNIT_TYPES[unit.type].side == side for unit in view.units)


def game_title(game: Game, view: View) -> str:
    """Return the line that goes with a board."""
    armies = f"Eldoin {living_units(view, 0)} units, Dailor {living_units(view, 1)}"
    if view.outcome is not None:
        return f"{game.scenario.name}, {view.rules} rules: {view.outcome}. {armies}"
    state = f"{view.player.name.capitalize()}, {view.phase.name.lower()} phase"
    return f"{game.scenario.name}, {view.rules} rules, round {view.rounds + 1} of {ROUNDS}: {state}. {armies}"


def game_document(game: Game, view: View) -> dict[str, Any]:
    """Return a game as plain values for JSON."""
    from duskfall.formats.welten.text_art import land_rows

    return {
        "scenario": game.scenario.name,
        "rules": view.rules,
        "dice": view.dice,
        "phase": view.phase.name.lower(),
        "player": view.player.name.lower(),
        "state": view.state,
        "rounds": view.rounds,
        "outcome": None if view.outcome is None else str(view.outcome),
        "digest": game.digest(),
        "land": land_rows(game.situation.land()),
        "terrain": [row.hex() for row in view.terrain],
        "gates": [{"x": gate.x, "y": gate.y, "side": gate.side.name.lower(), "live": gate.live} for gate in view.gates],
        "units": [unit._asdict() for unit in view.units],
    }


def print_board(board: Board) -> None:
    """Print the board as text, with rulers if the terminal has room, in the C64's colours if it has colours."""
    from duskfall.formats.welten.pictures import ruled, text_rows

    rows = text_rows(board)
    rulers = len(ruled(rows)[1]) <= out.width or not out.is_terminal
    for number, line in enumerate(ruled(rows) if rulers else rows):
        text = Text(line, no_wrap=True, overflow="ignore")
        if not rulers or number:
            _colour(text, board, number - rulers, len(line) - len(rows[0]))
        out.print(text, soft_wrap=True)


def _colour(text: Text, board: Board, row: int, gap: int) -> None:
    from duskfall.formats.palette import GUIDE
    from duskfall.formats.welten.tiles import GROUND
    from duskfall.welten.terrain import FIRST_CODE

    for x, code in enumerate(board.codes()[row].tolist()):
        colour = board.tiles.colours[code - FIRST_CODE]
        text.stylize(f"{GUIDE[colour]} on {GUIDE[GROUND]}", gap + x, gap + x + 1)
