"""Reads matches and ratings from the tables. All functions block: call them in a thread, not on the event loop."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

import orjson
from sqlalchemy import Row, Select, and_, func, or_, select
from sqlalchemy.engine import Connection

from duskfall.errors import Refusal, Refused
from duskfall.server.store.lands import completed, kept_lands
from duskfall.server.store.records import ChatSaid, MatchBegun, MatchEnded, Met, MoveAnswered, Origin, SeatRecord
from duskfall.server.store.schema import chat, entries, matches, meetings, move_ids, ratings, users

SURE_DEVIATIONS: Final = 3
"""Standard deviations below the skill that is estimated: players are almost certainly stronger. The ladder is sorted by
this bound, so that nobody stands high by a few lucky games."""
SETTLED_OPPONENTS: Final = 5
"""Different opponents after whom a rating is not provisional any more."""

_NEWEST: Final = (matches.c.ended_at.desc(), matches.c.serial.desc())

T = TypeVar("T")

_RESTORE = "restore the database from a copy"
"""The cure of a row that cannot be read."""


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
    move_ids: tuple[MoveAnswered, ...] = ()
    """The newest move ids of each seat, oldest first, while the match runs."""
    chat: tuple[ChatSaid, ...] = ()
    """The newest chat messages, oldest first."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A match that has begun and not ended, without its log."""

    match: str
    room: str
    begun: MatchBegun | None
    """None if its row is damaged."""
    turn: int
    """The last turn in its log."""
    fault: str | None
    """Why it is kept for repair, or how its row is damaged; None if neither."""


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
    opponents: int = 0
    """Different ones whom these games were played against."""

    @property
    def provisional(self) -> bool:
        """Whether the user has met too few opponents for the rating to mean much."""
        return self.opponents < SETTLED_OPPONENTS


@dataclass(frozen=True, slots=True)
class RatedUser:
    """A user with rated games."""

    user: str
    name: str
    """The user's last name."""
    games: int
    """Rated games of all kinds."""
    last_seen: datetime


def unfinished_matches(connection: Connection) -> list[Unfinished]:
    """Matches that have begun and not ended, in the order in which they began; a damaged one does not hide others."""
    # Only the end of each log is read: from the back to its last mark.
    marks = select(entries.c.line).where(entries.c.match == matches.c.id, entries.c.line.startswith("="))
    last_mark = marks.order_by(entries.c.number.desc()).limit(1).scalar_subquery().label("last_mark")
    wanted = select(matches, last_mark).where(matches.c.ended_at.is_(None)).order_by(matches.c.serial)
    found = connection.execute(wanted).all()
    lands = _lands(connection, found)
    return [_unfinished(row, lands) for row in found]


def find_match(connection: Connection, match: str) -> StoredMatch | None:
    """The match with that id; None if there is none. Refused if its rows are damaged."""
    row = connection.execute(select(matches).where(matches.c.id == match)).one_or_none()
    if row is None:
        return None
    lines, missing = find_log(connection, match)
    if missing is not None:
        raise Refused(Refusal.INCONSISTENT, f"match {match}", f"entry {missing} of its log is missing", _RESTORE)
    kept = select(move_ids).where(move_ids.c.match == match).order_by(move_ids.c.seat, move_ids.c.number)
    lands = _lands(connection, [row])
    stored = _read(row, lambda row: _stored(row, lands, lines, map(_answered, connection.execute(kept))))
    return replace(stored, chat=tuple(_chat_of(connection, match)))


def _chat_of(connection: Connection, match: str) -> Iterator[ChatSaid]:
    for row in connection.execute(select(chat).where(chat.c.match == match).order_by(chat.c.number)):
        yield ChatSaid(row.match, row.number, row.seat, row.name, row.text, row.turn, row.by_spectator)


def find_log(connection: Connection, match: str) -> tuple[list[str], int | None]:
    """The log of a match up to its first missing entry, and the number of that entry; None if none is missing."""
    lines: list[str] = []
    own = select(entries.c.number, entries.c.line).where(entries.c.match == match).order_by(entries.c.number)
    for number, line in connection.execute(own):
        if number != len(lines):
            return lines, len(lines)
        lines.append(line)
    return lines, None


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
    return _all_finished(connection, connection.execute(wanted.order_by(*_NEWEST).limit(limit)).all())


def finished_matches_of(connection: Connection, user: str, game: str, newest: int) -> list[Finished]:
    """Those of the newest matches of a game that have ended in which a user had a seat, the newest first."""
    ended = select(matches.c.serial, matches.c.sitters).where(matches.c.ended_at.is_not(None), matches.c.game == game)
    recent = ended.order_by(*_NEWEST).limit(newest).subquery()
    own = select(recent.c.serial).where(recent.c.sitters.contains(user, autoescape=True))
    wanted = select(matches).where(matches.c.serial.in_(own)).order_by(*_NEWEST)
    return _all_finished(connection, connection.execute(wanted).all())


def _all_finished(connection: Connection, rows: Sequence[Row[Any]]) -> list[Finished]:
    found: list[Finished] = []
    lands = _lands(connection, rows)
    for row in rows:
        with suppress(Refused):  # a damaged row; all others are shown
            found.append(_read(row, lambda row: _finished(row, lands)))
    return found


def all_ratings(connection: Connection, game: str | None) -> list[Rating]:
    """Ratings in one game or in all, by the lower bound of the skill (mu - 3 sigma), the highest first.

    Provisional ones come after all others.
    """
    wanted = select(
        ratings.c.user, users.c.name, ratings.c.game, ratings.c.mu, ratings.c.sigma, ratings.c.games,
        ratings.c.opponents,
    )  # fmt: skip
    settled = (ratings.c.opponents >= SETTLED_OPPONENTS).desc()
    sure = ratings.c.mu - SURE_DEVIATIONS * ratings.c.sigma
    wanted = wanted.join(users).order_by(settled, sure.desc(), ratings.c.user)
    if game is not None:
        wanted = wanted.where(ratings.c.game == game)
    return [Rating(*row) for row in connection.execute(wanted)]


def rated_users(connection: Connection, least_games: int, since: datetime) -> list[RatedUser]:
    """Users with so many rated games or more who have been here since a moment."""
    games = func.sum(ratings.c.games)
    wanted = select(users.c.id, users.c.name, games, users.c.last_seen).join(ratings)
    wanted = wanted.where(users.c.last_seen >= int(since.timestamp() * 1000))
    wanted = wanted.group_by(users.c.id, users.c.name, users.c.last_seen).having(games >= least_games)
    return [RatedUser(row[0], row[1], int(row[2]), _moment(row[3])) for row in connection.execute(wanted)]


def all_meetings(connection: Connection) -> list[Met]:
    """Who has played rated games that counted against whom."""
    return [Met(*row) for row in connection.execute(select(meetings))]


def _lands(connection: Connection, rows: Sequence[Row[Any]]) -> dict[str, Any]:
    return kept_lands([text for row in rows for text in (row.options, row.table_options)], connection)


def _unfinished(row: Row[Any], lands: Mapping[str, Any]) -> Unfinished:
    turn = re.match("=([0-9]{1,9}) ", row.last_mark or "")
    try:
        begun = _read(row, lambda row: _begun(row, lands))
        return Unfinished(row.id, row.room, begun, int(turn[1]) if turn else 0, row.fault)
    except Refused as refused:
        return Unfinished(row.id, row.room, None, 0, row.fault or str(refused))


def _read(row: Row[Any], read: Callable[[Row[Any]], T]) -> T:
    """Read the values of a row, or refuse a damaged row by the id of its match."""
    try:
        return read(row)
    except (ValueError, TypeError, LookupError) as error:
        reason = f"its row is damaged ({error})"
        raise Refused(Refusal.INCONSISTENT, f"match {row.id}", reason, _RESTORE) from error


def _finished(row: Row[Any], lands: Mapping[str, Any]) -> Finished:
    end = _ended(row)
    if end is None:
        raise ValueError("it has not ended")
    return Finished(_begun(row, lands), end, _moment(row.begun_at), _moment(row.ended_at))


def _answered(row: Row[Any]) -> MoveAnswered:
    refusal = None if row.refusal is None else tuple(orjson.loads(row.refusal))
    return MoveAnswered(row.match, row.seat, row.number, row.move_id, row.entry, refusal)


def _stored(
    row: Row[Any], lands: Mapping[str, Any], lines: Iterable[str], answered: Iterable[MoveAnswered]
) -> StoredMatch:
    end = None if row.ended_at is None else _moment(row.ended_at)
    left = None if row.left_ms is None else tuple(orjson.loads(row.left_ms))
    begun = _begun(row, lands)
    return StoredMatch(begun, tuple(lines), _ended(row), _moment(row.begun_at), end, left, tuple(answered))


def _begun(row: Row[Any], lands: Mapping[str, Any]) -> MatchBegun:
    return MatchBegun(
        match=row.id,
        room=row.room,
        game=row.game,
        options=completed(row.options, lands),
        seed=int(row.seed),
        seats=tuple(SeatRecord(**seat) for seat in orjson.loads(row.sitters)),
        room_options=completed(row.table_options, lands),
        rules=row.rules,
        origin=None if row.origin is None else Origin(row.origin, row.origin_turn),
    )


def _ended(row: Row[Any]) -> MatchEnded | None:
    if row.ended_at is None:
        return None
    return MatchEnded(row.id, row.winner, tuple(orjson.loads(row.places)), row.reason, row.turns)


def _moment(ms: int) -> datetime:
    return datetime.fromtimestamp(ms / 1000, UTC)
