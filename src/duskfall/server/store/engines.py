"""Makes SQLAlchemy engines whose commits are durable."""

from __future__ import annotations

import sqlite3
from typing import Any, Final

from sqlalchemy import URL, Engine, NullPool, create_engine, event
from sqlalchemy.engine import Connection

from duskfall.errors import Refusal, Refused
from duskfall.server.store.url import is_sqlite, without_password

BUSY_TIMEOUT_MS: Final = 1000
"""How long SQLite itself waits for a lock before the writer counts an attempt as failed."""
CONNECT_TIMEOUT_S: Final = 5


def writer_engine(url: URL, patience_s: float) -> Engine:
    """An engine without a pool: closing a connection really closes it and releases every lock that it holds."""
    return _engine(url, patience_s, poolclass=NullPool)


def reader_engine(url: URL) -> Engine:
    """An engine with a pool, for queries without a time limit."""
    return _engine(url, 0.0, pool_pre_ping=True)


def _engine(url: URL, patience_s: float, **settings: Any) -> Engine:
    """An engine whose statements time out after `patience_s` seconds; 0 means never."""
    if is_sqlite(url):
        engine = create_engine(url, **settings)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    # A database may be configured to acknowledge a commit before it is on the disk; ours must not. The options of the
    # URL come first, so that they cannot switch this off.
    given = url.query.get("options", "")
    options = f"{given if isinstance(given, str) else ' '.join(given)} -c synchronous_commit=on"
    arguments: dict[str, Any] = {
        "options": f"{options} -c statement_timeout={int(patience_s * 1000)}".strip(),
        "application_name": "duskfall",
    }
    if "connect_timeout" not in url.query:
        arguments["connect_timeout"] = CONNECT_TIMEOUT_S
    if patience_s:
        # Detects a host that vanished without closing its connections while there is still time to try again.
        arguments |= {"keepalives_idle": 2, "keepalives_interval": 1, "tcp_user_timeout": int(patience_s * 1000)}
    try:
        return create_engine(url.difference_update_query(["options"]), connect_args=arguments, **settings)
    except ModuleNotFoundError:
        cure = "install it with: pip install 'duskfall[postgres]'"
        raise Refused(Refusal.UNREADABLE, without_password(url), "the driver for PostgreSQL is missing", cure) from None


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Switch on durable commits and foreign keys, and switch off the transactions that the driver begins by itself."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise sqlite3.OperationalError(f"this file system does not allow a write-ahead log (journal mode is {mode})")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Begin explicitly: the driver's own begin leaves out DDL, so a broken migration would stay half done."""
    connection.exec_driver_sql("BEGIN")
