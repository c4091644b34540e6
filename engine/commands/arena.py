"""Defines ``fourthought ladder`` and ``regret``, the measurements of the levels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.console import console as open_console
from engine.fan_option import on_option, open_fan

if TYPE_CHECKING:
    from engine.games import Game

_STORE = "ladder.jsonl"


def _game(name: str) -> Game[Any]:
    from engine.games import find

    return find(name)  # an unknown name raises one sentence, which the command prints


@click.command()
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option(
    "--openings", type=click.IntRange(1), default=20, show_default=True, help="Random openings; each is played twice."
)
@click.option(
    "--store", type=click.Path(path_type=Path), default=Path(_STORE), show_default=True, help="Keep the games here."
)
@click.option("--seed", default=1, show_default=True, help="Another seed plays other openings.")
@click.option("--processes", type=click.IntRange(1), default=None, help="Games at once.  [default: one for each core]")
@on_option
@click.option("--figure", type=click.Path(path_type=Path), help="Write the ladder as an SVG picture.")
@click.option("--save", type=click.Path(path_type=Path), help="Write the ratings into this file, for the slider.")
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
    """Rates all levels against each other. An interrupted run goes on where it stopped."""
    from rich.progress import Progress
    from rich.table import Table

    from engine.arena import ladder as arena

    game = _game(name)
    console = open_console(stderr=True)
    with open_fan(on, processes) as fan, Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing the ladder", total=None)
        for done, total in arena.run(game.name, openings, store, fan, seed):
            progress.update(task, completed=done, total=total)
    ratings = arena.rate(game.name, store, openings, seed)
    if save:
        arena.save(save, game.name, ratings)
    names = {rating.player: f"level {rating.player}" if rating.player else "random" for rating in ratings}
    if figure:
        from engine.arena.ratings import ladder_svg

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
    open_console().print(table)


@click.command()
@click.option("--game", "name", default="connect4", show_default=True, help="A game with an exact solver.")
@click.option("--positions", type=click.IntRange(1), default=300, show_default=True, help="Positions to judge.")
@click.option("--seed", default=1, show_default=True, help="Another seed judges other positions.")
@click.option("--processes", type=click.IntRange(1), help="Positions at once.  [default: one for each core]")
@on_option
@click.option("--save", type=click.Path(path_type=Path), help="Write positions and results into this file.")
def regret(name: str, positions: int, seed: int, processes: int | None, on: str | None, save: Path | None) -> None:
    """Measures the cost of each level's moves: how often they keep the exact result, and the mean loss in plies."""
    from rich.progress import track
    from rich.table import Table

    from engine.arena import regret as arena
    from engine.mind.search.kernels import KERNEL_CACHE

    game = _game(name)
    KERNEL_CACHE.warm_up(game)
    console = open_console(stderr=True)
    hidden = not console.is_terminal
    with open_fan(on, processes) as fan:
        sampled = arena.positions(game, positions, seed, fan)
        judged = list(track(sampled, "Judging positions", positions, console=console, disable=hidden))
        measured = arena.table(game, judged, seed, fan=fan)
        levels = list(track(measured, "Playing", 10, console=console, disable=hidden))
    if save:
        save.write_text(json.dumps(arena.record(game, judged, levels), indent=1) + "\n", encoding="utf-8")
    shown = Table("level", "keeps the result", "mean loss in plies")
    for one in levels:
        shown.add_row(str(one.level), f"{100 * one.kept:.1f} %", f"{one.plies:.2f}")
    open_console().print(shown)


COMMANDS = [ladder, regret]
