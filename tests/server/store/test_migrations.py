"""A database is upgraded to the newest schema with all its rows, or stays as it was."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect
from sqlalchemy.engine import Engine

from duskfall.server.store import MatchBegun, MatchEnded, Rating, SeatRecord, Store
from duskfall.server.store import upgrade as upgrading
from duskfall.server.store.engines import writer_engine
from duskfall.server.store.schema import METADATA, VERSION_TABLE
from duskfall.server.store.url import read_url
from tests.server.databases import rows
from tests.server.store.records import unfinished

FIRST = "0001"

FIRST_ROWS = (
    "INSERT INTO users VALUES ('a11', 'Ann', 1, 2)",
    "INSERT INTO ratings VALUES ('a11', 'fog', 26.5, 7.25, 3)",
    "INSERT INTO matches (id, room, game, rules, options, seed, sitters, table_options, begun_at, ended_at, winner,"
    " places, reason, turns) VALUES ('old', 'r', 'fog', '1', '{\"width\":30}', '18446744073709551615',"
    ' \'[{"user":"a11","name":"Ann","bot":null},{"user":null,"name":"settler","bot":"settler"}]\', \'{"pace":0.5}\','
    " 1000, 2000, 0, '[1,2]', 'capital', 120)",
    "INSERT INTO matches (id, room, game, rules, options, seed, sitters, table_options, begun_at)"
    " VALUES ('open', 'r', 'fog', '1', '{}', '0', '[]', '{}', 3000)",
    "INSERT INTO entries VALUES ('open', 0, '=0 aa'), ('open', 1, '0 1>2')",
)
"""Rows of the first version of the store. They do not change with the schema."""


def engine(url: str) -> Engine:
    return writer_engine(read_url(url), patience_s=10)


def test_the_migrated_schema_is_the_one_we_write_to(database_url: str) -> None:
    with engine(database_url).connect() as connection:
        assert upgrading.upgrade(connection, "test")[0] == "0001 Matches, their logs, users and ratings"
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        assert compare_metadata(context, METADATA) == []


def test_the_log_has_no_second_index_in_sqlite(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/x.db"
    Store.open(url).close()
    ((made,),) = rows(url, "SELECT sql FROM sqlite_master WHERE name = 'entries'")
    assert made.strip().endswith("WITHOUT ROWID")


def test_a_database_of_the_first_version_keeps_what_it_held(database_url: str) -> None:
    with engine(database_url).connect() as connection:
        upgrading.upgrade(connection, "test", FIRST)
    for statement in FIRST_ROWS:
        rows(database_url, statement)
    with Store.open(database_url) as store:
        assert all(not step.startswith(FIRST) for step in store.migrated)
        old, (still_open,) = store.match("old"), unfinished(store)
        assert old is not None
        seats = (SeatRecord("a11", "Ann"), SeatRecord(None, "settler", bot="settler"))
        assert old.begun == MatchBegun("old", "r", "fog", {"width": 30}, 2**64 - 1, seats, {"pace": 0.5}, "1")
        assert old.ended == MatchEnded("old", 0, (1, 2), "capital", 120)
        assert (still_open.begun.match, still_open.lines) == ("open", ("=0 aa", "0 1>2"))
        assert store.ratings() == [Rating("a11", "Ann", "fog", 26.5, 7.25, 3)]


def test_opening_lists_the_revisions_that_it_applied(database_url: str) -> None:
    with Store.open(database_url) as store:
        assert store.migrated[0].startswith(FIRST)
    with Store.open(database_url) as store:
        assert store.migrated == ()


def test_a_migration_that_breaks_leaves_nothing_half_done(
    database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store.open(database_url).close()
    folder = tmp_path / "migrations"
    shutil.copytree(upgrading.MIGRATIONS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "9000_broken.py").write_text(
        "from alembic import op\nimport sqlalchemy as sa\n"
        f"revision, down_revision = '9000', '{_newest()}'\n"
        "def upgrade():\n"
        "    op.create_table('halves', sa.Column('half', sa.Integer))\n"
        "    raise LookupError('broken')\n"
    )
    monkeypatch.setattr(upgrading, "MIGRATIONS", folder)
    with engine(database_url).connect() as connection:
        with pytest.raises(LookupError):
            upgrading.upgrade(connection, "test")
        assert "halves" not in inspect(connection).get_table_names()
        assert upgrading.current_revision(connection) == _newest()


def test_a_new_revision_is_written_from_the_tables_by_one_command(tmp_path: Path) -> None:
    """Runs in a copy of the package in which a table has a new column."""
    source = Path(importlib.import_module("duskfall").__file__ or "").parent
    shutil.copytree(source, tmp_path / "duskfall", ignore=shutil.ignore_patterns("__pycache__"))
    schema = tmp_path / "duskfall" / "server" / "store" / "schema.py"
    schema.write_text(schema.read_text().replace(
        'Column("last_seen", BigInteger, nullable=False),',
        'Column("last_seen", BigInteger, nullable=False),\n    Column("hat", Text),'))  # fmt: skip
    command = [sys.executable, "-m", "duskfall.server.store.migrations", "Users wear hats"]
    subprocess.run(command, cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)}, check=True, capture_output=True)
    (made,) = (schema.parent / "migrations" / "versions").glob("*users_wear_hats.py")
    text = made.read_text()
    assert text.startswith('"""Users wear hats."""')
    assert f"down_revision = '{_newest()}'" in text
    assert "sa.Column('hat', sa.Text(), nullable=True)" in text


def _newest() -> str:
    return max(path.name[:4] for path in (Path(upgrading.__file__).parent / "migrations" / "versions").glob("*.py"))
