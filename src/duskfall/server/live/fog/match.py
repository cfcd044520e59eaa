"""A game of Fog of War that is being played: orders in, turns by the clock, and to each seat its own view.

Nothing that follows from an order leaves before the order is safe in the store, and no turn is shown before its mark
is. So what a client has seen is never taken back, whatever happens to the server.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import assert_never, cast

from duskfall.bots import Chair, Clock
from duskfall.errors import IllegalOrder, Refusal, Refused
from duskfall.fog import Clear, Eliminated, March, Marched, Order, Pass, Surrender, Undo
from duskfall.fog import Game as FogGame
from duskfall.play import Mark, Match, MatchClock, Pace, Result, Seat
from duskfall.protocol.commands import Attack, ClearMoves, GameOrder, GiveUp, PassTurn, RoomOptions, UndoMove
from duskfall.protocol.messages import AttackResult, GameStart, PublicOptions
from duskfall.protocol.values import MoveId
from duskfall.server.live.log import then
from duskfall.server.live.match import Host, LiveMatch
from duskfall.server.live.services import Occupant, Services
from duskfall.server.live.spectators import SpectatorFeed
from duskfall.server.transport.connection import Connection
from duskfall.server.transport.encoding import Snapshot


class FogMatch(LiveMatch):
    """One match on its clock."""

    def __init__(
        self, desk: Services, host: Host, name: str, match: Match, options: RoomOptions, holders: Sequence[Occupant]
    ) -> None:
        super().__init__(desk, host, name, match, holders)
        self.options = options
        self.gallery = SpectatorFeed(match, options.spectatorDelay)
        self._game = cast("FogGame", match.game)
        self._clock: MatchClock | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._seen = match.turn
        """The last turn whose consequences were drawn."""
        self._living = self._now_living()
        match.lockstep = False

    # Time

    def start_clock(self) -> None:
        """Let turns be played from now on."""
        if self._clock is not None or self.result is not None:
            return
        options = self.options
        if options.lockstep:
            pace, phase = Pace.in_lockstep(options.deadlineMs), 0
            start = self.now_ms()
        else:
            pace, phase = Pace.ticking(options.turnMs), self._desk.next_phase_ms(options.turnMs)
            now = self.now_ms()
            start = now + (phase - now) % options.turnMs
        self._clock = MatchClock(self.match, pace, start)
        for holder in self.holders:
            if holder.away_since_ms is not None:
                holder.away_since_ms = start
        self._follow()
        self._ask_bots()
        self._schedule()

    def stop_clock(self) -> None:
        """Let no more turns be played: the game is over, or the server goes."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock = None

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = None if self._clock is None else self._clock.due_ms
        if due is not None:
            self._timer = self._loop.call_at(due / 1000, self._tick)

    def _tick(self) -> None:
        self._timer = None
        clock, now = self._clock, self.now_ms()
        if clock is None:
            return
        self._desk.metrics.lateness.observe(max(0.0, self._loop.time() - (clock.due_ms or now) / 1000))
        try:
            self._remove_absent(now)
            clock.tick(max(now, clock.due_ms or now))
        except Refused:
            self.abandon()
            return
        self._follow()
        self._schedule()

    def _remove_absent(self, now: int) -> None:
        for seat, holder in enumerate(self.holders):
            away = holder.away_since_ms
            if away is not None and now - away >= self._desk.settings.grace_s * 1000 and seat in self._living:
                with suppress(Refused):  # it has said as much this turn as anybody may; the next one is its last
                    self.match.remove(seat)
                    holder.away_since_ms = None

    # Orders

    def order(self, seat: Seat, command: GameOrder) -> asyncio.Future[None]:
        """Take a player's order or refuse it; done when it is safe in the log."""
        if self.result is not None:
            raise IllegalOrder(Refusal.GAME_OVER, command.event, "the game is over")
        order = order_of(command)
        self.match.submit(seat, order)
        self._desk.metrics.orders["fog"].inc()
        self._note(seat, order, command.move_id if isinstance(command, Attack) else None)
        written = self.recorder.write()
        line = self.holders[seat].line
        if line is not None and isinstance(command, Attack):
            result = AttackResult("queued", True, command.source, command.target, moveId=command.move_id)
            then(written, lambda: line.tell(result))
        self._go_on()
        return written

    def drop_queues(self) -> None:
        """Drop what others had queued before: those who sit here now have ordered nothing yet."""
        for seat in sorted(self._living):
            if self._game.queued(seat):
                self.match.submit(seat, Clear())

    def _note(self, seat: Seat, order: Order, move: MoveId) -> None:
        """Keep the marks of queued marches in step with the queue."""
        moves = self.holders[seat].moves
        match order:
            case March():
                moves.append(move)
            case Undo() if moves:
                moves.pop()
            case Clear():
                moves.clear()

    def _go_on(self) -> None:
        """An order may have been the last that lockstep waited for."""
        if self._clock is not None and self.match.turn != self._seen:
            self._clock.tick(self.now_ms())
            self._follow()
            self._schedule()

    # Turns

    def _follow(self) -> None:
        """Draw the consequences of a turn that was played."""
        if self.match.turn == self._seen:
            return
        self._seen = self.match.turn
        self._desk.metrics.turns.inc()
        before = self._living
        if any(type(event) is Eliminated for event in self.match.events):
            self._living = self._now_living()
        deliveries = [self._delivery(seat) for seat in sorted(before)]
        self.result = Result.of(self.match.outcome)
        written = self.recorder.write(*self._end_deeds())
        fallen = before - self._living

        def release() -> None:
            for deliver in deliveries:
                deliver()
            if fallen:
                self._host.players_changed()
            self.gallery.follow()
            for seat in fallen:
                self._to_gallery(seat)

        then(written, release)
        if self.result is not None:
            then(written, self._tell_end)
            self.stop_clock()
        elif self._nobody_cares():
            self.abandon()
        else:
            self._ask_bots()

    def _delivery(self, seat: Seat) -> Callable[[], None]:
        """What a seat is told of the turn, built now and handed over when the turn is safe."""
        holder = self.holders[seat]
        results: list[AttackResult] = []
        view = self._game.view(seat)
        for event in view.events:
            if isinstance(event, Marched) and event.seat == seat:
                move = holder.moves.popleft() if holder.moves else None
                code = None if event.refusal is None else str(event.refusal)
                march = event.march
                results.append(AttackResult("done", code is None, march.source, march.target, code, move))
        if seat not in self._living:
            holder.moves.clear()
        line = holder.line
        if line is None:
            return lambda: None
        picture = Snapshot.of(view)

        def deliver() -> None:
            if holder.line is line:
                for result in results:
                    line.tell(result)
                line.show(picture)

        return deliver

    def _now_living(self) -> frozenset[Seat]:
        return frozenset(seat for seat in range(self.match.seats) if self._game.lives(seat))

    def _ask_bots(self) -> None:
        """Show the bots the turn; what they want comes when it comes."""
        if self._clock is None:
            return
        setup, options = self.match.setup, self.options
        clock = Clock(options.deadlineMs if options.lockstep else options.turnMs)
        for seat in self._living:
            holder = self.holders[seat]
            if holder.bot is not None and not holder.thinking:
                holder.thinking = True
                chair = Chair(setup.game, setup.options, seat, self.match.seats, setup.seed)
                answer = partial(self._bot_wants, seat)
                self._desk.opponents.ask(self.name, holder.bot, chair, self._game.view(seat), clock, answer)

    def _bot_wants(self, seat: Seat, orders: Sequence[Order]) -> None:
        """A bot's orders; they are as durable as anybody's, and as late when they come late."""
        self.holders[seat].thinking = False
        if self._clock is None or seat not in self._living:
            return
        turn = self.match.turn
        try:
            for order in [*orders, Pass()] if self.options.lockstep else orders:
                if self.match.turn == turn:
                    self.match.submit(seat, order)
                    self._note(seat, order, None)
        except Refused:
            pass  # a bot that wants what is not allowed does nothing this turn
        self.recorder.write()
        self._go_on()

    # Beginning and end

    def tell_start(self, line: Connection, seat: Seat) -> None:
        """Tell a connection that the game runs; seat -1 watches."""
        line.tell(GameStart(seat, self.name, PublicOptions.of(self.options)))

    def sit_down(self, seat: Seat, line: Connection) -> None:
        """A player is here, at the beginning or again: it is told where the game stands, completely."""
        holder = self.holders[seat]
        holder.line, holder.away_since_ms = line, None
        line.restart()
        self.tell_start(line, seat)
        if seat not in self._living:
            self.gallery.admit(line)
            return
        picture = Snapshot.of(self._game.view(seat))

        def deliver() -> None:
            if holder.line is line:
                line.show(picture)

        self.recorder.when_safe(deliver)

    def stand_up(self, seat: Seat) -> None:
        """A player's connection is gone; its seat is kept for the grace time."""
        holder = self.holders[seat]
        if holder.line is not None:
            self.gallery.dismiss(holder.line)
        holder.line, holder.away_since_ms = None, self.now_ms()

    def watch(self, line: Connection) -> None:
        """Somebody comes to look."""
        self.tell_start(line, -1)
        self.gallery.admit(line)

    def _to_gallery(self, seat: Seat) -> None:
        line = self.holders[seat].line
        if line is not None and line not in self.gallery and self.result is None:
            self.gallery.admit(line, heard=self._seen)

    def _nobody_cares(self) -> bool:
        """Only bots play, and nobody watches."""
        people = any(self.holders[seat].bot is None for seat in self._living)
        return not people and not any(holder.line for holder in self.holders) and not self.gallery.watched

    def _tell_end(self) -> None:
        messages = self._ending()
        for holder in self.holders:
            if holder.line is not None and holder.line not in self.gallery:
                for message in messages:
                    holder.line.tell(message)
        for message in messages:
            self.gallery.hear(message)
        self._host.game_closed()
        self._closing = self._loop.create_task(self.gallery.finish())

    # After the server was away

    def recall_marks(self) -> None:
        """Put the queues' marks back to their number; what the players had called their marches is forgotten."""
        for seat, holder in enumerate(self.holders):
            holder.moves = deque([None] * self._game.queued(seat))
        entries = self.match.log.since(0)
        after = max(place for place, entry in enumerate(entries) if isinstance(entry, Mark)) + 1
        for entry in entries[after:]:
            if not isinstance(entry, Mark):
                self._note(entry.seat, cast("Order", self.match.world.recall(entry.order)), None)


def order_of(command: GameOrder) -> Order:
    """The game's own order for what a client said."""
    match command:
        case Attack(source, target, half):
            return March(source, target, half)
        case UndoMove():
            return Undo()
        case ClearMoves():
            return Clear()
        case PassTurn():
            return Pass()
        case GiveUp():
            return Surrender()
        case _:
            assert_never(command)
