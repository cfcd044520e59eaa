"""The store: a server opens it once, writes to it on the event loop, and reads from it in threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Self

from sqlalchemy import URL, Engine
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from duskfall.errors import Refusal, Refused
from duskfall.server.store import repairs
from duskfall.server.store.engines import reader_engine, writer_engine
from duskfall.server.store.errors import message_of
from duskfall.server.store.lock import LOCK_WAIT_S, lock_database, lock_file
from duskfall.server.store.reader import UNREADABLE_CURE, StoreReader
from duskfall.server.store.records import Record
from duskfall.server.store.upgrade import upgrade
from duskfall.server.store.url import is_sqlite, read_url, without_password
from duskfall.server.store.writer import StoreFailed, Writer

PATIENCE_S: Final = 10.0
"""How long a commit is tried again after transient errors before the server has to stop."""


class Store(StoreReader):
    """The durable memory of one server, and the only writer of the database while it is open.

    `write` is for the event loop and never blocks. All other methods may block: call them at the start, or through
    `asyncio.to_thread`.

    >>> import tempfile
    >>> from duskfall.server.store import Logged, MatchBegun, sqlite_url
    >>> async def keep(store: Store) -> None:
    ...     store.write(MatchBegun("m1", "green-oak", "fog", {}, 7, (), {}, "1"))
    ...     await store.write(Logged("m1", 0, "=0 " + 32 * "a"))  # safe from here on; only now acknowledge
    >>> with tempfile.TemporaryDirectory() as folder, Store.open(sqlite_url(Path(folder))) as store:
    ...     asyncio.run(keep(store))
    ...     [(each.room, store.match(each.match).lines) for each in store.unfinished()]
    [('green-oak', ('=0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',))]
    """

    def __init__(
        self, url: URL, writer: Writer, readers: Engine, migrated: tuple[str, ...], resources: ExitStack
    ) -> None:
        super().__init__(url, readers)
        self.migrated = migrated
        """The revisions that opening it applied, oldest first, such as "0001 Matches, ..."; empty when up to date."""
        self._writer = writer
        self._resources = resources

    @classmethod
    def open(
        cls, url: str, *, patience_s: float = PATIENCE_S, on_failure: Callable[[StoreFailed], None] | None = None
    ) -> Self:
        """Open the database that a URL names, lock it against other servers, and make or upgrade its tables.

        `sqlite:///FILE` makes the file and its folder. Every failure is a `Refused` with its cure.
        """
        parsed = read_url(url)
        with ExitStack() as resources:
            if is_sqlite(parsed):
                resources.callback(lock_file(Path(parsed.database or "")).release)
            engine = writer_engine(parsed, patience_s)
            readers = reader_engine(parsed)
            resources.callback(readers.dispose)
            try:
                connection = _connect(engine, parsed)
                resources.push(lambda kind, *_: connection.close() if kind else None)
                migrated = upgrade(connection, without_password(parsed))
            except DBAPIError as error:
                given = without_password(parsed)
                raise Refused(Refusal.UNREADABLE, given, message_of(error), UNREADABLE_CURE) from error
            writer = Writer(connection, lambda: _connect(engine, parsed, lock_wait_s=0.0), patience_s)
            writer.on_failure = on_failure
            return cls(parsed, writer, readers, migrated, resources.pop_all())

    @property
    def on_failure(self) -> Callable[[StoreFailed], None] | None:
        """Called once, on the event loop, when the store gives up."""
        return self._writer.on_failure

    @on_failure.setter
    def on_failure(self, call: Callable[[StoreFailed], None] | None) -> None:
        self._writer.on_failure = call

    def write(self, *records: Record) -> asyncio.Future[None]:
        """Hand records over, on the event loop; the future is done when they are committed.

        It fails with `StoreFailed`. All records that are written before the writer takes its next batch share one
        future, which cannot be cancelled. Records are committed in the order in which they are written. A match begins
        before its entries, a user is named before being rated; both may be in the same batch.
        """
        return self._writer.write(records)

    async def flush(self) -> None:
        """Wait until all records written so far are committed."""
        if (last := self._writer.last) is not None:
            await last

    def close(self) -> None:
        """Commit the last records, then release the database. Blocks; on an event loop `flush` first."""
        self._writer.close()
        self._resources.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def forget_chat(self, before: datetime) -> None:
        """Remove the chat of matches that ended before a moment."""
        with self._readers.begin() as connection:
            repairs.forget_chat(connection, int(before.timestamp() * 1000))

    # Repairs

    def rows_of(self, match: str) -> dict[str, list[dict[str, Any]]]:
        """Every row of a match, by the name of its table."""
        with self._readers.connect() as connection:
            return repairs.rows_of(connection, match)

    def put_back(self, match: str) -> None:
        """Let a match that was kept for repair be played on when a server starts again."""
        with self._readers.begin() as connection:
            repairs.put_back(connection, match)

    def truncate_log(self, match: str, length: int) -> None:
        """Keep the first `length` entries of a match's log, and let it be played on when a server starts again."""
        with self._readers.begin() as connection:
            repairs.truncate_log(connection, match, length)
            repairs.put_back(connection, match)


def _connect(engine: Engine, url: URL, lock_wait_s: float = LOCK_WAIT_S) -> Connection:
    """Open a connection that may write; on PostgreSQL it holds the lock."""
    connection = engine.connect()
    if not is_sqlite(url):
        try:
            lock_database(connection, url, lock_wait_s)
        except BaseException:
            connection.close()
            raise
    return connection
