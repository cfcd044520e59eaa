"""Puts a batch of deeds into the tables, inside a transaction that somebody else commits.

A commit whose answer was lost may have happened. `recorded` finds out: a batch is there as a whole or not at all, so
any row that only this batch would insert tells. What a batch merely sets (ends, names, ratings) may be set twice.
Inserts are therefore plain: a second entry with the same number is a fault of the server that must be heard, not
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
"""The log is nearly all that is written, so a batch of it is one step of the database, whatever its length. SQLite's
driver would let go of Python's lock for each row and wait until the busy loop gives it back; PostgreSQL's would loop in
Python."""


def record(connection: Connection, deeds: Sequence[Record], now_ms: int) -> None:
    """Write a batch. What refers comes after what it refers to; within a kind the order is kept."""
    named: dict[str, Named] = {}
    begun: list[MatchBegun] = []
    logged: list[tuple[str, int, str]] = []
    ended: list[MatchEnded] = []
    rated: dict[tuple[str, str], Rated] = {}
    timed: dict[str, Timed] = {}
    for deed in deeds:
        match deed:
            case Logged():
                logged.append((deed.match, deed.number, deed.line))
            case MatchBegun():
                begun.append(deed)
            case MatchEnded():
                ended.append(deed)
            # PostgreSQL sets a row once a statement; the last word counts.
            case Named():
                named[deed.user] = deed
            case Rated():
                rated[deed.user, deed.game] = deed
            case Timed():
                timed[deed.match] = deed
            case _:
                assert_never(deed)
    if named:
        _name(connection, list(named.values()), now_ms)
    if begun:
        connection.execute(insert(matches), [_row(deed, now_ms) for deed in begun])
    if logged:
        _append(connection, logged)
    for time in timed.values():
        left = {"left_ms": orjson.dumps(time.left_ms).decode()}
        connection.execute(update(matches).where(matches.c.id == time.match).values(left))
    for end in ended:
        _end(connection, end, now_ms)
    if rated:
        _rate(connection, list(rated.values()))


def recorded(connection: Connection, deeds: Sequence[Record]) -> bool:
    """Whether a batch that was tried before is in the tables; False too if writing it again does no harm."""
    for deed in deeds:
        match deed:
            case Logged(match, number):
                found = exists().where(entries.c.match == match, entries.c.number == number)
                return bool(connection.scalar(select(found)))
            case MatchBegun(match):
                return bool(connection.scalar(select(exists().where(matches.c.id == match))))
            case _:
                continue
    return False


def _append(connection: Connection, rows: list[tuple[str, int, str]]) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(_APPEND_SQLITE, (orjson.dumps(rows).decode(),))
    else:
        connection.exec_driver_sql(_APPEND_POSTGRESQL, tuple(map(list, zip(*rows, strict=True))))


def _row(deed: MatchBegun, now_ms: int) -> dict[str, object]:
    return {
        "id": deed.match,
        "room": deed.room,
        "game": deed.game,
        "rules": deed.rules,
        "options": orjson.dumps(deed.options).decode(),
        "seed": str(deed.seed),
        "sitters": orjson.dumps([asdict(sitter) for sitter in deed.sitters]).decode(),
        "table_options": orjson.dumps(deed.table).decode(),
        "begun_at": now_ms,
        "origin": None if deed.origin is None else deed.origin.match,
        "origin_turn": None if deed.origin is None else deed.origin.turn,
    }


def _end(connection: Connection, deed: MatchEnded, now_ms: int) -> None:
    end = {
        "winner": deed.winner,
        "places": orjson.dumps(deed.places).decode(),
        "reason": deed.reason,
        "turns": deed.turns,
        "ended_at": now_ms,
    }
    if connection.execute(update(matches).where(matches.c.id == deed.match).values(end)).rowcount != 1:
        raise LookupError(f"match {deed.match} ended and was never begun")


def _name(connection: Connection, deeds: list[Named], now_ms: int) -> None:
    rows = [{"id": deed.user, "name": deed.name, "first_seen": now_ms, "last_seen": now_ms} for deed in deeds]
    statement = _upsert(connection)(users)
    fresh = {"name": statement.excluded.name, "last_seen": statement.excluded.last_seen}
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=fresh), rows)


def _rate(connection: Connection, deeds: list[Rated]) -> None:
    statement = _upsert(connection)(ratings)
    fresh = {name: statement.excluded[name] for name in ("mu", "sigma", "games")}
    connection.execute(
        statement.on_conflict_do_update(index_elements=["user", "game"], set_=fresh), [asdict(deed) for deed in deeds]
    )


def _upsert(connection: Connection) -> type[sqlite.Insert] | type[postgresql.Insert]:
    """The insert of this database that knows ON CONFLICT; both spell it alike."""
    return sqlite.Insert if connection.dialect.name == "sqlite" else postgresql.Insert
