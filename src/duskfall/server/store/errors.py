"""Classifies errors of a database as transient or final, and words them for people."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

_TRANSIENT_SQLITE: Final = frozenset(
    {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN}
)
_TRANSIENT_POSTGRESQL: Final = ("08", "40", "53", "55", "57")
"""Classes of SQLSTATE: connection lost, transaction rolled back, out of resources, object in use, operator
intervention."""


def is_transient(error: Exception) -> bool:
    """Whether another attempt may succeed.

    A refusal counts as transient: the only one that occurs here says that another server holds the lock, which it may
    release.
    """
    if not isinstance(error, DBAPIError):
        return True
    cause = error.orig
    if isinstance(cause, sqlite3.Error):
        # The low byte is the primary code; the others refine it.
        return getattr(cause, "sqlite_errorcode", 0) & 0xFF in _TRANSIENT_SQLITE
    state = getattr(cause, "sqlstate", None)
    if state is None:
        # The driver raised it without an answer of the server: the connection is gone.
        return isinstance(error, OperationalError | InterfaceError)
    return str(state).startswith(_TRANSIENT_POSTGRESQL)


def message_of(error: DBAPIError) -> str:
    r"""The database's own message, in one line and without SQLAlchemy's additions.

    >>> message_of(DBAPIError("SELECT 1", {}, Exception("disk is full\nDETAIL: 0 bytes left")))
    'disk is full'
    """
    return (str(error.orig).strip() or type(error.orig).__name__).splitlines()[0]
