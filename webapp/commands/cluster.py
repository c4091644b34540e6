"""Defines ``fourthought cluster``: a front, a host, and the head that hands out jobs."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

import click

from engine.pool import Pool, RemotePool
from webapp.commands.sentences import OneSentenceError, not_installed
from webapp.commands.serving import serve

_log = logging.getLogger(__name__)


@contextmanager
def open_pool(address: str) -> Iterator[Pool]:
    """Opens the pool of a cluster for a command with ``--on``."""
    from webapp.cluster.machines.ray_settings import MachinesError, prepare

    try:
        prepare()
        from webapp.cluster.machines.jobs import open_cluster

        with open_cluster(address) as pool:
            yield pool
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
        from webapp.cluster.run_host import create_front

        return create_front(settings)
    except ModuleNotFoundError as missing:
        raise not_installed(missing) from None


@click.command("head")
@click.option("--listen", default="127.0.0.1", show_default=True, help="This machine's address.")
@click.option("--port", type=click.IntRange(1, 65535), default=6379, show_default=True, help="Port of the head.")
def head_command(listen: str, port: int) -> None:
    """Runs the head of a cluster, which hands out jobs.

    The head knows all machines that take jobs. Games need no head.

    Everything on the machines of a cluster is open to anyone who has the token in RAY_AUTH_TOKEN.
    """
    from webapp.cluster.machines.ray_settings import MachinesError, prepare

    try:
        prepare()
        from webapp.cluster.machines.node import run_head

        run_head(listen, port, click.echo)
    except MachinesError as error:
        raise OneSentenceError(str(error)) from None
    click.echo("Goodbye.")


@click.command("host")
@_join_option
@click.option("--listen", default="127.0.0.1", show_default=True, help="This machine's address, or address and port.")
@click.option("--health", type=click.IntRange(0, 65535), help="Port for /readyz and /metrics; 0 takes a free port.")
@click.option("--on", metavar="ADDRESS", help="The head, as 10.0.0.7:6379: jobs come here while no move is due.")
@click.option("--jobs", type=click.IntRange(0), help="With --on: cores for jobs.  [default: all]")
def host_command(join: str, listen: str, health: int | None, on: str | None, jobs: int | None) -> None:
    """Joins a cluster as a host, which runs a part of all games.

    It runs the games and their engines until Ctrl-C.
    """
    from webapp.process import logs
    from webapp.serving.listening import AddressError
    from webapp.serving.listening import listen as open_port
    from webapp.settings import SettingError, Settings
    from webapp.storage.url import DatabaseError

    try:
        settings = Settings.from_env(database=join)
        logs.configure(settings.log, settings.log_level)
        say = _log.info if settings.log == "json" else click.echo
        from webapp.cluster.machines.ray_settings import MachinesError
        from webapp.cluster.run_host import serve_host

        try:
            beside = _jobs_on(on, listen, jobs) if on else None
            port = None if health is None else open_port(settings.host, health)
            whole = serve_host(settings, listen, say, port, beside)
        except MachinesError as error:
            raise OneSentenceError(str(error)) from None
    except ModuleNotFoundError as missing:
        raise not_installed(missing) from None
    except (SettingError, DatabaseError, AddressError) as error:
        raise OneSentenceError(str(error)) from None
    if not whole:
        raise click.ClickException("a thread of the host has ended, so the host has stopped; please start it again.")
    click.echo("Goodbye.")


def _jobs_on(
    head: str, listen: str, cores: int | None
) -> Callable[[Callable[[], float]], AbstractContextManager[None]]:
    """Returns what runs a node of Ray beside a host."""
    from webapp.cluster.machines.ray_settings import prepare, reach

    prepare()
    reach(head)
    from webapp.cluster.machines.node import jobs_here

    address = listen.rpartition(":")[0] or listen
    return partial(jobs_here, head, address, os.cpu_count() or 1 if cores is None else cores)


@click.group()
def cluster() -> None:
    """Runs the table on several machines."""


for _command in (head_command, host_command, web_command):
    cluster.add_command(_command)

REMOTE_POOL = RemotePool(open_pool)
COMMANDS: list[click.Command] = [cluster]
