"""Defines ``fourthought cluster``: a front, and a host."""

import logging
from typing import Any

import click

from webapp.commands.sentences import OneSentenceError, not_installed
from webapp.commands.serving import serve

_log = logging.getLogger(__name__)


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


@click.command("host")
@_join_option
@click.option("--listen", default="127.0.0.1", show_default=True, help="This machine's address, or address and port.")
@click.option("--health", type=click.IntRange(0, 65535), help="Port for /readyz and /metrics; 0 takes a free port.")
def host_command(join: str, listen: str, health: int | None) -> None:
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
        from webapp.cluster.run_host import place_of, serve_host

        open_port(*place_of(listen), "--listen").close()
        port = None if health is None else open_port(settings.host, health, "--health")
        whole = serve_host(settings, listen, say, port)
    except ModuleNotFoundError as missing:
        raise not_installed(missing) from None
    except (SettingError, DatabaseError, AddressError) as error:
        raise OneSentenceError(str(error)) from None
    if not whole:
        raise click.ClickException("a thread of the host has ended, so the host has stopped; please start it again.")
    click.echo("Goodbye.")


@click.group()
def cluster() -> None:
    """Runs the table on several machines."""


for _command in (host_command, web_command):
    cluster.add_command(_command)

COMMANDS: list[click.Command] = [cluster]
