"""Runs worlds from the command line: one by ``--seed 7``, many by ``--hours 1``, those with faults by ``--planted``
or ``--patches FOLDER``."""

import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.world.outcome import Outcome
from tests.world.patches import FAULTS, table_of
from tests.world.plan import enough, plan
from tests.world.shrink import shrink, story
from tests.world.world import real_clock, run


def _run(seed: int) -> Outcome:
    return run(plan(seed))


@click.command()
@click.option("--seed", type=click.IntRange(0), help="Runs one world and prints its log, the same every time.")
@click.option("--hours", type=click.FloatRange(0.01), help="Simulated hours to run, from --first on.")
@click.option("--first", type=click.IntRange(0), default=0, show_default=True, help="The first seed.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Worlds at a time.")
@click.option("--planted", "is_planted", is_flag=True, help="Looks for each of the planted faults.")
@click.option("--fault", type=str, default="", help="Only the faults whose names contain this.")
@click.option(
    "--patches", type=click.Path(True, file_okay=False, path_type=Path), help="The same with the patches of a folder."
)
@click.option("--most", type=click.IntRange(1), default=200, show_default=True, help="Seeds to try with a fault.")
@click.option("--log", type=click.Path(path_type=Path), help="Writes the log of --seed to a file as well.")
def main(
    seed: int | None,
    hours: float | None,
    first: int,
    jobs: int,
    is_planted: bool,
    fault: str,
    patches: Path | None,
    most: int,
    log: Path | None,
) -> None:
    """Runs the whole server in worlds, each made from a seed. The exit code is 1 if a rule is broken."""
    console = Console(stderr=True)
    if is_planted or patches is not None:
        files = {one.stem: one for one in sorted((patches or FAULTS).glob("*.patch")) if fault in one.stem}
        if not files:
            raise click.UsageError(f"{patches or FAULTS} holds no file of that name that ends in .patch")
        sys.exit(table_of(console, files, range(first, first + most), jobs))
    if seed is not None:
        outcome = _run(seed)
        sys.stdout.write(outcome.text())
        if log is not None:
            log.write_text(outcome.text())
        _tell(console, outcome)
        sys.exit(outcome.failure is not None)
    if hours is None:
        raise click.UsageError("name a world by --seed, a number of --hours, or --planted")
    sys.exit(_many(console, enough(hours, first), jobs))


def _many(console: Console, seeds: range, jobs: int) -> int:
    """Runs many seeds, and tells the first world that breaks a rule. Returns the exit code."""
    began, hours = real_clock(), 0.0
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with ProcessPoolExecutor(jobs) as pool, Progress(*columns, console=console) as progress:
        task = progress.add_task("worlds", total=len(seeds))
        for outcome in pool.map(_run, seeds):
            progress.advance(task)
            hours += outcome.seconds / 3600
            if outcome.failure is not None:
                pool.shutdown(wait=False, cancel_futures=True)
                progress.stop()
                _tell(console, outcome)
                return 1
    console.print(
        f"{len(seeds)} worlds, {hours:.1f} simulated hours in {real_clock() - began:.0f} s: no rule is broken."
    )
    return 0


def _tell(console: Console, outcome: Outcome) -> None:
    if outcome.failure is not None:
        console.print(f"Seed {outcome.plan.seed} breaks “{outcome.failure.rule}”; it is made smaller ...")
        console.print(story(shrink(outcome)), markup=False, highlight=False)


if __name__ == "__main__":
    main()
