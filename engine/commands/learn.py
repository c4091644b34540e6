"""Defines ``fourthought learn``: an evaluation learns from its own games."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from engine.games import Game
    from engine.learn.learner import Learner


@click.command()
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option("--games", type=click.IntRange(1), default=200_000, show_default=True, help="Games of the whole run.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Another seed learns otherwise.")
@click.option("--walks", default=20, show_default=True, type=click.IntRange(0, 200), help="Random-walk tuples.")
@click.option(
    "--out", type=click.Path(path_type=Path, dir_okay=False), help="The file of the network.  [default: GAME.net]"
)
@click.option("--resume", is_flag=True, help="Go on from the checkpoint of an interrupted run.")
@click.option("--figure", type=click.Path(path_type=Path, dir_okay=False), help="Draw the curve as an SVG picture.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a look of the judge.")
def learn(
    name: str,
    games: int,
    seed: int,
    walks: int,
    out: Path | None,
    resume: bool,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Learns an evaluation by self-play, with TD(lambda).

    An interrupted run goes on with --resume and ends with the same bits. The network is written into a file, which
    "fourthought match --first net:FILE" plays. Games with chance and games without a board are learnt in plain Python,
    some hundred times slower: give fewer --games.
    """
    from engine.games import GameError, LineGame, find
    from engine.learn.learner import Learner, Settings
    from engine.nets import file

    game, out = find(name), out or Path(f"{name}.net")
    if not isinstance(game, LineGame):
        if resume or figure:
            raise GameError(f"{game.title} is learnt in plain Python, without checkpoints and curves")
        return _learn_plainly(game, games, seed, out)
    checkpoint = out.with_name(out.name + ".checkpoint")
    settings = Settings(games=games, seed=seed, walks=walks)
    learner = Learner.load(checkpoint, game, settings) if resume else Learner(game, settings)
    _run(learner, checkpoint, as_json)
    figures = {key: value for key, value in learner.curve[-1].items() if key != "games"}
    file.write(learner.net(figures), out)
    if figure:
        from engine.learn.figure import curve_svg

        key = next(iter(figures))
        figure.write_text(curve_svg(game.title, key, [(int(one["games"]), one[key]) for one in learner.curve]))
    click.echo(f"{out}: {out.stat().st_size / 1024:.0f} KiB", err=True)
    return None


def _learn_plainly(game: Game[Any], games: int, seed: int, out: Path) -> None:
    """Learns a game that has no compiled learner, and says in ten places what the first move is worth."""
    from engine.learn.plain import PlainLearner
    from engine.nets import file

    learner = PlainLearner(game, games, seed)
    for part in range(1, 11):
        learner.play(games * part // 10 - learner.games)
        told = ", ".join(f"{game.move_words(one.move)} {one.value:+.2f}" for one in learner.look(game.initial()))
        click.echo(f"{learner.games:,} games: {told}", err=True)
    if net := learner.net():
        file.write(net, out)
        click.echo(f"{out}: {out.stat().st_size / 1024:.0f} KiB", err=True)
    else:
        click.echo("A game without a board is learnt as a table of its states; no file is written.", err=True)


def _run(learner: Learner, checkpoint: Path, as_json: bool) -> None:
    """Runs the learner, with a bar at a terminal and a line for every look of the judge."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from engine.learn import run

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("Learning", total=learner.settings.games, completed=learner.games)
        for report in run.run(learner, checkpoint):
            progress.update(task, completed=report.games, description=f"{report.a_second:,.0f} games a second")
            if report.figures and as_json:
                click.echo(json.dumps({"games": report.games, **report.figures}))
            elif report.figures:
                told = ", ".join(f"{key} {value:.1%}" for key, value in report.figures.items())
                progress.console.print(f"{report.games:,} games, {report.a_second:,.0f} a second: {told}")
    sys.stdout.flush()


COMMANDS = [learn]
