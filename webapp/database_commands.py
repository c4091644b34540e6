"""Defines commands about the database."""

from __future__ import annotations

from contextlib import closing

import click


class _Refused(click.ClickException):
    """Tells in one sentence why the command does nothing."""

    exit_code = 2

    def __init__(self, text: object) -> None:
        super().__init__(f"{str(text)[:1].upper()}{str(text)[1:]}.")


@click.command("forget")
@click.argument("game")
@click.pass_context
def forget_command(ctx: click.Context, game: str) -> None:
    """Deletes GAME (the letters at the end of its address) with all moves, names and reports; no copy is changed."""
    from webapp.play.ports import StoreError
    from webapp.settings import SettingError, Settings
    from webapp.storage.database import Database, DatabaseError
    from webapp.storage.forgetting import forget_game

    given = ctx.parent.params["database"] if ctx.parent else None
    try:
        with closing(Database(Settings.from_env(database=given).database_url)) as database:
            if not forget_game(database, game):
                raise _Refused(f"there is no game {game!r} in the database")
    except (SettingError, DatabaseError, StoreError) as error:
        raise _Refused(error) from None
    click.echo(f"The game {game} is forgotten.")


@click.group("database")
def database_group() -> None:
    """Goes back to the database of an older release."""


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
        raise _Refused(error) from None
    click.echo(f"The games of {copy} are back; start the older release now.")
