"""Threads that share the boards of a batch, each with scratch memory of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from duskfall.errors import Refusal, Refused
from duskfall.fog.layout import Layout
from duskfall.fog.map_generation import DRAWN
from duskfall.fog.policies import policy_ints
from duskfall.fog.scratch import new_scratch

STEP_SHARE: Final = 2_048
LONG_SHARE: Final = 32
"""Boards that a thread must get to be worth waking, for one turn and for many: waking one takes as long as stepping
hundreds of boards."""


class ThreadScratch:
    """The scratch memory of one thread."""

    def __init__(self, layout: Layout) -> None:
        size = layout.tiles
        self.scratch = new_scratch(layout)
        self.work = np.zeros(policy_ints(size), np.int32)
        self.seen = np.zeros(size, np.bool_)
        self.marks = np.zeros(size, np.uint8)
        self.stream = np.zeros(1, np.uint64)
        self.tally = np.zeros(1 + layout.players, np.int64)
        """Games that ended and wins of each seat, since it was last emptied."""


class Threads:
    """`workers` threads; the caller is one of them."""

    def __init__(self, layout: Layout, count: int, workers: int) -> None:
        if count < 1 or workers < 1:
            raise Refused(Refusal.OUT_OF_RANGE, f"{count} boards, {workers} workers", "give at least one of each")
        self.count = count
        self.scratch = [ThreadScratch(layout) for _ in range(workers)]
        self._pool = ThreadPoolExecutor(workers - 1, "fog") if workers > 1 else None

    def share(self, work: Callable[[ThreadScratch, int, int], int], least: int) -> int:
        """Does `work` on all boards, a share for each thread, but no share smaller than `least`.

        Returns `DRAWN`, or the first problem in drawing a board.
        """
        shares = 1 if self._pool is None else min(len(self.scratch), max(1, self.count // least))
        if self._pool is None or shares == 1:
            return work(self.scratch[0], 0, self.count)
        edges = [self.count * share // shares for share in range(shares + 1)]
        others = [
            self._pool.submit(work, self.scratch[share], edges[share], edges[share + 1]) for share in range(1, shares)
        ]
        # The caller takes a share itself: one thread less to wake.
        problems = [work(self.scratch[0], 0, edges[1]), *(other.result() for other in others)]
        return next((problem for problem in problems if problem != DRAWN), DRAWN)

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
