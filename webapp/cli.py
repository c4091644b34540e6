"""Defines the ``fourthought`` command: it serves the table, and has the commands of the engine and of the server."""

import click

from engine.commands import commands as engine_commands
from engine.version import __version__
from webapp.commands import commands
from webapp.commands.sentences import FriendlyGroup
from webapp.commands.serving import serve


@click.group(cls=FriendlyGroup, invoke_without_command=True)
@click.option("--host", help="Address to listen on.  [default: 127.0.0.1]")
@click.option(
    "--port", type=click.IntRange(0, 65535), metavar="PORT", help="Port to listen on; 0: any.  [default: 8000]"
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
@click.option("--database", help="File or URL of all games.  [default: in your data folder]")
@click.option("--uds", metavar="PATH", help="Unix socket to listen on in place of an address.")
@click.option("--root-path", metavar="PATH", help="Path in front of all addresses, such as /games.")
@click.option("--arena", metavar="FOLDER", help="Show the arena in this folder at /arena.")
@click.option("--load", multiple=True, metavar="MODULE", help="A module or a file.py with games of your own.")
@click.version_option(__version__)
@click.pass_context
def main(
    ctx: click.Context,
    host: str | None,
    port: int | None,
    open_page: bool,
    database: str | None,
    arena: str | None,
    load: tuple[str, ...],
    uds: str | None,
    root_path: str | None,
) -> None:
    """Serves a game table whose opponent thinks on your time, or runs a command."""
    if load:
        from engine.games import load_games

        load_games(list(load))
    if ctx.invoked_subcommand is None:
        serve(open_page, host=host, port=port, uds=uds, root_path=root_path, database=database, arena=arena)


main.add_section("Games and positions", engine_commands)
main.add_section("The server", commands)

if __name__ == "__main__":
    main()
