"""Turn order: the six states of a round, and the end of a game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique
from typing import Final

import numpy as np
from numpy.typing import NDArray

from duskfall.compiled import kernel, number
from duskfall.welten.board import BOTH, GONE, OFFERS, PHASE, PLAYER, REASON, ROUNDS, WINNER, Board, set_terrain
from duskfall.welten.rule_tables import RuleTables
from duskfall.welten.terrain import GATE, MEADOW
from duskfall.welten.units import Side

LAST_ROUND: Final = 15
"""Eldoin wins when so many rounds are complete."""


class Phase(IntEnum):
    """A phase of a round; Eldoin plays each first, then Dailor."""

    MOVEMENT = 0
    ATTACK = 1
    GATES = 2

    @property
    def german(self) -> str:
        """Its name on the German screen.

        >>> Phase.GATES.german
        'Torphase'
        """
        return ("Bewegungsphase", "Angriffsphase", "Torphase")[self]


def state_number(phase: Phase, player: Side) -> int:
    """Returns the number of a state, 1 to 6.

    >>> state_number(Phase.ATTACK, Side.DAILOR)
    4
    """
    return phase * 2 + player + 1


@unique
class Reason(StrEnum):
    """The reason why a game ended; the board holds its place in this list, from 1."""

    COMMANDER = "commander"
    """Eldoin's Feldherr was destroyed."""
    ANNIHILATION = "annihilation"
    """All units of Dailor were destroyed."""
    ROUNDS = "rounds"
    """Eldoin held out for fifteen rounds."""
    WEST_EDGE = "west_edge"
    """A unit of Dailor stepped onto the westernmost column."""
    RESIGN = "resign"
    DRAW = "draw"
    CLOCK = "clock"
    """A side's time ran out."""

    @property
    def number(self) -> int:
        """Its number on the board."""
        return list(Reason).index(self) + 1


COMMANDER_FELL: Final = Reason.COMMANDER.number
ANNIHILATION: Final = Reason.ANNIHILATION.number
ROUNDS_OVER: Final = Reason.ROUNDS.number
WEST_EDGE: Final = Reason.WEST_EDGE.number


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a game.

    >>> print(Outcome(Side.DAILOR, Reason.COMMANDER))
    Dailor wins (commander)
    >>> Outcome(Side.DAILOR, Reason.COMMANDER).places, Outcome(None, Reason.DRAW).places
    ((2, 1), (1, 1))
    """

    winner: Side | None
    """None after a draw."""
    reason: Reason

    @property
    def places(self) -> tuple[int, int]:
        """The place of each seat."""
        if self.winner is None:
            return 1, 1
        return (1, 2) if self.winner is Side.ELDOIN else (2, 1)

    def __str__(self) -> str:
        result = "draw" if self.winner is None else f"{self.winner.name.capitalize()} wins"
        return f"{result} ({self.reason})"


def outcome_of(board: Board) -> Outcome | None:
    """Returns the outcome of a game, None while it runs."""
    winner, reason = int(board.facts[WINNER]), int(board.facts[REASON])
    if reason == 0:
        return None
    return Outcome(None if winner == BOTH else Side(winner), list(Reason)[reason - 1])


@kernel
def finish(board: Board, winner: int, reason: int) -> None:
    """Ends the game; phase and player stay as they are."""
    board.facts[WINNER] = winner
    board.facts[REASON] = reason


@kernel
def set_points(board: Board, points: NDArray[np.int16]) -> None:
    """Gives every living unit the points of its type."""
    for unit in range(len(board.cell)):
        if board.cell[unit] != GONE:
            board.points[unit] = points[board.kind[unit]]


@kernel
def end_state(board: Board, full: NDArray[np.int16], token: NDArray[np.int16]) -> None:
    """Ends a state: the next one begins, or the game is over."""
    phase, player = number(board.facts[PHASE]), number(board.facts[PLAYER])
    board.facts[OFFERS] &= 1 << player  # playing on declines the other side's draw
    if player == 1 and phase == 2:
        set_points(board, full)
        board.facts[ROUNDS] += 1
        if board.facts[ROUNDS] >= LAST_ROUND:
            finish(board, 0, ROUNDS_OVER)
            return
    if player == 1:
        phase = (phase + 1) % 3
    board.facts[PHASE] = phase
    board.facts[PLAYER] = 1 - player
    if phase == 1:
        set_points(board, token)


@kernel
def toggle(board: Board, tables: RuleTables, gate: int) -> int:
    """Opens, closes or rebuilds a gate position; returns the new terrain code."""
    cell = number(board.gate_cell[gate])
    code = GATE
    if board.terrain[cell] == GATE:
        code = tables.eldoin_gate if board.facts[PLAYER] == 0 else MEADOW
    set_terrain(board, cell, code)
    return code
