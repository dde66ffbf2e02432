"""Tables, their logs, snapshots and seats; guests and their links; keys."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.String(43)


def upgrade() -> None:
    """Make everything."""
    _make_tables()
    _make_logs()
    _make_guests()


def _make_tables() -> None:
    op.create_table(
        "tables",
        sa.Column("id", ID, primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("edition", sa.String(64), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("chairs", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("host", ID, nullable=False),
        sa.Column("status", sa.String(12), nullable=False),
        sa.Column("watch", sa.String(12), nullable=False),
        sa.Column("successor", ID),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("tables_by_status", "tables", ["status", "changed"])


def _make_logs() -> None:
    op.create_table(
        "log",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("entry", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("client", sa.String(80)),
        sa.Column("number", sa.BigInteger),
        sa.UniqueConstraint("table_id", "client", "number", name="log_once"),
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("entry", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def _make_guests() -> None:
    op.create_table(
        "seats",
        sa.Column("table_id", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", ID),
        sa.Column("link", sa.String(64), unique=True),
    )
    op.create_index("seats_by_guest", "seats", ["guest"])
    op.create_table(
        "guests",
        sa.Column("id", ID, primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "returns",
        sa.Column("link", sa.String(64), primary_key=True),
        sa.Column("guest", ID, sa.ForeignKey("guests.id"), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "keys", sa.Column("name", sa.String(40), primary_key=True), sa.Column("key", sa.LargeBinary, nullable=False)
    )
