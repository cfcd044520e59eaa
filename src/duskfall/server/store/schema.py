"""The tables of the newest revision; `migrations` upgrades older databases.

Times are milliseconds since 1970 in UTC. Values that no query looks into are kept as JSON text.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

VERSION_TABLE: Final = "duskfall_version"
"""Holds the revision of the schema. Alembic's default name would clash with another program in the same database."""

METADATA: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

matches: Final = Table(
    "matches",
    METADATA,
    # The order in which matches began; those of one batch have the same time. SQLite increments only INTEGER.
    Column("serial", BigInteger().with_variant(Integer(), "sqlite"), primary_key=True, autoincrement=True),
    Column("id", Text, nullable=False, unique=True),
    Column("room", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("options", Text, nullable=False),
    # Seeds reach 2^64−1, integers of databases 2^63−1.
    Column("seed", Text, nullable=False),
    # JSON: the occupant of each seat, a `SeatRecord`.
    Column("sitters", Text, nullable=False),
    # JSON: the options of the room.
    Column("table_options", Text, nullable=False),
    Column("begun_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("winner", Integer),
    Column("places", Text),
    Column("reason", Text),
    Column("turns", Integer),
    # JSON: the milliseconds that each seat had left when the clock was last read; NULL without a clock.
    Column("left_ms", Text),
    # The match and turn from which this one was played on; NULL for one that began at turn 0.
    Column("origin", Text),
    Column("origin_turn", Integer),
    Index(None, "ended_at", "serial"),
    Index(None, "game", "ended_at", "serial"),
)

entries: Final = Table(
    "entries",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)

users: Final = Table(
    "users",
    METADATA,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("first_seen", BigInteger, nullable=False),
    Column("last_seen", BigInteger, nullable=False),
)

ratings: Final = Table(
    "ratings",
    METADATA,
    Column("user", Text, ForeignKey("users.id"), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
)
