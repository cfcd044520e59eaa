"""`Episodes`: games side by side for training environments, with rewards, masks, and a beginning on order.

`Boards` is for rollouts and begins a new game by itself; here the caller decides when. Seats play given actions or
built-in policies; the first `viewers` seats are observed.

>>> episodes = Episodes(2, Options(width=10, height=10, turn_limit=200), policies=["expanding"])
>>> episodes.reset(7)
>>> episodes.planes.shape, episodes.masks.shape, episodes.scores.shape
((2, 1, 10, 10, 12), (2, 1, 801), (2, 1, 2, 3))
>>> episodes.step([[800], [800]])
>>> episodes.turns[:, 0].tolist()
[[1, 199], [1, 199]]
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from duskfall.dice import Dice, checked_seed, purpose
from duskfall.errors import Refusal, Refused
from duskfall.fog.encoding import MEMORY_PLANES, action_count
from duskfall.fog.episode_kernels import (
    END_TURN,
    ENDED,
    FIRST_PLACE,
    GIVEN,
    LEFT,
    LEVEL_DICE,
    OVER,
    PLAYED,
    REWARD,
    SCORE_INTS,
    SCORES,
    Floats,
    Levels,
    Shown,
    begin_episodes,
    play_episodes,
)
from duskfall.fog.events import Events, Outcome, Reason, Seat
from duskfall.fog.layout import CITY, LAST_ALIVE, REASON, RUNNING, SPLIT, TOWER, TURN_LIMIT, Blocks, Ints, Layout
from duskfall.fog.map_generation import general_distance, most_structures
from duskfall.fog.maps import Options, refuse_problem
from duskfall.fog.observations import PLANES, Planes
from duskfall.fog.policies import policy_number
from duskfall.fog.position import Position
from duskfall.fog.threads import LONG_SHARE, STEP_SHARE, Threads, ThreadScratch
from duskfall.fog.view import View, build_view

_BOARD_SEEDS: Final = purpose("fog boards")

State: TypeAlias = tuple[NDArray[np.generic], ...]
"""A copy of the memory of a batch, for `restore`."""


class Episodes:
    """`count` games side by side; all arrays are updated in place.

    `policies` gives built-in policies to the last seats; the seats before them are observed and play what `step` is
    given. `levels` are boards to begin on, chosen by the seed of each game; without them boards are drawn from it.
    Rewards are 1, 0 or -1 at the end; `shaping` is the weight of a potential of land and armies, `discount` that of
    the learner.
    """

    def __init__(
        self,
        count: int,
        options: Options,
        *,
        policies: Sequence[str] = (),
        levels: Sequence[Position] = (),
        memory: bool = False,
        shaping: float = 0.0,
        discount: float = 1.0,
        workers: int = 1,
    ) -> None:
        if options.turn_limit is None:
            raise Refused(Refusal.IMPOSSIBLE, "turn_limit None", "an episode must end", "give a turn limit")
        self.options = options
        self._shaping, self._discount = float(shaping), float(discount)
        self.viewers = options.players - len(policies)
        if self.viewers < 1:
            raise Refused(
                Refusal.OUT_OF_RANGE, f"{len(policies)} policies", f"a game for {options.players} has others to play"
            )
        self._policies = np.array([GIVEN] * self.viewers + [policy_number(name) for name in policies], np.int32)
        self.levels = tuple(levels)
        self._levels = _levels_of(self.levels, options)
        layout = Layout(options.width, options.height, options.players, _structures(self.levels, options))
        self._threads = Threads(layout, count, workers)
        self._blocks = Blocks(layout, count)
        self._blocks.ints[:, SPLIT] = options.half
        self._blocks.ints[:, TURN_LIMIT] = options.turn_limit
        self.seeds = np.zeros(count, np.uint64)
        """The seed of each board's game."""
        self.actions = np.zeros((count, options.players), np.int32)
        """The actions of all seats in the last turn, those of policies included."""
        self._distance = general_distance(options.players)
        self._shown = _new_shown(layout, count, self.viewers, memory)

    def __len__(self) -> int:
        return len(self._blocks)

    # What learners read

    def _per_tile(self, array: Planes, depth: int) -> Planes:
        return array.reshape(len(self), self.viewers, self.options.height, self.options.width, depth)

    @property
    def planes(self) -> Planes:
        """(boards, viewers, height, width, planes): the observation of each viewer."""
        return self._per_tile(self._shown.planes, PLANES)

    @property
    def memory(self) -> Planes:
        """(boards, viewers, height, width, 2): the memory planes, if they are kept; else of depth 0."""
        return self._per_tile(self._shown.memory, MEMORY_PLANES if self._shown.memory.shape[1] else 0)

    @property
    def masks(self) -> NDArray[np.int8]:
        """(boards, viewers, actions): 1 where an action can be made."""
        return self._shown.masks.view(np.int8)

    @property
    def scores(self) -> Ints:
        """(boards, viewers, seats, 3): tiles, armies and 1 if alive, of all seats counted from the viewer."""
        return self._shown.records[:, :, SCORES:].reshape(len(self), self.viewers, -1, SCORE_INTS)

    @property
    def turns(self) -> Ints:
        """(boards, viewers, 2): turns played and turns left."""
        return self._shown.records[:, :, PLAYED : LEFT + 1]

    @property
    def rewards(self) -> Floats:
        """(boards, viewers): the rewards of the last step."""
        return self._shown.values[:, :, REWARD]

    @property
    def over(self) -> Ints:
        """(boards, viewers): 1 where the game is over for a viewer, who is out of it or at its end."""
        return self._shown.records[:, :, OVER]

    @property
    def ended(self) -> NDArray[np.bool_]:
        """(boards,): whether the episode has ended, because the game has or no viewer is left in it; a copy."""
        ended: NDArray[np.bool_] = self._shown.results[:, ENDED] != 0
        return ended

    @property
    def results(self) -> Ints:
        """(boards, 2 + seats): the turn in which the episode ended (0: it runs), the winner (-1: none) and all places.

        Seats that are still in the game when no viewer is have the place 0.
        """
        return self._shown.results[:, END_TURN:]

    def view(self, board: int, seat: Seat | None) -> View:
        """Returns the view of a seat on one board, without events; the seat None sees everything."""
        blocks, options = self._blocks, self.options
        return build_view(
            blocks.ints[board], blocks.longs[board], blocks.cells[board], seat, Events([], options.width, None),
            options.half, options.turn_limit, self._outcome(board),
        )  # fmt: skip

    def level(self, board: int) -> Position | None:
        """Returns the level that the game of a board began on; None if its board was drawn."""
        seed = int(self.seeds[board])
        return self.levels[Dice(seed, 0, LEVEL_DICE).below(len(self.levels))] if self.levels else None

    def _outcome(self, board: int) -> Outcome | None:
        ended = self._blocks.ints[board, REASON]
        if ended == RUNNING:
            return None
        turn, winner, *places = self.results[board].tolist()
        reason = Reason.LAST_ALIVE if ended == LAST_ALIVE else Reason.TURN_LIMIT
        return Outcome(None if winner < 0 else winner, tuple(places), reason, turn)

    # What they do

    def reset(self, seed: int) -> None:
        """Begins a game on every board; board i of a seed is the same for any number of boards."""
        checked_seed(seed)
        self.begin([Dice(seed, board, _BOARD_SEEDS).word() for board in range(len(self))])

    def begin(self, seeds: Sequence[int]) -> None:
        """Begins the game of a seed on every board."""
        self.seeds[:] = [checked_seed(seed) for seed in seeds]
        self._begin(np.ones(len(self), np.bool_), fresh=False)

    def begin_next(self, which: NDArray[np.bool_]) -> None:
        """Begins games on the chosen boards, of seeds that follow from their last ones."""
        self._begin(which, fresh=True)

    def _begin(self, which: NDArray[np.bool_], *, fresh: bool) -> None:
        blocks = self._blocks

        def begin(thread: ThreadScratch, first: int, last: int) -> int:
            return begin_episodes(
                blocks.ints, blocks.longs, blocks.cells, thread.scratch, thread.work, thread.marks, thread.stream,
                thread.seen, self.seeds, self._distance, self._levels, which, fresh, self._shown, self._shaping,
                first, last,
            )  # fmt: skip

        refuse_problem(self._threads.share(begin, LONG_SHARE), int(self.seeds[0]), self.options)

    def step(self, actions: ArrayLike) -> None:
        """Plays one turn with the actions of the viewers, (boards, viewers), where the episode has not ended."""
        given = np.asarray(actions)
        if given.shape != (len(self), self.viewers) or given.dtype.kind not in "iu":
            raise Refused(
                Refusal.INCONSISTENT,
                f"{given.dtype} actions of shape {given.shape}",
                f"give whole numbers of shape {(len(self), self.viewers)}",
            )
        most = self._shown.masks.shape[2] - 1
        if given.min() < 0 or given.max() > most:
            raise Refused(Refusal.OUT_OF_RANGE, "actions", f"they are 0 to {most}, and the last one passes")
        self.actions[:, : self.viewers] = given
        self.play()

    def play(self) -> None:
        """Plays one turn with `actions` as they are, where the episode has not ended."""
        self._threads.share(self._play, STEP_SHARE)

    def _play(self, thread: ThreadScratch, first: int, last: int) -> int:
        blocks = self._blocks
        return play_episodes(
            blocks.ints, blocks.longs, blocks.cells, thread.scratch, thread.work, thread.stream, thread.seen,
            self.seeds, self._policies, self.actions, self._shown, self._shaping, self._discount, first, last,
        )  # fmt: skip

    # Search

    def copy(self) -> State:
        """Returns a copy of everything, for `restore`."""
        return tuple(array.copy() for array in self._arrays())

    def restore(self, state: State) -> None:
        """Goes back to a copy, of this batch or of another one with the same options."""
        arrays = self._arrays()
        if [array.shape for array in arrays] != [array.shape for array in state]:
            raise Refused(Refusal.INCONSISTENT, "state", "it is of a batch with other options", "restore it there")
        for array, copied in zip(arrays, state, strict=True):
            np.copyto(array, copied)

    def _arrays(self) -> tuple[NDArray[np.generic], ...]:
        return (self._blocks.memory, self.seeds, self.actions, *self._shown)

    def close(self) -> None:
        """Ends the threads."""
        self._threads.close()


def _structures(levels: Sequence[Position], options: Options) -> int:
    """Counts the most cities and towers of a board."""
    if not levels:
        return most_structures(options.width, options.height, options.players)
    return max(int(np.isin(level.kinds, (CITY, TOWER)).sum()) for level in levels)


def _levels_of(levels: Sequence[Position], options: Options) -> Levels:
    """Returns boards for the kernels; refuses those of another shape."""
    for level in levels:
        shape = (level.width, level.height, len(level.generals))
        if shape != (options.width, options.height, options.players) or level.turn != 0:
            raise Refused(
                Refusal.INCONSISTENT,
                f"a level of {level.width}x{level.height} for {len(level.generals)}",
                f"the options are {options.width}x{options.height} for {options.players}",
            )
    size = options.width * options.height
    return Levels(
        np.array([level.cells for level in levels], np.uint8).reshape(-1, size),
        np.array([level.garrison for level in levels], np.int32).reshape(-1, size),
        np.array([level.generals for level in levels], np.int32).reshape(-1, options.players),
    )


def _new_shown(layout: Layout, count: int, viewers: int, memory: bool) -> Shown:
    """Allocates all that learners read."""
    tiles, players = layout.tiles, layout.players
    return Shown(
        planes=_zeros((count, viewers * tiles * PLANES), np.int16),
        masks=_zeros((count, viewers, action_count(layout.width, layout.height)), np.uint8),
        memory=np.zeros((count, viewers * tiles * MEMORY_PLANES if memory else 0), np.int16),
        records=np.zeros((count, viewers, SCORES + SCORE_INTS * players), np.int32),
        values=np.zeros((count, viewers, 2), np.float64),
        results=np.zeros((count, FIRST_PLACE + players), np.int32),
    )


def _zeros(shape: tuple[int, ...], kind: type[np.generic]) -> NDArray[Any]:
    """Allocates zeros in huge pages.

    NumPy asks for them only for memory that it does not get zeroed. A turn touches few bytes in many places, so that
    looking up small pages would take a good part of its time.
    """
    array = np.empty(shape, kind)
    array.fill(0)
    return array
