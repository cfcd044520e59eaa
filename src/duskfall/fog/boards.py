"""Many games at once, for learning: boards step together, and a finished board starts a new game from a fresh seed.

>>> boards = Boards(count=4, seed=7, options=Options(turn_limit=1000))
>>> boards.observations.shape
(4, 2, 30, 30, 12)
>>> results = boards.step(boards.choose("random"))
>>> boards.turns.tolist()
[1, 1, 1, 1]
>>> tally = boards.rollout(turns=100, policies="expanding")
>>> boards.turns.tolist()
[101, 101, 101, 101]
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from duskfall.dice import Dice, checked_seed, purpose
from duskfall.errors import Refusal, Refused
from duskfall.fog.batch_kernels import choose_moves, draw_boards, mask_boards, play_boards, show_boards
from duskfall.fog.layout import (
    GENERAL,
    LAND,
    SEAT_INTS,
    SEATS,
    SPLIT,
    SUMS,
    TURN,
    TURN_LIMIT,
    Blocks,
    Cells,
    Ints,
    Layout,
)
from duskfall.fog.map_generation import DRAWN, general_distance, most_structures
from duskfall.fog.maps import Options, refuse_problem, walls_of
from duskfall.fog.observations import PLANES, Planes
from duskfall.fog.policies import policy_number
from duskfall.fog.threads import LONG_SHARE, STEP_SHARE, Threads, ThreadScratch

_BOARD_SEEDS: Final = purpose("fog boards")
TRAINING_LIMIT: Final = 1_000
"""The turn limit of training and of the arena."""
_NO_MOVES: Final = np.zeros((0, 0, 0), np.int32)
_NO_POLICIES: Final = np.zeros(0, np.int32)


@dataclass(frozen=True, eq=False, slots=True)
class Results:
    """The games that one step ended, a row for each board."""

    ended: NDArray[np.bool_]
    turn: Ints
    """The turn in which the game ended; 0 where it goes on."""
    winner: Ints
    """The winning seat; -1 for none, and where the game goes on."""
    places: Ints
    """(boards, seats): the place of each seat, 1 the best; 0 where the game goes on."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The counts of a rollout."""

    turns: int
    games: int
    """Games that ended."""
    wins: tuple[int, ...]
    """Of them, won by each seat."""


class Boards:
    """`count` games side by side, in one block of memory.

    `workers` threads share long work: drawing, `play` and `rollout`, and `step` from 4,096 boards on. To step fewer
    boards on several cores, give each thread of yours boards of its own: compiled code does not hold Python's lock.

    Marches are packed numbers: `source * 8 + direction * 2 + half`, directions up, down, left, right; -1 passes. One
    that cannot be made is dropped without penalty, as in a live game; `masks` tells which can.
    """

    def __init__(
        self,
        count: int,
        seed: int,
        options: Options = Options(turn_limit=TRAINING_LIMIT),  # noqa: B008  # frozen
        mountains: ArrayLike | None = None,
        observe: bool = True,
        workers: int = 2,
    ) -> None:
        self.options = options
        self._walls = walls_of(options, mountains)
        width, height, players = options.width, options.height, options.players
        layout = Layout(width, height, players, most_structures(width, height, players))
        self._threads = Threads(layout, count, workers)
        self._blocks = Blocks(layout, count)
        self._blocks.ints[:, SPLIT] = options.half
        self._blocks.ints[:, TURN_LIMIT] = options.turn_limit or 0
        self._observe = observe
        shown = count if observe else 0
        self._planes: Planes = np.zeros((shown or 1, players * layout.tiles * PLANES), np.int16)
        self._results = np.zeros((count, 2 + players), np.int32)
        self._distance = general_distance(players)
        self._seeds = np.zeros(count, np.uint64)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self._blocks)

    def __reduce__(self) -> str:
        raise Refused(Refusal.IMPOSSIBLE, "boards", "they hold threads and cannot be copied", "make others from a seed")

    def _each(self, work: Callable[[ThreadScratch, int, int], int], least: int) -> None:
        """Does `work` on all boards; refuses the options if a board cannot be drawn with them."""
        refuse_problem(self._threads.share(work, least), int(self._seeds[0]), self.options)

    def reset(self, seed: int) -> None:
        """Draws every board anew; board i of a seed is the same for any number of boards."""
        checked_seed(seed)
        for board in range(len(self)):
            self._seeds[board] = Dice(seed, board, _BOARD_SEEDS).word()
        blocks = self._blocks

        def draw(thread: ThreadScratch, first: int, last: int) -> int:
            return draw_boards(
                blocks.ints, blocks.longs, blocks.cells, thread.scratch, thread.work, thread.marks, thread.stream,
                self._seeds, self._distance, self._walls, first, last,
            )  # fmt: skip

        self._each(draw, LONG_SHARE)
        if self._observe:
            show_boards(blocks.ints, blocks.cells, self._planes, 0, len(self))

    @property
    def observations(self) -> NDArray[np.int16]:
        """(boards, seats, height, width, planes): the observation of each seat, updated in place."""
        if not self._observe:
            raise Refused(
                Refusal.IMPOSSIBLE, "observations", "these boards do not observe", "make them with observe=True"
            )
        options = self.options
        return self._planes.reshape(len(self), options.players, options.height, options.width, PLANES)

    def observe_into(self, buffer: NDArray[np.int16]) -> None:
        """Copies the observations into your array, which later turns do not change."""
        observations = self.observations
        if buffer.shape != observations.shape or buffer.dtype != np.int16:
            raise Refused(
                Refusal.INCONSISTENT,
                f"{buffer.dtype} buffer of shape {buffer.shape}",
                f"observations are int16 of shape {observations.shape}",
            )

        def copy(_: ThreadScratch, first: int, last: int) -> int:
            np.copyto(buffer[first:last], observations[first:last])
            return DRAWN

        self._each(copy, STEP_SHARE)

    @property
    def turns(self) -> Ints:
        """Turns played on each board."""
        return self._blocks.ints[:, TURN].copy()

    def facts(self) -> NDArray[np.int64]:
        """Returns (boards, viewers, seats, 3): tiles, armies and 1 if alive, of all seats counted from the viewer."""
        header = self._blocks.ints[0]
        players = self.options.players
        records = self._blocks.ints[:, header[SEATS] : header[SEATS] + players * SEAT_INTS]
        records = records.reshape(len(self), players, SEAT_INTS)
        sums = self._blocks.longs[:, header[SUMS] : header[SUMS] + players]
        facts = np.stack([records[:, :, LAND], sums, records[:, :, GENERAL] >= 0], axis=2)
        return np.stack([np.roll(facts, -viewer, axis=1) for viewer in range(players)], axis=1)

    def masks(self) -> Cells:
        """Returns (boards, seats, tiles, 4): 1 where a march could be made."""
        options, blocks = self.options, self._blocks
        masks = np.zeros((len(self), options.players, 4 * options.width * options.height), np.uint8)

        def mask(_: ThreadScratch, first: int, last: int) -> int:
            mask_boards(blocks.ints, blocks.longs, blocks.cells, masks, first, last)
            return DRAWN

        self._each(mask, STEP_SHARE)
        return masks.reshape(len(self), options.players, -1, 4)

    def _policies(self, policies: str | Sequence[str]) -> Ints:
        names = [policies] * self.options.players if isinstance(policies, str) else list(policies)
        if len(names) != self.options.players:
            raise Refused(
                Refusal.OUT_OF_RANGE, f"{len(names)} policies", f"give one for each of {self.options.players} seats"
            )
        return np.array([policy_number(name) for name in names], np.int32)

    def choose(self, policies: str | Sequence[str]) -> Ints:
        """Returns the marches of built-in policies, (boards, seats)."""
        numbers, blocks = self._policies(policies), self._blocks
        moves = np.full((len(self), self.options.players), -1, np.int32)

        def choose(thread: ThreadScratch, first: int, last: int) -> int:
            choose_moves(
                blocks.ints,
                blocks.longs,
                blocks.cells,
                thread.work,
                thread.seen,
                thread.stream,
                self._seeds,
                numbers,
                moves,
                first,
                last,
            )
            return DRAWN

        self._each(choose, STEP_SHARE)
        return moves

    def step(self, moves: ArrayLike) -> Results:
        """Plays one turn on every board with one packed march for each seat.

        A board whose game ends reports its result and stands at turn 0 of a new game when this returns.
        """
        wanted = self._checked(moves, (len(self), self.options.players))
        self._play(wanted[:, np.newaxis], _NO_POLICIES, 1, STEP_SHARE)
        results = self._results
        ended = results[:, 0] > 0
        winner = np.where(ended, results[:, 1], -1)
        return Results(ended, results[:, 0].copy(), winner, results[:, 2:] * ended[:, None])

    def play(self, moves: ArrayLike) -> Tally:
        """Plays many turns with given marches (boards, turns, seats), like that many steps without pauses."""
        array = np.asarray(moves)
        if array.ndim != 3:
            raise Refused(Refusal.INCONSISTENT, f"moves of shape {array.shape}", "give boards x turns x seats")
        turns = array.shape[1]
        wanted = self._checked(array, (len(self), turns, self.options.players))
        return self._tallied(wanted, _NO_POLICIES, turns)

    def rollout(self, turns: int, policies: str | Sequence[str]) -> Tally:
        """Plays `turns` turns on every board with built-in policies, wholly inside compiled code."""
        if turns < 0:
            raise Refused(Refusal.OUT_OF_RANGE, f"{turns} turns", "give 0 or more")
        return self._tallied(_NO_MOVES, self._policies(policies), turns)

    def _play(self, moves: Ints, policies: Ints, turns: int, least: int) -> None:
        """Plays by given moves or by policies, a share of at least `least` boards for each thread."""
        blocks = self._blocks

        def play(thread: ThreadScratch, first: int, last: int) -> int:
            return play_boards(
                blocks.ints, blocks.longs, blocks.cells, thread.scratch, thread.work, thread.marks, thread.stream,
                self._seeds, self._distance, self._walls, moves, policies, turns, self._planes, self._observe,
                self._results, thread.tally, thread.seen, first, last,
            )  # fmt: skip

        self._each(play, least)

    def _tallied(self, moves: Ints, policies: Ints, turns: int) -> Tally:
        for thread in self._threads.scratch:
            thread.tally[:] = 0
        self._play(moves, policies, turns, LONG_SHARE)
        games, *wins = np.sum([thread.tally for thread in self._threads.scratch], axis=0).tolist()
        return Tally(turns * len(self), games, tuple(wins))

    def _checked(self, moves: ArrayLike, shape: tuple[int, ...]) -> Ints:
        given = np.asarray(moves)
        if given.dtype.kind not in "iu":
            raise Refused(Refusal.INCONSISTENT, f"moves of {given.dtype}", "a packed march is a whole number")
        if given.shape != shape:
            raise Refused(Refusal.INCONSISTENT, f"moves of shape {given.shape}", f"these boards take {shape}")
        if given.size and not -1 <= int(given.min()) <= int(given.max()) < 8 * self._blocks.layout.tiles:
            raise Refused(
                Refusal.OFF_MAP,
                "moves",
                f"a packed march lies between 0 and {8 * self._blocks.layout.tiles - 1}, or is -1",
            )
        return np.ascontiguousarray(given, np.int32)
