"""Lets players, connections or addresses use up so much of something a second: processor time, or bytes of a disk."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

_KEPT: Final = 10_000
"""Those who are remembered before the ones who owe nothing any more are forgotten."""


class Allowance:
    """Counts what each has used against what they may use a second, some of it ahead of time.

    A cost is often known only afterwards, so what goes over the allowance is still done, and what follows has to wait.

    >>> now = [0.0]
    >>> processor = Allowance(per_s=0.1, ahead_s=2, clock=lambda: now[0])
    >>> processor.spend("10.0.0.1", 0.2); processor.wait_s("10.0.0.1")
    0.0
    >>> processor.spend("10.0.0.1", 0.1); processor.wait_s("10.0.0.1")
    1.0
    >>> now[0] += 1.0; processor.wait_s("10.0.0.1")
    0.0
    """

    def __init__(self, per_s: float, ahead_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_s = per_s
        self._ahead_s = ahead_s
        self._clock = clock
        self._paid_until: dict[str, float] = {}
        """The time until which the allowance of each is used up."""

    def spend(self, who: str, amount: float) -> None:
        """Count what somebody has used."""
        now = self._clock()
        self._paid_until[who] = max(now, self._paid_until.get(who, now)) + amount / self._per_s
        if len(self._paid_until) > _KEPT:
            self._paid_until = {each: until for each, until in self._paid_until.items() if until > now}

    def wait_s(self, who: str) -> float:
        """Tell how long somebody has to wait until they may go on; 0 if they need not."""
        until = self._paid_until.get(who)
        return 0.0 if until is None else max(0.0, until - self._clock() - self._ahead_s)
