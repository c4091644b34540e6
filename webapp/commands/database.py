"""Defines the commands about the database: copies, reports, and what is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from webapp.commands.sentences import OneSentenceError


@click.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def backup_command(ctx: click.Context, file: Path) -> None:
    """Copies all games into FILE.

    The server may be running.
    """
    from webapp.storage.backup import backup

    _run_on_database(backup, ctx, file)
    click.echo(f"All games are in {file}.")


@click.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def restore_command(ctx: click.Context, file: Path) -> None:
    """Replaces all games by the games of FILE.

    Stop the server first. The old games are kept in a file in the same folder.
    """
    from webapp.storage.backup import restore

    _run_on_database(restore, ctx, file)
    click.echo(f"The games of {file} are back.")


@click.command("reports")
@click.option("--forget", metavar="NAME", help="Forget all reports of a name; after a restart people may use it again.")
@click.pass_context
def reports_command(ctx: click.Context, forget: str | None) -> None:
    """Lists the nicknames that people have reported, with the games."""
    from webapp.play.ports import StoreError
    from webapp.settings import SettingError, Settings
    from webapp.storage.database import Database, DatabaseError
    from webapp.storage.reports import Reports, listing

    given = ctx.find_root().params["database"]
    try:
        database = Database(Settings.from_env(database=given).database_url)
        with closing(database):
            reports = Reports(database)
            if forget is not None:
                count = reports.forget(forget)
                click.echo(f"{count} {'report' if count == 1 else 'reports'} forgotten.")
            else:
                click.echo("\n".join(listing(reports.last())))
    except (SettingError, DatabaseError, StoreError) as error:
        raise OneSentenceError(str(error)) from None


@click.command("forget")
@click.argument("game")
@click.pass_context
def forget_command(ctx: click.Context, game: str) -> None:
    """Deletes GAME with all moves, names and reports.

    GAME is the letters at the end of its address. No copy is changed.
    """
    from webapp.play.ports import StoreError
    from webapp.settings import SettingError, Settings
    from webapp.storage.database import Database, DatabaseError
    from webapp.storage.forgetting import forget_game

    given = ctx.find_root().params["database"]
    try:
        with closing(Database(Settings.from_env(database=given).database_url)) as database:
            if not forget_game(database, game):
                raise OneSentenceError(f"there is no game {game!r} in the database")
    except (SettingError, DatabaseError, StoreError) as error:
        raise OneSentenceError(str(error)) from None
    click.echo(f"The game {game} is forgotten.")


@click.group("database")
def database_group() -> None:
    """Describes the database, or goes back to that of an older release."""


@database_group.command("status")
@click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")
@click.pass_context
def status_command(ctx: click.Context, as_json: bool) -> None:
    """Says what the database holds, at which step its tables are, and whether a server uses it."""
    import json

    from webapp.settings import SettingError, Settings
    from webapp.storage.database import DatabaseError, read_url
    from webapp.storage.status import sentences, status

    given = ctx.find_root().params["database"]
    try:
        facts = status(read_url(Settings.from_env(database=given).database_url))
    except (SettingError, DatabaseError) as error:
        raise OneSentenceError(str(error)) from None
    click.echo(json.dumps(facts, indent=2) if as_json else "\n".join(sentences(facts)))


@database_group.command("back")
@click.pass_context
def back_command(ctx: click.Context) -> None:
    """Restores the copy made before the last migration, for an older release; stop the server first."""
    from webapp.settings import SettingError, Settings
    from webapp.storage.backup import restore_step
    from webapp.storage.database import DatabaseError, read_url

    given = ctx.find_root().params["database"]
    try:
        copy = restore_step(read_url(Settings.from_env(database=given).database_url))
    except (SettingError, DatabaseError) as error:
        raise OneSentenceError(str(error)) from None
    click.echo(f"The games of {copy} are back; start the older release now.")


def _run_on_database(command: Callable[[Any, Path], None], ctx: click.Context, file: Path) -> None:
    from webapp.settings import SettingError, Settings
    from webapp.storage.database import DatabaseError, read_url

    given = ctx.find_root().params["database"]
    try:
        command(read_url(Settings.from_env(database=given).database_url), file)
    except (SettingError, DatabaseError) as error:
        raise OneSentenceError(str(error)) from None


COMMANDS = [backup_command, restore_command, reports_command, forget_command, database_group]
