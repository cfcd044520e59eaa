"""Where a store is: the URL of a database, read strictly and made into engines."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Engine, NullPool, create_engine, event, make_url
from sqlalchemy.engine import Connection
from sqlalchemy.exc import ArgumentError

from duskfall.errors import Malformed, Refusal, Refused, UnknownName

SQLITE: Final = frozenset({"sqlite", "sqlite+pysqlite"})
POSTGRESQL: Final = frozenset({"postgres", "postgresql", "postgresql+psycopg"})

BUSY_TIMEOUT_MS: Final = 1000
"""How long SQLite itself waits for a lock before the writer counts an attempt as failed."""

CONNECT_TIMEOUT_S: Final = 5


def sqlite_url(folder: Path) -> str:
    """The URL of the SQLite database in a data folder.

    >>> sqlite_url(Path("/srv/games"))
    'sqlite:////srv/games/duskfall.db'
    """
    path = str(folder.expanduser().absolute() / "duskfall.db")
    return URL.create("sqlite", database=path).render_as_string()


def read_url(text: str) -> URL:
    """The database that a URL names, with the driver that we use.

    >>> read_url("postgresql://ann@localhost/duskfall").render_as_string()
    'postgresql+psycopg://ann@localhost/duskfall'
    >>> read_url("mysql://localhost/duskfall")
    Traceback (most recent call last):
    duskfall.errors.UnknownName: mysql: no such kind of database; Known: postgresql, sqlite
    """
    form = "write sqlite:///FILE or postgresql://USER:PASSWORD@HOST/DATABASE"
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        # Not repeated: what looks broken may still hold a password.
        raise Malformed("database", "the URL cannot be read", form) from None
    if url.drivername in POSTGRESQL:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in SQLITE:
        raise UnknownName("kind of database", url.drivername, ["postgresql", "sqlite"])
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise Malformed(url, "names no file, and games in memory would be forgotten", form)
    return url


def shown(url: URL) -> str:
    """The URL without its password."""
    return url.render_as_string(hide_password=True)


def writing_engine(url: URL, patience: float) -> Engine:
    """Connections for the writer. Closing one really closes it, and with it every lock it holds."""
    return _engine(url, patience, poolclass=NullPool)


def reading_engine(url: URL) -> Engine:
    """Connections for reads, from a pool; a read may take as long as it takes."""
    return _engine(url, 0.0, pool_pre_ping=True)


def _engine(url: URL, patience: float, **settings: Any) -> Engine:
    """An engine whose transactions are what they seem; statements end after `patience` seconds, 0 is never."""
    if url.drivername in SQLITE:
        engine = create_engine(url, **settings)
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    # A database may be set to answer before the disk has it; ours must not. Options of the URL come first, so that
    # they cannot switch this off.
    given = url.query.get("options", "")
    options = f"{given if isinstance(given, str) else ' '.join(given)} -c synchronous_commit=on"
    arguments: dict[str, Any] = {
        "options": f"{options} -c statement_timeout={int(patience * 1000)}".strip(),
        "application_name": "duskfall",
    }
    if "connect_timeout" not in url.query:
        arguments["connect_timeout"] = CONNECT_TIMEOUT_S
    if patience:
        # A host that vanished without a word is noticed in time to try again.
        arguments |= {"keepalives_idle": 2, "keepalives_interval": 1, "tcp_user_timeout": int(patience * 1000)}
    try:
        return create_engine(url.difference_update_query(["options"]), connect_args=arguments, **settings)
    except ModuleNotFoundError:
        cure = "install it with: pip install 'duskfall[postgres]'"
        raise Refused(Refusal.UNREADABLE, shown(url), "the driver for PostgreSQL is missing", cure) from None


def _prepare_sqlite(connection: sqlite3.Connection, _record: object) -> None:
    """Durable commits and checked references, and no transaction begun behind our back."""
    connection.isolation_level = None
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise sqlite3.OperationalError(f"this file system does not allow a write-ahead log (journal mode is {mode})")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")


def _begin_sqlite(connection: Connection) -> None:
    """Python's own begin leaves out statements that change tables, so a broken migration would stay half done."""
    connection.exec_driver_sql("BEGIN")
