"""``fourthought ponder-report``: what thinking on the other side's time is worth, at the command line."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("ponder-report")
@click.option("--game", "name", default="connect4", show_default=True)
@click.option("--positions", type=click.IntRange(1), default=200, show_default=True, help="Two replies to each.")
@click.option("--seconds", type=click.FloatRange(0.0), default=5.0, show_default=True, help="Of pondering.")
@click.option("--depth", type=click.IntRange(0), default=0, help="Plies to reach; 0: until it is proven.")
@click.option("--store", type=click.Path(path_type=Path), default=Path("ponder.jsonl"), show_default=True)
def ponder_report(name: str, positions: int, seconds: float, depth: int, store: Path) -> None:
    """Measure what pondering is worth: how much a reply keeps, and how much sooner the answer is there.

    A run that was interrupted goes on where it was. Times are processor time.
    """
    from rich.console import Console
    from rich.progress import track
    from rich.table import Table

    from engine.arena.ponder import MIDDLING, STRONG, Task, run
    from engine.arena.ponder_table import hits, rows
    from engine.games import find
    from engine.mind.readiness import WORKSHOP

    game = find(name)
    if not WORKSHOP.compiles(game):
        raise click.UsageError(f"{name} has no exact solver; the boards with gravity have one, such as connect4")
    WORKSHOP.warm_up(game)
    console = Console(stderr=True)
    found = run(Task(name, seconds, depth), game, positions, store)
    shown = track(found, "Pondering", positions, console=console, disable=not console.is_terminal)
    pondered = list(shown)
    table = Table(f"{game.title}, after {seconds:g} s of pondering", "expected reply", "another reply")
    for row in rows(pondered, depth):
        table.add_row(*row)
    out = Console()
    out.print(table)
    rates = hits(pondered)
    out.print(
        f"The reply that it expected is the one that level {STRONG} plays in {rates['strong']} of the positions, "
        f"and level {MIDDLING} in {rates['middling']}."
    )


COMMANDS = [ponder_report]
