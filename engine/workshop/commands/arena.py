"""Defines ``fourthought bench ladder``, ``regret`` and ``ponder``: how levels play, and the worth of pondering."""

import json
from pathlib import Path

import click

from engine.commands import COUNT, FILE, FiniteRange
from engine.console import console, track
from engine.workshop.machines import on_option, open_pool


@click.command()
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option("--openings", type=COUNT, default=20, show_default=True, help="Random openings; each is played twice.")
@click.option("--store", type=FILE, default=Path("ladder.jsonl"), show_default=True, help="Keep the games here.")
@click.option("--seed", default=1, show_default=True, help="Another seed plays other openings.")
@click.option("--processes", type=COUNT, default=None, help="Games at once.  [default: one for each core]")
@on_option
@click.option("--figure", type=FILE, help="Write the ladder as an SVG picture.")
@click.option("--save", type=FILE, help="Write the ratings into this file, for the slider.")
@click.option("--json", "as_json", is_flag=True, help="Print the ratings as one JSON object.")
def ladder(
    name: str,
    openings: int,
    store: Path,
    seed: int,
    processes: int | None,
    on: str | None,
    figure: Path | None,
    save: Path | None,
    as_json: bool,
) -> None:
    """Rates all levels against each other.

    An interrupted run continues where it stopped.
    """
    from rich.progress import Progress
    from rich.table import Table

    from engine.games import find
    from engine.workshop.arena import ladder as arena

    game = find(name)
    shown = console(stderr=True)
    with open_pool(on, processes) as pool, Progress(console=shown, disable=not shown.is_terminal) as progress:
        task = progress.add_task("Playing the ladder", total=None)
        for done, total in arena.run(game.name, openings, store, pool, seed):
            progress.update(task, completed=done, total=total)
    ratings = arena.rate(game.name, store, openings, seed)
    if save:
        arena.save(save, game.name, ratings)
    names = {rating.player: f"level {rating.player}" if rating.player else "random" for rating in ratings}
    if figure:
        from engine.workshop.arena.ratings import ladder_svg

        figure.write_text(ladder_svg(f"{game.title}: ratings of the levels", names, ratings), encoding="utf-8")
    if as_json:
        points = {str(rating.player): round(rating.points) for rating in ratings}
        click.echo(json.dumps({"game": game.name, "ratings": points}))
        return
    table = Table("level", "rating", "step, 95 %", "games")
    below = 0.0
    for rating in ratings:
        step = f"{rating.points - below:+.0f} ± {rating.margin:.0f}" if rating.player else ""
        table.add_row(names[rating.player], f"{rating.points:.0f}", step, str(rating.games))
        below = rating.points
    console().print(table)


@click.command()
@click.option("--game", "name", default="connect4", show_default=True, help="A game with an exact solver.")
@click.option("--positions", type=COUNT, default=300, show_default=True, help="Positions to judge.")
@click.option("--seed", default=1, show_default=True, help="Another seed judges other positions.")
@click.option("--processes", type=COUNT, help="Positions at once.  [default: one for each core]")
@on_option
@click.option("--save", type=FILE, help="Write positions and results into this file.")
def regret(name: str, positions: int, seed: int, processes: int | None, on: str | None, save: Path | None) -> None:
    """Measures the cost of each level's moves.

    Prints how often a level keeps the exact result, and the mean loss in plies.
    """
    from rich.table import Table

    from engine.games import find
    from engine.workshop.arena import regret as arena

    game = find(name)
    with open_pool(on, processes) as pool:
        judged = list(track(arena.positions(game, positions, seed, pool), "Judging positions", positions))
        levels = list(track(arena.table(game, judged, seed, pool=pool), "Playing", 10))
    if save:
        save.write_text(json.dumps(arena.record(game, judged, levels), indent=1) + "\n", encoding="utf-8")
    table = Table("level", "keeps the result", "mean loss in plies")
    for one in levels:
        table.add_row(str(one.level), f"{100 * one.kept:.1f} %", f"{one.plies:.2f}")
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

    from engine.games import find
    from engine.mind.search.available import proves
    from engine.workshop.arena.pondering import MIDDLING, STRONG, PonderTask, hits, rows, run

    game = find(name)
    if not proves(game):
        raise click.UsageError(f"{name} has no exact solver; the boards with gravity have one, such as connect4")
    if not first <= last < game.max_plies - 1:
        raise click.UsageError(f"no position between {first} and {last} moves leaves room for a reply")
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


COMMANDS: list[click.Command] = [ladder, regret, ponder]
