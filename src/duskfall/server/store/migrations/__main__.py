"""Writes a new revision from what `schema.py` says and the revisions so far do not.

python -m duskfall.server.store.migrations "Matches know their tournament"
"""

import sys
import tempfile
from pathlib import Path

from alembic import command
from alembic.script import ScriptDirectory

from duskfall.server.store.upgrade import configuration, migrate
from duskfall.server.store.url import read_url, sqlite_url, writing_engine


def main(message: str) -> None:
    """Compare the tables with an empty database at the newest revision and write down the difference."""
    with tempfile.TemporaryDirectory() as folder:
        engine = writing_engine(read_url(sqlite_url(Path(folder))), patience=10)
        with engine.connect() as connection:
            migrate(connection, folder)
            config = configuration(connection)
            number = len(list(ScriptDirectory.from_config(config).walk_revisions())) + 1
            command.revision(config, message, autogenerate=True, rev_id=f"{number:04d}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit('usage: python -m duskfall.server.store.migrations "What the revision changes"')
    main(sys.argv[1])
