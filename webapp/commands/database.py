"""Defines the commands about the database: copies, reports, what is forgotten, and its state."""

import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TextIO

import click

from engine.commands import TextFile
from webapp.commands.sentences import OneSentenceError, database_option


@contextmanager
def _database_of(ctx: click.Context) -> Iterator[str]:
    """Yields the URL of the database. An error about it becomes one sentence."""
    from webapp.play.ports import StoreError
    from webapp.settings import SettingError, Settings
    from webapp.storage.url import DatabaseError

    given = ctx.find_root().params["database"]
    try:
        yield Settings.from_env(database=given).database_url
    except (SettingError, DatabaseError, StoreError) as error:
        raise OneSentenceError(str(error)) from None


@click.command("backup")
@database_option
@click.option("--rotate", type=click.IntRange(1), help="FILE is a folder: add a copy, keep this many.")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def backup_command(ctx: click.Context, file: Path, rotate: int | None) -> None:
    """Copies all games into FILE.

    The server may be running.
    """
    from webapp.storage import backup as copies
    from webapp.storage.url import read_url

    with _database_of(ctx) as url:
        if rotate is None:
            copies.backup(read_url(url), file)
        else:
            file = copies.rotate(read_url(url), file, rotate)
    click.echo(f"All games are in {file}.")


@click.command("restore")
@database_option
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def restore_command(ctx: click.Context, file: Path) -> None:
    """Replaces all games by the games of FILE.

    Stop the server first. The old games are kept in the same folder, in a file ending in .before.
    """
    from webapp.storage.backup import restore
    from webapp.storage.url import read_url

    with _database_of(ctx) as url:
        restore(read_url(url), file)
    click.echo(f"The games of {file} are back.")


@click.command("forget")
@database_option
@click.argument("game")
@click.pass_context
def forget_command(ctx: click.Context, game: str) -> None:
    """Deletes GAME with all moves, names and reports.

    GAME is the letters at the end of its address. No copy is changed.
    """
    from webapp.storage.database import Database
    from webapp.storage.forgetting import forget_game

    with _database_of(ctx) as url, closing(Database(url)) as database:
        if not forget_game(database, game):
            raise OneSentenceError(f"there is no game {game!r} in the database")
    click.echo(f"The game {game} is forgotten.")


@click.group("database")
def database_group() -> None:
    """Describes the database, exports and imports games, steps back."""


@database_group.command("status")
@database_option
@click.option("--json", "as_json", is_flag=True, help="Print the facts as JSON.")
@click.pass_context
def status_command(ctx: click.Context, as_json: bool) -> None:
    """Says what the database holds, at which step its tables are, and whether a server uses it."""
    from webapp.storage.status import sentences, status
    from webapp.storage.url import read_url

    with _database_of(ctx) as url:
        facts = status(read_url(url))
    click.echo(json.dumps(facts, indent=2) if as_json else "\n".join(sentences(facts)))


@database_group.command("back")
@database_option
@click.pass_context
def back_command(ctx: click.Context) -> None:
    """Takes back the last change of the tables, for an older release. Stop the server first.

    All games and moves stay. A SQLite file is copied before.
    """
    from webapp.storage.database import Database
    from webapp.storage.status import status
    from webapp.storage.url import read_url

    with _database_of(ctx) as url:
        status(read_url(url))  # refuses a missing file, which Database would make
        with closing(Database(url, owned=True)) as database:
            step = database.step_back()
    if step is None:
        click.echo("These are the tables of the first release, so nothing has to be taken back.")
    else:
        click.echo(f"The tables are at step {step} again, with all games; start the older release now.")


@database_group.command("proofs")
@database_option
@click.option("--most", type=click.IntRange(0, 1000), default=10, show_default=True, help="Dearest proofs to print.")
@click.pass_context
def proofs_command(ctx: click.Context, most: int) -> None:
    """Says what engines have proved at a price and kept: for each board how many proofs, their bytes, the dearest."""
    from engine import kept_proofs
    from webapp.settings import SettingError, Settings

    try:
        folder = Settings.from_env(database=ctx.find_root().params["database"]).proofs_folder
        boards = kept_proofs(Path(folder), most) if folder else []
    except SettingError as error:
        raise OneSentenceError(str(error)) from None
    except OSError as error:
        raise OneSentenceError(f"the proofs in {folder} cannot be read: {error.strerror}") from None
    for one in boards:
        click.echo(f"{one.game.title}: {one.count:,} proofs, {one.size:,} bytes")
        for proof in sorted(one.dearest, key=lambda proof: -proof.price):
            line = "".join(map(str, proof.moves)) if one.game.width < 10 else "-".join(map(str, proof.moves))
            click.echo(f"  {proof.price:>13,} positions  {line or 'the empty board'}  {proof.words}")
    if not boards:
        click.echo(f"No proofs are kept in {folder} yet." if folder else "No proofs are kept here.")


@database_group.command("reports")
@database_option
@click.option("--forget", metavar="NAME", help="Forget all reports of a name. After a restart it may be used again.")
@click.pass_context
def reports_command(ctx: click.Context, forget: str | None) -> None:
    """Lists the nicknames that people have reported, with the games."""
    from webapp.storage.database import Database
    from webapp.storage.reports import Reports, listing

    with _database_of(ctx) as url, closing(Database(url)) as database:
        reports = Reports(database)
        if forget is not None:
            count = reports.forget(forget)
            click.echo(f"{count} {'report' if count == 1 else 'reports'} forgotten.")
        else:
            click.echo("\n".join(listing(reports.last())))


@database_group.command("export")
@database_option
@click.option("--text", "as_text", is_flag=True, help="Write text; without it, JSON lines.")
@click.option("--game", "name", help="Only this game.")
@click.pass_context
def export_command(ctx: click.Context, as_text: bool, name: str | None) -> None:
    """Writes all games with moves as JSON lines or text, the oldest first.

    The server may be running. "fourthought games", "match --store" and "database import" read what this writes.
    """
    from webapp.play.game.fold import fold_stored
    from webapp.play.game.refusals import Refusal
    from webapp.play.records import record_of
    from webapp.storage.database import Database
    from webapp.storage.games import GameStore

    with _database_of(ctx) as url, closing(Database(url)) as database:
        store = GameStore(database)
        for game_id in store.ids():
            try:
                record = record_of(fold_stored(game_id, store.load(game_id)))
            except Refusal as refusal:
                click.echo(f"{game_id} is left out: {refusal}", err=True)
                continue
            if record.moves and name in (None, record.game):
                click.echo(record.as_text() if as_text else record.as_json())


@database_group.command("import")
@database_option
@click.argument("file", type=TextFile(encoding="utf-8"), default="-")
@click.pass_context
def import_command(ctx: click.Context, file: TextIO) -> None:
    """Stores the games of FILE, to be looked at and reviewed on the page, and prints their addresses.

    FILE is JSON lines or text of "database export", "games", "match" or "arena". Nothing is stored if a line is
    wrong. An unfinished game becomes a position to analyse.
    """
    from engine.games.formats.records import read_games
    from webapp.play.game.events import Recorded
    from webapp.play.records import events_of
    from webapp.play.table.new_games import random_id
    from webapp.storage.database import Database
    from webapp.storage.games import GameStore

    games = [events_of(record) for record in read_games(file)]
    with _database_of(ctx) as url, closing(Database(url)) as database:
        store = GameStore(database)
        for events in games:
            game_id = random_id()
            first, *more = [Recorded(version, event) for version, event in enumerate(events, start=1)]
            store.create(game_id, first)
            if more:
                store.append(game_id, more, 0)
            click.echo(f"/game/{game_id}")


COMMANDS = [backup_command, restore_command, forget_command, database_group]
