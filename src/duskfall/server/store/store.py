"""The store: opened once by a server, written to from its loop, read at its start and from threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

from sqlalchemy import URL, Engine
from sqlalchemy.engine import Connection
from sqlalchemy.exc import DBAPIError

from duskfall.errors import Refusal, Refused
from duskfall.server.store import queries as reading
from duskfall.server.store.errors import told
from duskfall.server.store.lock import LINGER_S, hold_connection, hold_file
from duskfall.server.store.queries import Finished, Rating, StoredMatch
from duskfall.server.store.records import Record
from duskfall.server.store.upgrade import migrate
from duskfall.server.store.url import SQLITE, read_url, reading_engine, shown, writing_engine
from duskfall.server.store.writer import StoreFailed, Writer

PATIENCE_S: Final = 10.0
"""How long a commit that fails for a passing reason is tried again before the server has to stop."""


class Store:
    """The durable memory of one server; nobody else writes to the database while it is open.

    `write` is for the loop and never waits. All other methods may block: call them at the start, or through
    `asyncio.to_thread`.

    >>> import tempfile
    >>> from duskfall.server.store import Logged, MatchBegun, sqlite_url
    >>> async def keep(store: Store) -> None:
    ...     store.write(MatchBegun("m1", "green-oak", "fog", {}, 7, (), {}, "1"))
    ...     await store.write(Logged("m1", 0, "=0 " + 32 * "a"))  # safe from here on; only now acknowledge
    >>> with tempfile.TemporaryDirectory() as folder, Store.open(sqlite_url(Path(folder))) as store:
    ...     asyncio.run(keep(store))
    ...     [(match.begun.room, len(match.lines)) for match in store.unfinished()]
    [('green-oak', 1)]
    """

    def __init__(self, url: URL, writer: Writer, readers: Engine, migrated: tuple[str, ...], held: ExitStack) -> None:
        self.place = shown(url)
        """Where it is, without a password: for people."""
        self.migrated = migrated
        """The revisions that opening it brought, oldest first, such as "0001 Matches, ..."; empty when up to date."""
        self._writer = writer
        self._readers = readers
        self._held = held

    @classmethod
    def open(
        cls, url: str, *, patience: float = PATIENCE_S, on_failure: Callable[[StoreFailed], None] | None = None
    ) -> Self:
        """Open the database that a URL names, make or migrate its tables, and hold it against other servers.

        `sqlite:///FILE` makes the file and its folder. Whatever stands in the way is a `Refused` with its cure.
        """
        address = read_url(url)
        with ExitStack() as held:
            if address.drivername in SQLITE:
                held.callback(hold_file(Path(address.database or "")).close)
            engine = writing_engine(address, patience)
            readers = reading_engine(address)
            held.callback(readers.dispose)
            try:
                connection = _connect(engine, address)
                held.push(lambda kind, *_: connection.close() if kind else None)
                migrated = migrate(connection, shown(address))
            except DBAPIError as error:
                cure = "check that the URL is right and the database runs and may be written to"
                raise Refused(Refusal.UNREADABLE, shown(address), told(error), cure) from error
            writer = Writer(connection, lambda: _connect(engine, address, linger=0.0), patience)
            writer.on_failure = on_failure
            return cls(address, writer, readers, migrated, held.pop_all())

    @property
    def on_failure(self) -> Callable[[StoreFailed], None] | None:
        """Called once, on the loop, when the store gives up."""
        return self._writer.on_failure

    @on_failure.setter
    def on_failure(self, call: Callable[[StoreFailed], None] | None) -> None:
        self._writer.on_failure = call

    def write(self, *deeds: Record) -> asyncio.Future[None]:
        """Hand deeds over, on the loop; the future is done when they are committed, and fails with `StoreFailed`.

        All that is written before the writer takes its next batch shares one future, which cannot be cancelled. Deeds
        are committed in the order in which they are written. A match begins before its entries, a user is named before
        being rated; both may be in the same batch.
        """
        return self._writer.write(deeds)

    async def flush(self) -> None:
        """Wait until everything written so far is committed."""
        if (last := self._writer.last) is not None:
            await last

    def close(self) -> None:
        """Commit what was written, then let go of the database. Blocks; a loop should `flush` first."""
        self._writer.close()
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def unfinished(self) -> list[StoredMatch]:
        """Matches that have begun and not ended, with their logs, in the order of their beginning."""
        with self._readers.connect() as connection:
            return reading.unfinished(connection)

    def match(self, match: str) -> StoredMatch | None:
        """The match of that name with its log; None if there is none."""
        with self._readers.connect() as connection:
            return reading.one_match(connection, match)

    def finished(self, game: str | None = None, limit: int = 50, before: str | None = None) -> list[Finished]:
        """Matches that have ended, the newest first; `before` names the last match of the page before."""
        with self._readers.connect() as connection:
            return reading.finished(connection, game, limit, before)

    def ratings(self, game: str | None = None) -> list[Rating]:
        """Ratings in one game or in all, the most certainly strong first."""
        with self._readers.connect() as connection:
            return reading.all_ratings(connection, game)


def _connect(engine: Engine, url: URL, linger: float = LINGER_S) -> Connection:
    """A connection that may write, which on PostgreSQL means one that holds the lock."""
    connection = engine.connect()
    if url.drivername not in SQLITE:
        try:
            hold_connection(connection, url, linger)
        except BaseException:
            connection.close()
            raise
    return connection
