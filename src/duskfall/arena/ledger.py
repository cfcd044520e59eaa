"""Keeps the results of a tournament in one SQLite file, which is consistent at every moment.

Each result is a transaction of its own and on the disk before the next one is asked for. However the process ends, the
file holds what was played, and the tournament goes on from there.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, cast

from filelock import lock_descriptor

from duskfall import __version__
from duskfall.arena.fixtures import Finished, Fixture, Played, SeatFaults
from duskfall.arena.plan import Plan
from duskfall.errors import Refusal, Refused
from duskfall.play import world_named

APPLICATION: Final = 0x4455534B
"""The letters `DUSK`, which mark the file as ours."""
VERSION: Final = 1
"""The version of the tables below."""

_MOST_TURNS: Final = 2**31
"""A bound for the length of a game, which only a changed file exceeds."""

_TABLES: Final = """
CREATE TABLE tournament (
    plan TEXT NOT NULL,      -- JSON
    rules TEXT NOT NULL,     -- the version of the game's rules
    duskfall TEXT NOT NULL   -- the version that began it
);
CREATE TABLE match (
    number INTEGER PRIMARY KEY,
    round INTEGER NOT NULL,
    seed TEXT NOT NULL,      -- up to 2^64-1, which is no INTEGER of SQLite
    entrants TEXT NOT NULL,  -- JSON: the bot at each seat, by its number in the plan
    winner INTEGER,          -- a seat
    places TEXT NOT NULL,    -- JSON: of each seat
    reason TEXT NOT NULL,
    turns INTEGER NOT NULL,
    digest TEXT NOT NULL,    -- of the last state
    faults TEXT NOT NULL,    -- JSON: of each seat
    replay BLOB NOT NULL     -- a .duskfall file
);
"""
_COLUMNS: Final = "number, round, seed, entrants, winner, places, reason, turns, digest, faults"


class Ledger:
    """The results of one tournament. One process at a time may write; any number may read meanwhile."""

    def __init__(self, path: Path | None, plan: Plan, database: sqlite3.Connection, lock: int | None = None) -> None:
        self.path = path
        self.plan = plan
        self._database = database
        self._lock = lock

    @classmethod
    def open(cls, path: Path | None, plan: Plan) -> Self:
        """Open the ledger of a plan for writing, or make it; without a path it is kept in memory only."""
        if path is None:
            database = sqlite3.connect(":memory:")
            _create(database, plan)
            return cls(None, plan, database)
        lock = _lock(path)
        try:
            with _refused_if_damaged(path):
                database = sqlite3.connect(path)
                if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                    _create(database, plan)
                stored = _plan_in(database, path)
                _refuse_another(path, stored, plan)
                database.execute("PRAGMA journal_mode=WAL")
                database.execute("PRAGMA synchronous=FULL")
        except BaseException:
            os.close(lock)
            raise
        return cls(path, plan, database, lock)

    @classmethod
    def resume(cls, path: Path) -> Self:
        """Open the ledger in a file for writing, with the plan that it was begun with."""
        with cls.read(path) as reading:
            plan = reading.plan
        return cls.open(path, plan)

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open the ledger in a file for reading only."""
        if not path.is_file():
            raise Refused(Refusal.UNREADABLE, path, "there is no such file", "name the --db of a tournament")
        with _refused_if_damaged(path):
            database = sqlite3.connect(path)
            database.execute("PRAGMA query_only=ON")
            return cls(path, _plan_in(database, path), database)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Put everything into the one file and release it."""
        if self._lock is not None:
            with suppress(sqlite3.OperationalError):  # there is a reader: the next process that closes it will do it
                self._database.execute("PRAGMA journal_mode=DELETE")
        self._database.close()
        if self._lock is not None:
            # Last of all: closing any descriptor of the file would undo the locks that SQLite holds on it.
            os.close(self._lock)
            self._lock = None

    def write(self, finished: Finished) -> None:
        """Write a result; it is on the disk when this returns."""
        played = finished.played
        values = (
            played.number,
            played.round,
            str(played.seed),
            json.dumps(played.entrants),
            played.winner,
            json.dumps(played.places),
            played.reason,
            played.turns,
            played.digest,
            json.dumps([asdict(faults) for faults in played.faults]),
            finished.replay,
        )
        with self._damage_refused(), self._database:
            self._database.execute(f"INSERT INTO match ({_COLUMNS}, replay) VALUES (?,?,?,?,?,?,?,?,?,?,?)", values)  # noqa: S608 -- our own names

    def results(self, first: int = 0, limit: int = -1) -> list[Played]:
        """Return the results so far in the order of their numbers, from number `first` on; all, or at most `limit`."""
        with self._damage_refused():
            rows = self._database.execute(
                f"SELECT {_COLUMNS} FROM match WHERE number >= ? ORDER BY number LIMIT ?",  # noqa: S608 -- our own names
                (first, limit),
            )
            return [_played(row, self.plan) for row in rows]

    @property
    def reached(self) -> int:
        """One more than the highest number that was played; quick, however many matches there are."""
        with self._damage_refused():
            (highest,) = self._database.execute("SELECT max(number) FROM match").fetchone()
        return 0 if highest is None else int(highest) + 1

    def result_of(self, fixture: Fixture, results: Mapping[int, Played]) -> Played | None:
        """Return the result of a fixture if it was played; refuse one that belongs to another match."""
        played = results.get(fixture.number)
        if played is not None and (played.seed, played.entrants) != (fixture.setup.seed, fixture.entrants):
            raise Refused(
                Refusal.INCONSISTENT,
                self.path,
                f"match {fixture.number} is not the one that the plan asks for",
                "the file was changed; begin again with another --db",
            )
        return played

    def replay(self, number: int) -> bytes:
        """Return the replay of a match as the content of a `.duskfall` file."""
        with self._damage_refused():
            row = self._database.execute("SELECT replay FROM match WHERE number = ?", (number,)).fetchone()
            if row is not None and not isinstance(row[0], bytes):
                raise ValueError(f"match {number} has no replay")
        if row is None:
            raise Refused(
                Refusal.OUT_OF_RANGE, f"match {number}", "it has not been played", "see the numbers with --json"
            )
        return cast("bytes", row[0])

    def _damage_refused(self) -> AbstractContextManager[None]:
        return _refused_if_damaged(self.path or Path("memory"))


def _played(row: Sequence[Any], plan: Plan) -> Played:
    number, round_, seed, entrants, winner, places, reason, turns, digest, faults = row
    played = Played(
        number=number,
        round=round_,
        seed=int(seed),
        entrants=tuple(json.loads(entrants)),
        winner=winner,
        places=tuple(json.loads(places)),
        reason=reason,
        turns=turns,
        digest=digest,
        faults=tuple(SeatFaults(**faults_) for faults_ in json.loads(faults)),
    )
    numbers = (number, round_, turns, *played.entrants, *played.places, *(each.in_all for each in played.faults))
    if not all(isinstance(value, int) for value in numbers) or not 0 <= turns <= _MOST_TURNS:
        raise ValueError(f"match {number} has a field that is not a number")
    if not isinstance(reason, str) or winner not in (None, *range(plan.seats)):
        raise ValueError(f"match {number} has no such end")
    if not len(played.entrants) == len(played.places) == len(played.faults) == plan.seats:
        raise ValueError(f"match {number} has not {plan.seats} seats")
    if not set(played.entrants) <= set(range(len(plan.bots))):
        raise ValueError(f"match {number} has a bot that is not in the plan")
    return played


def _create(database: sqlite3.Connection, plan: Plan) -> None:
    """Make the tables of a new tournament, all of them or none."""
    plain = json.dumps(plan.plain(), ensure_ascii=False)
    database.executescript(
        f"BEGIN; PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; {_TABLES}"
    )  # executescript leaves the transaction open, so that the plan joins it
    database.execute("INSERT INTO tournament VALUES (?, ?, ?)", (plain, world_named(plan.game).rules, __version__))
    database.commit()


def _plan_in(database: sqlite3.Connection, path: Path) -> Plan:
    """Return the plan in a file; refuse a file that is something else."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise Refused(Refusal.MALFORMED, path, "it is a database of something else", "name another file with --db")
    if version != VERSION:
        raise Refused(
            Refusal.MALFORMED,
            path,
            f"its tables are of version {version}, this Duskfall knows {VERSION}",
            "use the Duskfall that wrote it",
        )
    plain, rules, _ = database.execute("SELECT plan, rules, duskfall FROM tournament").fetchone()
    document = json.loads(plain)
    if rules != world_named(document["game"]).rules:
        raise Refused(
            Refusal.OTHER_RULES,
            path,
            f"it was played under version {rules} of the rules of {document['game']}",
            "use the Duskfall that began it",
        )
    return Plan.parse(document)


def _refuse_another(path: Path, stored: Plan, plan: Plan) -> None:
    """Refuse to go on with another plan than the one that the file was begun with."""
    if stored == plan:
        return
    ours, theirs = plan.plain(), stored.plain()
    differing = [f"{name} is {theirs[name]}, not {ours[name]}" for name in ours if ours[name] != theirs[name]]
    raise Refused(
        Refusal.INCONSISTENT,
        path,
        f"it holds another tournament: {'; '.join(differing)[:300]}",
        f"name another file with --db, or go on with: duskfall arena resume {path}",
    )


def _lock(path: Path) -> int:
    """Lock a file against other writers; return the descriptor whose closing releases it.

    The ledger itself is locked and not a file beside it, so that a tournament is a single file. `lock_descriptor`
    leaves the file's content alone; `FileLock` of older versions truncates what it locks.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise Refused(
            Refusal.UNREADABLE, path, error.strerror or str(error), "name a file in a folder that you may write to"
        ) from error
    try:
        locked = lock_descriptor(handle, blocking=False)
    except OSError as error:
        os.close(handle)
        raise Refused(
            Refusal.UNREADABLE, path, f"it cannot be locked: {error.strerror or error}", "name a file on a local disk"
        ) from error
    if not locked:
        os.close(handle)
        raise Refused(
            Refusal.IMPOSSIBLE, path, "another duskfall is playing this tournament", "wait for it, or stop it first"
        )
    return handle


@contextmanager
def _refused_if_damaged(path: Path) -> Iterator[None]:
    """Turn the errors of a file that is no ledger, or a changed one, into refusals that name it."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise Refused(
            Refusal.UNREADABLE, path, f"it cannot be used as a ledger ({error})", "name another file with --db"
        ) from error
    except Refused:
        raise
    except (LookupError, TypeError, ValueError) as error:  # no JSON, or JSON of something else
        raise Refused(
            Refusal.MALFORMED,
            path,
            f"its content is not what a tournament wrote ({type(error).__name__}: {error})",
            "the file was changed; begin again with another --db",
        ) from error
