"""A store that cannot be opened is refused with the reason, and nothing is changed."""

from __future__ import annotations

import os
import pwd
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from duskfall.errors import Refusal, Refused
from duskfall.server.store import Store, sqlite_url
from duskfall.server.store.engines import writer_engine
from duskfall.server.store.url import read_url
from tests.server.databases import Postgres, rows
from tests.server.store.records import begun

ROOT = Path(__file__).parents[3]


def refusal(url: str) -> Refused:
    """The refusal to open a store."""
    with pytest.raises(Refused) as caught:
        Store.open(url).close()
    return caught.value


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", Refusal.MALFORMED),
        ("games.db", Refusal.MALFORMED),
        ("sqlite://", Refusal.MALFORMED),
        ("sqlite:///:memory:", Refusal.MALFORMED),
        ("postgresql://ann:secret@host:port/x", Refusal.MALFORMED),
        ("mysql://localhost/duskfall", Refusal.UNKNOWN_NAME),
        ("postgresql+asyncpg://localhost/duskfall", Refusal.UNKNOWN_NAME),
        ("sqlit:///games.db", Refusal.UNKNOWN_NAME),
    ],
)
def test_a_wrong_url_is_refused(url: str, code: Refusal) -> None:
    refused = refusal(url)
    assert refused.code == code
    assert refused.cure
    assert "secret" not in str(refused)


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_every_spelling_of_postgresql_is_understood(scheme: str, postgresql_url: str) -> None:
    with Store.open(postgresql_url.replace("postgresql", scheme, 1)) as store:
        assert store.unfinished() == []


def test_the_data_folder_is_made_and_may_have_any_name(tmp_path: Path) -> None:
    folder = tmp_path / "far" / "Spiele ü %41?#"
    with Store.open(sqlite_url(folder)) as store:
        assert store.unfinished() == []
    assert (folder / "duskfall.db").is_file()


def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = refusal(sqlite_url(tmp_path / "file" / "data"))
    assert refused.code == Refusal.UNREADABLE
    assert "choose a folder that you may write to" in str(refused)


def test_a_folder_that_may_not_be_written_to_is_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    if os.getuid() == 0:
        # Root may write everywhere, so another user tries.
        os.seteuid(pwd.getpwnam("nobody").pw_uid)
    try:
        refused = refusal(sqlite_url(tmp_path))
    finally:
        os.seteuid(os.getuid())
    assert refused.code == Refusal.UNREADABLE
    assert "Permission denied; choose a folder that you may write to" in str(refused)


def test_a_file_that_is_no_database_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "duskfall.db"
    file.write_bytes(b"not a database, but perhaps a novel " * 100)
    refused = refusal(sqlite_url(tmp_path))
    assert refused.code == Refusal.UNREADABLE
    assert "file is not a database" in refused.reason
    assert file.read_bytes().startswith(b"not a database")


def test_a_database_that_does_not_answer_is_refused_without_its_password(tmp_path: Path) -> None:
    refused = refusal(f"postgresql://ann:secret@/games?host={tmp_path}")
    assert refused.code == Refusal.UNREADABLE
    assert "secret" not in str(refused)
    assert "ann:***@" in refused.given


def test_a_database_that_does_not_exist_is_refused(postgres: Postgres) -> None:
    assert 'database "nowhere" does not exist' in refusal(postgres.url("nowhere")).reason


def test_foreign_tables_are_left_alone(database_url: str) -> None:
    _make_table(database_url, "users")
    refused = refusal(database_url)
    assert refused.code == Refusal.INCONSISTENT
    assert "tables that are not Duskfall's: users" in refused.reason
    assert rows(database_url, "SELECT * FROM users") == []


def test_a_schema_of_a_newer_version_is_refused(database_url: str) -> None:
    Store.open(database_url).close()
    _change(database_url, "UPDATE duskfall_version SET version_num = '9999'")
    refused = refusal(database_url)
    assert refused.code == Refusal.TOO_NEW
    assert "its schema 9999 is newer than this version knows" in refused.reason


def test_a_second_server_on_the_same_database_is_refused(database_url: str) -> None:
    again = "import sys; from duskfall.server.store import Store; Store.open(sys.argv[1])"
    with Store.open(database_url):
        refused = refusal(database_url)
        assert refused.code == Refusal.IN_USE
        if database_url.startswith("sqlite"):
            assert f"another server (process {os.getpid()})" in refused.reason
        other = subprocess.run(
            [sys.executable, "-c", again, database_url], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert "in use by another server" in other.stderr
    Store.open(database_url).close()


def test_a_server_that_was_killed_leaves_no_lock_behind(database_url: str) -> None:
    program = (
        "import sys; from duskfall.server.store import Store; store = Store.open(sys.argv[1]);"
        "print(flush=True); sys.stdin.read()"
    )
    command = [sys.executable, "-c", program, database_url]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert refusal(database_url).code == Refusal.IN_USE
        other.send_signal(signal.SIGKILL)
    Store.open(database_url).close()


def test_a_refused_opening_leaves_no_lock_behind(database_url: str) -> None:
    _make_table(database_url, "entries")
    refusal(database_url)
    _change(database_url, "DROP TABLE entries")
    Store.open(database_url).close()


def test_a_commit_of_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    url = read_url(sqlite_url(tmp_path))
    with writer_engine(url, 10).connect() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 1000}


@pytest.mark.parametrize("more", ["", "&options=-c%20synchronous_commit%3Doff%20-c%20work_mem%3D8MB"])
def test_a_commit_of_postgresql_waits_for_the_disk_whatever_is_set(
    postgres: Postgres, postgresql_url: str, more: str
) -> None:
    postgres.execute(f"ALTER DATABASE {psycopg.conninfo.conninfo_to_dict(postgresql_url)['dbname']} "
                     "SET synchronous_commit = off")  # fmt: skip
    url = read_url(postgresql_url + more)
    with writer_engine(url, 10).connect() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        assert connection.exec_driver_sql("SHOW statement_timeout").scalar() == "10s"
        assert connection.exec_driver_sql("SHOW work_mem").scalar() == ("8MB" if more else "4MB")


def test_a_log_with_a_hole_is_refused(database_url: str) -> None:
    with Store.open(database_url) as store:
        _change(
            database_url,
            "INSERT INTO matches (id, room, game, rules, options, seed, sitters, table_options, begun_at)"
            " VALUES ('m1', 'r', 'fog', '1', '{}', '7', '[]', '{}', 0)",
        )
        _change(database_url, "INSERT INTO entries VALUES ('m1', 0, 'a'), ('m1', 2, 'c')")
        with pytest.raises(Refused, match="match m1: entry 1 of its log is missing"):
            store.match(begun().match)
        assert [each.match for each in store.unfinished()] == ["m1"]


def _make_table(url: str, name: str) -> None:
    _change(url, f"CREATE TABLE {name} (whatever INTEGER)")


def _change(url: str, statement: str) -> None:
    rows(url, statement)


def test_sqlite_is_new_enough_here() -> None:
    assert sqlite3.sqlite_version_info >= (3, 24), "ON CONFLICT DO UPDATE needs it"
