"""Upgrades the schema of a database to the newest revision, in one transaction."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from duskfall.errors import Refusal, Refused
from duskfall.server.store.schema import METADATA, VERSION_TABLE

MIGRATIONS: Final = Path(__file__).parent / "migrations"


def alembic_config(connection: Connection) -> Config:
    """Alembic's configuration, without a file; `migrations/env.py` takes the connection from its attributes."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def upgrade(connection: Connection, given: str, target: str = "head") -> tuple[str, ...]:
    """Upgrade the schema; gives the revisions that were applied, oldest first, as text for people.

    A schema of a newer version is refused, and so are foreign tables that have our names.
    """
    config = alembic_config(connection)
    scripts = ScriptDirectory.from_config(config)
    with connection.begin():
        found = current_revision(connection)
        known = [script.revision for script in scripts.walk_revisions()]
        if found is not None and found not in known:
            cure = "start a newer version of Duskfall, or name another database"
            raise Refused(Refusal.TOO_NEW, given, f"its schema {found} is newer than this version knows", cure)
        if found is None and (taken := set(inspect(connection).get_table_names()) & set(METADATA.tables)):
            reason = f"has tables that are not Duskfall's: {', '.join(sorted(taken))}"
            raise Refused(Refusal.INCONSISTENT, given, reason, "name another database")
        if connection.dialect.name == "postgresql":
            # A change of a large table may take longer than the statements of the writer may.
            connection.execute(text("SET LOCAL statement_timeout = 0"))
        command.upgrade(config, target)
        steps = list(scripts.iterate_revisions(current_revision(connection), found or "base"))
    return tuple(f"{script.revision} {script.doc.rstrip('.')}" for script in reversed(steps))


def is_newest(connection: Connection) -> bool:
    """Whether the schema is of the newest revision."""
    newest = ScriptDirectory.from_config(alembic_config(connection)).get_current_head()
    return current_revision(connection) == newest


def current_revision(connection: Connection) -> str | None:
    """The revision of the schema; None for a database without one."""
    return MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE}).get_current_revision()
