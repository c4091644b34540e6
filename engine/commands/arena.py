"""``fourthought match`` and ``ladder``: engine against engine at the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from engine.games import Game

_STORE = "ladder.jsonl"


def _game(name: str) -> Game[Any]:
    from engine.games import find

    return find(name)  # its refusal is one sentence, which the command prints


@click.command()
@click.option("--first", type=click.IntRange(0, 10), default=6, show_default=True, help="Level; 0 moves at random.")
@click.option("--second", type=click.IntRange(0, 10), default=6, show_default=True, help="Level of the other side.")
@click.option("--games", type=click.IntRange(1), default=20, show_default=True, help="Half with colours swapped.")
@click.option("--game", "name", default="connect4", show_default=True)
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--show", is_flag=True, help="Print the boards as they go.")
@click.option("--json", "as_json", is_flag=True, help="One object a game.")
def match(first: int, second: int, games: int, name: str, seed: int, show: bool, as_json: bool) -> None:
    """Let two levels play each other, from paired random openings, colours swapped."""
    from rich.console import Console
    from rich.progress import track

    from engine.arena.match import opening, play
    from engine.mind.readiness import WORKSHOP

    game = _game(name)
    WORKSHOP.warm_up(game)
    console = Console(stderr=True)
    counts = [0, 0, 0]
    for number in track(range(games), "Playing", console=console, disable=show or not console.is_terminal):
        swapped = number % 2 == 1
        sides = (second, first) if swapped else (first, second)
        start = opening(game, 4, seed * 10_000 + number // 2)
        printer = (lambda state, move: click.echo(f"{game.describe(state)}\n")) if show else None
        played = play(game, sides, start, seed * 10_000 + number, show=printer)
        points = played.points(level_is_first=not swapped)
        counts[round(2 - 2 * points)] += 1
        if as_json:
            line = {"levels": sides, "moves": played.moves, "points": points}
            click.echo(json.dumps(line))
        elif show:
            winner = "a draw" if played.winner is None else f"{game.player_names[played.winner]} wins"
            click.echo(f"game {number + 1}: {winner}\n")
    if not as_json:
        click.echo(f"level {first} against level {second}: {counts[0]} won, {counts[1]} drawn, {counts[2]} lost")


@click.command()
@click.option("--game", "name", default="connect4", show_default=True)
@click.option("--openings", type=click.IntRange(1), default=20, show_default=True, help="Each is played both ways.")
@click.option("--store", type=click.Path(path_type=Path), default=Path(_STORE), show_default=True)
@click.option("--processes", type=click.IntRange(1), default=None, help="One for each core, if not given.")
@click.option("--figure", type=click.Path(path_type=Path), help="Write the ladder as an SVG picture.")
@click.option("--json", "as_json", is_flag=True, help="The ratings as one object.")
def ladder(name: str, openings: int, store: Path, processes: int | None, figure: Path | None, as_json: bool) -> None:
    """Rate all levels against each other; a run that was interrupted goes on where it was."""
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table

    from engine.arena.ladder import rate, run

    game = _game(name)
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("Playing the ladder", total=None)
        for done, total in run(game.name, openings, store, processes):
            progress.update(task, completed=done, total=total)
    ratings = rate(game.name, store)
    names = {rating.player: f"level {rating.player}" if rating.player else "random" for rating in ratings}
    if figure:
        from engine.arena.figure import ladder_svg

        figure.write_text(ladder_svg(f"{game.title}: ratings of the levels", names, ratings))
    if as_json:
        points = {str(rating.player): round(rating.points) for rating in ratings}
        click.echo(json.dumps({"game": game.name, "ratings": points}))
        return
    table = Table("level", "rating", "95 % of the step", "games")
    for rating in ratings:
        table.add_row(names[rating.player], f"{rating.points:.0f}", f"± {rating.margin:.0f}", str(rating.games))
    Console().print(table)


COMMANDS = [match, ladder]
