"""Reads the URL that names a store's database."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from duskfall.errors import Malformed, UnknownName

SQLITE_DRIVERS: Final = frozenset({"sqlite", "sqlite+pysqlite"})
POSTGRESQL_DRIVERS: Final = frozenset({"postgres", "postgresql", "postgresql+psycopg"})


def sqlite_url(folder: Path) -> str:
    """The URL of the SQLite database in a data folder.

    >>> sqlite_url(Path("/srv/games"))
    'sqlite:////srv/games/duskfall.db'
    """
    path = str(folder.expanduser().absolute() / "duskfall.db")
    return URL.create("sqlite", database=path).render_as_string()


def read_url(text: str) -> URL:
    """Parse the URL of a database and name the driver that we use.

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
        # The message leaves the text out, because even a broken URL may hold a password.
        raise Malformed("database", "the URL cannot be read", form) from None
    if url.drivername in POSTGRESQL_DRIVERS:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername not in SQLITE_DRIVERS:
        raise UnknownName("kind of database", url.drivername, ["postgresql", "sqlite"])
    if not url.database or url.database == ":memory:" or url.database.startswith("file:"):
        raise Malformed(url, "names no file, and games in memory would be forgotten", form)
    return url


def is_sqlite(url: URL) -> bool:
    """Whether a URL that `read_url` gave names a file of SQLite; else it names a PostgreSQL database."""
    return url.drivername in SQLITE_DRIVERS


def without_password(url: URL) -> str:
    """The URL as text for people."""
    return url.render_as_string(hide_password=True)
