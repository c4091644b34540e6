"""Defines ``fourthought prove`` and ``check``: the proof of a value as a file, and an independent look at the file."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from engine.commands import FiniteRange
from engine.console import console as open_console


@contextmanager
def telling() -> Iterator[Callable[[Any], None]]:
    """Shows the progress of a proof on a terminal."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

    console = open_console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("Searching the value", total=1.0)

        def tell(at: Any) -> None:
            words = f"{at.positions:,} positions proved" if at.claim else "Searching the value"
            bar.update(task, completed=at.done, description=words)

        yield tell


@click.command()
@click.argument("game")
@click.argument("position", default="")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="The file.  [default: GAME.proof]")
@click.option(
    "--table-mb", type=FiniteRange(1, 1 << 20), default=256, show_default=True, help="Size of the table in MiB."
)
@click.option(
    "--net",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help='Order early moves by this network of "fourthought learn".',
)
def prove(game: str, position: str, out: Path | None, table_mb: float, net: Path | None) -> None:
    """Writes a proof of who wins GAME from POSITION (moves such as 4453; none: the empty board), for `check`.

    GAME is a game's name or a size such as 7x5. Interrupted, the command goes on with the next call where it stopped.
    """
    from engine.coach.proving.prove import prove as prove_it
    from engine.commands.solve import board_called, read_position
    from engine.games import GameError
    from engine.nets import file

    board = board_called(game)
    state = read_position(board, position)
    path = out or Path(f"{game}{'-' if position else ''}{position}.proof")
    learnt = file.read(net) if net else None
    started = time.process_time()
    try:
        with telling() as tell:
            proof = prove_it(board, state, path, table_mb=table_mb, tell=tell, net=learnt)
    except KeyboardInterrupt:
        raise click.ClickException(f"interrupted; the same command goes on from {path}") from None
    except ValueError as error:
        raise GameError(str(error)) from None
    for part in proof:
        click.echo(f"{said(part.head)}: {part.head['size']:,} branches")
    click.echo(f"{path}: {path.stat().st_size:,} bytes, {time.process_time() - started:.1f} s of processor time")


@click.command()
@click.argument("file", type=click.Path(exists=True, path_type=Path, dir_okay=False))
def check(file: Path) -> None:
    """Checks a FILE of proofs by the rules and the theorems alone; the exit code is 1 if a proof is refused."""
    import lzma

    from engine.coach.checker import fault, parts

    started, refused = time.process_time(), 0
    try:
        proof = list(parts(file.read_bytes()))
    except (ValueError, EOFError, lzma.LZMAError):
        raise click.UsageError(f"{file} is no file of proofs; fourthought prove writes such files") from None
    for given, moves, shapes in proof:
        why = fault(given, moves, shapes)
        refused += bool(why)
        click.echo(f"refused: {why}" if why else f"accepted: {said(given)}")
    click.echo(f"{file.stat().st_size:,} bytes, checked in {time.process_time() - started:.1f} s of processor time")
    if refused:
        sys.exit(1)


def said(given: Any) -> str:
    """Returns the claim of a certificate in words."""
    claim, rows = given["claim"], given["rows"]
    who = "the second player" if claim["side"] else "the first player"
    stones = sum(len(row) - row.count(".") for row in rows)
    return f"{len(rows[0])}x{len(rows)} after {stones} moves, {who} {'wins' if claim['wins'] else 'does not lose'}"


COMMANDS: list[click.Command] = [prove, check]
