"""A match played by bots: who is asked when, what a fault costs, and that everyone leaves at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Final, Protocol, Self, runtime_checkable

from duskfall import fog, welten
from duskfall.bots.bot import Bot, Deadline, Leaving
from duskfall.bots.faults import Fault, FaultKind, Record
from duskfall.bots.frames import MOST_ORDERS
from duskfall.errors import Refused
from duskfall.play import Match, Order, Outcome, Seat
from duskfall.tempo import Tempo

ORDERS_A_STATE: Final = 1000
"""Orders of one side in a row in a game that orders advance; then its state is ended for it, or it could go on for ever
by moving to and fro."""

_PLAYERS: Final[dict[str, tuple[type, ...]]] = {
    "fog": (fog.March, fog.Undo, fog.Clear, fog.Pass, fog.Surrender),
    "welten": (
        welten.MoveTo, welten.MovePath, welten.Attack, welten.Gate, welten.End, welten.Undo, welten.Resign, welten.Draw,
    ),
}  # fmt: skip
"""The orders that a player may give; the clock has others."""

_PASSES: Final[dict[str, Order | None]] = {"fog": None, "welten": welten.End()}
"""What a pass is: saying nothing where the clock goes on by itself, ending the state where it waits."""


@runtime_checkable
class Listening(Protocol):
    """A bot that wants to hear which of its orders the rules refused."""

    def refuse(self, order: Order, refused: Refused) -> None:
        """An order was not carried out; it cost nothing."""


class BotMatch:
    """Bots at the seats of a match. Leaving the block lets every bot go, whatever happened."""

    def __init__(self, match: Match, bots: Sequence[Bot], deadline_ms: int = 1000) -> None:
        match.lockstep = False
        self.match = match
        self.bots = tuple(bots)
        self.records = tuple(Record() for _ in bots)
        self._clock = Deadline(deadline_ms)
        self._orders = _PLAYERS[match.setup.game]
        self._pass = _PASSES[match.setup.game]
        self._ticks = match.game.tempo is Tempo.TICK
        self._in_a_row = (-1, 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    def play(self, watch: Callable[[Match], None] | None = None) -> Outcome:
        """Play to the end; `watch` is called after every turn or answer."""
        while (outcome := self.match.outcome) is None:
            self.step()
            if watch is not None:
                watch(self.match)
        return outcome

    def step(self) -> None:
        """Ask everyone whom the game waits for once, and let it go on."""
        if self._ticks:
            self._step_turn()
        else:
            (seat,) = self.match.waiting
            self._step_side(seat)

    def leave(self) -> None:
        """Let every bot go."""
        with ExitStack() as farewells:  # one that fails keeps nobody else here
            for seat, bot in enumerate(self.bots):
                if isinstance(bot, Leaving):
                    farewells.callback(bot.leave, self.match.game.view(seat), self.match.outcome)

    def _step_turn(self) -> None:
        """Everyone looks at the same turn before anyone's orders count."""
        match = self.match
        living = [seat for seat in range(match.seats) if match.world.living(match.game, seat)]
        for seat, orders in [(seat, self._ask(seat)) for seat in living]:
            if orders is None and self.records[seat].lost:
                match.remove(seat)
            for order in orders or ():
                self._submit(seat, order)
        match.play_turn()

    def _step_side(self, seat: Seat) -> None:
        """Carry out what the side wants until it is the other's turn; if nothing comes of it, that was a pass."""
        orders = self._ask(seat)
        if orders is None and self.records[seat].lost:
            self.match.remove(seat)
            return
        done = 0
        for order in orders or ():
            if seat not in self.match.waiting:
                break
            done += self._submit(seat, order)
        last, count = self._in_a_row
        count = done + (count if last == seat else 0)
        self._in_a_row = (seat, count)
        if seat in self.match.waiting and (not done or count >= ORDERS_A_STATE):
            self.match.submit(seat, self._pass)
            self._in_a_row = (-1, 0)

    def _submit(self, seat: Seat, order: Order) -> bool:
        """Give an order to the match; one that the rules refuse costs nothing."""
        try:
            self.match.submit(seat, order)
        except Refused as refused:
            bot = self.bots[seat]
            if isinstance(bot, Listening):
                bot.refuse(order, refused)
            return False
        return True

    def _ask(self, seat: Seat) -> list[Order] | None:
        """A bot's answer, or None and a fault in its record."""
        record = self.records[seat]
        try:
            orders = self._checked(self._answer(self.bots[seat], self.match.game.view(seat)))
        except Fault as fault:
            record.fault(fault)
            return None
        record.sound()
        return orders

    def _answer(self, bot: Bot, view: Any) -> Any:
        """Whatever a stranger's class raises is its fault and not ours."""
        try:
            return bot.choose(view, self._clock)
        except Fault:
            raise
        except Exception as error:
            raise Fault(FaultKind.SILENT, f"{type(error).__name__}: {error}"[:200]) from error

    def _checked(self, answer: Any) -> list[Order]:
        orders = [answer] if isinstance(answer, self._orders) else answer
        if not isinstance(orders, Sequence) or not all(isinstance(order, self._orders) for order in orders):
            raise Fault(FaultKind.MALFORMED, f"{answer!r:.100} is no order of this game")
        if len(orders) > MOST_ORDERS:
            raise Fault(FaultKind.MALFORMED, f"{len(orders)} orders in one answer, {MOST_ORDERS} are possible")
        return list(orders)
