"""Defines ``fourthought bench signature``, ``latency`` and ``race``: measurements of the exact solver."""

import json
import statistics
from collections import defaultdict
from pathlib import Path

import click

from engine.commands import COUNT, OLD_FILE, THREADS
from engine.console import console, track

_GIVEN = "early,middle,late,end"


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.option("--without", multiple=True, metavar="NAME", help="Measure what a technique is worth (all: each).")
def signature(as_json: bool, without: tuple[str, ...]) -> None:
    """Prints the solver's node count on fixed positions.

    With --without: the nodes and the processor time without a technique, as multiples.
    """
    from engine.solver.switches import Switch
    from engine.workshop.bench.signature import SIGNATURE, ablation, measure

    if without:
        names = [switch.title for switch in Switch] if "all" in without else without
        try:
            for worth in ablation(names):
                record = {"without": worth.technique, "nodes": round(worth.nodes, 3), "time": round(worth.seconds, 3)}
                words = (
                    f"without {worth.technique}: {worth.nodes:.2f} times the nodes, {worth.seconds:.2f} times the time"
                )
                click.echo(json.dumps(record) if as_json else words)
        except ValueError as error:
            raise click.UsageError(str(error)) from None
        return
    nodes, seconds = measure()
    if as_json:
        click.echo(json.dumps({"signature": nodes, "expected": SIGNATURE, "nodes_per_second": round(nodes / seconds)}))
        return
    click.echo(f"signature {nodes}" + ("" if nodes == SIGNATURE else f" (expected {SIGNATURE})"))
    click.echo(f"{nodes / seconds / 1e6:.1f} million nodes per second")


@click.command()
@click.option("--count", type=COUNT, default=20, show_default=True, help="Positions of each kind at a ply.")
@click.option("--from", "first", type=click.IntRange(0, 41), default=0, show_default=True, help="The first ply.")
@click.option("--to", "last", type=click.IntRange(0, 41), default=41, show_default=True, help="The last ply.")
@click.option("--no-book", is_flag=True, help="Do not use the opening book.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a ply and kind.")
def latency(count: int, first: int, last: int, no_book: bool, as_json: bool) -> None:
    """Measures the time to analyse a position, by ply.

    Random and sensible positions of Connect Four, each from an empty table, in one thread.
    """
    from rich.table import Table

    from engine.solver.book.book import shipped_book
    from engine.workshop.bench.latency import cases, quantile

    if last < first:
        raise click.UsageError(f"--to {last} comes before --from {first}")
    plies = range(first, last + 1)
    seconds_of: dict[tuple[int, str], list[float]] = defaultdict(list)
    todo = cases(count, plies, None if no_book else shipped_book())
    for case in track(todo, "positions", 2 * count * len(plies)):
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
        console().print(table)


@click.command()
@click.argument("files", nargs=-1, type=OLD_FILE)
@click.option(
    "--sets",
    help=f"Sets of positions ({_GIVEN}, begin-hard) or files, with commas between them; the first four by default.",
)
@click.option("--count", type=COUNT, help="At most this many positions of each set.")
@click.option("--threads", type=THREADS, default=1, show_default=True, help="Threads of our solver.")
@click.option("--empty", is_flag=True, help="Race on the empty board as well: BitBully needs minutes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a set.")
def race(
    files: tuple[Path, ...], sets: str | None, count: int | None, threads: int, empty: bool, as_json: bool
) -> None:
    """Races our solver against BitBully (pip install bitbully).

    Each position is solved with empty tables and no book. FILES hold one position a line (the first word), such as
    4453.
    """
    from engine.games import GameError
    from engine.workshop.bench.race import PUBLISHED, compare, laps, positions_of

    names = [*map(str, files)]
    if sets is not None or not files:
        names += filter(None, (_GIVEN if sets is None else sets).split(","))
    try:
        chosen = {Path(name).stem: positions_of(name)[:count] for name in names}
        if empty:
            chosen["empty board"] = [""]
        for name, positions in chosen.items():
            done = []
            with click.progressbar(laps(positions, threads), length=len(positions), label=name, hidden=as_json) as bar:
                for lap in bar:
                    if not lap.agree:
                        raise click.ClickException(f"the two solvers disagree about {lap.position}")
                    done.append(lap)
            ours, theirs, times = compare(done, statistics.median)
            all_ours, all_theirs, all_times = compare(done, sum)
            record = {"set": name, "positions": len(done), "ours": ours, "theirs": theirs, "ratio": round(times, 2)}
            record |= {"nodes": sum(lap.nodes for lap in done), "all_ours": all_ours, "all_theirs": all_theirs}
            record |= {"all_ratio": round(all_times, 2)}
            words = (
                f"{name}: median {ours * 1e3:.3f} ms, BitBully {theirs * 1e3:.3f} ms: {times:.1f} times as fast; all "
                f"{len(done)} positions {all_ours:.3f} s, BitBully {all_theirs:.3f} s: {all_times:.1f} times"
            )
            click.echo(json.dumps(record) if as_json else words)
            if positions == [""] and not as_json:
                click.echo(f"searched here: {record['nodes']:,} positions, for the exact score; {PUBLISHED}")
    except GameError as error:
        raise click.UsageError(str(error)) from None


COMMANDS: list[click.Command] = [signature, latency, race]
