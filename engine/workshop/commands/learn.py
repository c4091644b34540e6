"""Defines ``fourthought bench learn`` and ``learning``: learns an evaluation from games, and measures what it knows."""

from __future__ import annotations

import itertools
import json
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from engine.commands import COUNT, FILE
from engine.console import bars
from engine.workshop.machines import on_option, open_pool

if TYPE_CHECKING:
    from engine.games import Game, LineGame
    from engine.workshop.learn.learner import Learner, Settings


@click.command()
@click.option("--game", "name", default="connect4", show_default=True, help="The game, or a size such as 9x6.")
@click.option("--games", type=COUNT, default=200_000, show_default=True, help="Games of the whole run.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0), help="Another seed learns otherwise.")
@click.option(
    "--seeds", default=1, show_default=True, type=click.IntRange(1, 99), help="So many seeds, from --seed on."
)
@click.option("--walks", default=20, show_default=True, type=click.IntRange(0, 200), help="Random-walk tuples.")
@click.option("--out", type=FILE, help="The file of the network.  [default: GAME.net]")
@on_option
@click.option("--resume", is_flag=True, help="Continue from the checkpoint of an interrupted run.")
@click.option("--figure", type=FILE, help="Draw the curve as an SVG picture.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a measurement.")
def learn(
    name: str,
    games: int,
    seed: int,
    seeds: int,
    walks: int,
    out: Path | None,
    on: str | None,
    resume: bool,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Learns an evaluation by self-play, with TD(lambda).

    An interrupted run continues with --resume and ends with the same bits. The network is written into a file, which
    "fourthought match --first net:FILE" plays. Games with chance and games without a board are learnt in plain Python,
    some hundred times slower: give fewer --games.

    With several --seeds each learns by itself, on one core, into a file with the seed in the name.
    """
    from engine.commands.solve import sized
    from engine.games import GameError, LineGame, find
    from engine.workshop.learn.learner import Learner, Settings

    game, out = sized(name, words=2) or find(name), out or Path(f"{name}.net")
    if not isinstance(game, LineGame):
        if resume or figure or on or seeds > 1:
            raise GameError(
                f"{game.title} is learnt in plain Python, with one seed, and without checkpoints and curves"
            )
        return _learn_plainly(game, games, seed, out)
    runs = {
        _of_seed(out, one, seeds): Settings(games=games, seed=one, walks=walks) for one in range(seed, seed + seeds)
    }
    if on is None and seeds == 1:
        checkpoint, settings = _checkpoint(out), runs[out]
        learner = Learner.load(checkpoint, game, settings) if resume else Learner(game, settings)
        _run(learner, checkpoint, as_json)
        learners = {out: learner}
    else:
        learners = _run_all(game, runs, on, resume, as_json)
    for (path, learner), one in zip(learners.items(), range(seed, seed + seeds), strict=True):
        _finish(learner, path, _of_seed(figure, one, seeds) if figure else None)
    return None


def _of_seed(path: Path, seed: int, seeds: int) -> Path:
    return path.with_stem(f"{path.stem}-{seed}") if seeds > 1 else path


def _checkpoint(out: Path) -> Path:
    return out.with_name(out.name + ".checkpoint")


def _finish(learner: Learner, out: Path, figure: Path | None) -> None:
    from engine.nets import file

    figures = {key: value for key, value in learner.curve[-1].items() if key != "games"}
    file.write(learner.net(figures), out)
    if figure:
        from engine.workshop.learn.figure import curve_svg

        key = next(iter(figures))
        figure.write_text(
            curve_svg(learner.game.title, key, [(int(one["games"]), one[key]) for one in learner.curve]),
            encoding="utf-8",
        )
    click.echo(f"{out}: {out.stat().st_size / 1024:.0f} KiB", err=True)


def _learn_plainly(game: Game[Any], games: int, seed: int, out: Path) -> None:
    from engine.nets import file
    from engine.workshop.learn.plain import PlainLearner

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
    from engine.workshop.learn import run

    with bars() as progress:
        task = progress.add_task("Learning", total=learner.settings.games, completed=learner.games)
        for report in run.run(learner, checkpoint):
            progress.update(task, completed=report.games, description=f"{report.a_second:,.0f} games a second")
            if report.figures:
                speed = f", {report.a_second:,.0f} a second"
                _tell(progress, {"games": report.games, **report.figures}, as_json, speed)
    sys.stdout.flush()


def _run_all(
    game: LineGame, runs: dict[Path, Settings], on: str | None, resume: bool, as_json: bool
) -> dict[Path, Learner]:
    """Runs the learner of every seed, with one progress bar and a line for every measurement."""
    from engine.workshop.learn import run
    from engine.workshop.learn.learner import Learner

    files = {_checkpoint(out): settings for out, settings in runs.items()}
    told: dict[Path, int] = {}
    with open_pool(on) as pool, bars() as progress:
        task = progress.add_task("Learning", total=sum(settings.games for settings in runs.values()))
        now: dict[Path, run.Done] = {}
        for now in run.learn(pool, game, files, resume):
            progress.update(task, completed=sum(done.games for done in now.values()))
            for path, done in now.items():
                for row in done.curve[told.get(path, 0) :]:
                    _tell(progress, {"seed": files[path].seed, **row}, as_json)
                told[path] = len(done.curve)
    sys.stdout.flush()
    return {out: Learner.restore(now[_checkpoint(out)].checkpoint, game, settings) for out, settings in runs.items()}


def _tell(progress: Any, row: dict[str, float], as_json: bool, speed: str = "") -> None:
    """Prints one measurement: the games before it, the figures, and the seed if there are several learners."""
    if as_json:
        click.echo(json.dumps(row))
        return
    told = ", ".join(f"{key} {value:.1%}" for key, value in row.items() if key not in ("games", "seed"))
    seed = f"seed {row['seed']}, " if "seed" in row else ""
    progress.console.print(f"{seed}{row['games']:,} games{speed}: {told}")


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FILE)
@click.option("--games", default=400, show_default=True, help="Games of each match.")
@click.option("--budget", default=10_000, show_default=True, help="Positions a move of the hand-written evaluation.")
def learning(paths: tuple[Path, ...], games: int, budget: int) -> None:
    """Measures networks of one board, and prints the medians."""
    from engine.nets import file
    from engine.workshop.learn.measuring import board_of, figures, hand_written

    nets = [file.read(path) for path in paths]
    rows: dict[str, list[float]] = {}
    for path, net in zip(paths, nets, strict=True):
        size = ("size, KiB", path.stat().st_size / 1024)
        for name, figure in itertools.chain([size], figures(net, games, budget)):
            rows.setdefault(name, []).append(figure)
            click.echo(f"{path.name}: {name} {rows[name][-1]:.4g}", err=True)
    hand = hand_written(board_of(nets[0]))
    click.echo("| | median | each | hand-written | after forced replies |\n|---|---:|---:|---:|---:|")
    for name, found in rows.items():
        others = (f"{one[name]:.3f}" if name in one else "" for one in hand)
        each = ", ".join(f"{one:.3g}" for one in found)
        click.echo(f"| {name} | {median(found):.4g} | {each} | {' | '.join(others)} |")


COMMANDS = [learn, learning]
