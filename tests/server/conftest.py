"""Fixtures for all tests of the server: databases of either kind, and both transports."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from duskfall.server.store import sqlite_url
from tests.server import serving
from tests.server.databases import Postgres, binaries


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running PostgreSQL server; each process that runs tests starts its own."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed; install it with: apt-get install postgresql")
    server = Postgres(programs)
    yield server
    server.remove()


@pytest.fixture
def postgresql_url(postgres: Postgres) -> Iterator[str]:
    """An empty PostgreSQL database."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, once of each kind."""
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return str(request.getfixturevalue("postgresql_url"))


@pytest.fixture(params=["fast", "library"])
def each_transport(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Run a test with frames written by hand, and with the library's."""
    monkeypatch.setattr(serving, "FAST_FRAMES", request.param == "fast")
    return str(request.param)
