"""Keeps matches, users and ratings in a database; an acknowledged record is on the disk."""

from duskfall.server.store.queries import SURE_DEVIATIONS, Finished, RatedUser, Rating, StoredMatch, Unfinished
from duskfall.server.store.reader import StoreReader, reading
from duskfall.server.store.records import (
    ABANDONED,
    CHAT_KEPT,
    MOVE_IDS_KEPT,
    ChatSaid,
    Logged,
    MatchBegun,
    MatchEnded,
    Met,
    MoveAnswered,
    Named,
    Origin,
    Quarantined,
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
    "CHAT_KEPT",
    "MOVE_IDS_KEPT",
    "SURE_DEVIATIONS",
    "ChatSaid",
    "Finished",
    "Logged",
    "MatchBegun",
    "MatchEnded",
    "Met",
    "MoveAnswered",
    "Named",
    "Origin",
    "Quarantined",
    "Rated",
    "RatedUser",
    "Rating",
    "Record",
    "SeatRecord",
    "Store",
    "StoreFailed",
    "StoreReader",
    "StoredMatch",
    "Timed",
    "Unfinished",
    "reading",
    "sqlite_url",
]
