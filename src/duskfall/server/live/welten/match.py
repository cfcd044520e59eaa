"""Runs a match of Weltendämmerung: takes orders, shows their consequences, and runs a clock if one was wanted.

Nothing that follows from an order leaves before the order is committed.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from typing import Final, cast

from duskfall.bots import Deadline, SeatInfo
from duskfall.errors import Refusal, Refused
from duskfall.play import Mark, Match, MatchClock, Order, Pace, Result, Seat
from duskfall.protocol.values import CasualReason, MoveId
from duskfall.protocol.welten.board import SIDES
from duskfall.protocol.welten.legal import ThreatsShown
from duskfall.protocol.welten.messages import AcceptedOrder, ClockShown, WeltenClock, WeltenView
from duskfall.protocol.welten.options import SideChoice
from duskfall.server.live.bots import Question
from duskfall.server.live.log import when_committed
from duskfall.server.live.match import Announced, Answer, LiveMatch, Report
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.live.welten.updates import consequences, tiles_shown, whole_board
from duskfall.server.lobby.client import Client
from duskfall.server.store import Record, Timed
from duskfall.welten import End, Game, Side

BOT_MS: Final = 10_000
"""The deadline that a bot is told; nobody stops it."""
CLOCK_READ_S: Final = 10
"""Seconds between readings of a clock that are kept: a server that is killed gives back no more time than that."""


class WeltenMatch(LiveMatch):
    """Is a match of Weltendämmerung between two seats; the same player may sit in both."""

    def __init__(
        self, services: Services, report: Report, name: str, match: Match, occupants: Sequence[Occupant],
        clock_s: int | None, casual: CasualReason | None,
    ) -> None:  # fmt: skip
        super().__init__(services, report, name, match, occupants, casual)
        self._view = match.game.view(None)
        """The board that everyone has been shown, or will be as soon as it is committed."""
        self._tiles = tiles_shown(self.game.scenario)
        self._left_ms: tuple[int, ...] | None = None if clock_s is None else (clock_s * 1000,) * 2
        """The banks while the clock stands still; None without a clock."""
        self._pace = None if clock_s is None else Pace.of_banks(clock_s * 1000)
        self._clock: MatchClock | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._going = False
        self._threats: dict[Side, ThreatsShown] = {}
        """By side, the threats of the present position, once somebody has asked for them."""
        self._bot_orders: deque[Order] = deque()
        """Orders of a bot that are carried out one by one."""
        self._bot_orders_done = 0
        """Orders of the bot's last answer that could be carried out."""

    @property
    def game(self) -> Game:
        """Give the game as it stands."""
        return cast("Game", self.match.game)

    def threats(self, side: Side) -> ThreatsShown:
        """Give the threats to a side; they are computed once for each position, however many ask."""
        if side not in self._threats:
            self._threats[side] = ThreatsShown.of(self.game, side)
        return self._threats[side]

    # Seats

    def open(self, spectators: Sequence[Client]) -> None:
        """Let clock and bots run, and show everyone the board."""
        self.start_clock()
        players = dict.fromkeys(occupant.client for occupant in self.occupants if occupant.client is not None)
        for client in (*players, *spectators):
            client.send(self._board_for(client))

    def sit_down(self, seat: Seat, client: Client) -> None:
        """Show a player who is here again the board, when it is committed."""
        del seat
        self.watch(client)

    def watch(self, client: Client) -> None:
        """Show somebody the board, when it is committed."""
        board, room = self._board_for(client), client.room
        self.log.when_committed(lambda: client.send(board) if client.room == room else None)

    def show_end(self, client: Client) -> None:
        """Show somebody who comes later the last board."""
        self.watch(client)

    def stand_up(self, seat: Seat) -> None:
        """Keep the seat of a player whose connection is gone, for days if need be."""
        self.occupants[seat].client = None

    def eliminated(self, seat: Seat) -> bool:
        """Tell that nobody is ever out of this game before its end."""
        del seat
        return False

    def _board_for(self, client: Client) -> WeltenView:
        return whole_board(self.match, self._view, self.name, self._side_of(client), self._clock_shown(), self._tiles)

    def _side_of(self, client: Client) -> SideChoice | None:
        sides = [Side(seat) for seat, occupant in enumerate(self.occupants) if occupant.client is client]
        return None if not sides else "both" if len(sides) > 1 else SIDES[sides[0]]

    # Time

    def start_clock(self) -> None:
        """Let clock and bots run from now on."""
        if self._going or self.result is not None:
            return
        self._going = True
        if self._pace is not None:
            self._clock = MatchClock(self.match, self._pace, self.now_ms(), self._left_ms)
            self._schedule()
        clock = self._clock_shown()
        if clock is not None:
            self._report(Announced((WeltenClock(clock),)))
        self._ask_bot()

    def restore_clock(self, left_ms: Sequence[int] | None) -> None:
        """Show what an earlier clock showed, and wait."""
        if left_ms is not None and self._left_ms is not None:
            self._left_ms = tuple(left_ms)

    def stop_clock(self) -> None:
        """Let clock and bots stand still."""
        self._going = False
        self._bot_orders.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._clock is not None:
            self._left_ms = self._read_clock()
            self._clock = None

    def suspend(self) -> None:
        """Stop because the server stops, and keep the reading of the clock."""
        super().suspend()
        self._keep_clock()

    @property
    def longest_absence_s(self) -> float | None:
        """Give how long the match waits for somebody to come back; None if a clock ends it."""
        if self._pace is not None:
            return None
        return self._services.settings.longest_absence_s(self.match.turn)

    def _keep_clock(self) -> None:
        if self._left_ms is not None and self.result is None:
            self.log.write(*self._clock_records())

    def _read_clock(self) -> tuple[int, ...] | None:
        if self._clock is None:
            return self._left_ms
        now = self.now_ms()
        return tuple(self._clock.left_ms(seat, now) for seat in range(2))

    def _clock_records(self) -> Sequence[Record]:
        left = self._read_clock()
        return () if left is None else (Timed(self.name, left),)

    def _clock_shown(self) -> ClockShown | None:
        left = self._read_clock()
        if left is None:
            return None
        running = SIDES[self.game.player] if self._clock is not None and self.match.outcome is None else None
        return ClockShown(left[0], left[1], running)

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = None if self._clock is None else self._clock.due_ms
        if due is not None:
            self._timer = self._loop.call_at(min(due / 1000, self._loop.time() + CLOCK_READ_S), self._tick)

    def _tick(self) -> None:
        """Let time pass; a side that has none left loses."""
        clock = self._clock
        if clock is None:
            return
        if clock.tick(self.now_ms()):
            self._deliver_order()
        else:
            self._keep_clock()
            self._schedule()

    # Orders

    def order(self, seat: Seat, n: int, text: str, move_id: MoveId) -> Answer:
        """Take a player's order, meant for the game after n orders, or refuse it."""
        try:
            self._tick()
            self._check_newest(n)
            return AcceptedOrder(n + 1), self._carry_out(seat, self.match.read(text), move_id)
        except Refused as refused:
            return self._refuse(seat, move_id, refused)

    def _check_newest(self, n: int) -> None:
        """Refuse an order for a board that has changed since."""
        if n != self.match.turn:
            given = f"{self.match.turn} orders were given"
            raise Refused(Refusal.STALE, f"order {n}", given, "look at the newest view")

    def _accept_again(self, seat: Seat, entry: int, move_id: MoveId) -> AcceptedOrder:
        del seat, move_id
        later = sum(isinstance(each, Mark) for each in self.match.log.since(entry))
        return AcceptedOrder(self.match.turn - later + 1)

    def surrender(self, seat: Seat) -> asyncio.Future[None]:
        """Let a player resign, whatever the state of the game."""
        return self._carry_out(seat, self.match.read("resign"))

    def _carry_out(self, seat: Seat, order: Order, move_id: MoveId = None) -> asyncio.Future[None]:
        entry = len(self.match.log)
        self.match.submit(seat, order)
        self._services.metrics.orders["welten"].inc()
        if self._clock is not None:
            self._clock.tick(self.now_ms())
        return self._deliver_order(*self._accepted_id(seat, move_id, entry))

    def _deliver_order(self, *answered: Record) -> asyncio.Future[None]:
        """Write an order that was carried out, with its id, and show its consequences when it is committed."""
        before, self._view = self._view, self.game.view(None)
        self._threats.clear()
        if self.match.outcome is not None:
            self.stop_clock()
            self.result = Result.of(self.match.outcome)
        news = consequences(self.match, before, self._view, self._clock_shown())
        written = self.log.write(*answered, *self._clock_records(), *self._end_records())
        when_committed(written, lambda: self._report(Announced((news,))))
        if self.result is not None:
            when_committed(written, self._announce_end)
        else:
            self._schedule()
            self._ask_bot()
        return written

    # Bots

    def _ask_bot(self) -> None:
        """Ask a bot whose turn it is; the answer comes when it comes."""
        seat = int(self.game.player)
        occupant, setup = self.occupants[seat], self.match.setup
        if not self._going or occupant.bot is None or occupant.thinking:
            return
        occupant.thinking = True
        info = SeatInfo.of(setup, seat, 2)
        question = Question(self.name, occupant.bot, info, self.game.view(seat), Deadline(BOT_MS))
        pool = self._services.welten_bots(occupant.bot)
        occupant.asking = pool.ask(question, self.past, lambda wanted: self._take(seat, wanted))

    def _take(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Take a bot's answer."""
        self._bot_orders, self._bot_orders_done = deque(orders), 0
        self._carry_out_next(seat)

    def _carry_out_next(self, seat: Seat) -> None:
        """Carry out a bot's next order, and the one after it when everyone else has had a moment."""
        occupant = self.occupants[seat]
        if not self._going or self.match.outcome is not None:
            occupant.thinking = False
            return
        if self._bot_orders and seat == self.game.player:
            began = time.thread_time()
            try:
                self._carry_out(seat, self._bot_orders.popleft())
                self._bot_orders_done += 1
            except Refused:
                self._bot_orders.clear()  # the orders after it were meant for another board
            self._loop.call_later(self._spend(time.thread_time() - began), self._carry_out_next, seat)
            return
        occupant.thinking = False
        if seat == self.game.player and not self._bot_orders_done:
            self._carry_out(seat, End())  # a bot that finds nothing to do shall not keep anyone waiting
        else:
            self._ask_bot()

    def _spend(self, seconds: float) -> float:
        """Charge a bot's order to the people whom it plays against; gives how long it has to wait before the next."""
        addresses = {each.client.address for each in self.occupants if each.client is not None}
        time_of = self._services.rate_limits.address_time
        for address in addresses:
            time_of.spend(address, seconds / len(addresses))
        return max(map(time_of.wait_s, addresses), default=0.0)
