"""Brings a match's log into the store, entry by entry, before anything that follows from it leaves the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from duskfall.play import Match
from duskfall.server.store import Logged, Record, Store


class LogWriter:
    """Writes what has been added to a match's log since the last time."""

    def __init__(self, store: Store, name: str, match: Match, written: int = 0) -> None:
        self._store = store
        self._name = name
        self._match = match
        self._written = written
        self._last: asyncio.Future[None] | None = None

    def write(self, *more: Record) -> asyncio.Future[None]:
        """Write what is new, and more in the same transaction; done when it is safe."""
        self._last = self._store.write(*self._news(), *more)
        return self._last

    def begin(self, *beginning: Record) -> asyncio.Future[None]:
        """Write that the match begins, and its first entries in the same transaction."""
        self._written = 0
        self._last = self._store.write(*beginning, *self._news())
        return self._last

    def _news(self) -> list[Record]:
        """What has been added to the log since the last time."""
        entries, first = self._match.log.since(self._written), self._written
        self._written += len(entries)
        return [Logged(self._name, first + place, str(entry)) for place, entry in enumerate(entries)]

    def when_safe(self, act: Callable[[], None]) -> None:
        """Do something as soon as all that was written so far is safe, at once if it is."""
        if self._last is None or self._last.done():
            act()
        else:
            then(self._last, act)


def then(written: asyncio.Future[None], act: Callable[[], None]) -> None:
    """Do something when it is safe; if it never will be, it is not done, and the server goes down over it."""

    def done(future: asyncio.Future[None]) -> None:
        if not future.cancelled() and future.exception() is None:
            act()

    written.add_done_callback(done)
