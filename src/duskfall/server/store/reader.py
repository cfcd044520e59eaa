"""Reads a store, also while a server uses it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, Engine
from sqlalchemy.exc import DBAPIError

from duskfall.errors import Refusal, Refused
from duskfall.server.store import queries
from duskfall.server.store.engines import reader_engine
from duskfall.server.store.errors import message_of
from duskfall.server.store.queries import Finished, RatedUser, Rating, StoredMatch, Unfinished
from duskfall.server.store.records import Met
from duskfall.server.store.upgrade import is_newest
from duskfall.server.store.url import is_sqlite, read_url, without_password

UNREADABLE_CURE = "check that the URL is right and the database runs and may be written to"


class StoreReader:
    """Answers questions about matches and ratings. All methods may block: call them in a thread."""

    def __init__(self, url: URL, readers: Engine) -> None:
        self.place = without_password(url)
        """The database's URL for people, without a password."""
        self._readers = readers

    def unfinished(self) -> list[Unfinished]:
        """Matches that have begun and not ended, in the order in which they began."""
        with self._readers.connect() as connection:
            return queries.unfinished_matches(connection)

    def match(self, match: str) -> StoredMatch | None:
        """The match with that id and its log; None if there is none. Refused if its rows are damaged."""
        with self._readers.connect() as connection:
            return queries.find_match(connection, match)

    def log_prefix(self, match: str) -> list[str]:
        """The log of a match up to its first missing entry."""
        with self._readers.connect() as connection:
            return queries.find_log(connection, match)[0]

    def finished(self, game: str | None = None, limit: int = 50, before: str | None = None) -> list[Finished]:
        """Matches that have ended, the newest first; `before` is the last id of the page before."""
        with self._readers.connect() as connection:
            return queries.finished_matches(connection, game, limit, before)

    def finished_of(self, user: str, game: str, newest: int) -> list[Finished]:
        """Those of the newest matches of a game in which a user had a seat, the newest first."""
        with self._readers.connect() as connection:
            return queries.finished_matches_of(connection, user, game, newest)

    def ratings(self, game: str | None = None) -> list[Rating]:
        """Ratings in one game or in all, by the lower bound of the skill, the highest first, provisional ones last."""
        with self._readers.connect() as connection:
            return queries.all_ratings(connection, game)

    def rated_users(self, least_games: int, since: datetime) -> list[RatedUser]:
        """Users with so many rated games or more who have been here since a moment."""
        with self._readers.connect() as connection:
            return queries.rated_users(connection, least_games, since)

    def meetings(self) -> list[Met]:
        """Who has played rated games that counted against whom."""
        with self._readers.connect() as connection:
            return queries.all_meetings(connection)


@contextmanager
def reading(url: str) -> Iterator[StoreReader]:
    """Open a database without locking or changing it, so that a server may go on using it."""
    parsed = read_url(url)
    place = without_password(parsed)
    if is_sqlite(parsed) and not Path(parsed.database or "").is_file():
        raise Refused(Refusal.UNREADABLE, place, "there is no such database", "name the folder or URL of the server")
    engine = reader_engine(parsed)
    try:
        with engine.connect() as connection:
            newest = is_newest(connection)
        if not newest:
            reason = "its schema is not the one of this version"
            raise Refused(Refusal.INCONSISTENT, place, reason, "start the server once, which upgrades it")
        yield StoreReader(parsed, engine)
    except DBAPIError as error:
        raise Refused(Refusal.UNREADABLE, place, message_of(error), UNREADABLE_CURE) from error
    finally:
        engine.dispose()
