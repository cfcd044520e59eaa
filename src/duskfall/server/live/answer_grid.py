"""Lets answers to orders leave at times that tell nothing of when others ordered.

Orders that arrive close together are committed together, so the time of a commit depends on the orders of others. An
answer therefore waits for longer than a commit takes, and then for the next tick of a grid. Its time follows from the
arrival of its own order alone, unless the database is slow.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import Final, Protocol

LONGEST_STEP_S: Final = 0.025
STEPS_A_TURN: Final = 4
"""A grid has at least so many ticks in a turn."""
LEAST_WAIT_S: Final = 0.015
"""Seconds that nearly every commit takes less than."""
_CLOCK_S: Final = 0.001
"""The loop's clock counts milliseconds, and its timers may be early by as much."""


class Clock(Protocol):
    """Names what the grid needs of an event loop."""

    def time(self) -> float:
        """Give the present time in seconds."""

    def call_at(self, when: float, callback: Callable[[], None], /) -> asyncio.Handle:
        """Call at a time."""


@dataclass(slots=True)
class _Held:
    due: float
    written: asyncio.Future[None]
    released: asyncio.Future[None]
    prompt: bool
    """It leaves as soon as it is committed when its time has come, and need not wait for a tick."""


class AnswerGrid:
    """Holds what follows from the orders of a match until it may leave, in the order in which it was held."""

    def __init__(self, turn_ms: int, clock: Clock) -> None:
        self.step_s = min(LONGEST_STEP_S, turn_ms / 1000 / STEPS_A_TURN)
        self.wait_s = min(LEAST_WAIT_S, self.step_s)
        self._clock = clock
        self._held: deque[_Held] = deque()
        self._timer: asyncio.Handle | None = None
        self._awaited: asyncio.Future[None] | None = None
        """The write that was not committed when its answer was due."""
        self._ended = False

    @property
    def holds(self) -> int:
        """Count what waits: answers that share a tick are one."""
        return len(self._held)

    def answer(self, written: asyncio.Future[None] | None) -> asyncio.Future[None]:
        """Hold an answer; done on the first tick after the write is committed and the wait is over."""
        if self._ended:
            return self._hold(self._clock.time(), written, prompt=True)
        due = self._tick_from(self._clock.time() + self.wait_s)
        last = self._held[-1] if self._held else None
        if last is not None and last.due == due and not last.prompt:
            last.written = written or last.written  # commits keep their order
            return last.released
        return self._hold(due, written, prompt=False)

    def turn(self, written: asyncio.Future[None], wait_s: float | None = None) -> asyncio.Future[None]:
        """Hold a turn, for as long as commits take unless told otherwise; all that is held before it leaves with it."""
        due = self._clock.time() + (self.wait_s if wait_s is None else wait_s)
        self._hasten(due)
        return self._hold(due, written, prompt=True)

    def end(self) -> None:
        """Let everything leave as soon as it is committed, because the server stops."""
        self._ended = True
        self._hasten(self._clock.time())
        self._release()

    def _tick_from(self, when: float) -> float:
        return ceil(when / self.step_s) * self.step_s

    def _hasten(self, due: float) -> None:
        for held in self._held:
            held.due, held.prompt = min(held.due, due), True

    def _hold(self, due: float, written: asyncio.Future[None] | None, *, prompt: bool) -> asyncio.Future[None]:
        released = asyncio.get_running_loop().create_future()
        if written is None:
            written = asyncio.get_running_loop().create_future()
            written.set_result(None)
        self._held.append(_Held(due, written, released, prompt))
        if len(self._held) == 1 or prompt:
            self._schedule()
        return released

    def _schedule(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._clock.call_at(self._held[0].due, self._release) if self._held else None

    def _release(self) -> None:
        """Let leave what is due, up to the first that is not committed yet."""
        while self._held and self._held[0].due <= self._clock.time() + _CLOCK_S:
            written = self._held[0].written
            if not written.done():
                if written is not self._awaited:
                    self._awaited = written
                    written.add_done_callback(self._committed_late)
                return
            _settle(self._held.popleft())
        self._schedule()

    def _committed_late(self, written: asyncio.Future[None]) -> None:
        """Let what was not committed in time leave at once, if it is prompt, or on the next tick."""
        del written
        self._awaited = None
        if not self._held:
            return  # a timer was faster
        now = self._clock.time()
        due = now if self._held[0].prompt else self._tick_from(now)
        for held in self._held:
            held.due = max(held.due, due)
        self._release()


def _settle(held: _Held) -> None:
    error = held.written.exception()
    if error is None:
        held.released.set_result(None)
    else:
        held.released.set_exception(error)
        held.released.exception()  # those who do not wait for the answer hear of it from the store
