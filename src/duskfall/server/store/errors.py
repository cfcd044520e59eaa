"""Which faults of a database may pass, and how the others are told to people."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

_SQLITE_PASSING: Final = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
)
_POSTGRESQL_PASSING: Final = ("08", "40", "53", "55", "57")
"""Classes of SQLSTATE: connection lost, rolled back for another, out of resources, held by another, told to stop."""


def passing(error: Exception) -> bool:
    """Whether trying again may help. A refusal here is that another server holds the lock, which it may let go of."""
    if not isinstance(error, DBAPIError):
        return True
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        # The low byte is the kind; the rest says more about it.
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _SQLITE_PASSING
    state = getattr(cause, "sqlstate", None)
    if state is None:
        # The driver's own: the connection is gone.
        return isinstance(error, OperationalError | InterfaceError)
    return str(state).startswith(_POSTGRESQL_PASSING)


def told(error: DBAPIError) -> str:
    r"""What the database said, in one line and without what SQLAlchemy adds.

    >>> told(DBAPIError("SELECT 1", {}, Exception("disk is full\nDETAIL: 0 bytes left")))
    'disk is full'
    """
    return (str(error.orig).strip() or type(error.orig).__name__).splitlines()[0]
