"""Repairs matches that cannot be played on. All functions block, inside a transaction that the caller commits."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.engine import Connection

from duskfall.server.store.schema import chat, entries, matches, move_ids


def rows_of(connection: Connection, match: str) -> dict[str, list[dict[str, Any]]]:
    """Every row of a match, by the name of its table: what a backup of the match has to hold."""
    own = {matches: matches.c.id, entries: entries.c.match, move_ids: move_ids.c.match, chat: chat.c.match}
    return {
        table.name: [dict(row) for row in connection.execute(select(table).where(key == match)).mappings()]
        for table, key in own.items()
    }


def forget_chat(connection: Connection, before_ms: int) -> None:
    """Remove the chat of matches that ended before a moment."""
    old = select(matches.c.id).where(matches.c.ended_at < before_ms)
    connection.execute(delete(chat).where(chat.c.match.in_(old)))


def put_back(connection: Connection, match: str) -> None:
    """Let a match be played on when the server starts again."""
    connection.execute(update(matches).where(matches.c.id == match).values(fault=None))


def truncate_log(connection: Connection, match: str, length: int) -> None:
    """Remove all entries of a match's log from number `length` on, and the move ids of the orders among them."""
    connection.execute(delete(entries).where(entries.c.match == match, entries.c.number >= length))
    connection.execute(delete(move_ids).where(move_ids.c.match == match, move_ids.c.entry >= length))
