"""Where results are kept: one SQLite file a tournament, whole at every moment.

Each result is a transaction of its own and on the disk before the next one is asked for. Whatever happens to us, the
file then holds what was played, and the tournament goes on from there.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, cast

from duskfall import __version__
from duskfall.arena.fixtures import Finished, Fixture, Played, SeatFaults
from duskfall.arena.plan import Plan
from duskfall.errors import Refusal, Refused
from duskfall.play import world_named

APPLICATION: Final = 0x4455534B
"""`DUSK`: what the file says it belongs to."""
VERSION: Final = 1
"""Of the tables below."""

_MOST_TURNS: Final = 2**31
"""No game is that long."""

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
    """The results of one tournament. Whoever writes is alone; anyone may read meanwhile."""

    def __init__(self, path: Path | None, plan: Plan, database: sqlite3.Connection, lock: int | None = None) -> None:
        self.path = path
        self.plan = plan
        self._database = database
        self._lock = lock

    @classmethod
    def open(cls, path: Path | None, plan: Plan) -> Self:
        """The ledger of that plan, new or to go on with; without a path it is kept in memory and lost in the end."""
        if path is None:
            database = sqlite3.connect(":memory:")
            _found(database, plan)
            return cls(None, plan, database)
        lock = _locked(path)
        try:
            with _explained(path):
                database = sqlite3.connect(path)
                if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                    _found(database, plan)
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
        """The ledger in a file, to go on with whatever it was begun with."""
        with cls.read(path) as reading:
            plan = reading.plan
        return cls.open(path, plan)

    @classmethod
    def read(cls, path: Path) -> Self:
        """The ledger in a file, to look at only."""
        if not path.is_file():
            raise Refused(Refusal.UNREADABLE, path, "there is no such file", "name the --db of a tournament")
        with _explained(path):
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
        """Put everything into the one file and let it go."""
        if self._lock is not None:
            with suppress(sqlite3.OperationalError):  # somebody is reading: the next one who closes will do it
                self._database.execute("PRAGMA journal_mode=DELETE")
        self._database.close()
        if self._lock is not None:
            # Last of all: closing any handle of the file would undo the locks that SQLite holds on it.
            os.close(self._lock)
            self._lock = None

    def write(self, finished: Finished) -> None:
        """Keep a result; it is on the disk when this returns."""
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
        with self._trouble(), self._database:
            self._database.execute(f"INSERT INTO match ({_COLUMNS}, replay) VALUES (?,?,?,?,?,?,?,?,?,?,?)", values)  # noqa: S608 -- our own names

    def results(self, first: int = 0, most: int = -1) -> list[Played]:
        """What was played so far, by number, from a number on; at most so many, or all of it."""
        with self._trouble():
            rows = self._database.execute(
                f"SELECT {_COLUMNS} FROM match WHERE number >= ? ORDER BY number LIMIT ?",  # noqa: S608 -- our own names
                (first, most),
            )
            return [_played(row, self.plan) for row in rows]

    @property
    def reached(self) -> int:
        """One more than the highest number that was played: told at once, however many there are."""
        with self._trouble():
            (highest,) = self._database.execute("SELECT max(number) FROM match").fetchone()
        return 0 if highest is None else int(highest) + 1

    def kept(self, fixture: Fixture, results: Mapping[int, Played]) -> Played | None:
        """The result of a fixture if it is here, held to what should have been played."""
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
        """The replay of a match."""
        with self._trouble():
            row = self._database.execute("SELECT replay FROM match WHERE number = ?", (number,)).fetchone()
            if row is not None and not isinstance(row[0], bytes):
                raise ValueError(f"match {number} has no replay")
        if row is None:
            raise Refused(
                Refusal.OUT_OF_RANGE, f"match {number}", "it has not been played", "see the numbers with --json"
            )
        return cast("bytes", row[0])

    @contextmanager
    def _trouble(self) -> Iterator[None]:
        with _explained(self.path or Path("memory")):
            yield


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
        raise ValueError(f"match {number} has a number that is none")
    if not isinstance(reason, str) or winner not in (None, *range(plan.seats)):
        raise ValueError(f"match {number} has no such end")
    if not len(played.entrants) == len(played.places) == len(played.faults) == plan.seats:
        raise ValueError(f"match {number} has not {plan.seats} seats")
    if not set(played.entrants) <= set(range(len(plan.bots))):
        raise ValueError(f"match {number} has a bot that is not in the plan")
    return played


def _found(database: sqlite3.Connection, plan: Plan) -> None:
    """Make the tables of a new tournament, all of them or none."""
    plain = json.dumps(plan.plain(), ensure_ascii=False)
    database.executescript(
        f"BEGIN; PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; {_TABLES}"
    )  # executescript leaves the transaction open, so that the plan joins it
    database.execute("INSERT INTO tournament VALUES (?, ?, ?)", (plain, world_named(plan.game).rules, __version__))
    database.commit()


def _plan_in(database: sqlite3.Connection, path: Path) -> Plan:
    """The plan in a file; a refusal if the file is something else."""
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
    """Refuse to go on with another plan than the one that was begun."""
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


def _locked(path: Path) -> int:
    """Hold a file so that nobody else writes to it; gives the handle that holds it."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise Refused(
            Refusal.UNREADABLE, path, error.strerror or str(error), "name a file in a folder that you may write to"
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(handle)
        raise Refused(
            Refusal.IMPOSSIBLE, path, "another duskfall is playing this tournament", "wait for it, or stop it first"
        ) from None
    return handle


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.DatabaseError as error:
        raise Refused(
            Refusal.UNREADABLE, path, f"it cannot be used as a ledger ({error})", "name another file with --db"
        ) from error
    except Refused:
        raise
    except (LookupError, TypeError, ValueError) as error:  # JSON that is none, or of other things
        raise Refused(
            Refusal.MALFORMED,
            path,
            f"what it holds is not what a tournament wrote ({type(error).__name__}: {error})",
            "the file was changed; begin again with another --db",
        ) from error
