"""The durable memory of the server: what is acknowledged is on the disk."""

from duskfall.server.store.address import sqlite_url
from duskfall.server.store.deeds import Deed, Logged, MatchBegun, MatchEnded, Named, Origin, Rated, Sitter, Timed
from duskfall.server.store.reading import Finished, Rating, StoredMatch
from duskfall.server.store.store import Store
from duskfall.server.store.writer import StoreFailed

__all__ = [
    "Deed",
    "Finished",
    "Logged",
    "MatchBegun",
    "MatchEnded",
    "Named",
    "Origin",
    "Rated",
    "Rating",
    "Sitter",
    "Store",
    "StoreFailed",
    "StoredMatch",
    "Timed",
    "sqlite_url",
]
