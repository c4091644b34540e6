"""Updates the tables of an older database. Alembic applies the steps of ``migrations/versions`` in one transaction
under a lock. So two processes that start together migrate once, and a failed step changes nothing."""

import threading
from collections.abc import Callable

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError
from sqlalchemy import Connection, inspect

from webapp.storage.schema import FOLDER, MigrationError, applied_step

_TRIAL = ("0002", "0003", "0004", "0005")
"""The steps from before the first release, which are one step now. The first of them left tables without a step. No
later step may have one of these numbers."""
_one_at_a_time = threading.Lock()  # Alembic keeps the running migration in a global variable


def configuration(connection: Connection) -> Config:
    """Returns Alembic's configuration for the steps of this package."""
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def step_back(connection: Connection, before: Callable[[str], None]) -> str | None:
    """Takes back the last step in the transaction of ``connection``, and returns the step that the tables have now.
    None: there is no earlier step. The games stay, with the moves made since the step. ``before`` is called with the
    step that is taken back. Raises MigrationError if the last step cannot be taken back."""
    config = configuration(connection)
    current = str(applied_step(connection))
    step = ScriptDirectory.from_config(config).get_revision(current)
    if step is None or step.down_revision is None:
        return None
    before(current)
    with _one_at_a_time:
        try:
            command.downgrade(config, str(step.down_revision))
        except NotImplementedError:
            raise MigrationError(
                f"step {current} cannot be taken back; restore a copy from before it (games since then are lost)"
            ) from None
    return str(step.down_revision)


def migrate(connection: Connection, before: Callable[[str], None]) -> None:
    """Applies the missing steps in the transaction of ``connection``. ``before`` is called with the step of existing
    tables, before they are changed. Raises MigrationError if the database was written by a newer release, or before the
    first one."""
    config = configuration(connection)
    current = applied_step(connection)
    if current in _TRIAL or (current is None and inspect(connection).has_table("game_event")):
        raise MigrationError(
            "the database was made before the first release and cannot be read any more; move it away,"
            " or name another one by FOURTHOUGHT_DATABASE, and a new one is made"
        )
    if current in {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}:
        before(str(current))
    with _one_at_a_time:
        try:
            command.upgrade(config, "head")
        except CommandError:
            raise MigrationError(
                f"the database has tables of a newer release (step {current}); install that, or use another database"
            ) from None
