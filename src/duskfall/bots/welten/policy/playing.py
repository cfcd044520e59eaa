"""Plays games out: the rules' kernels, driven by the policy of both sides, from any position to the end."""

from __future__ import annotations

from typing import Final

import numpy as np

from duskfall.bots.welten.game_model import GameModel
from duskfall.bots.welten.policy.gates import set_gates
from duskfall.bots.welten.policy.goals import measure_ways
from duskfall.bots.welten.policy.moving import move_side
from duskfall.bots.welten.policy.nearness import count_units
from duskfall.bots.welten.policy.plan import Numbers
from duskfall.bots.welten.policy.scratch import NEVER_MEASURED, Scratch, scratch_for
from duskfall.bots.welten.policy.striking import Modifiers, attack_side
from duskfall.compiled import kernel, number, word
from duskfall.dice import Stream, key, purpose
from duskfall.welten.board import PHASE, PLAYER, REASON, ROUNDS, Board
from duskfall.welten.execution import TOKENS
from duskfall.welten.rule_tables import RuleTables, rule_tables
from duskfall.welten.turns import LAST_ROUND, end_state
from duskfall.welten.units import MOVEMENT

PLAYING_OUT: Final = purpose("welten playing out")


@kernel
def play_state(
    board: Board, tables: RuleTables, scratch: Scratch, plan: Numbers, modifiers: Modifiers, stream: Stream
) -> None:
    """Plays the running state and ends it."""
    side, phase = number(board.facts[PLAYER]), number(board.facts[PHASE])
    if phase == 0:
        move_side(board, tables, scratch, side, plan, False)
    elif phase == 1:
        attack_side(board, tables, scratch, side, plan, modifiers, stream)
    else:
        set_gates(board, tables, scratch, side, plan)
    if board.facts[REASON] == 0:
        end_state(board, MOVEMENT, TOKENS)


@kernel
def play_rounds(
    board: Board,
    tables: RuleTables,
    scratch: Scratch,
    plan: Numbers,
    modifiers: Modifiers,
    stream: Stream,
    rounds: int,
) -> None:
    """Plays until the game is over, or so many rounds are complete."""
    scratch.measured[:] = NEVER_MEASURED
    if board.facts[PHASE] == 1:
        count_units(board, scratch, 1)
        measure_ways(board, tables, scratch, 1, plan, True)
    while board.facts[REASON] == 0 and board.facts[ROUNDS] < rounds:
        play_state(board, tables, scratch, plan, modifiers, stream)


class Playout:
    """Plays games of one match out, from any view of it; the same seed and number give the same game.

    The dice are its own: those of the match stay unknown.
    """

    def __init__(self, model: GameModel, seed: int) -> None:
        self._model, self._seed = model, seed
        self._tables, self._modifiers = rule_tables(model.rules), model.modifiers
        self._stream = np.zeros(1, np.uint64)
        self._scratch: Scratch | None = None
        self._copy: Board | None = None

    def play(self, start: Board, plan: Numbers, number: int, rounds: int = LAST_ROUND) -> Board:
        """Plays one game, the `number`th, until so many rounds are complete; the board is overwritten by the next."""
        if self._scratch is None or self._copy is None:
            self._scratch, self._copy = scratch_for(start, self._tables), self._model.empty_board()
        self._copy.block[:] = start.block
        self._stream[0] = key(word(self._seed), word(number), word(PLAYING_OUT))
        play_rounds(self._copy, self._tables, self._scratch, plan, self._modifiers, self._stream, rounds)
        return self._copy
