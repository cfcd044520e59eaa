"""Writes a batch of records into the tables, inside a transaction that the caller commits.

A commit whose answer was lost may have happened. `are_written` finds out: a batch is in the tables as a whole or not at
all, so any row that only this batch inserts answers the question. Updates (ends, names, ratings, move ids, faults)
may run twice.
Inserts are therefore plain: a second entry with the same number is an error of the server that must be reported, not
skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Final, assert_never

import orjson
from sqlalchemy import delete, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from duskfall.server.store.lands import shortened
from duskfall.server.store.records import (
    CHAT_KEPT,
    MOVE_IDS_KEPT,
    ChatSaid,
    Logged,
    MatchBegun,
    MatchEnded,
    Met,
    MoveAnswered,
    Named,
    Quarantined,
    Rated,
    Record,
    Timed,
)
from duskfall.server.store.schema import chat, entries, lands, matches, meetings, move_ids, ratings, users

_APPEND_SQLITE: Final = (
    'INSERT INTO entries ("match", number, line) '
    "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) ORDER BY 1, 2"
)
_APPEND_POSTGRESQL: Final = (
    'INSERT INTO entries ("match", number, line) SELECT * FROM unnest(%s::text[], %s::int[], %s::text[])'
)
_ANSWER_SQLITE: Final = (
    'INSERT OR REPLACE INTO move_ids ("match", seat, place, number, move_id, entry, refusal) '
    "SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6 FROM json_each(?)"
)
_ANSWER_POSTGRESQL: Final = (
    'INSERT INTO move_ids ("match", seat, place, number, move_id, entry, refusal) '
    "SELECT * FROM unnest(%s::text[], %s::int[], %s::int[], %s::int[], %s::text[], %s::int[], %s::text[]) "
    'ON CONFLICT ("match", seat, place) DO UPDATE SET '
    "number = excluded.number, move_id = excluded.move_id, entry = excluded.entry, refusal = excluded.refusal"
)
"""Nearly all rows are entries of logs and move ids, so a batch of each is one statement, whatever its length. SQLite's
driver would release Python's lock for each row and wait until the busy loop gives it back; PostgreSQL's would loop in
Python."""


@dataclass(slots=True)
class _Batch:
    """Records by their kind. PostgreSQL sets a row once a statement, so only the last record of a row is kept."""

    named: dict[str, Named] = field(default_factory=dict)
    begun: list[MatchBegun] = field(default_factory=list)
    logged: list[tuple[str, int, str]] = field(default_factory=list)
    ended: list[MatchEnded] = field(default_factory=list)
    rated: dict[tuple[str, str], Rated] = field(default_factory=dict)
    met: dict[tuple[str, str, str], Met] = field(default_factory=dict)
    timed: dict[str, Timed] = field(default_factory=dict)
    answered: dict[tuple[str, int, int], MoveAnswered] = field(default_factory=dict)
    said: dict[tuple[str, int], ChatSaid] = field(default_factory=dict)
    quarantined: list[Quarantined] = field(default_factory=list)

    @classmethod
    def of(cls, records: Sequence[Record]) -> _Batch:
        """Sort records, those of a kind in the order given."""
        batch = cls()
        for record in records:
            match record:
                case Logged():
                    batch.logged.append((record.match, record.number, record.line))
                case MatchBegun():
                    batch.begun.append(record)
                case MatchEnded():
                    batch.ended.append(record)
                case Named():
                    batch.named[record.user] = record
                case Rated():
                    batch.rated[record.user, record.game] = record
                case Met():
                    batch.met[record.game, record.one, record.other] = record
                case Timed():
                    batch.timed[record.match] = record
                case MoveAnswered():
                    batch.answered[record.match, record.seat, record.number % MOVE_IDS_KEPT] = record
                case ChatSaid():
                    batch.said[record.match, record.number % CHAT_KEPT] = record
                case Quarantined():
                    batch.quarantined.append(record)
                case _:
                    assert_never(record)
        return batch


def write_records(connection: Connection, records: Sequence[Record], now_ms: int) -> None:
    """Write a batch: rows before those that refer to them, and within a kind in the order given."""
    batch = _Batch.of(records)
    if batch.named:
        _upsert_users(connection, list(batch.named.values()), now_ms)
    if batch.begun:
        _begin_matches(connection, batch.begun, now_ms)
    if batch.logged:
        _insert_all(connection, batch.logged, _APPEND_SQLITE, _APPEND_POSTGRESQL)
    if batch.answered:
        _insert_all(connection, list(map(_move_id_row, batch.answered.values())), _ANSWER_SQLITE, _ANSWER_POSTGRESQL)
    if batch.said:
        _upsert_chat(connection, list(batch.said.values()))
    for time in batch.timed.values():
        left = {"left_ms": orjson.dumps(time.left_ms).decode()}
        connection.execute(update(matches).where(matches.c.id == time.match).values(left))
    for end in batch.ended:
        _end_match(connection, end, now_ms)
    for record in batch.quarantined:
        connection.execute(update(matches).where(matches.c.id == record.match).values(fault=record.fault))
    if batch.rated:
        _upsert_ratings(connection, list(batch.rated.values()))
    if batch.met:
        _upsert_meetings(connection, list(batch.met.values()))


def _begin_matches(connection: Connection, begun: Sequence[MatchBegun], now_ms: int) -> None:
    """Write matches, and the lands that they are played on where those are new."""
    found: dict[str, str] = {}
    rows = [_match_row(record, now_ms, found) for record in begun]
    if found:
        kept = [{"hash": key, "content": content} for key, content in found.items()]
        connection.execute(_insert_class(connection)(lands).on_conflict_do_nothing(), kept)
    connection.execute(insert(matches), rows)


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


def _insert_all(connection: Connection, rows: Sequence[tuple[object, ...]], in_sqlite: str, in_postgresql: str) -> None:
    """Insert rows with one statement, which takes them as JSON in SQLite and as an array a column in PostgreSQL."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql(in_sqlite, (orjson.dumps(rows).decode(),))
    else:
        connection.exec_driver_sql(in_postgresql, tuple(map(list, zip(*rows, strict=True))))


def _move_id_row(record: MoveAnswered) -> tuple[object, ...]:
    refusal = None if record.refusal is None else orjson.dumps(record.refusal).decode()
    place = record.number % MOVE_IDS_KEPT
    return record.match, record.seat, place, record.number, record.move_id, record.entry, refusal


def _match_row(record: MatchBegun, now_ms: int, found: dict[str, str]) -> dict[str, object]:
    return {
        "id": record.match,
        "room": record.room,
        "game": record.game,
        "rules": record.rules,
        "options": shortened(record.options, found),
        "seed": str(record.seed),
        "sitters": orjson.dumps([asdict(seat) for seat in record.seats]).decode(),
        "table_options": shortened(record.room_options, found),
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
    connection.execute(delete(move_ids).where(move_ids.c.match == record.match))


def _upsert_chat(connection: Connection, records: list[ChatSaid]) -> None:
    statement = _insert_class(connection)(chat)
    fresh = {name: statement.excluded[name] for name in ("number", "seat", "name", "text", "turn", "by_spectator")}
    upsert = statement.on_conflict_do_update(index_elements=["match", "place"], set_=fresh)
    connection.execute(upsert, [{**asdict(record), "place": record.number % CHAT_KEPT} for record in records])


def _upsert_users(connection: Connection, records: list[Named], now_ms: int) -> None:
    rows = [{"id": record.user, "name": record.name, "first_seen": now_ms, "last_seen": now_ms} for record in records]
    statement = _insert_class(connection)(users)
    fresh = {"name": statement.excluded.name, "last_seen": statement.excluded.last_seen}
    connection.execute(statement.on_conflict_do_update(index_elements=["id"], set_=fresh), rows)


def _upsert_ratings(connection: Connection, records: list[Rated]) -> None:
    statement = _insert_class(connection)(ratings)
    fresh = {name: statement.excluded[name] for name in ("mu", "sigma", "games", "opponents")}
    upsert = statement.on_conflict_do_update(index_elements=["user", "game"], set_=fresh)
    connection.execute(upsert, [asdict(record) for record in records])


def _upsert_meetings(connection: Connection, records: list[Met]) -> None:
    statement = _insert_class(connection)(meetings)
    fresh = {name: statement.excluded[name] for name in ("games", "day", "today")}
    upsert = statement.on_conflict_do_update(index_elements=["game", "one", "other"], set_=fresh)
    connection.execute(upsert, [asdict(record) for record in records])


def _insert_class(connection: Connection) -> type[sqlite.Insert] | type[postgresql.Insert]:
    """The dialect's INSERT, which knows ON CONFLICT; both dialects spell it alike."""
    return sqlite.Insert if connection.dialect.name == "sqlite" else postgresql.Insert
