"""After any crash of the server or its database all acknowledged entries are there, once and in order."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from duskfall.server.store import Logged, Record, Store, StoreFailed, sqlite_url
from tests.counts import SEED, share
from tests.server.databases import Postgres, binaries, held_up
from tests.server.store.records import begun, line, logged, unfinished

ROOT = Path(__file__).parents[3]

KILLS = share(50)
ROWS = 2000


def endless_writer(url: str, *more: str) -> subprocess.Popen[str]:
    """Start a process that writes without end."""
    command = [sys.executable, "-m", "tests.server.store.endless_writer", url, *more]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": "."})


def check(url: str, reported: dict[str, int]) -> None:
    """All reported entries are stored, and the logs have no holes."""
    with Store.open(url) as store:
        stored = {found.begun.match: found.lines for found in unfinished(store)}
    for match, last in reported.items():
        assert last < len(stored[match]), f"entry {last} of {match} was acknowledged and is lost"
    for match, lines in stored.items():
        assert list(lines) == [line(match, number) for number in range(len(lines))]


def test_acknowledged_entries_survive_kill_9(database_url: str) -> None:
    reported: dict[str, int] = {}
    for kill in range(KILLS):
        reports = 1 + (SEED + 37 * kill) % 200
        with endless_writer(database_url) as process:
            assert process.stdout is not None
            # After the kill the reports that were printed before it still arrive.
            for count, report in enumerate(process.stdout, 1):
                match, number = report.split()
                assert int(number) > reported.get(match, -1), f"entry {number} of {match} was acknowledged twice"
                reported[match] = int(number)
                if count == reports:
                    # Every other time in the middle of a commit, which then never ends.
                    with held_up(database_url) if kill % 2 else nullcontext():
                        process.kill()
                        process.wait()
        assert process.returncode == -signal.SIGKILL
        check(database_url, reported)
    assert reported


def test_a_full_disk_stops_the_server_and_loses_nothing_acknowledged(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    with endless_writer(url, "300000") as process:
        output, _ = process.communicate()
    *reports, told, failed = output.splitlines()
    assert process.returncode == 0
    assert told.startswith("on_failure: games can no longer be kept: ")
    assert failed == told.replace("on_failure", "failed")
    assert len(reports) > 100
    check(url, {match: int(number) for match, number in map(str.split, reports)})


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A database server that a test may stop."""
    programs = binaries()
    if programs is None:
        pytest.skip("PostgreSQL is not installed; install it with: apt-get install postgresql")
    server = Postgres(programs)
    yield server
    server.remove()


def test_postgresql_may_crash_and_come_back_while_orders_are_written(own_postgres: Postgres) -> None:
    url = own_postgres.url("postgres")

    async def write_through_crashes() -> None:
        await store.write(begun())
        for number in range(ROWS):
            future = store.write(Logged("m1", number, line("m1", number)))
            if number % (ROWS // 4) == ROWS // 8:
                await asyncio.to_thread(own_postgres.stop, signal.SIGQUIT)
                await asyncio.to_thread(own_postgres.start)
            elif number % 10 == 0:
                await future
        await store.flush()

    with Store.open(url, patience_s=60) as store:
        asyncio.run(write_through_crashes())
    check(url, {"m1": ROWS - 1})


def test_a_lost_connection_is_made_again_wherever_it_breaks(postgres: Postgres, postgresql_url: str) -> None:
    ours = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'duskfall'"
    broken = 0

    async def write_and_break() -> None:
        nonlocal broken
        await store.write(begun())
        for number in range(0, ROWS, 20):
            future = store.write(*logged("m1", range(number, number + 20)))
            if number % (ROWS // 5) == 0:
                broken += len(await asyncio.to_thread(postgres.execute, ours))
            await future

    with Store.open(postgresql_url, patience_s=60) as store:
        asyncio.run(write_and_break())
    assert broken > 0
    check(postgresql_url, {"m1": ROWS - 1})


def test_a_database_that_stays_away_fails_waiting_and_later_writes(own_postgres: Postgres) -> None:
    heard: list[StoreFailed] = []

    async def write_into_the_void() -> None:
        await store.write(begun())
        await asyncio.to_thread(own_postgres.stop, signal.SIGQUIT)
        futures = []
        for number in range(10):
            futures.append(store.write(Logged("m1", number, line("m1", number))))
            await asyncio.sleep(0)
        for future in futures:
            with pytest.raises(StoreFailed, match="games can no longer be kept"):
                await future
        with pytest.raises(StoreFailed):
            await store.write(Logged("m1", 10, "0 1>2"))
        await asyncio.sleep(0)

    store = Store.open(own_postgres.url("postgres"), patience_s=0.2, on_failure=heard.append)
    asyncio.run(write_into_the_void())
    assert len(heard) == 1
    store.close()


def test_a_server_that_was_cut_off_cannot_write_once_another_has_taken_over(
    postgres: Postgres, postgresql_url: str
) -> None:
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'duskfall'"
    first = Store.open(postgresql_url, patience_s=0.2)
    asyncio.run(_write(first, begun()))
    postgres.execute(cut)
    with Store.open(postgresql_url) as second:
        with pytest.raises(StoreFailed, match="in use by another server"):
            asyncio.run(_write(first, *logged("m1", range(1))))
        asyncio.run(_write(second, Logged("m1", 0, "0 second")))
        assert [match.lines for match in unfinished(second)] == [("0 second",)]
    first.close()


async def _write(store: Store, *records: Record) -> None:
    await store.write(*records)
