"""Defines ``fourthought minds`` and ``soak``: the promises of a mind, measured."""

from __future__ import annotations

import os

import click

_SPEED = 5_000_000
"""About how many positions a core searches in a second."""


@click.command("minds")
@click.option(
    "--positions", type=click.IntRange(1), default=300, show_default=True, help="Positions of each measurement."
)
@click.option(
    "--pondering", type=click.IntRange(0), default=2_000, show_default=True, help="Pondering games in the crowd."
)
@click.option("--due", type=click.IntRange(0), default=50, show_default=True, help="Moves due at once.")
@click.option("--budget", type=click.FloatRange(0.01), default=3.0, show_default=True, help="Seconds for a due move.")
@click.option(
    "--threads",
    type=click.IntRange(1),
    default=os.cpu_count() or 1,
    help="Search threads.  [default: one for each core]",
)
def minds(positions: int, pondering: int, due: int, budget: float, threads: int) -> None:
    """Measures how quickly minds answer and share the machine.

    The time to answer a proven reply, the pause of a search during a look, the length of a slice, the share of the
    search holding the interpreter lock, and the lateness of moves in a crowd. All figures are processor time but the
    crowd's, which is clock time and needs a quiet machine.
    """
    from rich.console import Console
    from rich.table import Table

    from engine.bench.latency import quantile
    from engine.bench.minds import crowd_delays, lock_share, look_times, reply_times, slice_times
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
    Console().print(table)
    shares = [f"{100 * lock_share(game, 20.0):.1f} % ({game.title})" for game in (small, large)]
    click.echo(f"The interpreter lock is held for {' and '.join(shares)} of the search time.")


@click.command("soak")
@click.option(
    "--minutes", type=click.FloatRange(0.01), default=60.0, show_default=True, help="Minutes of processor time."
)
@click.option("--cap", type=click.FloatRange(0.02), default=16.0, show_default=True, help="MiB for each mind's tree.")
@click.option("--game", "names", multiple=True, default=("connect4", "connect4-8x7"), show_default=True, help="Boards.")
@click.option(
    "--nodes", type=click.IntRange(1), default=10_000_000, show_default=True, help="Positions searched for each move."
)
@click.option("--seed", default=1, show_default=True, help="Another seed plays other games.")
def soak(minutes: float, cap: float, names: tuple[str, ...], nodes: int, seed: int) -> None:
    """Ponders and answers without a pause under a hard cap of memory, and compares every answer with the truth.

    A quarter of the time goes into the first position on each board. Exits with 1 if an answer was wrong or a tree
    outgrew the cap. Ctrl-C ends the run early and prints the figures so far.
    """
    import time
    from contextlib import suppress

    from rich.console import Console
    from rich.progress import Progress

    from engine.bench.memory import SoakResult, resident_bytes, soak_minds
    from engine.games import find
    from engine.mind.search.available import proves
    from engine.mind.search.kernels import KERNEL_CACHE

    games = [find(name) for name in names]
    for game in games:
        if not proves(game):
            raise click.UsageError(f"{game.name} has no exact solver; the boards with gravity have one")
        KERNEL_CACHE.warm_up(game)
    share = int(minutes * 60 * _SPEED / 4)
    console, begin, spent, early, out = Console(stderr=True), time.thread_time(), 0.0, 0, SoakResult()
    with suppress(KeyboardInterrupt), Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("Pondering", total=minutes * 60)
        for so_far in soak_minds(games, cap, nodes, share, seed):
            out, spent = so_far, time.thread_time() - begin
            progress.update(task, completed=spent)
            early = early or (resident_bytes() if spent > minutes * 6 else 0)
            if spent > minutes * 60:
                break
    grown = (resident_bytes() - early) / 2**20
    click.echo(
        f"{spent / 60:.0f} minutes, {out.nodes:,} positions, {out.games} games; the largest tree took "
        f"{out.largest / 2**20:.1f} of {cap:g} MiB, {out.collapsed:,} nodes collapsed\n"
        f"the process grew by {grown:.1f} MiB after the first tenth\n"
        f"{out.checked} answers were compared with the truth, {len(out.wrong)} were wrong"
    )
    for line in out.wrong:
        click.echo(line)
    if out.wrong or out.largest > cap * 2**20:
        raise SystemExit(1)


COMMANDS: list[click.Command] = [minds, soak]
