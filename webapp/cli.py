"""Defines the ``fourthought`` command: serves the table, and holds the engine's own commands."""

from __future__ import annotations

import gc
import logging
import os
import re
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import click

from engine.commands import commands
from engine.fan import Away, Fan
from engine.folders import user_folder
from engine.signs import use_words_for_signs
from engine.version import __version__
from webapp.database_commands import database_group, forget_command
from webapp.settings_command import settings_command

_log = logging.getLogger(__name__)

_OTHER_FILES = 200
_NUMERIC = re.compile(r"\s*-?[0-9][0-9.,-]*\s*", re.ASCII)
"""Matches words that can only be numbers or moves: paths and names stay as they are."""


class FriendlyGroup(click.Group):
    """Prints one sentence and exits with code 2 for a GameError, an unknown option or a missing argument."""

    def make_context(self, info_name: str | None, *args: Any, **extra: Any) -> click.Context:
        """Reads the group's own options."""
        use_words_for_signs()
        try:
            return super().make_context(info_name, *args, **extra)
        except click.UsageError as error:
            raise _in_one_sentence(error) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments; copied numbers get a plain minus sign, and lose what cannot be seen."""
        from engine.games.written import plain

        return super().parse_args(ctx, [short if _NUMERIC.fullmatch(short := plain(one)) else one for one in args])

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command and turns errors in the input into one sentence."""
        from engine.games import GameError

        if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
            raise OneSentenceError("the engine needs its compiler, which NUMBA_DISABLE_JIT turns off; unset that")
        try:
            return super().invoke(ctx)
        except GameError as error:
            raise OneSentenceError(str(error)) from None
        except UnicodeDecodeError:
            raise OneSentenceError("the input is no text in UTF-8; save the file in UTF-8") from None
        except click.UsageError as error:
            raise _in_one_sentence(error) from None


class OneSentenceError(click.ClickException):
    """Tells in one sentence which input cannot be used, and why."""

    exit_code = 2

    def __init__(self, text: str) -> None:
        super().__init__(f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else "."))


def _in_one_sentence(error: click.UsageError) -> click.ClickException:
    command = error.ctx.command_path if error.ctx else "fourthought"
    return OneSentenceError(f"{error.format_message().rstrip('.')}; see {command} --help")


@click.group(cls=FriendlyGroup, invoke_without_command=True)
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free port.  [default: 8000]")
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option("--database", help="File or URL of the database.  [default: a file in your data directory]")
@click.version_option(__version__)
@click.pass_context
def main(ctx: click.Context, host: str | None, port: int | None, open_page: bool, database: str | None) -> None:
    """Serves a game table in the browser, with an opponent that thinks on your time.

    With a command, runs the command instead.

    \f

    Args:
        ctx: click's context.
        host: as for ``serve``.
        port: as for ``serve``.
        open_page: as for ``serve``.
        database: as for ``serve``.
    """
    ctx.obj = Away(_open_cluster_fan)
    if ctx.invoked_subcommand is None:
        serve(host, port, open_page, database)


def serve(host: str | None, port: int | None, open_page: bool, database: str | None, *, is_front: bool = False) -> None:
    """Serves the table until Ctrl-C or SIGTERM; with logs in JSON, the address and the end are lines of the log, too.

    Args:
        host: the address to listen on; None: the setting's.
        port: the port to listen on; 0 takes a free port, None the setting's.
        open_page: whether to open the page in the browser.
        database: the file or URL of the database; None: the setting's.
        is_front: whether the games are at the hosts of a cluster.
    """
    gc.disable()  # while modules load nothing becomes garbage, and looking for some takes a seventh of the start
    from webapp.process import logs
    from webapp.serving.listening import AddressError, listen
    from webapp.settings import SettingError, Settings, unknown_settings

    try:
        settings = Settings.from_env(host=host, port=port, database=database)
        logs.configure(settings.log, settings.log_level)
        sock = listen(settings.host, settings.port)
    except (SettingError, AddressError) as error:
        raise OneSentenceError(str(error)) from None
    for sentence in unknown_settings():
        click.echo(sentence, err=True)  # no refusal: after a step back the older release must start

    from webapp.storage.database import DatabaseError

    try:
        app = _front_builder()(settings) if is_front else _table_builder()(settings)
    except (SettingError, DatabaseError) as error:
        sock.close()
        raise OneSentenceError(str(error)) from None
    except OneSentenceError:
        sock.close()
        raise
    gc.enable()
    services = app.extensions["fourthought"]
    say = _log.info if settings.log == "json" else click.echo
    serve_until_signal = _serve_plainly if settings.is_plain else _serve_in_loop
    serve_until_signal(app, sock, settings, lambda url: _welcome(url, open_page, say))
    if services.threads.gone():  # an exit code for the supervisor, which starts the server again
        raise click.ClickException(
            "a thread of the server has ended, so the server has stopped; please start it again."
        )
    say("Goodbye.")


def _serve_in_loop(app: Any, sock: Any, settings: Any, welcome: Callable[[str], None]) -> None:
    """Serves all clients in the loop until a signal."""
    from webapp.front import LAB
    from webapp.http.first_visit import prepare
    from webapp.serving.limits import Limits
    from webapp.serving.listening import allow_descriptors
    from webapp.serving.server import Server, wait_for_signal

    services = app.extensions["fourthought"]
    process, limits = services.process, Limits(proxies=settings.proxies)
    allow_descriptors(settings.connections + limits.connections + _OTHER_FILES)
    server = Server(app, sock, process.loop, process.workers, limits, {LAB: process.lab_workers})
    server.start()
    known_as = next(iter(settings.host_names), "127.0.0.1")
    process.workers.run(lambda: prepare(app, known_as), lambda _: None)
    try:
        wait_for_signal(lambda: welcome(server.url))
        services.drain()
        services.disconnect_all()
        server.stop()
    finally:
        services.close()


def _serve_plainly(app: Any, sock: Any, settings: Any, welcome: Callable[[str], None]) -> None:
    """Serves each client by a thread of Flask-SocketIO's own server until Ctrl-C or SIGTERM."""
    from webapp.serving.plain import serve_plainly

    services = app.extensions["fourthought"]
    try:
        serve_plainly(app, sock, welcome)
        services.drain()
    finally:
        services.close()


def _table_builder() -> Callable[[Any], Any]:
    from webapp.app import create_app

    return create_app


def _front_builder() -> Callable[[Any], Any]:
    try:
        from webapp.cluster.web import create_front
    except ModuleNotFoundError as missing:
        raise _not_installed(missing) from None
    return create_front


@contextmanager
def _open_cluster_fan(address: str) -> Iterator[Fan]:
    """Opens the fan of a cluster for a command with ``--on``."""
    from webapp.cluster.machines.ray_settings import MachinesError, prepare

    try:
        prepare()
        from webapp.cluster.machines.fan import open_cluster_fan

        with open_cluster_fan(address) as fan:
            yield fan
    except MachinesError as error:
        raise OneSentenceError(str(error)) from None


def _not_installed(missing: ModuleNotFoundError) -> OneSentenceError:
    return OneSentenceError(f"a cluster needs {missing.name}: pip install 'fourthought[cluster]'")


def _welcome(url: str, open_page: bool, say: Callable[[str], object]) -> None:
    say(f"Fourthought is at {url}")
    if open_page:
        threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()


@main.command("backup")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def backup_command(ctx: click.Context, file: Path) -> None:
    """Copies all games into FILE; the server may go on running."""
    from webapp.storage.backup import backup

    _run_on_database(backup, ctx, file)
    click.echo(f"All games are in {file}.")


@main.command("restore")
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def restore_command(ctx: click.Context, file: Path) -> None:
    """Replaces all games by the games of FILE; stop the server first. The old games are kept in a file beside."""
    from webapp.storage.backup import restore

    _run_on_database(restore, ctx, file)
    click.echo(f"The games of {file} are back.")


@main.command("reports")
@click.option("--forget", metavar="NAME", help="Forget all reports of a name; after a restart people may use it again.")
@click.pass_context
def reports_command(ctx: click.Context, forget: str | None) -> None:
    """Lists the nicknames that people have reported, with the games."""
    from webapp.play.ports import StoreError
    from webapp.settings import SettingError, Settings
    from webapp.storage.database import Database, DatabaseError
    from webapp.storage.reports import Reports, listing

    given = ctx.parent.params["database"] if ctx.parent else None
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


_join_option = click.option(
    "--join",
    required=True,
    envvar="FOURTHOUGHT_JOIN",
    metavar="URL",
    help="The PostgreSQL of the cluster; FOURTHOUGHT_JOIN keeps its password out of the list of processes.",
)


@main.command("web")
@_join_option
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free port.  [default: 8000]")
def web_command(join: str, host: str | None, port: int | None) -> None:
    """Joins a cluster as a front: serves the pages of games that run at the hosts."""
    serve(host, port, open_page=False, database=join, is_front=True)


@main.command("head")
@click.option("--listen", default="127.0.0.1", show_default=True, help="This machine's address.")
@click.option("--port", type=click.IntRange(1, 65535), default=6379, show_default=True, help="Port of the head.")
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), help="Folder for what the head remembers.")
def head_command(listen: str, port: int, keep: Path | None) -> None:
    """Runs the head of a cluster: knows all machines, brings dead hosts back, and hands out jobs. Games need no head.

    Everything on the machines of a cluster is open to whoever has the token in RAY_AUTH_TOKEN.
    """
    from webapp.cluster.machines.ray_settings import MachinesError, prepare, remember

    home = user_folder("data")
    if keep is None and home is None:
        raise OneSentenceError("the system names no folder for what the head remembers; name one with --keep")
    folder = (keep or (home or Path()) / "head").absolute()
    try:
        prepare()
        from webapp.cluster.machines.node import run_head

        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # holds the address of the database, password included
        run_head(listen, port, remember(folder), click.echo)
    except OSError as error:
        raise OneSentenceError(f"{folder} cannot be written: {error.strerror}") from None
    except MachinesError as error:
        raise OneSentenceError(str(error)) from None
    click.echo("Goodbye.")


@main.command("host")
@_join_option
@click.option("--listen", default="127.0.0.1", show_default=True, help="This machine's address, or address and port.")
@click.option("--health", type=click.IntRange(0, 65535), help="Port for /readyz and /metrics; 0 takes a free port.")
@click.option("--on", metavar="ADDRESS", help="The head, as 10.0.0.7:6379: a dead host comes back, and jobs come here.")
@click.option("--jobs", type=click.IntRange(0), help="With --on: cores for jobs.  [default: all]")
def host_command(join: str, listen: str, health: int | None, on: str | None, jobs: int | None) -> None:
    """Joins a cluster as a host: runs a part of all games, and their engines, until Ctrl-C.

    \f

    Args:
        join: the PostgreSQL of the cluster.
        listen: the address of this machine for fronts and other hosts.
        health: the port for the health of the host.
        on: the address of the head; None: a process without Ray.
        jobs: cores for jobs.
    """
    from webapp.process import logs
    from webapp.serving.listening import AddressError
    from webapp.settings import SettingError, Settings
    from webapp.storage.database import DatabaseError

    try:
        settings = Settings.from_env(database=join)
        logs.configure(settings.log, settings.log_level)
        say = _log.info if settings.log == "json" else click.echo
        whole = _host_on(on, settings, listen, health, jobs, say) if on else _host(settings, listen, health, say)
    except ModuleNotFoundError as missing:
        raise _not_installed(missing) from None
    except (SettingError, DatabaseError, AddressError) as error:
        raise OneSentenceError(str(error)) from None
    if not whole:
        raise click.ClickException("a thread of the host has ended, so the host has stopped; please start it again.")
    click.echo("Goodbye.")


def _host(settings: Any, listen: str, health: int | None, say: Callable[[str], object]) -> bool:
    from webapp.cluster.serving import serve_host
    from webapp.serving import listening

    return serve_host(settings, listen, say, None if health is None else listening.listen(settings.host, health))


def _host_on(
    head: str, settings: Any, listen: str, health: int | None, jobs: int | None, say: Callable[[str], object]
) -> bool:
    """Runs a host by Ray, after a look at the database, so that a wrong address is told here."""
    from webapp.cluster.machines.ray_settings import MachinesError, prepare
    from webapp.cluster.serving import open_cluster

    try:
        prepare()
        from webapp.cluster.machines.hosting import serve_host_on

        open_cluster(settings.database_url).close()
        serve_host_on(head, settings, listen, health, os.cpu_count() or 1 if jobs is None else jobs, say)
    except MachinesError as error:
        raise OneSentenceError(str(error)) from None
    return True


def _run_on_database(command: Callable[[Any, Path], None], ctx: click.Context, file: Path) -> None:
    from webapp.settings import SettingError, Settings
    from webapp.storage.database import DatabaseError, read_url

    given = ctx.parent.params["database"] if ctx.parent else None
    try:
        command(read_url(Settings.from_env(database=given).database_url), file)
    except (SettingError, DatabaseError) as error:
        raise OneSentenceError(str(error)) from None


for _command in (*commands(), forget_command, database_group, settings_command):
    main.add_command(_command)

if __name__ == "__main__":
    main()
