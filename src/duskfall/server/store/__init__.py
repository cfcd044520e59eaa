"""Keeps matches, users and ratings in a database; an acknowledged record is on the disk."""

from duskfall.server.store.queries import Finished, Rating, StoredMatch
from duskfall.server.store.records import (
    ABANDONED,
    Logged,
    MatchBegun,
    MatchEnded,
    Named,
    Origin,
    Rated,
    Record,
    SeatRecord,
    Timed,
)
from duskfall.server.store.store import Store
from duskfall.server.store.url import sqlite_url
from duskfall.server.store.writer import StoreFailed

__all__ = [
    "ABANDONED",
    "Finished",
    "Logged",
    "MatchBegun",
    "MatchEnded",
    "Named",
    "Origin",
    "Rated",
    "Rating",
    "Record",
    "SeatRecord",
    "Store",
    "StoreFailed",
    "StoredMatch",
    "Timed",
    "sqlite_url",
]
