"""One running server for each database: a second one would play the same matches again, against the first.

SQLite: a lock file beside the database; the system lets go of it when the process ends, however it ends.
PostgreSQL: an advisory lock on the very connection that writes. Whoever lost the connection lost the lock, so a server
that was cut off cannot write after another one took over.
"""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import IO, Final

from sqlalchemy import URL, text
from sqlalchemy.engine import Connection

from duskfall.errors import Refusal, Refused
from duskfall.server.store.url import shown

ADVISORY_KEY: Final = int.from_bytes(b"duskfall", "big")
"""PostgreSQL names advisory locks by numbers, one set for each database."""

LINGER_S: Final = 3.0
"""How long PostgreSQL may take to notice that a killed server is gone."""


class InUse(Refused):
    """Another running server holds the database."""

    def __init__(self, given: object, holder: str = "another server") -> None:
        cure = "end that server first, or give this one a database of its own"
        super().__init__(Refusal.IN_USE, given, f"in use by {holder}", cure)


def hold_file(database: Path) -> IO[str]:
    """Take the lock file of a SQLite database, or refuse; closing it gives it back."""
    path = database.with_name(database.name + ".lock")
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Appending leaves the number of the process that holds it in place until the lock is ours.
        file = path.open("a+", encoding="ascii")
    except OSError as error:
        cure = "choose a folder that you may write to"
        raise Refused(Refusal.UNREADABLE, path, error.strerror or str(error), cure) from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.seek(0)
        holder = file.read(20).strip()
        file.close()
        raise InUse(database, f"another server (process {holder})" if holder else "another server") from None
    file.truncate(0)
    file.write(f"{os.getpid()}\n")
    file.flush()
    return file


def hold_connection(connection: Connection, url: URL, linger: float) -> None:
    """Take the advisory lock of a PostgreSQL database on this connection, or refuse when it is held for longer."""
    until = time.monotonic() + linger
    while True:
        held = connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": ADVISORY_KEY})
        connection.commit()
        if held:
            return
        if time.monotonic() >= until:
            raise InUse(shown(url))
        time.sleep(0.1)
