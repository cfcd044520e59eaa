"""Reads matches and ratings from the tables. All functions block: call them in a thread, not on the event loop."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import orjson
from sqlalchemy import Row, Select, and_, or_, select
from sqlalchemy.engine import Connection

from duskfall.errors import Refusal, Refused
from duskfall.server.store.records import MatchBegun, MatchEnded, Origin, SeatRecord
from duskfall.server.store.schema import entries, matches, ratings, users


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match with its whole log: enough to resume it, or to make a replay of it."""

    begun: MatchBegun
    lines: tuple[str, ...]
    """The log, as `duskfall.play.Log.parse` reads it."""
    ended: MatchEnded | None
    begun_at: datetime
    ended_at: datetime | None
    left_ms: tuple[int, ...] | None = None
    """By seat, the time left when the clock was last read; None without a clock."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that has ended, without its log."""

    begun: MatchBegun
    ended: MatchEnded
    begun_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a user in a game."""

    user: str
    """Hash of the user's secret. It identifies the user and is not shown to others."""
    name: str
    """The user's last name."""
    game: str
    mu: float
    sigma: float
    games: int


def unfinished_matches(connection: Connection) -> list[StoredMatch]:
    """Matches that have begun and not ended, in the order in which they began."""
    is_open = matches.c.ended_at.is_(None)
    found = connection.execute(select(matches).where(is_open).order_by(matches.c.serial)).all()
    logs: dict[str, list[str]] = {row.id: [] for row in found}
    lines = select(entries).join(matches).where(is_open).order_by(entries.c.match, entries.c.number)
    for match, number, line in connection.execute(lines):
        _append(logs[match], match, number, line)
    return [_stored(row, logs[row.id]) for row in found]


def find_match(connection: Connection, match: str) -> StoredMatch | None:
    """The match with that id; None if there is none."""
    row = connection.execute(select(matches).where(matches.c.id == match)).one_or_none()
    if row is None:
        return None
    lines: list[str] = []
    own = select(entries.c.number, entries.c.line).where(entries.c.match == match).order_by(entries.c.number)
    for number, line in connection.execute(own):
        _append(lines, match, number, line)
    return _stored(row, lines)


def finished_matches(connection: Connection, game: str | None, limit: int, before: str | None) -> list[Finished]:
    """Matches that have ended, the newest first, of one game or of all; `before` is the last id of the page before."""
    wanted: Select[Any] = select(matches).where(matches.c.ended_at.is_not(None))
    if game is not None:
        wanted = wanted.where(matches.c.game == game)
    if before is not None:
        last = connection.execute(select(matches).where(matches.c.id == before)).one_or_none()
        if last is None or last.ended_at is None:
            cure = "name the last match of the page before"
            raise Refused(Refusal.UNKNOWN_NAME, before, "no match of that name has ended", cure)
        same_moment = and_(matches.c.ended_at == last.ended_at, matches.c.serial < last.serial)
        wanted = wanted.where(or_(matches.c.ended_at < last.ended_at, same_moment))
    newest = (matches.c.ended_at.desc(), matches.c.serial.desc())
    return [
        Finished(_begun(row), end, _moment(row.begun_at), _moment(row.ended_at))
        for row in connection.execute(wanted.order_by(*newest).limit(limit))
        if (end := _ended(row)) is not None
    ]


def all_ratings(connection: Connection, game: str | None) -> list[Rating]:
    """Ratings in one game or in all, by the lower bound of the skill (mu - 3 sigma), the highest first."""
    wanted = select(ratings.c.user, users.c.name, ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    wanted = wanted.join(users).order_by((ratings.c.mu - 3 * ratings.c.sigma).desc(), ratings.c.user)
    if game is not None:
        wanted = wanted.where(ratings.c.game == game)
    return [Rating(*row) for row in connection.execute(wanted)]


def _append(lines: list[str], match: str, number: int, line: str) -> None:
    """Append an entry; refuse a log with a missing entry, which would be resumed as another match."""
    if number != len(lines):
        reason = f"entry {len(lines)} of its log is missing"
        raise Refused(Refusal.INCONSISTENT, f"match {match}", reason, "restore the database from a copy")
    lines.append(line)


def _stored(row: Row[Any], lines: Iterable[str]) -> StoredMatch:
    end = None if row.ended_at is None else _moment(row.ended_at)
    left = None if row.left_ms is None else tuple(orjson.loads(row.left_ms))
    return StoredMatch(_begun(row), tuple(lines), _ended(row), _moment(row.begun_at), end, left)


def _begun(row: Row[Any]) -> MatchBegun:
    return MatchBegun(
        match=row.id,
        room=row.room,
        game=row.game,
        options=orjson.loads(row.options),
        seed=int(row.seed),
        seats=tuple(SeatRecord(**seat) for seat in orjson.loads(row.sitters)),
        room_options=orjson.loads(row.table_options),
        rules=row.rules,
        origin=None if row.origin is None else Origin(row.origin, row.origin_turn),
    )


def _ended(row: Row[Any]) -> MatchEnded | None:
    if row.ended_at is None:
        return None
    return MatchEnded(row.id, row.winner, tuple(orjson.loads(row.places)), row.reason, row.turns)


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
