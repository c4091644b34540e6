"""Defines ``fourthought ponder-report`` and ``ponder-match``: the worth of pondering."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("ponder-report")
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option(
    "--positions", type=click.IntRange(1), default=200, show_default=True, help="Positions; two replies to each."
)
@click.option(
    "--seconds", type=click.FloatRange(0.0), default=5.0, show_default=True, help="Processor time of pondering."
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
    from rich.console import Console
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
    console = Console(stderr=True)
    measured = run(PonderTask(name, seconds, depth, first=first, last=last, reads=not no_book), game, positions, store)
    shown = track(measured, "Pondering", positions, console=console, disable=not console.is_terminal)
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


@click.command("ponder-match")
@click.option("--game", "name", default="connect4-8x7", show_default=True, help="The game, by its short name.")
@click.option(
    "--nodes", type=click.IntRange(1), default=20_000, show_default=True, help="Positions searched for each move."
)
@click.option(
    "--seconds", type=click.FloatRange(0.001), help="Seconds of processor time for each move, instead of positions."
)
@click.option(
    "--points",
    type=click.FloatRange(1.0),
    default=30.0,
    show_default=True,
    help="The test asks: at least so many points, or none?",
)
@click.option("--games", type=click.IntRange(2), default=4_000, show_default=True, help="Games at most.")
@click.option("--seed", default=1, show_default=True, help="Another seed draws other openings.")
@click.option(
    "--store",
    type=click.Path(path_type=Path),
    default=Path("ponder-match.jsonl"),
    show_default=True,
    help="Keep games here.",
)
def ponder_match(
    name: str, nodes: int, seconds: float | None, points: float, games: int, seed: int, store: Path
) -> None:
    """Plays the pondering engine against the same engine without pondering, until the worth in points is decided.

    Equal clocks, paired openings, colours swapped; a sequential probability ratio test with 5 % of error either way. An
    interrupted run goes on where it stopped, and the store keeps every game.
    """
    from rich.console import Console
    from rich.progress import Progress

    from engine.arena.pondering.match import Match, Result, pairs, run
    from engine.arena.sprt import judge
    from engine.games import find
    from engine.mind.search.available import proves
    from engine.mind.search.kernels import KERNEL_CACHE

    game = find(name)
    if not proves(game):
        raise click.UsageError(f"{name} has no exact solver; the boards with gravity have one, such as connect4-8x7")
    KERNEL_CACHE.warm_up(game)
    console = Console(stderr=True)
    match = Match(name, 0 if seconds else nodes, seconds or 0.0, seed)
    results: list[Result] = []
    verdict = judge([], 0.0, points)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing", total=None)
        for result in run(match, game, store):
            results.append(result)
            if len(results) % 2 == 0:
                verdict = judge(pairs(results), 0.0, points)
                said = f"game {len(results)}: {verdict.rating:+.0f} points, log-likelihood ratio {verdict.ratio:+.2f}"
                progress.update(task, description=said)
                if verdict.passed is not None or len(results) >= games:
                    break
    budget = f"{seconds:g} s" if seconds else f"{nodes:,} positions"
    counts = [sum(result.points == points for result in results) for points in (1.0, 0.5, 0.0)]
    hits, asked = sum(result.hits for result in results), sum(result.asked for result in results)
    end = {True: "passed", False: "failed", None: "undecided"}[verdict.passed]
    click.echo(
        f"{game.title}, {budget} a move, {len(results)} games: the pondering side won {counts[0]}, "
        f"drew {counts[1]}, lost {counts[2]}\n"
        f"{verdict.rating:+.0f} ± {verdict.margin:.0f} rating points; it had expected "
        f"{100 * hits / max(1, asked):.0f} % of the replies\n"
        f"at least {points:g} points, not 0: {end} (log-likelihood ratio {verdict.ratio:+.2f}, "
        f"limits {verdict.lower:.2f} and {verdict.upper:.2f})"
    )


COMMANDS = [ponder_report, ponder_match]
