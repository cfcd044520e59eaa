"""Lets one server at a time use a database: a second one would play the same matches again, against the first.

SQLite: a lock file beside the database, which the operating system releases when the process ends, however it ends.
PostgreSQL: an advisory lock on the connection that writes. A server that loses this connection loses the lock with it,
so it cannot write after another one took over.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Final

from filelock import BaseFileLock, FileLock, Timeout
from sqlalchemy import URL, text
from sqlalchemy.engine import Connection

from duskfall.errors import Refusal, Refused
from duskfall.server.store.url import without_password

ADVISORY_KEY: Final = int.from_bytes(b"duskfall", "big")
"""PostgreSQL names advisory locks by numbers, one set for each database."""
LOCK_WAIT_S: Final = 3.0
"""How long PostgreSQL may take to notice that a killed server is gone."""
_LONGEST_PID: Final = 20


class DatabaseInUse(Refused):
    """Another running server holds the database."""

    def __init__(self, given: object, holder: str = "another server") -> None:
        cure = "end that server first, or give this one a database of its own"
        super().__init__(Refusal.IN_USE, given, f"in use by {holder}", cure)


def lock_file(database: Path) -> BaseFileLock:
    """Acquire the lock file of a SQLite database, or refuse at once. The file stays when the lock is released.

    The file holds the id of the process that has the lock, for the refusal of others.
    """
    path = database.with_name(database.name + ".lock")
    # Not thread-local: the store may be closed on another thread than it was opened on.
    lock = FileLock(path, blocking=False, thread_local=False)
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock.acquire()
        path.write_text(f"{os.getpid()}\n", encoding="ascii")
    except Timeout:
        holder = path.read_text(encoding="ascii", errors="replace")[:_LONGEST_PID].strip()
        raise DatabaseInUse(database, f"another server (process {holder})" if holder else "another server") from None
    except OSError as error:
        lock.release()
        cure = "choose a folder that you may write to"
        raise Refused(Refusal.UNREADABLE, path, error.strerror or str(error), cure) from error
    return lock


def lock_database(connection: Connection, url: URL, wait_s: float) -> None:
    """Acquire the advisory lock of a PostgreSQL database on this connection, or refuse after `wait_s` seconds."""
    until = time.monotonic() + wait_s
    while True:
        acquired = connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY_KEY})
        connection.commit()
        if acquired:
            return
        if time.monotonic() >= until:
            raise DatabaseInUse(without_password(url))
        time.sleep(0.1)
