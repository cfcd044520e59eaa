"""The thread that commits. The loop hands deeds over and goes on; whatever came meanwhile is the next batch.

A batch is one transaction, one wait for the disk, and one future that all who wrote into it share.
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
from duskfall.server.store.errors import passing
from duskfall.server.store.records import Record
from duskfall.server.store.statements import record, recorded

GATHER_S: Final = 0.008
"""How long a batch is kept open for others. Each commit costs about as much as taking an order does, so a busy server
commits a hundred times a second, not a thousand; nobody notices eight milliseconds in a turn of fifty or more."""
FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 1.0
"""Between attempts to commit; each pause is twice the one before."""


class StoreFailed(Exception):
    """What was written is not safe, and nothing more will be written: the server has to stop."""


class Committed(asyncio.Future[None]):
    """Done when a batch is on the disk.

    Many wait for it, so one of them who is cancelled must not cancel it for all: that one is cancelled when it is done.
    """

    def cancel(self, msg: object = None) -> bool:
        """Refuse."""
        del msg
        return False


class _Batch:
    __slots__ = ("deeds", "done")

    def __init__(self, done: Committed) -> None:
        self.deeds: list[Record] = []
        self.done = done


class Writer:
    """Commits batches in the order in which they were written."""

    def __init__(self, connection: Connection, connect: Callable[[], Connection], patience: float) -> None:
        self._connection: Connection | None = connection
        self._connect = connect
        self._patience = patience
        self._gathering: _Batch | None = None
        self._last: Committed | None = None
        self._failure: str | None = None
        self._closing = False
        self._news = threading.Condition()
        self.on_failure: Callable[[StoreFailed], None] | None = None
        self._thread = threading.Thread(target=self._run, name="duskfall-store", daemon=True)
        self._thread.start()

    def write(self, deeds: Sequence[Record]) -> Committed:
        """Hand deeds over; the lock is only ever held for as long as it takes to swap a list."""
        with self._news:
            batch = self._gathering
            if batch is None:
                done = Committed(loop=asyncio.get_running_loop())
                if self._failure is not None or self._closing:
                    _fail(done, self._failure or "the store is closed")
                    return done
                batch = self._gathering = _Batch(done)
                self._last = done
                self._news.notify()
            batch.deeds += deeds
            return batch.done

    @property
    def last(self) -> Committed | None:
        """Done when everything written so far is, since commits do not overtake."""
        return self._last

    def close(self) -> None:
        """Commit what was written and stop. Blocks for as long as that takes."""
        with self._news:
            self._closing = True
            self._news.notify()
        self._thread.join()
        self._disconnect()

    def _run(self) -> None:
        while (batch := self._next()) is not None:
            try:
                self._commit(batch.deeds)
            except Exception as error:  # noqa: BLE001 - whatever it is, those who wait must hear of it
                self._give_up(batch, error)
                return
            _tell(batch.done, partial(batch.done.set_result, None))

    def _next(self) -> _Batch | None:
        """What was written since the last batch, once there is something; None at the end."""
        with self._news:
            while self._gathering is None and not self._closing:
                self._news.wait()
            if not self._closing:
                self._news.wait(GATHER_S)  # nobody notifies a batch that exists, so others write into it meanwhile
            batch, self._gathering = self._gathering, None
            return batch

    def _commit(self, deeds: Sequence[Record]) -> None:
        """Commit one batch, again and again while what hinders it may pass and patience lasts."""
        give_up_at = time.monotonic() + self._patience
        pause, again = FIRST_PAUSE_S, False
        while True:
            try:
                self._try_to_commit(deeds, again=again)
            except (DBAPIError, Refused) as error:
                self._disconnect()
                if not passing(error) or time.monotonic() + pause > give_up_at:
                    raise
            else:
                return
            time.sleep(pause)
            pause, again = min(2 * pause, LONGEST_PAUSE_S), True

    def _try_to_commit(self, deeds: Sequence[Record], *, again: bool) -> None:
        if self._connection is None:
            self._connection = self._connect()
        with self._connection.begin():
            if not (again and recorded(self._connection, deeds)):
                record(self._connection, deeds, time.time_ns() // 1_000_000)

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def _give_up(self, batch: _Batch, error: Exception) -> None:
        """Fail the batch, the one gathered behind it and all that will be written."""
        cause = getattr(error, "orig", None) or error
        text = f"games can no longer be kept: {cause}".strip()
        with self._news:
            self._failure = text
            waiting = [batch.done] + ([self._gathering.done] if self._gathering else [])
            self._gathering = None

        def announce() -> None:
            for done in waiting:
                _fail(done, text)
            if self.on_failure is not None:
                self.on_failure(StoreFailed(text))

        _tell(batch.done, announce)


def _fail(done: Committed, text: str) -> None:
    done.set_exception(StoreFailed(text))
    # Who did not wait hears of it through `on_failure`, not through asyncio's complaint for each batch.
    done.exception()


def _tell(done: Committed, call: Callable[[], None]) -> None:
    """Call on the loop of those who wait; nobody waits on a loop that is closed."""
    loop = done.get_loop()
    try:
        loop.call_soon_threadsafe(call)
    except RuntimeError:
        if not loop.is_closed():
            raise
