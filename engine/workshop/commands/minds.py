"""Defines ``fourthought bench minds``: the speed of a mind."""

import os

import click

from engine.commands import COUNT, FiniteRange
from engine.console import console


@click.command()
@click.option("--positions", type=COUNT, default=300, show_default=True, help="Positions of each measurement.")
@click.option(
    "--pondering", type=click.IntRange(0), default=2_000, show_default=True, help="Pondering games in the crowd."
)
@click.option("--due", type=click.IntRange(0), default=50, show_default=True, help="Moves due at once.")
@click.option(
    "--budget", type=FiniteRange(0.01, 86_400), default=3.0, show_default=True, help="Seconds for a due move."
)
@click.option(
    "--threads", type=COUNT, default=os.cpu_count() or 1, help="Search threads.  [default: one for each core]"
)
def minds(positions: int, pondering: int, due: int, budget: float, threads: int) -> None:
    """Measures how quickly minds answer and share the machine.

    The time to answer a proven reply, the pause of a search while a page reads the tree, the length of a slice, and
    how late moves are among many pondering games. The last is clock time and needs a quiet machine. The others are
    processor time.
    """
    from rich.table import Table

    from engine.games import find
    from engine.workshop.bench.latency import quantile
    from engine.workshop.bench.minds import crowd_delays, look_times, reply_times, slice_times

    small, large = find("connect4"), find("connect4-8x7")
    table = Table("", "median", "99 of 100", "longest", box=None, header_style="bold")

    def row(name: str, seconds: list[float]) -> None:
        table.add_row(name, *(f"{1e3 * quantile(seconds, share):.2f} ms" for share in (0.5, 0.99, 1.0)))

    replies = list(reply_times(small, positions))
    row("from a proven reply to its answer", [whole for whole, _, _ in replies])
    row("of that, the choice", [choice for _, choice, _ in replies])
    for name, waits in look_times(small, positions).items():
        row(f"search stopped by a look: {name}", waits)
    for game in (small, large):
        row(f"a slice of thought, {game.title}", slice_times(game, max(1, positions // 10)))
    if due:
        row(
            f"{due} moves due, {pondering:,} games pondering: late by",
            crowd_delays(small.name, pondering, due, budget, threads),
        )
    console().print(table)


COMMANDS: list[click.Command] = [minds]
