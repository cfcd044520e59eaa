"""Runs a match of Fog of War: takes orders, plays turns by the clock, and shows each seat its own view.

Nothing that follows from an order leaves before the order is committed, and no turn is shown before its mark is. So
what a client has seen is never taken back, whatever happens to the server.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias, assert_never, cast

from duskfall import fog
from duskfall.bots import Deadline, SeatInfo
from duskfall.errors import IllegalOrder, Refusal, Refused
from duskfall.play import Mark, Match, MatchClock, Pace, Result, Seat
from duskfall.protocol.commands import Surrender
from duskfall.protocol.fog.commands import Attack, ClearMoves, PassTurn, UndoMove
from duskfall.protocol.fog.messages import AttackResult, GameStart
from duskfall.protocol.fog.options import FogOptions, FogPublicOptions, is_rated
from duskfall.protocol.fog.updates import Snapshot
from duskfall.protocol.values import MoveId
from duskfall.server.live.fog.updates import attack_results, queued, spectator_snapshot
from duskfall.server.live.log import is_committed, when_committed
from duskfall.server.live.match import LiveMatch, PlayersChanged, Report
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
        options: FogOptions,
    ) -> None:  # fmt: skip
        super().__init__(services, report, name, match, occupants, rated=is_rated(options))
        self.options = options
        self.feed = SpectatorFeed(match, options.spectatorDelay, spectator_snapshot)
        self._game = cast("fog.Game", match.game)
        self._clock: MatchClock | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._seen = match.turn
        """The last turn that was delivered."""
        self._living = self._now_living()
        match.lockstep = False

    # Seats

    def open(self, spectators: Sequence[Client]) -> None:
        """Show the match to everyone who is here, and let turns be played."""
        for seat, occupant in enumerate(self.occupants):
            if occupant.client is not None:
                self.sit_down(seat, occupant.client)
            elif occupant.bot is None:
                self.stand_up(seat)
        for client in spectators:
            self.watch(client)
        self.start_clock()

    def sit_down(self, seat: Seat, client: Client) -> None:
        """Show a player, at the beginning or again, where the game stands, completely."""
        occupant = self.occupants[seat]
        occupant.client, occupant.away_since_ms = client, None
        client.restart_updates()
        self._send_start(client, seat)
        if seat not in self._living:
            self.feed.admit(client)
            return
        snapshot = Snapshot.of(self._game.view(seat), occupant.queue)

        def deliver() -> None:
            if occupant.client is client:
                client.show(snapshot)

        self.log.when_committed(deliver)

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

    def eliminated(self, seat: Seat) -> bool:
        """Tell whether a player is out of the game."""
        return not self._game.lives(seat)

    def _send_start(self, client: Client, seat: Seat) -> None:
        client.send(GameStart(seat, self.name, FogPublicOptions.of(self.options)))

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
                with suppress(
                    Refused
                ):  # they have given as many orders this turn as a seat may; the next is their last
                    self.match.remove(seat)
                    occupant.away_since_ms = None

    # Orders

    def order(self, seat: Seat, command: OrderCommand) -> asyncio.Future[None]:
        """Take a player's order or refuse it; done when it is committed."""
        if self.result is not None:
            raise IllegalOrder(Refusal.GAME_OVER, command.event, "the game is over")
        order = order_of(command)
        self.match.submit(seat, order)
        self._services.metrics.orders["fog"].inc()
        self._track_queue(seat, order, command.move_id if isinstance(command, Attack) else None)
        written = self.log.write()
        client = self.occupants[seat].client
        if client is not None and isinstance(command, Attack):
            result = AttackResult("queued", True, command.source, command.target, moveId=command.move_id)
            when_committed(written, lambda: client.send(result))
        self._play_if_all_ordered()
        return written

    def surrender(self, seat: Seat) -> asyncio.Future[None]:
        """Let a player give up."""
        return self.order(seat, Surrender())

    def drop_queues(self) -> None:
        """Drop the marches that others had queued before: those who sit here now have ordered nothing yet."""
        for seat in sorted(self._living):
            if self._game.queued(seat):
                self.match.submit(seat, fog.Clear())

    def _track_queue(self, seat: Seat, order: fog.Order, move: MoveId) -> None:
        """Keep the occupant's list of queued marches in step with the game's queue."""
        queue = self.occupants[seat].queue
        match order:
            case fog.March():
                queue.append(queued(order, move))
            case fog.Undo() if queue:
                queue.pop()
            case fog.Clear():
                queue.clear()

    def _play_if_all_ordered(self) -> None:
        """Deliver the turn if the order was the last that lockstep waited for."""
        if self._clock is not None and self.match.turn != self._seen:
            self._clock.tick(self.now_ms())
            self._deliver_turn()
            self._schedule()

    # Turns

    def _deliver_turn(self) -> None:
        """Write a turn that was played, show it when it is committed, and ask bots for the next."""
        if self.match.turn == self._seen:
            return
        self._seen = self.match.turn
        self._services.metrics.turns.inc()
        before = self._living
        if any(type(event) is fog.Eliminated for event in self.match.events):
            self._living = self._now_living()
        deliveries = [delivery for delivery in map(self._delivery, sorted(before)) if delivery is not None]
        self.result = Result.of(self.match.outcome)
        written = self.log.write(*self._end_records())
        fallen = before - self._living

        def release(written: asyncio.Future[None]) -> None:
            if not is_committed(written):
                return
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

        written.add_done_callback(release)
        if self.result is not None:
            when_committed(written, self._announce_end)
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
        """Show the bots the turn; their answers come when they come."""
        if self._clock is None:
            return
        setup, options = self.match.setup, self.options
        clock = Deadline(options.deadlineMs if options.lockstep else options.turnMs)
        for seat in self._living:
            occupant = self.occupants[seat]
            if occupant.bot is not None and not occupant.thinking:
                occupant.thinking = True
                info = SeatInfo(setup.game, setup.options, seat, self.match.seats, setup.seed)
                answer = partial(self._take_answer, seat)
                self._services.quick_bots.ask(self.name, occupant.bot, info, self._game.view(seat), clock, answer)

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
                    self._track_queue(seat, order, None)
        self.log.write()
        self._play_if_all_ordered()

    # The end

    def _make_spectator(self, seat: Seat) -> None:
        client = self.occupants[seat].client
        if client is not None and client not in self.feed and self.result is None:
            self.feed.admit(client, heard=self._seen)

    def _deserted(self) -> bool:
        """Tell whether only bots play, and nobody watches."""
        people = any(self.occupants[seat].bot is None for seat in self._living)
        return not people and not any(each.client for each in self.occupants) and not self.feed.watched

    def _announce_end(self) -> None:
        super()._announce_end()
        self._closing = self._loop.create_task(self.feed.finish())

    # After a restart of the server

    def restore_queues(self) -> None:
        """List the queued marches again; the ids that the players had given them are forgotten."""
        for seat, occupant in enumerate(self.occupants):
            occupant.queue = deque(queued(march, None) for march in self._game.view(seat).queue)
        entries = self.match.log.since(0)
        after = max(place for place, entry in enumerate(entries) if isinstance(entry, Mark)) + 1
        for entry in entries[after:]:
            if not isinstance(entry, Mark):
                self._track_queue(entry.seat, cast("fog.Order", self.match.world.recall(entry.order)), None)


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
