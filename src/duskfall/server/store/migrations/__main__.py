"""Writes a new revision with the difference between `schema.py` and the revisions so far.

python -m duskfall.server.store.migrations "Matches know their tournament"
"""

import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.script import ScriptDirectory

from duskfall.server.store.engines import writer_engine
from duskfall.server.store.upgrade import alembic_config, upgrade
from duskfall.server.store.url import read_url, sqlite_url


def main(message: str) -> None:
    """Compare the tables with an empty database at the newest revision and write the difference as a revision."""
    with tempfile.TemporaryDirectory() as folder:
        engine = writer_engine(read_url(sqlite_url(Path(folder))), patience_s=10)
        with engine.connect() as connection:
            upgrade(connection, folder)
            config = alembic_config(connection)
            number = max(int(script.revision) for script in ScriptDirectory.from_config(config).walk_revisions()) + 1
            command.revision(config, message, autogenerate=True, rev_id=f"{number:04d}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('usage: python -m duskfall.server.store.migrations "What the revision changes"')
    main(sys.argv[1])
