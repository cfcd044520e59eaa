"""The tables of the newest revision; `migrations` upgrades older databases.

Times are milliseconds since 1970 in UTC. Values that no query looks into are kept as JSON text.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Boolean, Column, Double, ForeignKey, Index, Integer, MetaData, Table, Text

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
    # JSON: `lands` has the values that are too long.
    Column("options", Text, nullable=False),
    # Seeds reach 2^64−1, integers of databases 2^63−1.
    Column("seed", Text, nullable=False),
    # JSON: the occupant of each seat, a `SeatRecord`.
    Column("sitters", Text, nullable=False),
    # JSON: the options of the room, in the same way.
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
    # Why the match is kept for repair and not played on; NULL for all others.
    Column("fault", Text),
    Index(None, "ended_at", "serial"),
    Index(None, "game", "ended_at", "serial"),
)

# Values of options that are too long for the row of each match: lands and maps of one's own.
lands: Final = Table(
    "lands",
    METADATA,
    Column("hash", Text, primary_key=True),
    # JSON: the value.
    Column("content", Text, nullable=False),
)

entries: Final = Table(
    "entries",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What the orders with a move id were answered, beside the log and not in it: the newest ones of each seat.
move_ids: Final = Table(
    "move_ids",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    # The number modulo `MOVE_IDS_KEPT`: a new id takes the row of the oldest.
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    # JSON: a number or a text.
    Column("move_id", Text, nullable=False),
    Column("entry", Integer),
    # JSON: the code and the message.
    Column("refusal", Text),
    sqlite_with_rowid=False,
)

# The newest chat messages of each match.
chat: Final = Table(
    "chat",
    METADATA,
    Column("match", Text, ForeignKey("matches.id"), primary_key=True),
    # The number modulo `CHAT_KEPT`: a new message takes the row of the oldest.
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("by_spectator", Boolean, nullable=False),
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
    Column("opponents", Integer, nullable=False, server_default="0"),
)

# Who has played rated games against whom: for the limit of a day, and to count the opponents of each user.
meetings: Final = Table(
    "meetings",
    METADATA,
    Column("game", Text, primary_key=True),
    Column("one", Text, ForeignKey("users.id"), primary_key=True),
    Column("other", Text, ForeignKey("users.id"), primary_key=True),
    Column("games", Integer, nullable=False),
    # Days since 1970 (UTC).
    Column("day", Integer, nullable=False),
    Column("today", Integer, nullable=False),
)
