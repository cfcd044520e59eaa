"""Commits records in groups, on a thread of its own.

The event loop hands records over and goes on. All records that arrive while a batch is open are committed with it: one
transaction, one wait for the disk, and one future that every caller shares.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from duskfall.errors import Refused
from duskfall.server.store.errors import is_transient
from duskfall.server.store.records import Record
from duskfall.server.store.statements import are_written, write_records

GROUP_COMMIT_STEP_S: Final = 0.01
"""Seconds between the moments at which batches are taken. A commit costs about as much as taking an order, so a busy
server commits a hundred times a second, not a thousand; ten milliseconds do not show in a turn of fifty or more. The
moments are those of the clock: a wait from the first record on would let everyone measure when that one came."""
FIRST_RETRY_S: Final = 0.05
LONGEST_RETRY_S: Final = 1.0
"""Between attempts to commit; each pause is twice the one before."""


class StoreFailed(Exception):
    """Records could not be committed and no more will be: the server has to stop."""


class Committed(asyncio.Future[None]):
    """Done when a batch is on the disk.

    Many callers wait for it, so cancelling one of them must not cancel it for all: the cancelled one ends when the
    batch is done.
    """

    def cancel(self, msg: object = None) -> bool:
        """Refuse."""
        del msg
        return False


class _Batch:
    __slots__ = ("done", "records")

    def __init__(self, done: Committed) -> None:
        self.records: list[Record] = []
        self.done = done


class Writer:
    """Commits batches in the order in which they were written."""

    def __init__(self, connection: Connection, connect: Callable[[], Connection], patience_s: float) -> None:
        self._connection: Connection | None = connection
        self._connect = connect
        self._patience_s = patience_s
        self._open_batch: _Batch | None = None
        self._last: Committed | None = None
        self._failure: str | None = None
        self._closing = False
        self._changed = threading.Condition()
        self.on_failure: Callable[[StoreFailed], None] | None = None
        self._thread = threading.Thread(target=self._run, name="duskfall-store", daemon=True)
        self._thread.start()

    def write(self, records: Sequence[Record]) -> Committed:
        """Add records to the open batch. The lock is held only for as long as it takes to swap a list."""
        with self._changed:
            batch = self._open_batch
            if batch is None:
                done = Committed(loop=asyncio.get_running_loop())
                if self._failure is not None or self._closing:
                    _fail(done, self._failure or "the store is closed")
                    return done
                batch = self._open_batch = _Batch(done)
                self._last = done
                self._changed.notify()
            batch.records += records
            return batch.done

    @property
    def last(self) -> Committed | None:
        """The future of the newest batch; when it is done all earlier ones are, since commits keep their order."""
        return self._last

    def close(self) -> None:
        """Commit the open batch and stop. Blocks for as long as that takes."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()
        self._disconnect()

    def _run(self) -> None:
        while (batch := self._next()) is not None:
            try:
                self._commit(batch.records)
            except Exception as error:  # noqa: BLE001 - callers must hear of every failure, whatever its kind
                self._give_up(batch, error)
                return
            _call_on_loop(batch.done, partial(batch.done.set_result, None))

    def _next(self) -> _Batch | None:
        """Wait for a batch and close it; None at the end."""
        with self._changed:
            while self._open_batch is None and not self._closing:
                self._changed.wait()
            if not self._closing:
                # `write` does not notify about a batch that is open already, so only `close` ends this wait early.
                self._changed.wait(-time.monotonic() % GROUP_COMMIT_STEP_S)
            batch, self._open_batch = self._open_batch, None
            return batch

    def _commit(self, records: Sequence[Record]) -> None:
        """Commit one batch; after a transient error try again until the patience ends."""
        give_up_at = time.monotonic() + self._patience_s
        pause, again = FIRST_RETRY_S, False
        while True:
            try:
                self._try_to_commit(records, again=again)
            except (DBAPIError, Refused) as error:
                self._disconnect()
                if not is_transient(error) or time.monotonic() + pause > give_up_at:
                    raise
            else:
                return
            time.sleep(pause)
            pause, again = min(2 * pause, LONGEST_RETRY_S), True

    def _try_to_commit(self, records: Sequence[Record], *, again: bool) -> None:
        if self._connection is None:
            self._connection = self._connect()
        with self._connection.begin():
            if not (again and are_written(self._connection, records)):
                write_records(self._connection, records, time.time_ns() // 1_000_000)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _give_up(self, batch: _Batch, error: Exception) -> None:
        """Fail this batch, the open one behind it and all later writes."""
        cause = getattr(error, "orig", None) or error
        text = f"games can no longer be kept: {cause}".strip()
        with self._changed:
            self._failure = text
            waiting = [batch.done] + ([self._open_batch.done] if self._open_batch else [])
            self._open_batch = None

        def announce() -> None:
            for done in waiting:
                _fail(done, text)
            if self.on_failure is not None:
                self.on_failure(StoreFailed(text))

        _call_on_loop(batch.done, announce)


def _fail(done: Committed, text: str) -> None:
    done.set_exception(StoreFailed(text))
    # Marks the exception as retrieved: callers that do not await the future hear of it through `on_failure`, not
    # through asyncio's complaint for each batch.
    done.exception()


def _call_on_loop(done: Committed, call: Callable[[], None]) -> None:
    """Call on the event loop of the future; a loop that is closed has no callers left."""
    loop = done.get_loop()
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        if not loop.is_closed():
            raise
