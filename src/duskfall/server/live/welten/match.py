"""A game of Weltendämmerung that is being played: orders in, what came of them out, and a clock if one was wanted.

Nothing that follows from an order leaves before the order is safe in the store.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Final, cast

from duskfall.bots import Chair, Clock
from duskfall.errors import Refusal, Refused
from duskfall.play import Match, MatchClock, Order, Pace, Result, Seat
from duskfall.protocol.welten.board import SIDES, BoardShown, Patch
from duskfall.protocol.welten.commands import Wish
from duskfall.protocol.welten.events import all_shown
from duskfall.protocol.welten.legal import LegalShown
from duskfall.protocol.welten.messages import ClockShown, WeltenClock, WeltenEvents, WeltenView
from duskfall.server.live.log import then
from duskfall.server.live.match import Host, LiveMatch
from duskfall.server.live.services import Occupant, Services
from duskfall.server.live.welten.updates import tiles_shown
from duskfall.server.store import Record, Timed
from duskfall.welten import End, Side
from duskfall.welten import Game as WeltenGame

BOT_MS: Final = 10_000
"""What a bot is told that it may take for an answer; nobody stops it."""
CLOCK_READ_S: Final = 10
"""Seconds between readings of a clock that are kept: a server that is killed gives back no more time than that."""


class WeltenMatch(LiveMatch):
    """One match between two chairs; the same player may sit in both."""

    def __init__(
        self, desk: Services, host: Host, name: str, match: Match, holders: Sequence[Occupant], clock_s: int | None
    ) -> None:
        super().__init__(desk, host, name, match, holders)
        self._view = match.game.view(None)
        """What everyone has been shown, or will be as soon as it is safe."""
        self._tiles = tiles_shown(self.game.scenario)
        self._left_ms: tuple[int, ...] | None = None if clock_s is None else (clock_s * 1000,) * 2
        """The banks while the clock stands still; None without a clock."""
        self._pace = None if clock_s is None else Pace.of_banks(clock_s * 1000)
        self._clock: MatchClock | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._going = False
        self._wishes: deque[Order] = deque()
        """What a bot has ordered and is carried out one by one."""
        self._met = 0
        """Orders of the bot's last answer that could be carried out."""

    @property
    def game(self) -> WeltenGame:
        """The game as it stands."""
        return cast("WeltenGame", self.match.game)

    # Time

    def go_on(self) -> None:
        """Let clock and bots run from now on."""
        if self._going or self.result is not None:
            return
        self._going = True
        if self._pace is not None:
            self._clock = MatchClock(self.match, self._pace, self.now_ms(), self._left_ms)
            self._schedule()
        clock = self._clock_shown()
        if clock is not None:
            self._host.tell_all(WeltenClock(clock))
        self._ask_bot()

    def hold(self, left_ms: Sequence[int] | None) -> None:
        """Show what an earlier clock showed, and wait."""
        if left_ms is not None and self._left_ms is not None:
            self._left_ms = tuple(left_ms)

    def stop_clock(self) -> None:
        """Let clock and bots stand still: the game is over, or the server goes."""
        self._going = False
        self._wishes.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._clock is not None:
            self._left_ms = self._read_clock()
            self._clock = None

    def keep_clock(self) -> None:
        """Write down what the clock shows."""
        if self._left_ms is not None and self.result is None:
            self.recorder.write(*self._time())

    def _read_clock(self) -> tuple[int, ...] | None:
        if self._clock is None:
            return self._left_ms
        now = self.now_ms()
        return tuple(self._clock.left_ms(seat, now) for seat in range(2))

    def _time(self) -> Sequence[Record]:
        left = self._read_clock()
        return () if left is None else (Timed(self.name, left),)

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        due = None if self._clock is None else self._clock.due_ms
        if due is not None:
            self._timer = self._loop.call_at(min(due / 1000, self._loop.time() + CLOCK_READ_S), self._tick)

    def _tick(self) -> None:
        """Time goes by; whoever has none left loses."""
        clock = self._clock
        if clock is None:
            return
        if clock.tick(self.now_ms()):
            self._follow()
        else:
            self.keep_clock()
            self._schedule()

    # Orders

    def order(self, seat: Seat, n: int, text: str) -> asyncio.Future[None]:
        """Take a player's order, meant for the game after n orders, or refuse it; done when it is safe in the log."""
        self._tick()
        if n != self.match.turn:
            raise Refused(
                Refusal.STALE, f"order {n}", f"{self.match.turn} orders were given", "look at the newest view"
            )
        return self._carry_out(seat, self.match.read(text))

    def give_up(self, seat: Seat) -> asyncio.Future[None]:
        """A player resigns, whatever the state of the game."""
        return self._carry_out(seat, self.match.read("resign"))

    def _carry_out(self, seat: Seat, order: Order) -> asyncio.Future[None]:
        self.match.submit(seat, order)
        self._desk.metrics.orders["welten"].inc()
        if self._clock is not None:
            self._clock.tick(self.now_ms())
        return self._follow()

    def _follow(self) -> asyncio.Future[None]:
        """Draw the consequences of an order: write it, and tell everyone once it is safe."""
        before, self._view = self._view, self.game.view(None)
        said = self.match.log.last_said
        assert said is not None  # noqa: S101  # an order has just been carried out
        outcome = self.match.outcome
        if outcome is not None:
            self.stop_clock()
            self.result = Result.of(outcome)
        news = WeltenEvents(
            n=self.match.turn,
            side=SIDES[Side(said.seat)],
            order=said.order,
            events=all_shown(self.match.events),
            patch=Patch.of(before, self._view),
            legal=LegalShown.of(self.game),
            clock=self._clock_shown(),
        )
        written = self.recorder.write(*self._time(), *self._end_deeds())
        then(written, lambda: self._host.tell_all(news))
        if self.result is not None:
            then(written, self._tell_end)
        else:
            self._schedule()
            self._ask_bot()
        return written

    # Showing

    def shown_to(self, side: Wish | None) -> WeltenView:
        """The whole game as it stands."""
        return WeltenView(
            n=self.match.turn,
            side=side,
            replay_id=self.name,
            view=BoardShown.of(self._view),
            legal=LegalShown.of(self.game),
            clock=self._clock_shown(),
            tiles=self._tiles,
        )

    def _clock_shown(self) -> ClockShown | None:
        left = self._read_clock()
        if left is None:
            return None
        running = SIDES[self.game.player] if self._clock is not None and self.match.outcome is None else None
        return ClockShown(left[0], left[1], running)

    # Bots

    def _ask_bot(self) -> None:
        """Ask a bot whose turn it is; what it wants comes when it comes."""
        seat = int(self.game.player)
        holder, setup = self.holders[seat], self.match.setup
        if not self._going or holder.bot is None or holder.thinking:
            return
        holder.thinking = True
        chair = Chair(setup.game, setup.options, seat, 2, setup.seed)
        self._desk.generals.ask(
            self.name, holder.bot, chair, self.game.view(seat), Clock(BOT_MS), lambda wishes: self._hear(seat, wishes)
        )

    def _hear(self, seat: Seat, wishes: Sequence[Order]) -> None:
        """A bot has answered."""
        self._wishes, self._met = deque(wishes), 0
        self._meet_wish(seat)

    def _meet_wish(self, seat: Seat) -> None:
        """Carry out a bot's next order, and the one after it when everyone else has had a moment."""
        holder = self.holders[seat]
        if not self._going or self.match.outcome is not None:
            holder.thinking = False
            return
        if self._wishes and seat == self.game.player:
            try:
                self._carry_out(seat, self._wishes.popleft())
                self._met += 1
            except Refused:
                self._wishes.clear()  # what it wanted next was meant for another board
            self._loop.call_soon(self._meet_wish, seat)
            return
        holder.thinking = False
        if seat == self.game.player and not self._met:
            self._carry_out(seat, End())  # a bot that knows nothing to do shall not keep anyone waiting
        else:
            self._ask_bot()

    # The end

    def _tell_end(self) -> None:
        self._host.tell_all(*self._ending())
        self._host.game_closed()
