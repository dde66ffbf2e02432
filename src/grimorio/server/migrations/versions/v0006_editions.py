"""Tables with cards of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """All tables so far are played with the cards of the box."""
    op.add_column("tables", sa.Column("cards", sa.Text, nullable=False, server_default=""))
