"""Measures commits of the server's store to SQLite, against SQLite's own driver with the same batches and disk."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Final

import uvloop

from benchmarks.harness.benchmark import Benchmark, Subject
from benchmarks.harness.claims import Rate, Ratio, at_least
from benchmarks.harness.measurement import Measurement
from duskfall.server.store import Logged, MatchBegun, Store, sqlite_url

WAITING: Final = (1, 10, 100)
LINE: Final = "11 412>413"
NEEDED: Final = 3000
"""Orders a second that a full server receives."""


def _begun(match: int) -> MatchBegun:
    return MatchBegun(f"match-{match:06d}", "room", "fog", {}, 7, (), {}, "1")


def _store(writers: int) -> Subject:
    """Return a subject of `writers` players, each of whom sends the next order when the last one is acknowledged."""

    async def play(store: Store, match: int, until: float) -> int:
        for number in count():
            if time.perf_counter() >= until:
                return number
            await store.write(Logged(f"match-{match:06d}", number, LINE))
        raise AssertionError("counting has no end")

    async def play_all(store: Store, seconds: float) -> Measurement:
        await store.write(*map(_begun, range(writers)))
        begin = time.perf_counter()
        rows = await asyncio.gather(*[play(store, match, begin + seconds) for match in range(writers)])
        return Measurement(sum(rows), time.perf_counter() - begin)

    def measure(seconds: float) -> Measurement:
        with tempfile.TemporaryDirectory() as folder, Store.open(sqlite_url(Path(folder))) as store:
            return uvloop.run(play_all(store, seconds))

    return Subject(_name(writers), measure, note="each waits for its commit before it writes again")


def _plain(rows: int) -> Subject:
    """Return a subject that does no more than the same promise needs: one transaction for `rows` rows, one thread."""

    def measure(seconds: float) -> Measurement:
        with tempfile.TemporaryDirectory() as folder:
            Store.open(sqlite_url(Path(folder))).close()
            connection = sqlite3.connect(Path(folder) / "duskfall.db", isolation_level=None)
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            for match in range(rows):
                connection.execute(
                    "INSERT INTO matches (id, room, game, rules, options, seed, sitters, table_options, begun_at)"
                    " VALUES (?, 'room', 'fog', '1', '{}', '7', '[]', '{}', 0)",
                    (f"match-{match:06d}",),
                )
            begin, done = time.perf_counter(), 0
            while time.perf_counter() - begin < seconds:
                batch = [(f"match-{match:06d}", done // rows, LINE) for match in range(rows)]
                connection.execute("BEGIN")
                connection.executemany("INSERT INTO entries VALUES (?, ?, ?)", batch)
                connection.execute("COMMIT")
                done += rows
            spent = time.perf_counter() - begin
            connection.close()
            return Measurement(done, spent)

    return Subject(_plain_name(rows), measure, note="executemany and COMMIT, one thread, no server around it")


def _name(writers: int) -> str:
    return f"store, {writers} waiting"


def _plain_name(rows: int) -> str:
    return f"plain sqlite3, {rows} a commit"


def commits(*, quick: bool) -> Benchmark:
    """Measure log entries a second that are committed while 1, 10 and 100 players wait for theirs."""
    del quick  # every measurement makes its own small database
    return Benchmark(
        name="store",
        title="Entries of logs committed to SQLite (WAL, synchronous=FULL) before they are acknowledged",
        unit="entries",
        subjects=[make(writers) for writers in WAITING for make in (_plain, _store)],
        claims=[
            *[Ratio(_name(writers), against=_plain_name(writers)) for writers in WAITING],
            Rate(_name(WAITING[-1]), goal=at_least(NEEDED)),
        ],
        sizes={"characters of an entry": len(LINE)},
        notes=["Few waiting players wait for the disk in both; many share one wait."],
    )
