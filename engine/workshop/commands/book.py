"""Defines ``fourthought bench book``: builds or checks an opening book."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.commands import COUNT, FILE, FOLDER, MIB, THREADS
from engine.console import bars
from engine.files import user_folder

if TYPE_CHECKING:
    from engine.workshop.book.build import Progress


@click.group()
def book() -> None:
    """Builds or checks an opening book.

    A book holds the exact scores of all positions of the first plies.
    """


@book.command()
@click.option("--plies", type=click.IntRange(0, 20), required=True, help="All positions up to this number of moves.")
@click.option("--game", "name", default="connect4", show_default=True, help="The board.")
@click.option("--out", type=FILE, help="The file.  [default: NAME.book]")
@click.option("--work", type=FOLDER, help="The folder for unfinished work.")
@click.option("--threads", type=THREADS, help="Searches at once.  [default: one for each core]")
@click.option("--table-mb", type=MIB, default=1024, show_default=True, help="Size of the table in MiB.")
def build(plies: int, name: str, out: Path | None, work: Path | None, threads: int | None, table_mb: float) -> None:
    """Solves all positions up to a ply. After an interruption the same command continues."""
    import numpy as np

    from engine.commands.solve import board_of
    from engine.solver.solver import Solver
    from engine.workshop.book.build import BookBuilder

    game = board_of(name)
    home = user_folder("cache")
    if work is None and home is None:
        raise click.UsageError("the system names no folder for the work; name one with --work")
    builder = BookBuilder(game, plies, work or (home or Path()) / "book" / game.name)
    for ply, count in builder.enumerate():
        click.echo(f"ply {ply}: {count:,} quiet positions")
    stop = np.zeros(1, dtype=np.uint64)
    signal.signal(signal.SIGTERM, lambda *_: stop.__setitem__(0, 1))
    with bars() as shown:
        tasks: dict[int, Any] = {}

        def tell(now: Progress) -> None:
            if now.ply not in tasks:
                tasks[now.ply] = shown.add_task(f"ply {now.ply}", total=now.total)
            shown.update(tasks[now.ply], completed=now.solved)

        try:
            solver = Solver(game.width, game.height, game.connect, table_mb=table_mb)
            done = builder.solve(solver, threads or os.cpu_count() or 1, tell, stop)
        except KeyboardInterrupt:
            stop[0] = 1
            done = False
    if not done:
        raise click.ClickException(f"stopped; what is solved is kept in {builder.folder}: the same command continues")
    path = out or Path(f"{game.name}.book")
    made = builder.pack()
    made.write(path)
    size = path.stat().st_size / 2**20
    click.echo(f"{path}: {made.entries:,} positions, {size:.1f} MiB, {builder.seconds / 3600:.1f} hours of one core")


@book.command()
@click.argument("file", type=FILE, required=False)
@click.option("--count", type=COUNT, default=200, show_default=True, help="Number of positions.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed checks other positions.")
def check(file: Path | None, count: int, seed: int) -> None:
    """Compares random positions of a book FILE with their moves, and solves them again.

    Without FILE the shipped book is checked.
    """
    from engine.solver.book.book import SHIPPED, read
    from engine.solver.solver import Solver
    from engine.workshop.book.check import check as complaints

    opened = read(file or SHIPPED)
    game = opened.game
    solver = Solver(game.width, game.height, game.connect)
    wrong = 0
    with bars() as shown:
        for complaint in shown.track(complaints(opened, solver, count, seed), total=count, description="positions"):
            if complaint:
                wrong += 1
                moves = "".join(map(str, complaint.moves))
                click.echo(f"{moves}: the book says {complaint.said}, right is {complaint.true}", err=True)
    click.echo(f"{opened.entries:,} positions up to ply {opened.plies}; {count} checked, {wrong} wrong")
    if wrong:
        raise click.exceptions.Exit(1)


COMMANDS: list[click.Command] = [book]
