"""Defines ``fourthought latency``: the time of the exact score of every column, from a cold table."""

from __future__ import annotations

import json
from collections import defaultdict

import click

from engine.console import console as open_console


@click.command()
@click.option("--count", type=click.IntRange(1), default=20, show_default=True, help="Positions of each kind at a ply.")
@click.option("--from", "first", type=click.IntRange(0, 41), default=0, show_default=True, help="The first ply.")
@click.option("--to", "last", type=click.IntRange(0, 41), default=41, show_default=True, help="The last ply.")
@click.option("--no-book", is_flag=True, help="Do not use the opening book.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a ply and kind.")
def latency(count: int, first: int, last: int, no_book: bool, as_json: bool) -> None:
    """Analyses random and sensible positions of Connect Four at every ply, each from an empty table, in one thread."""
    from rich.progress import track
    from rich.table import Table

    from engine.bench.latency import cases, quantile
    from engine.solver.book.book import shipped_book

    if last < first:
        raise click.UsageError(f"--to {last} comes before --from {first}")
    plies = range(first, last + 1)
    seconds_of: dict[tuple[int, str], list[float]] = defaultdict(list)
    todo = cases(count, plies, None if no_book else shipped_book())
    for case in track(todo, "positions", total=2 * count * len(plies), console=open_console(stderr=True)):
        seconds_of[case.ply, case.style].append(case.seconds)
    table = Table("ply", "positions", "median", "99 of 100", "longest", box=None, header_style="bold")
    for (ply, style), seconds in seconds_of.items():
        figures = [quantile(seconds, share) * 1e3 for share in (0.5, 0.99, 1.0)]
        if as_json:
            names = ("p50_ms", "p99_ms", "max_ms")
            figured = {name: round(ms, 3) for name, ms in zip(names, figures, strict=True)}
            click.echo(json.dumps({"ply": ply, "style": style, "count": len(seconds), **figured}))
        else:
            table.add_row(str(ply), style, *(f"{ms:.2f} ms" for ms in figures))
    if not as_json:
        open_console().print(table)


COMMANDS: list[click.Command] = [latency]
