"""Tables whose people choose how fast bots move."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """At all tables so far bots move as fast as the operator says."""
    op.add_column("tables", sa.Column("tempo", sa.String(12), nullable=False, server_default="normal"))
