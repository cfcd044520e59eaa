"""Plays a match between bots: asks each bot when it is due, counts its faults, and ends all bots with the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Final, Self

from duskfall.bots.answers import orders_of
from duskfall.bots.bot import MOST_ORDERS, Bot, Deadline, Explaining, ExplainingOrders, Leaving, Listening
from duskfall.bots.faults import Fault, FaultCount, FaultKind
from duskfall.bots.games import GAMES
from duskfall.errors import Refused
from duskfall.play import Match, Order, Outcome, Seat, TurnReason
from duskfall.play.reasons import MAX_REASONS
from duskfall.tempo import Tempo

ORDERS_A_STATE: Final = 1000
"""The most orders of one side in a row in a game that orders advance. Then its state is ended for it, or it could move
to and fro for ever."""


class BotMatch:
    """A match between bots. As a context manager it ends every bot on leaving, also after an error."""

    def __init__(self, match: Match, bots: Sequence[Bot], deadline_ms: int = 1000, *, explain: bool = False) -> None:
        match.lockstep = False
        self.match = match
        self.bots = tuple(bots)
        self.faults = tuple(FaultCount() for _ in bots)
        self.reasons: list[TurnReason] = []
        """Why bots gave their orders, where they tell it and `explain` asks for it; as many as a replay keeps."""
        self._explain = explain
        self._deadline = Deadline(deadline_ms)
        self._bot_game = GAMES[match.setup.game]
        self._ticks = match.game.tempo is Tempo.TICK
        self._in_a_row = (-1, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    def play(self, watch: Callable[[Match], None] | None = None) -> Outcome:
        """Plays to the end; `watch` is called after every turn or answer."""
        while (outcome := self.match.outcome) is None:
            self.step()
            if watch is not None:
                watch(self.match)
        return outcome

    def step(self) -> None:
        """Asks each bot that the game waits for once, and lets the game go on."""
        if self._ticks:
            self._step_turn()
        else:
            (seat,) = self.match.waiting
            self._step_side(seat)

    def leave(self) -> None:
        """Ends every bot."""
        with ExitStack() as stack:  # one bot that fails does not keep the others from leaving
            for seat, bot in enumerate(self.bots):
                if isinstance(bot, Leaving):
                    stack.callback(bot.leave, self.match.game.view(seat), self.match.outcome)

    def _step_turn(self) -> None:
        """Asks all bots about the same turn before any orders count."""
        match = self.match
        living = [seat for seat in range(match.seats) if match.world.living(match.game, seat)]
        answers = [(seat, self._ask(seat)) for seat in living]
        for seat, orders in answers:
            if orders is None and self.faults[seat].lost:
                match.remove(seat)
            for order in orders or ():
                self._submit(seat, order)
        match.play_turn()
        if self._explain:
            self._keep_reasons(seat for seat, orders in answers if orders is not None)

    def _keep_reasons(self, seats: Iterable[Seat]) -> None:
        """Keeps why these seats gave the orders of the turn that was played."""
        for seat in seats:
            bot = self.bots[seat]
            if isinstance(bot, Explaining):
                self._keep_reason(seat, bot.reason)

    def _keep_reason(self, seat: Seat, reason: Any) -> None:
        """Keeps why a seat gave the orders of the turn that was played, if that is a reason of the game."""
        told = TurnReason.told(self.match.turn, seat, reason, self.match.world.goals)
        if told is not None and len(self.reasons) < MAX_REASONS:
            self.reasons.append(told)

    def _step_side(self, seat: Seat) -> None:
        """Carries out a side's orders until it is the other's turn; an answer without a legal order is a pass."""
        orders = self._ask(seat)
        if orders is None and self.faults[seat].lost:
            self.match.remove(seat)
            return
        done = 0
        reasons = self._order_reasons(seat)
        for place, order in enumerate(orders or ()):
            if seat not in self.match.waiting:
                break
            if self._submit(seat, order):
                done += 1
                if place < len(reasons):
                    self._keep_reason(seat, reasons[place])
        last, count = self._in_a_row
        count = done + (count if last == seat else 0)
        self._in_a_row = (seat, count)
        if seat in self.match.waiting and (not done or count >= ORDERS_A_STATE):
            self.match.submit(seat, self._bot_game.pass_order)
            self._in_a_row = (-1, 0)

    def _order_reasons(self, seat: Seat) -> Sequence[Any]:
        """Returns why a bot gave each of its last orders, if that is asked for and told."""
        bot = self.bots[seat]
        told: object = bot.reasons if self._explain and isinstance(bot, ExplainingOrders) else ()
        return told if isinstance(told, Sequence) else ()  # a stranger's class may have something else of this name

    def _submit(self, seat: Seat, order: Order) -> bool:
        """Submits an order to the match; an order that the rules refuse costs nothing."""
        try:
            self.match.submit(seat, order)
        except Refused as refused:
            bot = self.bots[seat]
            if isinstance(bot, Listening):
                bot.refuse(order, refused)
            return False
        return True

    def _ask(self, seat: Seat) -> list[Order] | None:
        """Returns a bot's orders, or None after a fault, which is counted."""
        faults = self.faults[seat]
        try:
            orders = self._checked(self._answer(self.bots[seat], self.match.game.view(seat)))
        except Fault as fault:
            faults.add(fault)
            return None
        faults.end_row()
        return orders

    def _answer(self, bot: Bot, view: Any) -> Any:
        """Asks a bot; any exception of a stranger's class is a fault of the bot."""
        try:
            return bot.choose(view, self._deadline)
        except Fault:
            raise
        except Exception as error:
            raise Fault.of_error(error) from error

    def _checked(self, answer: Any) -> list[Order]:
        orders = orders_of(answer, self._bot_game.order_types)
        if len(orders) > MOST_ORDERS:
            raise Fault(FaultKind.MALFORMED, f"{len(orders)} orders in one answer, {MOST_ORDERS} are possible")
        return orders
