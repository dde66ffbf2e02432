"""What is kept: headers of tables, their seats, the log of every table, snapshots, guests, and links used once.

The log only grows. Links and keys are kept as digests wherever the text itself is not needed again, so that a stolen
copy of the database opens no seat.
"""

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, LargeBinary, MetaData, String, Table, Text
from sqlalchemy import UniqueConstraint as Unique

WHAT = MetaData()
ID = String(43)
"""Room for 32 bytes in letters that fit into an address."""

TABLES = Table(
    "tables",
    WHAT,
    Column("id", ID, primary_key=True),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("edition", String(64), nullable=False),
    Column("options", Text, nullable=False),
    Column("chairs", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("host", ID, nullable=False),
    Column("status", String(12), nullable=False),
    Column("watch", String(12), nullable=False),
    Column("successor", ID),
    Column("made", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("owner", ID),
    Column("epoch", Integer, nullable=False, server_default="0"),
    Column("clock", Text, nullable=False, server_default=""),
    Column("cards", Text, nullable=False, server_default=""),
    Column("tempo", String(12), nullable=False, server_default="normal"),
    Column("due", BigInteger),
    Index("tables_by_status", "status", "changed"),
    Index("tables_by_host", "host"),
    Index("tables_by_due", "due"),
)
"""What a table agreed on before its first entry; `status` and `changed` follow the log, for the lobby
and for `purge`; `changed` with every snapshot.

`cards` is the edition that a table is played with, where it is not that of the box; `tempo` how fast its bots move,
which its host may change at any time.
`owner` and `epoch` say which of several processes writes its log, `due` when it has to be woken for a clock.
"""

LOG = Table(
    "log",
    WHAT,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    Column("client", String(80)),
    Column("number", BigInteger),
    Unique("table_id", "client", "number", name="log_once"),
)
"""Every entry of every table, from 1 without gaps; a client's command with its number is there once at most."""

SNAPSHOTS = Table(
    "snapshots",
    WHAT,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("entry", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""The latest snapshot of a table, so that a long game opens fast; the log alone is the truth."""

SEATS = Table(
    "seats",
    WHAT,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", ID),
    Column("link", String(64), unique=True),
    Column("muted", Integer, nullable=False, server_default="0"),
    Index("seats_by_guest", "guest"),
)
"""Who holds a seat, or the digest of the link that gives it away."""

GUESTS = Table(
    "guests",
    WHAT,
    Column("id", ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""People, by the name they gave."""

RETURNS = Table(
    "returns",
    WHAT,
    Column("link", String(64), primary_key=True),
    Column("guest", ID, ForeignKey("guests.id"), nullable=False),
    Column("made", BigInteger, nullable=False),
)
"""Links with which a guest comes in from another device, by their digests."""

KEYS = Table("keys", WHAT, Column("name", String(40), primary_key=True), Column("key", LargeBinary, nullable=False))
"""Keys of the server itself."""

SERVERS = Table("servers", WHAT, Column("id", ID, primary_key=True), Column("beat", BigInteger, nullable=False))
"""The processes that share this database, and their last signs of life."""

CHAT = Table(
    "chat",
    WHAT,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
)
"""The last things that were said at a table."""

NOTICES = Table(
    "notices",
    WHAT,
    Column("guest", ID, ForeignKey("guests.id"), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("address", String(200), nullable=False),
    Column("language", String(2), nullable=False),
    Column("code", String(64)),
    Column("made", BigInteger, nullable=False),
)
"""Where guests want to be told that it is their turn; `code` is the digest of what confirms it, until it has."""

RATINGS = Table(
    "ratings",
    WHAT,
    Column("guest", ID, primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mean", Float, nullable=False),
    Column("spread", Float, nullable=False),
    Column("games", Integer, nullable=False),
)
"""How strong a guest is in a game, or a level of bots (`bot:apprentice`)."""

REVIEWS = Table(
    "reviews",
    WHAT,
    Column("table_id", ID, ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
"""What the choices of a seat cost in a game that is over; made again where there is none."""
