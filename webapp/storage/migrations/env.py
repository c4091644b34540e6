"""Runs steps in the transaction of ``webapp.storage.migrate``."""

from alembic import context

from webapp.storage.schema import metadata

# SQLite alters little in place: Alembic then copies the table (render_as_batch).
context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
