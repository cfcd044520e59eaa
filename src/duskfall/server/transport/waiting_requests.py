"""Lets slow requests wait for their turn, fairly by network address, and refuses those that are too many."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

from duskfall.errors import Refusal, Refused


class WaitingRequests:
    """Counts the requests for one kind of work that run or wait, and lets a few of them run at a time."""

    def __init__(self, at_once: int, most: int, most_of_address: int) -> None:
        self._most = most
        self._most_of_address = most_of_address
        self._slots = asyncio.Semaphore(at_once)
        self._pending: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
        """Held by the one request of an address that runs, or is the next to run."""

    @contextmanager
    def admitted(self, address: str) -> Iterator[None]:
        """Count a request until it is answered; refuse it if too many wait."""
        if self._pending[address] >= self._most_of_address:
            raise Refused(Refusal.TOO_MANY, "request", "your earlier ones are not done", "wait for their answers")
        if self._pending.total() >= self._most:
            raise Refused(Refusal.TOO_MANY, "request", "the server is busy", "try again in a few seconds")
        self._pending[address] += 1
        try:
            yield
        finally:
            self._pending[address] -= 1
            if not self._pending[address]:
                del self._pending[address]
                self._turns.pop(address, None)

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for the turn of a request that was admitted.

        It waits for earlier ones of the same address before it waits for all others. So each address has one slot at
        the most, and those who ask for little get theirs before those who ask for much.
        """
        async with self._turns.setdefault(address, asyncio.Lock()), self._slots:
            yield

    @property
    def pending(self) -> int:
        """Count the requests that run or wait."""
        return self._pending.total()
