"""``fourthought minds``: what a mind promises whoever waits for it, measured."""

from __future__ import annotations

import os

import click


@click.command("minds")
@click.option("--positions", type=click.IntRange(1), default=300, show_default=True, help="Of each measurement.")
@click.option("--pondering", type=click.IntRange(0), default=2_000, show_default=True, help="Games that ponder.")
@click.option("--due", type=click.IntRange(0), default=50, show_default=True, help="Moves that are due at once.")
@click.option("--budget", type=click.FloatRange(0.01), default=3.0, show_default=True, help="Seconds for such a move.")
@click.option("--threads", type=click.IntRange(1), default=os.cpu_count() or 1, help="Default: one for each core.")
def minds(positions: int, pondering: int, due: int, budget: float, threads: int) -> None:
    """Measure how soon a proven reply is answered, how long a look at a mind stops its search, how much of the search
    holds the interpreter lock, and how late moves come in a crowd.

    The first three are processor time; the crowd's is the time of the clock, and needs a quiet machine.
    """
    from rich.console import Console
    from rich.table import Table

    from engine.bench.latency import quantile
    from engine.bench.minds import answered, crowd, locked, watched
    from engine.games import find
    from engine.mind.readiness import WORKSHOP

    small, large = find("connect4"), find("connect4-8x7")
    for game in (small, large):
        WORKSHOP.warm_up(game)
    table = Table("", "median", "99 of 100", "longest", box=None, header_style="bold")

    def row(name: str, seconds: list[float]) -> None:
        table.add_row(name, *(f"{1e3 * quantile(seconds, share):.2f} ms" for share in (0.5, 0.99, 1.0)))

    replies = list(answered(small, positions))
    row("from a proven reply to its answer", [whole for whole, _, _ in replies])
    row("of that, the choice", [choice for _, choice, _ in replies])
    for name, waits in watched(small, positions).items():
        row(f"search stopped by a look: {name}", waits)
    if due:
        row(
            f"{due} moves due, {pondering:,} games pondering: late by",
            crowd(small.name, pondering, due, budget, threads),
        )
    Console().print(table)
    shares = [f"{100 * locked(game, 8.0):.1f} % ({game.title})" for game in (small, large)]
    click.echo(f"The interpreter lock is held for {' and '.join(shares)} of the search time.")


COMMANDS: list[click.Command] = [minds]
