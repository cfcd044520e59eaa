"""Writes a batch of records into the tables, inside a transaction that the caller commits.

A commit whose answer was lost may have happened. `are_written` finds out: a batch is in the tables as a whole or not at
all, so any row that only this batch inserts answers the question. Updates (ends, names, ratings) may run twice.
Inserts are therefore plain: a second entry with the same number is an error of the server that must be reported, not
skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Final, assert_never

import orjson
from sqlalchemy import exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from duskfall.server.store.records import Logged, MatchBegun, MatchEnded, Named, Rated, Record, Timed
from duskfall.server.store.schema import entries, matches, ratings, users

_APPEND_SQLITE: Final = (
    'INSERT INTO entries ("match", number, line) '
    "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) ORDER BY 1, 2"
)
_APPEND_POSTGRESQL: Final = (
    'INSERT INTO entries ("match", number, line) SELECT * FROM unnest(%s::text[], %s::int[], %s::text[])'
)
"""Nearly all rows are entries of logs, so a batch of them is one statement, whatever its length. SQLite's driver would
release Python's lock for each row and wait until the busy loop gives it back; PostgreSQL's would loop in Python."""


def write_records(connection: Connection, records: Sequence[Record], now_ms: int) -> None:
    """Write a batch: rows before those that refer to them, and within a kind in the order given."""
    named: dict[str, Named] = {}
    begun: list[MatchBegun] = []
    logged: list[tuple[str, int, str]] = []
    ended: list[MatchEnded] = []
    rated: dict[tuple[str, str], Rated] = {}
    timed: dict[str, Timed] = {}
    for record in records:
        match record:
            case Logged():
                logged.append((record.match, record.number, record.line))
            case MatchBegun():
                begun.append(record)
            case MatchEnded():
                ended.append(record)
            # PostgreSQL sets a row once a statement, so only the last record of a row is kept.
            case Named():
                named[record.user] = record
            case Rated():
                rated[record.user, record.game] = record
            case Timed():
                timed[record.match] = record
            case _:
                assert_never(record)
    if named:
        _upsert_users(connection, list(named.values()), now_ms)
    if begun:
        connection.execute(insert(matches), [_match_row(record, now_ms) for record in begun])
    if logged:
        _append_entries(connection, logged)
    for time in timed.values():
        left = {"left_ms": orjson.dumps(time.left_ms).decode()}
        connection.execute(update(matches).where(matches.c.id == time.match).values(left))
    for end in ended:
        _end_match(connection, end, now_ms)
    if rated:
        _upsert_ratings(connection, list(rated.values()))


def are_written(connection: Connection, records: Sequence[Record]) -> bool:
    """Whether an earlier attempt wrote this batch; False as well where writing it again does no harm."""
    for record in records:
        match record:
            case Logged(match, number):
                found = exists().where(entries.c.match == match, entries.c.number == number)
                return bool(connection.scalar(select(found)))
            case MatchBegun(match):
                return bool(connection.scalar(select(exists().where(matches.c.id == match))))
            case _:
                continue
    return False


def _append_entries(connection: Connection, rows: list[tuple[str, int, str]]) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_APPEND_SQLITE, (orjson.dumps(rows).decode(),))
    else:
        connection.exec_driver_sql(_APPEND_POSTGRESQL, tuple(map(list, zip(*rows, strict=True))))


def _match_row(record: MatchBegun, now_ms: int) -> dict[str, object]:
    return {
        "id": record.match,
        "room": record.room,
        "game": record.game,
        "rules": record.rules,
        "options": orjson.dumps(record.options).decode(),
        "seed": str(record.seed),
        "sitters": orjson.dumps([asdict(seat) for seat in record.seats]).decode(),
        "table_options": orjson.dumps(record.room_options).decode(),
        "begun_at": now_ms,
        "origin": None if record.origin is None else record.origin.match,
        "origin_turn": None if record.origin is None else record.origin.turn,
    }


def _end_match(connection: Connection, record: MatchEnded, now_ms: int) -> None:
    end = {
        "winner": record.winner,
        "places": orjson.dumps(record.places).decode(),
        "reason": record.reason,
        "turns": record.turns,
        "ended_at": now_ms,
    }
    if connection.execute(update(matches).where(matches.c.id == record.match).values(end)).rowcount != 1:
        raise LookupError(f"match {record.match} ended and was never begun")


def _upsert_users(connection: Connection, records: list[Named], now_ms: int) -> None:
    rows = [{"id": record.user, "name": record.name, "first_seen": now_ms, "last_seen": now_ms} for record in records]
    statement = _insert_class(connection)(users)
    fresh = {"name": statement.excluded.name, "last_seen": statement.excluded.last_seen}
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=fresh), rows)


def _upsert_ratings(connection: Connection, records: list[Rated]) -> None:
    statement = _insert_class(connection)(ratings)
    fresh = {name: statement.excluded[name] for name in ("mu", "sigma", "games")}
    upsert = statement.on_conflict_do_update(index_elements=["user", "game"], set_=fresh)
    connection.execute(upsert, [asdict(record) for record in records])


def _insert_class(connection: Connection) -> type[sqlite.Insert] | type[postgresql.Insert]:
    """The dialect's INSERT, which knows ON CONFLICT; both dialects spell it alike."""
    return sqlite.Insert if connection.dialect.name == "sqlite" else postgresql.Insert
