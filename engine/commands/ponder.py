"""Defines ``fourthought ponder-report``: the worth of pondering."""

from __future__ import annotations

from pathlib import Path

import click

from engine.commands import FiniteRange
from engine.console import console as open_console


@click.command("ponder-report")
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option(
    "--positions", type=click.IntRange(1), default=200, show_default=True, help="Positions; two replies to each."
)
@click.option(
    "--seconds", type=FiniteRange(0.0, 86_400), default=5.0, show_default=True, help="Processor time of pondering."
)
@click.option("--depth", type=click.IntRange(0), default=0, help="Plies to reach; 0: until proven.")
@click.option("--from", "first", type=click.IntRange(0), default=12, show_default=True, help="Moves made, at least.")
@click.option("--to", "last", type=click.IntRange(0), default=16, show_default=True, help="Moves made, at most.")
@click.option("--no-book", is_flag=True, help="Do not use the opening book.")
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    default=Path("ponder.jsonl"),
    show_default=True,
    help="Keep results here.",
)
def ponder_report(
    name: str, positions: int, seconds: float, depth: int, first: int, last: int, no_book: bool, store: Path
) -> None:
    """Measures the worth of pondering: how much of the tree a reply keeps, and how much sooner the answer comes.

    An interrupted run goes on where it stopped. Times are processor time.
    """
    from rich.progress import track
    from rich.table import Table

    from engine.arena.pondering.measure import MIDDLING, STRONG, PonderTask, run
    from engine.arena.pondering.table import hits, rows
    from engine.games import find
    from engine.mind.search.available import proves
    from engine.mind.search.kernels import KERNEL_CACHE

    game = find(name)
    if not proves(game):
        raise click.UsageError(f"{name} has no exact solver; the boards with gravity have one, such as connect4")
    if not first <= last < game.max_plies - 1:
        raise click.UsageError(f"no position between {first} and {last} moves leaves room for a reply")
    KERNEL_CACHE.warm_up(game)
    console = open_console(stderr=True)
    measured = run(PonderTask(name, seconds, depth, first=first, last=last, reads=not no_book), game, positions, store)
    shown = track(measured, "Pondering", positions, console=console, disable=not console.is_terminal)
    pondered = list(shown)
    table = Table(f"{game.title}, after {seconds:g} s of pondering", "expected reply", "another reply")
    for row in rows(pondered, depth):
        table.add_row(*row)
    out = open_console()
    out.print(table)
    rates = hits(pondered)
    out.print(
        f"The reply that it expected is the one that level {STRONG} plays in {rates['strong']} of the positions, "
        f"and level {MIDDLING} in {rates['middling']}."
    )


COMMANDS = [ponder_report]
