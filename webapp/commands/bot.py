"""Defines ``fourthought bot``: an engine sits down at a table of a server."""

import re
import shlex
import threading
from typing import TYPE_CHECKING, Any

import click

from engine.commands import FiniteRange

if TYPE_CHECKING:
    from engine.games import Game


@click.command("bot", context_settings={"ignore_unknown_options": True})
@click.argument("command", nargs=-1, type=click.UNPROCESSED)
@click.option("--at", default="http://127.0.0.1:8000", show_default=True, help="The server's address.")
@click.option("--code", "codes", multiple=True, help="The code of a game, as its page shows it. Repeat for more games.")
@click.option(
    "--game", "games", multiple=True, help="The id of a game, the last part of its address, in place of a code."
)
@click.option("--level", type=click.IntRange(1, 10), help="Plays this level in place of an outside engine.")
@click.option("--name", default="", help="The name on the page.  [default: the engine's own]")
@click.option("--movetime", type=FiniteRange(0.001, 86_400), help="Seconds a move that the engine is told.")
@click.option("--once", is_flag=True, help="Declines rematches and ends after the game.")
@click.pass_context
def bot(
    ctx: click.Context,
    command: tuple[str, ...],
    at: str,
    codes: tuple[str, ...],
    games: tuple[str, ...],
    level: int | None,
    name: str,
    movetime: float | None,
    once: bool,
) -> None:
    """Sits down at a table of a server and plays there.

    The engine's command follows two dashes, and speaks the pipe protocol: fourthought bot --at https://example.org
    --code KRMTX -- ./my-engine. The table must be open to engines, which a person there decides ("Engines may sit
    here"). Every game has a process of its own. For a server with a certificate of its own, name the certificate's file
    in the environment: SSL_CERT_FILE=school.pem.
    """
    from fourthought.bot import Bot, CutError, LevelPlayer, OutsidePlayer

    from engine.games import GameError

    if bool(command) is (level is not None):
        raise click.UsageError("give either --level N or a command after two dashes")
    if not codes and not games:
        raise click.UsageError("give the --code of a game")
    if any(not re.fullmatch("[A-Za-z0-9]{12}", one) for one in games):
        raise click.UsageError("the id of a game is twelve letters and digits")

    def make(game: "Game[Any]") -> Any:
        return OutsidePlayer(game, shlex.join(command), movetime=movetime) if command else LevelPlayer(game, level or 1)

    whole = list[Bot]()

    def bot_at(code: str, game_id: str) -> Bot:
        return Bot(
            make, at=at, code=code, game_id=game_id, name=name, rematches=not once, makes_player=True, tell=click.echo
        )

    def play(one: Bot) -> None:
        try:
            one.run()
            whole.append(one)
        except (GameError, CutError) as error:
            click.echo(str(error), err=True)

    bots = [*(bot_at(code, "") for code in codes), *(bot_at("", one) for one in games)]
    threads = [threading.Thread(target=play, args=(one,), daemon=True) for one in bots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ctx.exit(len(whole) < len(bots))


COMMANDS = [bot]
