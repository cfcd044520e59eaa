"""Runs a match of Fog of War: takes orders, plays turns by the clock, and shows each seat its own view.

Nothing that follows from an order leaves before the order is committed, and no turn is shown before its mark is. So
what a client has seen is never taken back, whatever happens to the server.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias, assert_never, cast

from duskfall import fog
from duskfall.bots import Deadline, SeatInfo
from duskfall.errors import IllegalOrder, Refusal, Refused
from duskfall.play import Match, MatchClock, Pace, Result, Seat
from duskfall.play.clock import TURN_MS
from duskfall.protocol.commands import Surrender
from duskfall.protocol.fog.commands import Attack, ClearMoves, PassTurn, UndoMove
from duskfall.protocol.fog.messages import AttackResult, GameStart
from duskfall.protocol.fog.options import FogOptions, FogPublicOptions
from duskfall.protocol.fog.updates import Snapshot
from duskfall.protocol.messages import Accepted
from duskfall.protocol.values import CasualReason, MoveId
from duskfall.server.live.answer_grid import AnswerGrid
from duskfall.server.live.bots import Question
from duskfall.server.live.fog.march_queue import check_last, logged_order, restored_queues, track
from duskfall.server.live.fog.updates import attack_results, spectator_snapshot
from duskfall.server.live.log import when_committed
from duskfall.server.live.match import Answer, LiveMatch, PlayersChanged, Report
from duskfall.server.live.occupant import Occupant
from duskfall.server.live.services import Services
from duskfall.server.live.spectators import SpectatorFeed
from duskfall.server.lobby.client import Client

OrderCommand: TypeAlias = Attack | UndoMove | ClearMoves | PassTurn | Surrender

Delivery: TypeAlias = tuple[Occupant, Client, Sequence[AttackResult], Snapshot]
"""The messages of a turn for one player."""


class FogMatch(LiveMatch):
    """Is a match of Fog of War on its clock."""

    feed: SpectatorFeed

    def __init__(
        self, services: Services, report: Report, name: str, match: Match, occupants: Sequence[Occupant],
        options: FogOptions, casual: CasualReason | None,
    ) -> None:  # fmt: skip
        super().__init__(services, report, name, match, occupants, casual)
        self.options = options
        people = sum(occupant.bot is None for occupant in occupants)
        self.feed = SpectatorFeed(
            match, options.spectatorDelay, spectator_snapshot, hides_map=casual is None and people >= 2
        )
        self._game = cast("fog.Game", match.game)
        self._answers = AnswerGrid(options.turnMs, self._loop)
        self._clock: MatchClock | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._seen = match.turn
        """The last turn that was delivered."""
        self._living = self._now_living()
        self._bots_asked_s = 0.0
        """When the bots were last shown a turn, on the loop's clock."""
        self._bots_waiting = False
        match.lockstep = False

    # Seats

    def open(self, spectators: Sequence[Client]) -> None:
        """Show the match to everyone who is here, and let turns be played."""
        for seat, occupant in enumerate(self.occupants):
            if occupant.client is not None:
                self._show_seat(seat, occupant.client, self.log.pending)
            elif occupant.bot is None:
                self.stand_up(seat)
        for client in spectators:
            self.watch(client)
        self.start_clock()

    def sit_down(self, seat: Seat, client: Client) -> None:
        """Show a player who is here again where the game stands, at a time that does not tell who orders now."""
        self._show_seat(seat, client, self._answers.answer(self.log.pending))

    def _show_seat(self, seat: Seat, client: Client, written: asyncio.Future[None] | None) -> None:
        """Show a player where the game stands, completely, after a write."""
        occupant = self.occupants[seat]
        occupant.client, occupant.away_since_ms = client, None
        client.restart_updates()
        self._send_start(client, seat)
        if seat not in self._living:
            self.feed.admit(client, played=True)
            return
        snapshot = Snapshot.of(self._game.view(seat), occupant.queue)

        def deliver() -> None:
            if occupant.client is client:
                client.show(snapshot)

        if written is None:
            deliver()
        else:
            when_committed(written, deliver)

    def stand_up(self, seat: Seat) -> None:
        """Keep the seat of a player whose connection is gone for the grace time."""
        occupant = self.occupants[seat]
        if occupant.client is not None:
            self.feed.dismiss(occupant.client)
        occupant.client, occupant.away_since_ms = None, self.now_ms()

    def watch(self, client: Client) -> None:
        """Show the match to a spectator."""
        self._send_start(client, -1)
        self.feed.admit(client)

    def show_end(self, client: Client) -> None:
        """Show nothing: the last turn of the replay is the whole board."""
        del client

    def eliminated(self, seat: Seat) -> bool:
        """Tell whether a player is out of the game."""
        return not self._game.lives(seat)

    def _send_start(self, client: Client, seat: Seat) -> None:
        client.send(GameStart(seat, self.name, FogPublicOptions.of(self.options, self.casual)))

    def _now_living(self) -> frozenset[Seat]:
        return frozenset(seat for seat in range(self.match.seats) if self._game.lives(seat))

    # Time

    def start_clock(self) -> None:
        """Let turns be played from now on."""
        if self._clock is not None or self.result is not None:
            return
        options, start = self.options, self.now_ms()
        if options.lockstep:
            pace = Pace.in_lockstep(options.deadlineMs)
        else:
            pace = Pace.ticking(options.turnMs)
            start += (self._services.next_phase_ms(options.turnMs) - start) % options.turnMs
        self._clock = MatchClock(self.match, pace, start)
        for occupant in self.occupants:
            if occupant.away_since_ms is not None:
                occupant.away_since_ms = start
        self._deliver_turn()
        self._ask_bots()
        self._schedule()

    def stop_clock(self) -> None:
        """Let no more turns be played."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock = None

    def suspend(self) -> None:
        """Stop because the server stops, and let answers leave while there is time."""
        super().suspend()
        self._answers.end()
        self.feed.close()

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
        self._services.metrics.lateness.observe(max(0.0, self._loop.time() - (clock.due_ms or now) / 1000))
        try:
            self._remove_absent(now)
            clock.tick(max(now, clock.due_ms or now))
        except Refused:
            self.abandon()
            return
        self._deliver_turn()
        self._schedule()

    def _remove_absent(self, now: int) -> None:
        for seat, occupant in enumerate(self.occupants):
            away = occupant.away_since_ms
            if away is not None and now - away >= self._services.settings.grace_s * 1000 and seat in self._living:
                self.match.remove(seat)
                occupant.away_since_ms = None

    # Orders

    def order(self, seat: Seat, command: OrderCommand) -> Answer:
        """Take a player's order, or refuse it."""
        move_id = id_of(command)
        try:
            if isinstance(command, UndoMove):
                check_last(self.occupants[seat].queue, command.move_id)
            written = self._take(seat, order_of(command), move_id)
        except Refused as refused:
            return self._refuse(seat, move_id, refused)
        self._play_if_all_ordered()
        return Accepted(), written

    def _take(self, seat: Seat, order: fog.Order, move_id: MoveId = None) -> asyncio.Future[None]:
        """Take an order or refuse it; done when it is committed, with its id, and may be answered."""
        if self.result is not None:
            raise IllegalOrder(Refusal.GAME_OVER, order, "the game is over")
        entry = len(self.match.log)
        self.match.submit(seat, order)
        self._services.metrics.orders["fog"].inc()
        track(self.occupants[seat].queue, order, move_id)
        answered = self._answers.answer(self.log.write(*self._accepted_id(seat, move_id, entry)))
        self._confirm_march(seat, order, move_id, answered)
        return answered

    def _confirm_march(self, seat: Seat, order: fog.Order, move_id: MoveId, answered: asyncio.Future[None]) -> None:
        """Tell a player that a march is queued, just before it is acknowledged."""
        client = self.occupants[seat].client
        if client is not None and isinstance(order, fog.March):
            result = AttackResult("queued", True, order.source, order.target, moveId=move_id)
            when_committed(answered, lambda: client.send(result))

    def _accept_again(self, seat: Seat, entry: int, move_id: MoveId) -> Accepted:
        order = logged_order(self.match, self.match.log.since(entry)[0])
        self._confirm_march(seat, order, move_id, self._answers.answer(self.log.pending))
        return Accepted()

    def _answer_after(self, written: asyncio.Future[None] | None) -> asyncio.Future[None]:
        return self._answers.answer(written)

    def _news_after(self, written: asyncio.Future[None]) -> asyncio.Future[None]:
        # In lockstep the order of the last player plays the turn, so the time of a turn tells who ordered in any case.
        return self._answers.turn(written, 0.0 if self.options.lockstep else None)

    def surrender(self, seat: Seat) -> asyncio.Future[None]:
        """Let a player give up."""
        written = self._take(seat, fog.Surrender())
        self._play_if_all_ordered()
        return written

    def drop_queues(self) -> None:
        """Drop the marches that others had queued before: those who sit here now have ordered nothing yet."""
        for seat in sorted(self._living):
            if self._game.queued(seat):
                self.match.submit(seat, fog.Clear())

    def _play_if_all_ordered(self) -> None:
        """Deliver the turn if the order was the last that lockstep waited for."""
        if self._clock is not None and self.match.turn != self._seen:
            self._clock.tick(self.now_ms())
            self._deliver_turn()
            self._schedule()

    # Turns

    def _deliver_turn(self) -> None:
        """Write a turn that was played, show it when it may leave, and ask bots for the next."""
        if self.match.turn == self._seen:
            return
        self._seen = self.match.turn
        self._services.metrics.turns.inc()
        before = self._living
        if any(type(event) is fog.Eliminated for event in self.match.events):
            self._living = self._now_living()
        deliveries = [delivery for delivery in map(self._delivery, sorted(before)) if delivery is not None]
        self.result = Result.of(self.match.outcome)
        released = self._news_after(self.log.write(*self._end_records()))
        fallen = before - self._living

        def release() -> None:
            for occupant, client, results, snapshot in deliveries:
                if occupant.client is client:
                    for result in results:
                        client.send(result)
                    client.show(snapshot)
            if fallen:
                self._report(PlayersChanged())
            self.feed.follow()
            for seat in fallen:
                self._make_spectator(seat)

        when_committed(released, release)
        if self.result is not None:
            when_committed(released, self._announce_end)
            self.stop_clock()
        elif self._deserted():
            self.abandon()
        else:
            self._ask_bots()

    def _delivery(self, seat: Seat) -> Delivery | None:
        """Build what a seat is sent of the turn, to be sent when the turn is committed; None if nobody is there."""
        occupant, view = self.occupants[seat], self._game.view(seat)
        results = attack_results(view, occupant.queue)
        if seat not in self._living:
            occupant.queue.clear()
        client = occupant.client
        return None if client is None else (occupant, client, results, Snapshot.of(view, occupant.queue))

    # Bots

    def _ask_bots(self) -> None:
        """Show the bots the turn; their answers come when they come.

        In lockstep they are shown a turn no sooner than turns of the shortest length come: else a game that only bots
        play on would take all of the processor. One that had ordered for this turn before the server started again is
        not asked twice: its second answer could come a turn late.
        """
        if self._clock is None:
            return
        early_s = self._bots_asked_s + TURN_MS[0] / 1000 - self._loop.time() if self.options.lockstep else 0.0
        if early_s > 0:
            if not self._bots_waiting:
                self._bots_waiting = True
                self._loop.call_later(early_s, self._ask_waiting_bots)
            return
        self._bots_asked_s = self._loop.time()
        setup, options = self.match.setup, self.options
        clock = Deadline(options.deadlineMs if options.lockstep else options.turnMs)
        for seat in self._living & self.match.waiting:
            occupant = self.occupants[seat]
            if occupant.bot is not None and not occupant.thinking:
                occupant.thinking = True
                info = SeatInfo.of(setup, seat, self.match.seats)
                question = Question(self.name, occupant.bot, info, self._game.view(seat), clock)
                pool = self._services.fog_bots(occupant.bot)
                occupant.asking = pool.ask(question, self.past, partial(self._take_answer, seat))

    def _ask_waiting_bots(self) -> None:
        self._bots_waiting = False
        self._ask_bots()

    def _take_answer(self, seat: Seat, orders: Sequence[fog.Order]) -> None:
        """Take a bot's orders; they are as durable as anybody's, and as late when they come late."""
        self.occupants[seat].thinking = False
        if self._clock is None or seat not in self._living:
            return
        turn = self.match.turn
        with suppress(Refused):  # a bot whose order is not allowed does nothing more this turn
            for order in [*orders, fog.Pass()] if self.options.lockstep else orders:
                if self.match.turn == turn:
                    self.match.submit(seat, order)
                    track(self.occupants[seat].queue, order, None)
        self.log.write()
        self._play_if_all_ordered()

    # The end

    def _make_spectator(self, seat: Seat) -> None:
        client = self.occupants[seat].client
        if client is not None and client not in self.feed and self.result is None:
            self.feed.admit(client, heard=self._seen, played=True)

    def _deserted(self) -> bool:
        """Tell whether only bots play, and nobody watches; a rated game ends when no person is in it any more.

        Else a player could put a defeat off by watching bots for ever.
        """
        if any(self.occupants[seat].bot is None for seat in self._living):
            return False
        return self.casual is None or not (any(each.client for each in self.occupants) or self.feed.watched)

    def _standing(self) -> tuple[int, ...]:
        return self._game.standing()

    def _announce_end(self) -> None:
        super()._announce_end()
        self._closing = self._loop.create_task(self.feed.finish())

    # After a restart of the server

    def restore_queues(self) -> None:
        """List the queued marches again, with their ids as far as these are kept."""
        for occupant, queue in zip(self.occupants, restored_queues(self.match, self.move_ids.by_entry()), strict=True):
            occupant.queue = queue


def id_of(command: OrderCommand) -> MoveId:
    """Give the id of an order; that of `undo_move` is the id of a march, which had its answer."""
    return command.move_id if isinstance(command, Attack | ClearMoves | PassTurn) else None


def order_of(command: OrderCommand) -> fog.Order:
    """Give the game's own order for a command."""
    match command:
        case Attack(source, target, half):
            return fog.March(source, target, half)
        case UndoMove():
            return fog.Undo()
        case ClearMoves():
            return fog.Clear()
        case PassTurn():
            return fog.Pass()
        case Surrender():
            return fog.Surrender()
        case _:
            assert_never(command)
