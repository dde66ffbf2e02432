"""Alembic asks here for its connection: the one that `storage.py` hands over."""

from alembic import context

from grimorio.server.schema import WHAT

context.configure(connection=context.config.attributes["connection"], target_metadata=WHAT)
with context.begin_transaction():
    context.run_migrations()
