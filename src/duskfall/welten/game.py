"""One game of Weltendämmerung: orders in, events out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final, Self, assert_never

import numpy as np
import xxhash
from numpy.typing import NDArray

from duskfall.dice import Dice, checked_seed, purpose
from duskfall.errors import IllegalOrder, Refusal, Refused
from duskfall.tempo import Tempo
from duskfall.welten import execution
from duskfall.welten.board import ATTACKS, BOTH, GONE, OFFERS, PHASE, PLAYER, ROUNDS, board_over
from duskfall.welten.events import DrawOffered, Event
from duskfall.welten.legal import Legal, modifier_weights
from duskfall.welten.orders import Attack, Clock, Draw, End, Gate, MovePath, MoveTo, Order, Resign, Undo, order
from duskfall.welten.reachability import Reach, army, reach_of
from duskfall.welten.rule_tables import rule_tables
from duskfall.welten.rules import GUIDE, Modifier, Rules
from duskfall.welten.scenario import Position, Scenario
from duskfall.welten.situation import Situation, land_of, layout_of, offers_on, opening, set_up, situation_on, units_on
from duskfall.welten.targets import range_of, targets_of
from duskfall.welten.threats import NextAttack, Threats, next_attack_of, threats_of
from duskfall.welten.turns import Outcome, Phase, Reason, outcome_of
from duskfall.welten.units import UNIT_TYPES, Side
from duskfall.welten.view import GateView, View

MODIFIER_DICE: Final = purpose("welten modifier")


class Game:
    """A game: a scenario, a rule set and a seed, from the start or from any situation.

    An order that is refused changes nothing, and neither do the orders that were given together with it.
    """

    seats: ClassVar[int] = 2
    tempo: ClassVar[Tempo] = Tempo.TURN

    def __init__(
        self, scenario: Scenario, rules: Rules = GUIDE, seed: int = 0, situation: Situation | None = None
    ) -> None:
        scenario.check()
        if situation is not None:
            situation.check(scenario)
        self.scenario = scenario
        self.rules = rules
        self.seed = checked_seed(seed)
        self._tables = rule_tables(rules)
        self._layout = layout_of(scenario)
        self._board = set_up(self._layout, situation or opening(scenario))
        self._history: list[execution.Undoable] = []
        self._cycle = scenario.cycle if rules.modifier is Modifier.CYCLE else None
        self._weights = modifier_weights(self._cycle)
        self._digest_prefix = _digest_prefix(scenario, rules, self._cycle)

    def __repr__(self) -> str:
        state = self.outcome or f"{self.player.name.capitalize()}, {self.phase.name.lower()} phase"
        return f"<Game {self.scenario.name}, {self.rules.name} rules, {self.rounds} rounds played: {state}>"

    # State

    @property
    def phase(self) -> Phase:
        """The running phase."""
        return Phase(self._board.facts[PHASE])

    @property
    def player(self) -> Side:
        """The side to play."""
        return Side(self._board.facts[PLAYER])

    @property
    def rounds(self) -> int:
        """Completed rounds."""
        return int(self._board.facts[ROUNDS])

    @property
    def dice(self) -> str:
        """The source of modifiers: `uniform` dice, or the `cycle` of an imported KERNAL."""
        return "uniform" if self._cycle is None else "cycle"

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it runs."""
        return outcome_of(self._board)

    @property
    def situation(self) -> Situation:
        """The state from which a game could be started again: without the seed, the undo history and a result."""
        return situation_on(self._board)

    def digest(self) -> str:
        """Returns the digest of the state, 32 hexadecimal digits; equal states have equal digests."""
        return xxhash.xxh3_128_hexdigest(self._digest_prefix + self._board.block.tobytes())

    def clone(self) -> Self:
        """Returns an independent copy of the game."""
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__)
        copy._board = board_over(self._layout, self._board.block.copy())
        copy._history = self._history.copy()
        return copy

    def __getstate__(self) -> tuple[Scenario, Rules, int, NDArray[np.uint8], list[execution.Undoable]]:
        """Pickles the block alone: copied one by one, the views of a board would no longer share it."""
        return self.scenario, self.rules, self.seed, self._board.block, self._history

    def __setstate__(self, state: tuple[Scenario, Rules, int, NDArray[np.uint8], list[execution.Undoable]]) -> None:
        scenario, rules, seed, block, history = state
        Game.__init__(self, scenario, rules, seed)
        self._board = board_over(self._layout, block)
        self._history = history

    def view(self, seat: int | None = None) -> View:
        """Returns the view of a seat or a spectator: everything but the seed and the dice to come."""
        live = self._board.gate_live.tolist()
        return View(
            seat=None if seat is None else _seat(seat),
            rules=self.rules.name,
            dice=self.dice,
            phase=self.phase,
            player=self.player,
            rounds=self.rounds,
            units=units_on(self._board),
            terrain=land_of(self._board),
            gates=tuple(
                GateView(gate.x, gate.y, self.scenario.gate_side(number), bool(live[number]))
                for number, gate in enumerate(self.scenario.gates)
            ),
            offers=offers_on(self._board),
            outcome=self.outcome,
        )

    # Legal orders

    def legal(self, seat: int, units: Sequence[int] | None = None) -> Legal:
        """Returns the legal orders of a seat; with `units`, only those of these units, which is quicker."""
        side, board = _seat(seat), self._board
        phase = self.phase if self.outcome is None and self.player is side else None
        chosen = army(board, side) if units is None else self._own(side, units)
        moving = chosen if phase is Phase.MOVEMENT else chosen[:0]
        firing = chosen if phase is Phase.ATTACK else chosen[:0]
        return Legal(
            seat=side,
            reach=reach_of(board, self._tables, moving, board.points[moving]),
            hits=targets_of(board, self._tables, firing),
            gates=self._gates_of(side) if phase is Phase.GATES else (),
            others=self._others(side),
            kind=board.kind,
            defence=board.defence.copy(),
            weights=self._weights,
        )

    def _own(self, side: Side, units: Sequence[int]) -> NDArray[np.int32]:
        """Returns the living ones of `units` that belong to a side, in ascending order."""
        kinds = self._board.kind
        living = sorted({self._living(unit) for unit in units})
        return np.array([unit for unit in living if UNIT_TYPES[kinds[unit]].side is side], np.int32)

    def _gates_of(self, side: Side) -> tuple[int, ...]:
        gates = range(len(self.scenario.gates))
        return tuple(gate for gate in gates if self._board.gate_live[gate] and self.scenario.gate_side(gate) is side)

    def _others(self, side: Side) -> tuple[End | Undo | Draw | Resign, ...]:
        if self.outcome is not None:
            return ()
        playing = self.player is side
        possible: list[tuple[bool, End | Undo | Draw | Resign]] = [
            (playing, End()),
            (playing and bool(self._history), Undo()),
            (side not in offers_on(self._board), Draw()),
            (True, Resign()),
        ]
        return tuple(order for allowed, order in possible if allowed)

    def reach(self, units: Sequence[int]) -> Reach:
        """Finds the tiles that living units of either side could reach with their points."""
        chosen = np.array(sorted({self._living(unit) for unit in units}), np.int32)
        return reach_of(self._board, self._tables, chosen, self._board.points[chosen])

    def range_of(self, unit: int) -> tuple[Position, ...]:
        """Lists the tiles in the range of a living unit of either side, occupied or not; row by row."""
        return range_of(self._board, self._tables, self._living(unit))

    def threats(self, seat: int) -> Threats:
        """Returns the damage that the enemies of a seat could do to each tile in their next attack."""
        return threats_of(self._board, self._tables, _seat(seat).other)

    def next_attack(self, unit: int) -> NextAttack:
        """Finds where a living unit of either side can go before its next attack, and what it could hit then."""
        return next_attack_of(self._board, self._tables, self._living(unit))

    @property
    def expected_modifier(self) -> float:
        """The mean of the modifiers that an attack may get."""
        return float(self._weights @ np.arange(len(self._weights)))

    # Orders

    def advance(self, orders: Mapping[int, Sequence[Order]]) -> list[Event]:
        """Executes the orders of each seat, those of the side to play first; all of them or none."""
        for seat in orders:
            _seat(seat)
        given = [
            (seat, order) for seat in sorted(orders, key=lambda seat: seat != self.player) for order in orders[seat]
        ]
        kept = None if len(given) < 2 else (self._board.block.copy(), self._history.copy())
        events: list[Event] = []
        try:
            for seat, order in given:
                events += self._execute(Side(seat), order)
        except Refused:
            if kept is not None:
                self._board.block[:], self._history = kept
            raise
        return events

    def play(self, *texts: str) -> list[Event]:
        """Executes orders of the side to play, one after the other, given as text.

        Each is an order of its own: when one is refused, those before it have happened.
        """
        return [event for text in texts for event in self.advance({self.player: [order(text)]})]

    def _execute(self, seat: Side, order: Order) -> list[Event]:
        if self.outcome is not None:
            raise IllegalOrder(Refusal.GAME_OVER, order, f"the game has ended: {self.outcome}")
        match order:
            case Resign():
                return self._finish(seat.other, Reason.RESIGN)
            case Clock():
                return self._finish(seat.other, Reason.CLOCK)
            case Draw():
                return self._draw(seat, order)
            case _ if seat is not self.player:
                raise IllegalOrder(Refusal.NOT_YOUR_TURN, order, f"{self.player.name.capitalize()} is playing")
            case End():
                self._history.clear()
                return execution.end(self._board)
            case Undo():
                if not self._history:
                    raise IllegalOrder(Refusal.NOTHING_TO_UNDO, order, "nothing in this state can be taken back")
                return [execution.undo(self._board, self._history.pop())]
            case MoveTo() | MovePath():
                self._demand(order, Phase.MOVEMENT)
                return self._noted(*execution.move(self._board, self._tables, order))
            case Gate():
                self._demand(order, Phase.GATES)
                return self._noted(*execution.gate(self._board, self._tables, order))
            case Attack():
                self._demand(order, Phase.ATTACK)
                return execution.attack(self._board, self._tables, order, self._roll)
            case _:
                assert_never(order)

    def _demand(self, order: Order, phase: Phase) -> None:
        if self.phase is not phase:
            now, then = self.phase.name.lower(), phase.name.lower()
            raise IllegalOrder(Refusal.WRONG_PHASE, order, f"this is the {now} phase", f"wait for the {then} phase")

    def _noted(self, events: list[Event], before: execution.Undoable) -> list[Event]:
        if self.outcome is None:
            self._history.append(before)
        else:
            self._history.clear()
        return events

    def _roll(self) -> int:
        """Returns the index of the next modifier."""
        attacks = int(self._board.facts[ATTACKS])
        if self._cycle is not None:
            return int(self._cycle[attacks % len(self._cycle)])
        return Dice(self.seed, attacks, MODIFIER_DICE).below(8)

    def _draw(self, seat: Side, order: Draw) -> list[Event]:
        offers = offers_on(self._board)
        if seat in offers:
            raise IllegalOrder(Refusal.OFFER_STANDS, order, "your offer stands", "wait for the other side's answer")
        if seat.other in offers:
            return self._finish(BOTH, Reason.DRAW)
        self._board.facts[OFFERS] |= 1 << seat
        return [DrawOffered(seat)]

    def _finish(self, winner: int, reason: Reason) -> list[Event]:
        self._history.clear()
        return execution.end_game(self._board, winner, reason)

    def _living(self, unit: int) -> int:
        if not 0 <= unit < len(self._board.cell) or self._board.cell[unit] == GONE:
            raise Refused(Refusal.NO_UNIT, f"unit {unit}", "there is no such living unit")
        return unit


def _seat(seat: int) -> Side:
    if seat not in (0, 1):
        raise Refused(Refusal.NO_SEAT, f"seat {seat}", "0 is Eldoin and 1 is Dailor")
    return Side(seat)


def _digest_prefix(scenario: Scenario, rules: Rules, cycle: NDArray[np.uint8] | None) -> bytes:
    """Returns the part of a digest besides the state: the rules, the shape of the map, the units and the gates."""
    shape = (scenario.width, scenario.height, scenario.border)
    kinds = tuple(place.type for place in scenario.placements)
    gates = tuple(tuple(gate) for gate in scenario.gates)
    numbers = None if cycle is None else tuple(cycle.tolist())
    return repr((rules.name, shape, kinds, gates, numbers)).encode()
