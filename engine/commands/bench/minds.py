"""Defines ``fourthought bench minds`` and ``ponder``: the speed of a mind, and the worth of pondering."""

import os
from pathlib import Path

import click

from engine.commands import COUNT, FILE, FiniteRange
from engine.console import console, track


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

    from engine.bench.latency import quantile
    from engine.bench.minds import crowd_delays, look_times, reply_times, slice_times
    from engine.games import find
    from engine.mind.search.kernels import KERNEL_CACHE

    small, large = find("connect4"), find("connect4-8x7")
    for game in (small, large):
        KERNEL_CACHE.warm_up(game)
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


@click.command()
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option("--positions", type=COUNT, default=200, show_default=True, help="Positions; two replies to each.")
@click.option(
    "--seconds", type=FiniteRange(0.0, 86_400), default=5.0, show_default=True, help="Processor time of pondering."
)
@click.option("--depth", type=click.IntRange(0), default=0, help="Plies to reach; 0: until proven.")
@click.option("--from", "first", type=click.IntRange(0), default=12, show_default=True, help="Moves made, at least.")
@click.option("--to", "last", type=click.IntRange(0), default=16, show_default=True, help="Moves made, at most.")
@click.option("--no-book", is_flag=True, help="Do not use the opening book.")
@click.option("--store", type=FILE, default=Path("ponder.jsonl"), show_default=True, help="Keep results here.")
def ponder(
    name: str, positions: int, seconds: float, depth: int, first: int, last: int, no_book: bool, store: Path
) -> None:
    """Measures the worth of pondering.

    Prints how much of the tree a reply keeps, and how much sooner the answer comes. An interrupted run continues where
    it stopped. Times are processor time.
    """
    from rich.table import Table

    from engine.arena.pondering import MIDDLING, STRONG, PonderTask, hits, rows, run
    from engine.games import find
    from engine.mind.search.available import proves
    from engine.mind.search.kernels import KERNEL_CACHE

    game = find(name)
    if not proves(game):
        raise click.UsageError(f"{name} has no exact solver; the boards with gravity have one, such as connect4")
    if not first <= last < game.max_plies - 1:
        raise click.UsageError(f"no position between {first} and {last} moves leaves room for a reply")
    KERNEL_CACHE.warm_up(game)
    measured = run(PonderTask(name, seconds, depth, first=first, last=last, reads=not no_book), game, positions, store)
    pondered = list(track(measured, "Pondering", positions))
    table = Table(f"{game.title}, after {seconds:g} s of pondering", "expected reply", "another reply")
    for row in rows(pondered, depth):
        table.add_row(*row)
    out = console()
    out.print(table)
    rates = hits(pondered)
    out.print(
        f"The reply that it expected is the one that level {STRONG} plays in {rates['strong']} of the positions, "
        f"and level {MIDDLING} in {rates['middling']}."
    )


COMMANDS: list[click.Command] = [minds, ponder]
