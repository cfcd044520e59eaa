"""Origins of matches."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Bring the schema here from the revision before."""
    op.add_column("matches", sa.Column("origin", sa.Text(), nullable=True))
    op.add_column("matches", sa.Column("origin_turn", sa.Integer(), nullable=True))
