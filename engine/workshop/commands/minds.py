"""Defines ``fourthought bench minds``: the speed of a mind."""

import click

from engine.commands import COUNT
from engine.console import console


@click.command()
@click.option("--positions", type=COUNT, default=300, show_default=True, help="Positions of each measurement.")
def minds(positions: int) -> None:
    """Measures the length of slices and of looks at the tree.

    Processor time. A search stops while a page looks at its tree.
    """
    from rich.table import Table

    from engine.games import find
    from engine.workshop.bench.minds import look_times, quantile, slice_times

    small, large = find("connect4"), find("connect4-8x7")
    times = {f"search stopped by a look: {name}": waits for name, waits in look_times(small, positions).items()}
    for game in (small, large):
        times[f"a slice of thought, {game.title}"] = slice_times(game, max(1, positions // 10))
    table = Table("", "median", "99 of 100", "longest", box=None, header_style="bold")
    for name, seconds in times.items():
        table.add_row(name, *(f"{1e3 * quantile(seconds, share):.2f} ms" for share in (0.5, 0.99, 1.0)))
    console().print(table)


COMMANDS: list[click.Command] = [minds]
