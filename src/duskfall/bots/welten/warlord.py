"""The warlord, an opponent for Weltendämmerung that compares plans by playing the game out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from duskfall.bots.bot import Deadline, SeatInfo
from duskfall.bots.welten.game_model import GameModel
from duskfall.bots.welten.plan_search import PlanSearch, WeighedPlan
from duskfall.bots.welten.policy.orders import OrderWriter
from duskfall.bots.welten.policy.plan import Plan, numbers_of
from duskfall.bots.welten.policy.reasons import OrderReason
from duskfall.bots.welten.policy.repertoire import ANSWERS, PLANS
from duskfall.welten import Phase, PlayerOrder, Side, View

PLAYOUT_NUMBERS: Final = 10_000
"""Dice of playouts that each state of a game has for itself."""


@dataclass(frozen=True, slots=True)
class PlanChosen:
    """Why a plan was chosen for a phase."""

    plan: str
    chance: float
    """The share of the games played out that the side won with it."""
    games: int
    others: tuple[tuple[str, float], ...]
    """The plans that were weighed besides, with their chances, the best first."""

    @property
    def goal(self) -> str:
        """The plan, as a goal of the game."""
        return self.plan

    @property
    def numbers(self) -> dict[str, int]:
        """The numbers that decided, chances in percent."""
        following = self.others[0][1] if self.others else 0.0
        chances = {"chance": round(100 * self.chance), "next": round(100 * following)}
        return chances | {"games": self.games, "plans": 1 + len(self.others)}


class Warlord:
    """Weighs several plans for each phase by playing the game out with them, and follows the best one."""

    games: ClassVar[Mapping[Phase, int]] = {Phase.MOVEMENT: 96, Phase.ATTACK: 48, Phase.GATES: 24}
    """The games that it plays out at the start of each phase."""

    def __init__(self, info: SeatInfo) -> None:
        model = GameModel(info)
        self._model, self._side = model, Side(info.seat)
        self._writer, self._search = OrderWriter(model), PlanSearch(model, info.seed)
        self._weighed = [WeighedPlan(plan) for plan in PLANS[self._side]]
        self._plan: Plan | None = None
        self._planned: tuple[int, Phase] | None = None
        """The round and phase that the plan was last weighed in."""
        self.reason: PlanChosen | None = None
        """Why the plan of the running phase was chosen."""
        self.reasons: list[OrderReason | PlanChosen | None] = []
        """Why each of the last orders was given; the first of a phase has the reason of the plan."""

    def choose(self, view: View, deadline: Deadline) -> list[PlayerOrder]:
        """Returns orders for a whole phase, or as many attacks as do not depend on each other's dice."""
        del deadline
        new_phase = self._planned != (view.rounds, view.phase)
        if self._plan is None or new_phase:
            self._plan = self._decide(view)
            self._planned = (view.rounds, view.phase)
        answer = ANSWERS[self._side.other][0]
        sides = (self._plan, answer) if self._side is Side.ELDOIN else (answer, self._plan)
        orders = self._writer.orders(view, numbers_of(*sides))
        self.reasons = list(self._writer.reasons)
        if new_phase:
            self.reasons[0] = self.reason
        return orders

    def _decide(self, view: View) -> Plan:
        """Weighs the plans, and returns the one to follow."""
        first = PLAYOUT_NUMBERS * (6 * view.rounds + view.state)
        board, answers, games = self._model.board(view), ANSWERS[self._side.other], self.games[view.phase]
        remembered = [weighed.next_phase() for weighed in self._weighed]
        self._weighed = self._search.weigh(board, self._side, remembered, answers, games, first)
        best, *others = self._weighed
        self.reason = PlanChosen(
            best.plan.name,
            best.chance,
            sum(each.games for each in self._weighed),
            tuple((each.plan.name, each.chance) for each in others),
        )
        return best.plan


class QuickWarlord(Warlord):
    """Is the warlord with less time: it plays fewer games out for each phase."""

    games: ClassVar[Mapping[Phase, int]] = {Phase.MOVEMENT: 16, Phase.ATTACK: 8, Phase.GATES: 4}
