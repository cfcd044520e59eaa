"""A match: a game, its players and the log. The server, the arena and replays all play games through it.

>>> from duskfall.play import Match, Setup
>>> match = Match(Setup.of("fog", {"width": 12, "height": 12}, seed=7), ["Ada", "Bo"])
>>> match.submit(0, match.read("68>67")), sorted(match.waiting)
([], [1])
>>> events = match.submit(1, match.read("pass"))
>>> match.turn, match.log.lines()[1:3]
(1, ['0 68>67', '1 pass'])

A match can be resumed from its log, with the same digests.

>>> again = Match.resumed(match.setup, match.log, match.players)
>>> again.game.digest() == match.log.digests()[-1]
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Self

from duskfall.errors import IllegalOrder, Refusal, Refused
from duskfall.play.digests import Diverged, compare
from duskfall.play.game import Event, Game, Order, Outcome, Seat
from duskfall.play.log import MAX_ORDERS, Entry, Log, LoggedOrder, Mark
from duskfall.play.worlds import Setup
from duskfall.tempo import Tempo

LONGEST_NAME: Final = 60
"""Characters of a player's name."""


class Match:
    """A game in progress with its log.

    A game that orders advance goes on with each `submit`. A game of turns goes on in lockstep when every living seat
    has given orders, and whenever `play_turn` is called: by a clock, after a deadline, or when all seats have marches
    queued. With `lockstep=False` only `play_turn` advances it.
    """

    def __init__(self, setup: Setup, players: Sequence[str] = (), *, lockstep: bool = True) -> None:
        self.setup = setup
        self.world = setup.world
        self.game: Game = setup.start()
        self.seats = self.game.seats
        self.players = checked_players(players, self.seats)
        self.lockstep = lockstep
        self.log = Log()
        self.events: Sequence[Event] = ()
        """The events of the last turn."""
        self._ticks = self.game.tempo is Tempo.TICK
        self._given: dict[Seat, list[Order]] = {}
        self._mark()

    @classmethod
    def resumed(cls, setup: Setup, log: Iterable[Entry], players: Sequence[str] = (), *, lockstep: bool = True) -> Self:
        """Resumes a match from its log; raises `Diverged` if the rules do not confirm it."""
        match = cls(setup, players, lockstep=False)
        for entry in log:
            match.repeat(entry)
        match.lockstep = lockstep
        return match

    @property
    def turn(self) -> int:
        """The number of turns played; in a game that orders advance, of logged orders."""
        return self.log.turn

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it runs."""
        return self.game.outcome

    @property
    def waiting(self) -> frozenset[Seat]:
        """The seats that the game waits for."""
        if self.game.outcome is not None:
            return frozenset()
        given = self._given
        return frozenset(
            seat for seat in range(self.seats) if self.world.waits_for(self.game, seat, given.get(seat, ()))
        )

    def read(self, text: str) -> Order:
        """Reads an order from a player's text."""
        return self.world.read(text)

    def submit(self, seat: Seat, order: Order) -> Sequence[Event]:
        """Takes an order of a seat, or refuses it and changes nothing; returns the events if the game went on."""
        if not self._ticks:
            return self._execute(seat, order)
        given = self._given.get(seat, [])
        if self._full(given, order):
            if self.world.leaves(order):
                return []  # the seat leaves at the end of this turn already
            kind = "marches" if self.world.is_march(order) else "orders that are no marches"
            raise IllegalOrder(Refusal.QUEUE_FULL, order, f"{MAX_ORDERS} {kind} came this turn", "wait for the next")
        wanted = [*given, order]
        self.world.check(self.game, seat, wanted)
        self._given[seat] = wanted
        self.log.append(LoggedOrder(seat, str(order)))
        return self.play_turn() if self.lockstep and not self.waiting else []

    def remove(self, seat: Seat) -> Sequence[Event]:
        """Removes a player who has been away for too long."""
        return self.submit(seat, self.world.removal)

    def play_turn(self) -> Sequence[Event]:
        """Plays the turn with the orders given so far; silent seats pass."""
        if not self._ticks:
            raise Refused(Refusal.IMPOSSIBLE, self.setup.game, "orders advance this game, not a clock")
        self.events = self.game.advance(self._given)
        self._given = {}
        self._mark()
        return self.events

    def repeat(self, entry: Entry) -> None:
        """Repeats an entry of a log and compares; raises `Diverged` if the rules do not confirm it."""
        if isinstance(entry, LoggedOrder):
            try:
                self.submit(entry.seat, self.world.recall(entry.order))
            except Refused as refused:
                raise Diverged(self.turn + 1, f"the order {entry} is refused: {refused}") from refused
            if self.log.last_order != entry:
                raise Diverged(self.turn, f"the order {entry} is written {self.log.last_order} here")
            return
        if self._ticks and entry.turn == self.turn + 1:
            try:
                self.play_turn()
            except Refused as refused:
                raise Diverged(entry.turn, f"it cannot be played: {refused}") from refused
        compare(logged=entry, played=self.log.last_mark)

    def _full(self, given: Sequence[Order], order: Order) -> bool:
        """Tells whether a seat has given as many orders of this kind in this turn as it may."""
        if len(given) < MAX_ORDERS:
            return False
        marches = sum(map(self.world.is_march, given))
        if self.world.is_march(order):
            return marches >= MAX_ORDERS
        leaving = any(map(self.world.leaves, given))
        if self.world.leaves(order) and not leaving:
            return False
        return len(given) - marches - leaving >= MAX_ORDERS

    def _execute(self, seat: Seat, order: Order) -> Sequence[Event]:
        events = self.game.advance({seat: (order,)})
        self.events = events
        self.log.append(LoggedOrder(seat, str(self.world.kept(order, events))))
        self._mark()
        return events

    def _mark(self) -> None:
        self.log.append(Mark(self.log.turn + 1, self.game.digest()))


def checked_players(players: Sequence[str], seats: int) -> tuple[str, ...]:
    """Checks the names of the players, one for each seat; without names they are called by their seats."""
    names = tuple(players) or tuple(f"seat {seat}" for seat in range(seats))
    if len(names) != seats:
        raise Refused(Refusal.INCONSISTENT, f"{len(names)} players", f"the game has {seats} seats")
    for name in names:
        if not (name.isprintable() and 1 <= len(name) <= LONGEST_NAME):
            raise Refused(
                Refusal.OUT_OF_RANGE, f"player {name!r:.80}", f"a name has 1 to {LONGEST_NAME} printable characters"
            )
    return names
