"""Writes a match's log to the store, entry by entry, before anything that follows from it leaves the server."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from duskfall.play import Match
from duskfall.server.store import Logged, Record, Store


class LogWriter:
    """Writes the entries of a match's log that are not in the store yet."""

    def __init__(self, store: Store, name: str, match: Match, written: int = 0) -> None:
        self._store = store
        self._name = name
        self._match = match
        self._written = written
        self._last: asyncio.Future[None] | None = None

    def write(self, *more: Record) -> asyncio.Future[None]:
        """Write the new entries, and more records in the same transaction; done when they are committed."""
        self._last = self._store.write(*self._new_entries(), *more)
        return self._last

    def begin(self, *beginning: Record) -> asyncio.Future[None]:
        """Write that the match begins, and its first entries in the same transaction."""
        self._written = 0
        self._last = self._store.write(*beginning, *self._new_entries())
        return self._last

    def _new_entries(self) -> list[Record]:
        first, lines = self._written, self._match.log.lines(self._written)
        self._written += len(lines)
        return [Logged(self._name, number, line) for number, line in enumerate(lines, first)]

    @property
    def pending(self) -> asyncio.Future[None] | None:
        """Give the newest write, None if it is committed."""
        last = self._last
        return None if last is None or (last.done() and is_committed(last)) else last

    def when_committed(self, act: Callable[[], None]) -> None:
        """Act as soon as all that was written so far is committed, at once if it is."""
        pending = self.pending
        if pending is None:
            act()
        else:
            when_committed(pending, act)


def when_committed(written: asyncio.Future[None], act: Callable[[], None]) -> None:
    """Act when a write is committed; if it never is, the server goes down, and nothing is done."""

    def done(future: asyncio.Future[None]) -> None:
        if is_committed(future):
            act()

    written.add_done_callback(done)


def is_committed(written: asyncio.Future[None]) -> bool:
    """Tell whether a write that has ended is committed."""
    return not written.cancelled() and written.exception() is None
