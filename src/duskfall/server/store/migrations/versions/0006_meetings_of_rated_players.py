"""Meetings of rated players."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema here from the revision before."""
    op.add_column("ratings", sa.Column("opponents", sa.Integer(), server_default="0", nullable=False))
    op.create_table(
        "meetings",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("one", sa.Text(), nullable=False),
        sa.Column("other", sa.Text(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("today", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["one"], ["users.id"], name=op.f("fk_meetings_one")),
        sa.ForeignKeyConstraint(["other"], ["users.id"], name=op.f("fk_meetings_other")),
        sa.PrimaryKeyConstraint("game", "one", "other", name=op.f("pk_meetings")),
    )
