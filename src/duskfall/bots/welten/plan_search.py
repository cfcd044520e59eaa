"""Compares plans by playing the game out: the same dice for each plan, and ever more of them for the better ones."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from duskfall.bots.welten.game_model import GameModel
from duskfall.bots.welten.policy.plan import Plan, numbers_of
from duskfall.bots.welten.policy.playing import Playout
from duskfall.welten import UNIT_TYPES, Side
from duskfall.welten.board import ROUNDS, WINNER, Board
from duskfall.welten.turns import LAST_ROUND
from duskfall.welten.units import COMMANDER, FIRST_DAILOR

WON: Final = 0.8
"""The least score of a game that Dailor wins; the rest is for an early end."""
CLOSE: Final = 0.2
"""The score of a game that Dailor nearly wins."""
NEAR: Final = 12
"""Rows and columns around the Feldherr in which units of Dailor count as near."""
MANY_NEAR: Final = 30
"""So many near units count as much as a Feldherr who is nearly destroyed."""

MEMORY: Final = 0.75
"""The weight of the games that were played out for the phases before, less again for each phase since: the war changes
slowly, and somebody who forgot them would dither."""


@dataclass(frozen=True, slots=True)
class WeighedPlan:
    """A plan, and how the games ended in which it was tried."""

    plan: Plan
    games: int = 0
    won: int = 0
    score: float = 0.0
    """The sum of the scores of its games, each from 0 to 1."""
    past_games: float = 0.0
    past_score: float = 0.0
    """The same for the phases before, with the weight that they still have."""

    @property
    def mean(self) -> float:
        """The mean score, the past included."""
        games = self.games + self.past_games
        return (self.score + self.past_score) / games if games else 0.0

    @property
    def chance(self) -> float:
        """The share of games that it won."""
        return self.won / self.games if self.games else 0.0

    def with_game(self, won: bool, score: float) -> WeighedPlan:
        """Returns the plan after one more game."""
        return replace(self, games=self.games + 1, won=self.won + won, score=self.score + score)

    def next_phase(self) -> WeighedPlan:
        """Returns the plan as it is remembered when the next phase begins."""
        games, score = self.games + self.past_games, self.score + self.past_score
        return WeighedPlan(self.plan, past_games=MEMORY * games, past_score=MEMORY * score)


def dailors_score(board: Board) -> float:
    """Returns how well a game ended for Dailor, from 0 to 1: a victory by its round, a defeat by how close it was."""
    if board.facts[WINNER] == Side.DAILOR:
        return WON + (1 - WON) * (1 - int(board.facts[ROUNDS]) / LAST_ROUND)
    commander = int((board.kind == COMMANDER).argmax())
    hurt = 1 - int(board.defence[commander]) / UNIT_TYPES[COMMANDER].defence
    rows, columns = board.cell // board.stride, board.cell % board.stride
    there = (abs(rows - rows[commander]) <= NEAR) & (abs(columns - columns[commander]) <= NEAR)
    near = int((there & (board.kind >= FIRST_DAILOR) & (board.cell != 0)).sum())
    left = float((board.defence[board.kind >= FIRST_DAILOR]).sum() / max(1, int(board.defence.sum())))
    return CLOSE * (0.5 * hurt + 0.3 * min(1.0, near / MANY_NEAR) + 0.2 * left)


class PlanSearch:
    """Finds the best of several plans for a side by successive halving of the plans over a number of games."""

    def __init__(self, model: GameModel, seed: int) -> None:
        self._playout = Playout(model, seed)

    def weigh(
        self,
        board: Board,
        side: Side,
        plans: Sequence[WeighedPlan],
        answers: Sequence[Plan],
        games: int,
        first: int,
    ) -> list[WeighedPlan]:
        """Returns the plans, the best first, after so many games at most in all.

        The enemy follows one of the `answers` in turn. Game i of each plan has the dice of number `first` + i. Equally
        good plans stay in their order.
        """
        ranked = list(plans)
        stages = max(1, math.ceil(math.log2(len(plans))))
        kept = len(ranked)
        for stage in range(stages):
            share = max(1, games // (stages - stage) // kept)
            if share * kept > games:
                break
            games -= share * kept
            for place in range(kept):
                for _ in range(share):
                    ranked[place] = self._try(board, side, ranked[place], answers, first)
            ranked[:kept] = sorted(ranked[:kept], key=lambda weighed: -weighed.mean)
            kept = max(2, (kept + 1) // 2)
        return ranked

    def _try(self, board: Board, side: Side, weighed: WeighedPlan, answers: Sequence[Plan], first: int) -> WeighedPlan:
        """Plays one more game of a plan."""
        answer = answers[weighed.games % len(answers)]
        plans = (weighed.plan, answer) if side is Side.ELDOIN else (answer, weighed.plan)
        end = self._playout.play(board, numbers_of(*plans), first + weighed.games)
        score = dailors_score(end)
        return weighed.with_game(bool(end.facts[WINNER] == side), score if side is Side.DAILOR else 1 - score)
