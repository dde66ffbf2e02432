"""Where guests want to be told that it is their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has asked for anything yet."""
    op.create_table(
        "notices",
        sa.Column("guest", sa.String(43), sa.ForeignKey("guests.id"), primary_key=True),
        sa.Column("kind", sa.String(12), primary_key=True),
        sa.Column("address", sa.String(200), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("code", sa.String(64)),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
