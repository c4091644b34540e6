"""Defines ``fourthought race``: the solver beside BitBully, in one run."""

from __future__ import annotations

import json
import statistics
from pathlib import Path

import click

_GIVEN = "early,middle,late,end"


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--sets",
    help=f"Sets of positions ({_GIVEN}, begin-hard) or files, with commas between them; the first four by default.",
)
@click.option("--count", type=click.IntRange(1), help="At most this many positions of each set.")
@click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="Threads of our solver.")
@click.option("--empty", is_flag=True, help="Race on the empty board, too: BitBully needs minutes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a set.")
def race(
    files: tuple[Path, ...], sets: str | None, count: int | None, threads: int, empty: bool, as_json: bool
) -> None:
    """Races our solver against BitBully (pip install bitbully), each position with empty tables and no book.

    FILES hold one position a line (the first word), such as 4453.
    """
    from engine.bench.race import PUBLISHED, compare, laps, positions_of
    from engine.games import GameError

    names = [*map(str, files)]
    if sets is not None or not files:
        names += filter(None, (_GIVEN if sets is None else sets).split(","))
    try:
        chosen = {Path(name).stem: positions_of(name)[:count] for name in names}
    except GameError as error:
        raise click.UsageError(str(error)) from None
    if empty:
        chosen["empty board"] = [""]
    try:
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
            record |= {
                "nodes": sum(lap.nodes for lap in done),
                "all_ours": all_ours,
                "all_theirs": all_theirs,
                "all_ratio": round(all_times, 2),
            }
            words = (
                f"{name}: median {ours * 1e3:.3f} ms, BitBully {theirs * 1e3:.3f} ms: {times:.1f} times as fast; all "
                f"{len(done)} positions {all_ours:.3f} s, BitBully {all_theirs:.3f} s: {all_times:.1f} times"
            )
            click.echo(json.dumps(record) if as_json else words)
            if positions == [""] and not as_json:
                click.echo(f"searched here: {record['nodes']:,} positions, for the exact score; {PUBLISHED}")
    except GameError as error:
        raise click.UsageError(str(error)) from None


COMMANDS: list[click.Command] = [race]
