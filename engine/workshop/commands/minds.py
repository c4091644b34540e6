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


@click.command()
@click.option("--games", type=COUNT, default=200, show_default=True, help="Pondering games.")
@click.option("--at-once", type=COUNT, default=10, show_default=True, help="Games in one process.")
@click.option("--seconds", type=FiniteRange(0.01, 3_600), default=2.0, show_default=True, help="Pondering of a game.")
@click.option("--game", "name", default="connect4", show_default=True, help="A board with an exact search.")
def restart(games: int, at_once: int, seconds: float, name: str) -> None:
    """Kills pondering games, and measures what comes back.

    The share of the proofs of at least 20,000 positions that is back in the tree, the processor time for that and for
    the first answer in a position that was proved before, and the bytes of the file. The opening book is not used.
    """
    import tempfile
    from pathlib import Path

    from rich.table import Table

    from engine.workshop.bench.latency import quantile
    from engine.workshop.bench.restart import killed_games

    table = Table("", "median", "99 of 100", "longest", box=None, header_style="bold")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # a thread still keeps the log
        found = list(killed_games(name, games, seconds, Path(folder), at_once=at_once))
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
    answers = [one.answer for one in found if one.answer is not None]
    for title, times in (("a tree is back after", [one.seconds for one in found]), ("first answer after", answers)):
        table.add_row(title, *(f"{1e3 * quantile(times, share):.2f} ms" for share in (0.5, 0.99, 1.0) if times))
    proofs, back = sum(one.proofs for one in found), sum(one.back for one in found)
    searched = sum(bool(one.nodes) for one in found)
    console().print(table)
    console().print(
        f"{back:,} of {proofs:,} proofs back ({back / max(1, proofs):.1%}); {searched} of {len(answers)} answers "
        f"took a search; {size:,} bytes."
    )


COMMANDS: list[click.Command] = [minds, restart]
