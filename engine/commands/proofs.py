"""Defines ``fourthought why``, ``prove`` and ``check``: a proof in words, a proof in a file, and its check."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from engine.commands import FILE, MIB, OLD_FILE
from engine.console import console


@click.command()
@click.argument("position", default="")
@click.option(
    "--side", type=click.Choice(["first", "second"]), help="Whom to explain for.  [default: the side to move]"
)
@click.option("--game", "name", default="connect4", show_default=True, help="The board.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanation, with its proof, as one JSON object.")
def why(position: str, side: str | None, name: str, as_json: bool) -> None:
    """Explains by a proof why POSITION is won, held or lost.

    A position is a list of moves such as 4453. Where there is no small proof, best play is shown instead.
    """
    from engine.coach.explanation import to_json
    from engine.coach.why import ExactScores, explain
    from engine.commands.solve import board_of, read_position
    from engine.games import Player, write

    game = board_of(name, words=2)
    state = read_position(game, position)
    player = game.to_move(state) if side is None else Player.FIRST if side == "first" else Player.SECOND
    with console(stderr=True).status("Searching the value and a proof"):
        explanation = explain(game, state, player, ExactScores(game))
    if as_json:
        click.echo(json.dumps(to_json(explanation)))
        return
    for step in explanation.steps:
        click.echo(step.text)
    if explanation.certificate is None and explanation.claim is not None:
        who = game.player_names[explanation.claim.side]
        click.echo(f"{who} {'wins' if explanation.claim.wins else 'does not lose'}. {explanation.reason}")
        click.echo(f"Best play: {write(game, explanation.play)}")


@contextmanager
def telling() -> Iterator[Callable[[Any], None]]:
    """Shows the progress of a proof on a terminal."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    shown = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=shown, disable=not shown.is_terminal) as bar:
        task = bar.add_task("Searching the value", total=1.0)

        def tell(at: Any) -> None:
            words = f"{at.positions:,} positions proved" if at.claim else "Searching the value"
            bar.update(task, completed=at.done, description=words)

        yield tell


@click.command()
@click.argument("game")
@click.argument("position", default="")
@click.option("--out", type=FILE, help="The file.  [default: GAME.proof]")
@click.option("--table-mb", type=MIB, default=256, show_default=True, help="Size of the table in MiB.")
@click.option("--net", type=OLD_FILE, help='Order early moves by this network of "fourthought bench learn".')
def prove(game: str, position: str, out: Path | None, table_mb: float, net: Path | None) -> None:
    """Writes a proof of who wins GAME from POSITION, for `check`.

    GAME is a game's name or a size such as 7x5. POSITION is a list of moves such as 4453, or nothing for the empty
    board. After an interruption the same command continues.
    """
    from engine.coach.proving.prove import prove as prove_it
    from engine.commands.solve import board_called, read_position
    from engine.games import GameError
    from engine.nets import file
    from engine.text import text

    board = board_called(game, words=2)
    state = read_position(board, position)
    path = out or Path(f"{game}{'-' if position else ''}{position}.proof")
    learnt = file.read(net) if net else None
    started = time.process_time()
    try:
        with telling() as tell:
            proof = prove_it(board, state, path, table_mb=table_mb, tell=tell, net=learnt)
    except KeyboardInterrupt:
        raise click.ClickException(f"interrupted; the same command continues from {path}") from None
    except ValueError as error:
        raise GameError(str(error)) from None
    for part in proof:
        click.echo(f"{said(part.head)}: {text('{n} branch|{n} branches', n=part.head['size'])}")
    click.echo(f"{path}: {path.stat().st_size:,} bytes, {time.process_time() - started:.1f} s of processor time")


@click.command()
@click.argument("file", type=OLD_FILE)
def check(file: Path) -> None:
    """Checks a FILE of proofs by rules and theorems alone.

    The exit code is 1 if a proof is refused.
    """
    from engine.coach.checker import fault, parts

    started, refused = time.process_time(), 0
    try:
        proofs = parts(file.read_bytes())
    except ValueError as error:
        raise click.UsageError(f"{file}{str(error).removeprefix('this')}") from None
    try:
        lines = [(fault(*one), said(one[0])) for one in proofs]
    except (ValueError, LookupError, TypeError, AttributeError):
        lines = []
    if not lines:
        raise click.UsageError(f"{file} is no file of proofs; fourthought prove writes such files")
    for why, claim in lines:
        refused += bool(why)
        click.echo(f"refused: {why}" if why else f"accepted: {claim}")
    click.echo(f"{file.stat().st_size:,} bytes, checked in {time.process_time() - started:.1f} s of processor time")
    if refused:
        sys.exit(1)


def said(given: Any) -> str:
    """Returns the claim of a certificate in words."""
    claim, rows = given["claim"], given["rows"]
    who = "the second player" if claim["side"] else "the first player"
    stones = sum(len(row) - row.count(".") for row in rows)
    after = f"after {stones} {'move' if stones == 1 else 'moves'}"
    return f"{len(rows[0])}x{len(rows)} {after}, {who} {'wins' if claim['wins'] else 'does not lose'}"


COMMANDS: list[click.Command] = [why, prove, check]
