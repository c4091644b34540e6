"""Defines ``fourthought cluster``: a front, a host, and the head that restarts hosts."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from engine.fan import Away, Fan
from engine.files import user_folder
from webapp.commands.sentences import OneSentenceError, not_installed
from webapp.commands.serving import serve

_log = logging.getLogger(__name__)


@contextmanager
def open_fan(address: str) -> Iterator[Fan]:
    """Opens the fan of a cluster for a command with ``--on``."""
    from webapp.cluster.machines.ray_settings import MachinesError, prepare

    try:
        prepare()
        from webapp.cluster.machines.fan import open_cluster_fan

        with open_cluster_fan(address) as fan:
            yield fan
    except MachinesError as error:
        raise OneSentenceError(str(error)) from None


_join_option = click.option(
    "--join",
    required=True,
    envvar="FOURTHOUGHT_JOIN",
    metavar="URL",
    help="The PostgreSQL of the cluster; FOURTHOUGHT_JOIN keeps its password out of the list of processes.",
)


@click.command("web")
@_join_option
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option("--port", type=click.IntRange(0, 65535), help="Port to listen on; 0 takes a free port.  [default: 8000]")
def web_command(join: str, host: str | None, port: int | None) -> None:
    """Joins a cluster as a front, which serves the pages.

    The games run at the hosts.
    """
    serve(open_page=False, build=_build_front, host=host, port=port, database=join)


def _build_front(settings: Any) -> Any:
    try:
        from webapp.cluster.run_front import create_front

        return create_front(settings)
    except ModuleNotFoundError as missing:
        raise not_installed(missing) from None


@click.command("head")
@click.option("--listen", default="127.0.0.1", show_default=True, help="This machine's address.")
@click.option("--port", type=click.IntRange(1, 65535), default=6379, show_default=True, help="Port of the head.")
@click.option("--keep", type=click.Path(path_type=Path, file_okay=False), help="Folder for what the head remembers.")
def head_command(listen: str, port: int, keep: Path | None) -> None:
    """Runs the head of a cluster, which restarts dead hosts.

    The head knows all machines and hands out jobs. Games need no head.

    Everything on the machines of a cluster is open to anyone who has the token in RAY_AUTH_TOKEN.
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


@click.command("host")
@_join_option
@click.option("--listen", default="127.0.0.1", show_default=True, help="This machine's address, or address and port.")
@click.option("--health", type=click.IntRange(0, 65535), help="Port for /readyz and /metrics; 0 takes a free port.")
@click.option("--on", metavar="ADDRESS", help="The head, as 10.0.0.7:6379: a dead host comes back, and jobs come here.")
@click.option("--jobs", type=click.IntRange(0), help="With --on: cores for jobs.  [default: all]")
def host_command(join: str, listen: str, health: int | None, on: str | None, jobs: int | None) -> None:
    """Joins a cluster as a host, which runs a part of all games.

    It runs the games and their engines until Ctrl-C.
    """
    from webapp.process import logs
    from webapp.serving.listening import AddressError
    from webapp.serving.listening import listen as open_port
    from webapp.settings import SettingError, Settings
    from webapp.storage.database import DatabaseError

    try:
        settings = Settings.from_env(database=join)
        logs.configure(settings.log, settings.log_level)
        say = _log.info if settings.log == "json" else click.echo
        if on:
            _host_on(on, settings, listen, health, jobs, say)
            whole = True
        else:
            from webapp.cluster.run_host import serve_host

            whole = serve_host(settings, listen, say, None if health is None else open_port(settings.host, health))
    except ModuleNotFoundError as missing:
        raise not_installed(missing) from None
    except (SettingError, DatabaseError, AddressError) as error:
        raise OneSentenceError(str(error)) from None
    if not whole:
        raise click.ClickException("a thread of the host has ended, so the host has stopped; please start it again.")
    click.echo("Goodbye.")


def _host_on(
    head: str, settings: Any, listen: str, health: int | None, jobs: int | None, say: Callable[[str], object]
) -> None:
    """Runs a host by Ray. It opens the database first, so that a wrong address is refused here."""
    from webapp.cluster.machines.ray_settings import MachinesError, prepare
    from webapp.cluster.run_host import open_cluster

    try:
        prepare()
        from webapp.cluster.machines.hosting import serve_host_on

        open_cluster(settings.database_url).close()
        serve_host_on(head, settings, listen, health, os.cpu_count() or 1 if jobs is None else jobs, say)
    except MachinesError as error:
        raise OneSentenceError(str(error)) from None


@click.group()
def cluster() -> None:
    """Runs the table on several machines."""


for _command in (head_command, host_command, web_command):
    cluster.add_command(_command)

AWAY = Away(open_fan)
COMMANDS: list[click.Command] = [cluster]
