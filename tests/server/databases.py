"""Real databases for tests: files of SQLite, and a PostgreSQL server of our own in a folder that goes away."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from sqlalchemy import make_url

READY_S = 60.0
"""A busy machine may take long to start a server; only a broken one takes this long."""


def binaries() -> Path | None:
    """Where PostgreSQL's programs are, of the newest version; None if it is not installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    return Path(elsewhere).parent if elsewhere else None


class Postgres:
    """A PostgreSQL server that listens on a socket in its own folder and nowhere else."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        # Not pytest's folder: the path of a socket has to be short, and the server's own user has to get there.
        self.folder = Path(tempfile.mkdtemp(prefix="duskfall-pg-"))
        self._as: dict[str, Any] = {"cwd": self.folder, "stdin": subprocess.DEVNULL}
        if os.getuid() == 0:
            # PostgreSQL refuses to run as root.
            user = next(entry for entry in pwd.getpwall() if entry.pw_name in {"postgres", "nobody"})
            os.chown(self.folder, user.pw_uid, user.pw_gid)
            self._as |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        made = subprocess.run(
            [programs / "initdb", "-D", "data", "-U", "duskfall", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=False, capture_output=True, text=True, **self._as,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start the server and wait until it answers."""
        # The machine under the tests does not lose its power, so its disk need not be waited for.
        settings = ["-c", "listen_addresses=", "-c", "fsync=off"]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", "data", "-k", self.folder, *settings],
                stdout=log, stderr=log, **self._as,
            )  # fmt: skip
        until = time.monotonic() + READY_S
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                told = (self.folder / "log").read_text()
                assert self._process.poll() is None, told
                assert time.monotonic() < until, told
                time.sleep(0.05)
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: SIGINT in order, SIGQUIT at once and with no time to finish anything."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def remove(self) -> None:
        """End the server and remove all that it kept."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder)

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://duskfall@/{database}?host={self.folder}"

    def execute(self, statement: str) -> list[tuple[Any, ...]]:
        """Run a statement as the server's owner."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of a new, empty database."""
        name = f"test_{uuid4().hex}"
        self.execute(f"CREATE DATABASE {name}")
        try:
            yield self.url(name)
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")


def sqlite_path(url: str) -> Path:
    """The file that a URL of SQLite names."""
    return Path(make_url(url).database or "")


@contextmanager
def held_up(url: str) -> Iterator[None]:
    """Nothing can be committed to the log while this lasts: somebody else holds the lock."""
    if url.startswith("sqlite"):
        blocker = sqlite3.connect(sqlite_path(url), isolation_level=None)
        blocker.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            blocker.close()
    else:
        with psycopg.connect(url) as connection:
            connection.execute("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
            yield
            connection.rollback()


def rows(url: str, statement: str) -> list[tuple[Any, ...]]:
    """What a database answers when it is asked directly, past the store."""
    if url.startswith("sqlite"):
        connection = sqlite3.connect(sqlite_path(url))
        try:
            with connection:
                return connection.execute(statement).fetchall()
        finally:
            connection.close()
    with psycopg.connect(url) as postgres:
        cursor = postgres.execute(statement.encode())
        return cursor.fetchall() if cursor.description else []
