"""Alembic runs this for every command, on the connection of `duskfall.server.store.upgrade`."""

from alembic import context

from duskfall.server.store.schema import METADATA, VERSION_TABLE

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    version_table=VERSION_TABLE,
    # SQLite cannot alter most of a table; Alembic then makes a new one and copies the rows.
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
