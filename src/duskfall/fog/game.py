"""One game of Fog of War: orders in, events and views out.

It is a batch of one board on the same kernels that play ten thousand.

>>> game = Game.new(seed=7, options=Options(width=12, height=12))
>>> game.view(0).generals
(68, -1)
>>> for _ in range(3):
...     events = game.advance({})
>>> events = game.advance({0: [March.parse("68>67")]})
>>> events[0]
Marched(seat=0, march=March.parse('68>67'), refusal=None)
>>> game.view(0).scores[0]
Score(tiles=2, armies=5)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Self

import numpy as np
import xxhash
from numpy.typing import ArrayLike

from duskfall.compiled import kernel, number
from duskfall.errors import IllegalOrder, Malformed, Refusal, Refused, whole
from duskfall.fog.board_setup import set_up
from duskfall.fog.events import Events, Outcome, Reason, Seat, unpack_march
from duskfall.fog.layout import (
    ALIVE,
    CITY,
    GARRISON,
    GENERAL,
    LAST_ALIVE,
    LEAVING,
    MAX_TURN,
    PLACE,
    QUEUE_CAP,
    QUEUED,
    REASON,
    SEAT_INTS,
    SEATS,
    SPLIT,
    TILES,
    TOWER,
    TURN,
    TURN_LIMIT,
    WINNER,
    Blocks,
    Cells,
    Ints,
    Layout,
    Longs,
)
from duskfall.fog.maps import Options, draw_position, position_of_tiles
from duskfall.fog.observations import PLANES, Planes, show_board, show_changes, show_mask
from duskfall.fog.orders import Absent, Clear, March, Order, Pass, Surrender, Undo
from duskfall.fog.position import Position
from duskfall.fog.scratch import EVENT_COUNT, EVENT_INTS, EVENTS, clear_scratch, new_scratch
from duskfall.fog.turn import clear_queue, play_turn, queue_march, undo_march
from duskfall.fog.view import View, build_view
from duskfall.tempo import Tempo

UNDO: Final = -1
CLEAR: Final = -2
LEAVE: Final = -3


@kernel
def play_orders(
    ints: Ints, longs: Longs, cells: Cells, scratch: Ints, wishes: Ints, count: int, planes: Planes, observe: bool
) -> int:
    """Takes `count` wishes (seat; packed march, UNDO, CLEAR or LEAVE) and plays the turn.

    Returns the result packed in one number, since reading arrays from Python costs more than the turn: the reason why
    the game ended in the lowest 8 bits, the number of living seats in the next 8, above them the number of events.
    """
    for i in range(count):
        seat, wish = wishes[2 * i], wishes[2 * i + 1]
        if wish >= 0:
            queue_march(ints, seat, wish)
        elif wish == UNDO:
            undo_march(ints, seat)
        elif wish == CLEAR:
            clear_queue(ints, seat)
        elif wish == LEAVE:
            ints[LEAVING] |= 1 << seat
    play_turn(ints, longs, cells, scratch)
    if observe:
        show_changes(ints, cells, scratch, planes)
    clear_scratch(scratch)
    return number(ints[REASON] | ints[ALIVE] << 8 | scratch[EVENT_COUNT] << 16)


class Legal:
    """The marches that a seat could make: `mask[tile, direction]` is 1, directions up, down, left, right.

    >>> legal = Game(Position.parse("A2 . ^ B2")).legal(0)
    >>> list(legal), March(0, 1) in legal, March(0, 1, half=True) in legal, March(1, 2) in legal
    ([March.parse('0>1')], True, True, False)
    """

    def __init__(self, mask: Cells, width: int, half: bool) -> None:
        self.mask = mask
        self.half = half
        """Whether each march may also be made with half of the armies."""
        self._width = width

    def __iter__(self) -> Iterator[March]:
        """Yields every march, with all armies but one."""
        for tile, direction in np.argwhere(self.mask).tolist():
            yield unpack_march(8 * tile + 2 * direction, self._width)

    def __len__(self) -> int:
        return int(self.mask.sum())

    def __contains__(self, march: object) -> bool:
        if not isinstance(march, March) or (march.half and not self.half):
            return False
        step = march.target - march.source
        return any(
            self.mask[march.source, direction]
            for direction, ahead in enumerate((-self._width, self._width, -1, 1))
            if step == ahead and 0 <= march.source < len(self.mask)
        )


class Game:
    """A game in progress. It shows views of the board, never the board itself."""

    tempo: Final = Tempo.TICK

    def __init__(self, position: Position, half: bool = True, turn_limit: int | None = None) -> None:
        if turn_limit is not None and not (whole(turn_limit) and position.turn < turn_limit <= MAX_TURN):
            raise Refused(
                Refusal.OUT_OF_RANGE,
                f"turn limit {turn_limit}",
                f"the game stands at turn {position.turn} and ends at {MAX_TURN} at the latest",
            )
        self.width, self.height = position.width, position.height
        self.seats = len(position.generals)
        self.half = bool(half)
        self.turn_limit = turn_limit
        structures = int(np.isin(position.kinds, (CITY, TOWER)).sum())
        self._blocks = Blocks(Layout(self.width, self.height, self.seats, structures), 1)
        self._scratch = new_scratch(self._blocks.layout)
        self._planes: Planes = np.zeros(0, np.int16)
        self._observe = False
        self._take_rows()
        self._place(position)
        self._living = self._read_living()
        self._outcome: Outcome | None = None
        self._events = Events([], self.width, None)
        self._wishes = np.zeros(2 * 64, np.int32)

    @classmethod
    def new(cls, seed: int, options: Options = Options(), mountains: ArrayLike | None = None) -> Self:  # noqa: B008
        """Starts a game on a board drawn from a seed, optionally among given mountains (true where one stands)."""
        return cls(draw_position(seed, options, mountains), options.half, options.turn_limit)

    @classmethod
    def on_tiles(
        cls, codes: ArrayLike, players: int | None = None, half: bool = True, turn_limit: int | None = None
    ) -> Self:
        """Starts a game on given tiles: -1 land, -2 mountain, -5 tower, -6 city, or the start of a seat."""
        return cls(position_of_tiles(codes, players), half, turn_limit)

    def _take_rows(self) -> None:
        self._ints, self._longs, self._cells = self._blocks.ints[0], self._blocks.longs[0], self._blocks.cells[0]
        self._words = self._ints.data
        """The same memory again: Python reads a single number from it several times faster than from an array."""
        self._first_queued = int(self._ints[SEATS]) + QUEUED
        self._event_rows = self._scratch[self._scratch[EVENTS] :].reshape(-1, EVENT_INTS)
        self._seen: list[Planes] = list(self._planes.reshape(-1, self.height, self.width, PLANES))

    def _place(self, position: Position) -> None:
        ints, size = self._ints, self.width * self.height
        ints[ints[GARRISON] : ints[GARRISON] + size] = position.garrison
        self._cells[ints[TILES] : ints[TILES] + size] = position.cells
        ints[SPLIT] = self.half
        ints[TURN_LIMIT] = self.turn_limit or 0
        generals = np.array(position.generals, np.int32)
        set_up(ints, self._longs, self._cells, self._scratch, generals, position.turn)

    @property
    def turn(self) -> int:
        """Turns played."""
        return int(self._ints[TURN])

    @property
    def outcome(self) -> Outcome | None:
        """The outcome of the game, None while it runs."""
        return self._outcome

    def advance(self, orders: Mapping[Seat, Sequence[Order]]) -> Events:
        """Plays one turn with the orders that came since the last one, each seat's in order of arrival.

        If any order is refused, none is taken and the turn is not played.
        """
        if self._outcome is not None:
            raise IllegalOrder(Refusal.GAME_OVER, "advance", f"the game ended in turn {self.turn}")
        wishes: list[int] = []
        for seat, wanted in orders.items():
            for wish in self._admitted(seat, wanted):
                wishes += (seat, wish)
        count = len(wishes) // 2
        if len(wishes) > len(self._wishes):
            self._wishes = np.zeros(2 * len(wishes), np.int32)
        slots = self._wishes.data
        for place, wish in enumerate(wishes):
            slots[place] = wish
        news = play_orders(
            self._ints, self._longs, self._cells, self._scratch, self._wishes, count, self._planes, self._observe
        )
        if news & 255:
            self._outcome = self._read_outcome()
        if news >> 8 & 255 != len(self._living):
            self._living = self._read_living()
        self._events = Events(self._event_rows[: news >> 16].tolist(), self.width, self._outcome)
        return self._events

    def check(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Refuses orders of a seat that could not be taken in the coming turn; changes nothing."""
        self._admitted(seat, orders)

    def _admitted(self, seat: Seat, orders: Sequence[Order]) -> list[int]:
        """Returns the orders of one seat as numbers, or refuses the first that cannot be taken."""
        if self._outcome is not None:
            raise IllegalOrder(Refusal.GAME_OVER, f"seat {seat}", f"the game ended in turn {self.turn}")
        if seat not in self._living or type(seat) is not int:
            self._check_seat(seat)
        if seat not in self._living and orders:
            raise IllegalOrder(Refusal.ELIMINATED, f"seat {seat}", f"it is out of the game (turn {self.turn})")
        wishes: list[int] = []
        queued = self._queue_length(seat)
        for order in orders:
            if type(order) is March:  # by far the most common order, so asked for first and in the cheapest way
                wishes.append(self._packed(order))
                if queued >= QUEUE_CAP:
                    raise IllegalOrder(
                        Refusal.QUEUE_FULL, order, f"{QUEUE_CAP} marches are queued", "undo or clear some, or wait"
                    )
                queued += 1
                continue
            match order:
                case Undo():
                    wishes.append(UNDO)
                    queued = max(0, queued - 1)
                case Clear():
                    wishes.append(CLEAR)
                    queued = 0
                case Surrender() | Absent():
                    wishes.append(LEAVE)
                case Pass():
                    pass
                case _:
                    # The types forbid this; untyped programs get here.
                    raise Malformed(repr(order), "not an order", "read texts with parse_order")
        return wishes

    def lives(self, seat: Seat) -> bool:
        """Tells whether a seat is still in the game."""
        return seat in self._living

    def queued(self, seat: Seat) -> int:
        """Counts the marches in the queue of a seat."""
        self._check_seat(seat)
        return self._queue_length(seat)

    def _check_seat(self, seat: Seat) -> None:
        if not whole(seat) or not 0 <= seat < self.seats:
            raise Refused(Refusal.NO_SEAT, f"seat {seat}", f"seats run from 0 to {self.seats - 1}")

    def _packed(self, march: March) -> int:
        source, target = march.source, march.target
        size = self.width * self.height
        numbers = (type(source) is int and type(target) is int) or (whole(source) and whole(target))
        if not (numbers and 0 <= source < size and 0 <= target < size):
            raise IllegalOrder(Refusal.OFF_MAP, march, f"tiles are whole numbers from 0 to {size - 1}")
        step = target - source
        if step == self.width:
            direction = 1
        elif step == -self.width:
            direction = 0
        elif abs(step) == 1 and source // self.width == target // self.width:
            direction = 3 if step == 1 else 2
        else:
            raise IllegalOrder(Refusal.NOT_ADJACENT, march, "the tiles share no edge", "march one step at a time")
        if march.half and not self.half:
            raise IllegalOrder(Refusal.SPLIT_OFF, march, "half marches are off in this game")
        return int(source) * 8 + direction * 2 + (1 if march.half else 0)

    def _queue_length(self, seat: Seat) -> int:
        return int(self._words[self._first_queued + seat * SEAT_INTS])

    def _read_living(self) -> frozenset[Seat]:
        first = int(self._ints[SEATS]) + GENERAL
        return frozenset(seat for seat in range(self.seats) if self._ints[first + seat * SEAT_INTS] >= 0)

    def _read_outcome(self) -> Outcome:
        ints = self._ints
        places = [int(ints[ints[SEATS] + seat * SEAT_INTS + PLACE]) for seat in range(self.seats)]
        winner = int(ints[WINNER])
        return Outcome(
            winner=winner if winner >= 0 else None,
            places=tuple(places),
            reason=Reason.LAST_ALIVE if ints[REASON] == LAST_ALIVE else Reason.TURN_LIMIT,
            turn=self.turn,
        )

    def standing(self) -> tuple[int, ...]:
        """Returns the place of each seat if the game ended now: the living by armies, then tiles, as at a turn limit.

        >>> game = Game(Position.parse("A9 . . B2 . . C2"))
        >>> _ = game.advance({2: [Surrender()]})
        >>> game.standing()
        (1, 2, 3)
        """
        scores = self.view(None).scores
        ranks = {seat: (scores[seat].armies, scores[seat].tiles) for seat in self._living}
        return tuple(
            1 + sum(other > ranks[seat] for other in ranks.values())
            if seat in ranks
            else int(self._ints[self._ints[SEATS] + seat * SEAT_INTS + PLACE])
            for seat in range(self.seats)
        )

    def view(self, seat: Seat | None) -> View:
        """Returns the view of a seat; the seat None sees everything."""
        if seat is not None:
            self._check_seat(seat)
        return build_view(
            self._ints, self._longs, self._cells, seat, self._events, self.half, self.turn_limit, self._outcome
        )

    def legal(self, seat: Seat) -> Legal:
        """Returns the marches that a seat could make now."""
        self._check_seat(seat)
        mask = np.zeros(4 * self.width * self.height, np.uint8)
        if self._outcome is None:
            show_mask(self._ints, self._longs, self._cells, seat, mask)
        return Legal(mask.reshape(-1, 4), self.width, self.half)

    def observation(self, seat: Seat) -> Planes:
        """Returns the observation of a seat (height, width, planes), updated in place from turn to turn."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            self._check_seat(seat)
        if not self._observe:
            self._planes = np.zeros(self.seats * self.width * self.height * PLANES, np.int16)
            show_board(self._ints, self._cells, self._planes)
            self._observe = True
            self._take_rows()
        return self._seen[seat]

    def digest(self) -> str:
        """Returns the digest of the whole state, queues and memories included: 32 hexadecimal digits."""
        return xxhash.xxh3_128_hexdigest(self._blocks.memory.data)

    def clone(self) -> Game:
        """Returns an independent copy of the game."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin._blocks = self._blocks.copy()
        twin._scratch = self._scratch.copy()
        twin._planes = self._planes.copy()
        twin._wishes = self._wishes.copy()
        twin._take_rows()
        return twin

    def __deepcopy__(self, memo: dict[int, object]) -> Game:
        return self.clone()

    def __getstate__(self) -> dict[str, object]:
        """Leaves out the rows, which are views of the blocks."""
        rows = ("_ints", "_longs", "_cells", "_words", "_event_rows", "_seen")
        return {name: value for name, value in self.__dict__.items() if name not in rows}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self._take_rows()

    def __str__(self) -> str:
        return str(self.view(None))

    def __repr__(self) -> str:
        return f"<fog.Game {self.width}x{self.height}, {self.seats} seats, turn {self.turn}>"
