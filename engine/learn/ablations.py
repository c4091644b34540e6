"""Measures the worth of each part of the learner: ``python -m engine.learn.ablations connect4 --seconds 8``.

Each row learns with one thing changed, for the same processor time, and the judge looks at one ply. The step falls over
the games that the time allows, so a short run before each row measures the speed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

import click

from engine.games import GameError, LineGame, find
from engine.learn import judge
from engine.learn.exact import play_and_teach
from engine.learn.learner import Learner, Settings
from engine.learn.positions import judged
from engine.nets.judging import LEARNT
from engine.solver.solver import Solver

_TRIAL = 3_000

BASE = Settings(games=_TRIAL, seed=1)

EXACT = "exact results from ply 20, too"

ROWS: dict[str, dict[str, float | int | bool]] = {
    "all parts": {},
    EXACT: {},
    "lambda 0": {"trace": 0.0},
    "lambda 0.95": {"trace": 0.95},
    "no lines, 70 walks": {"lines": False, "walks": 70},
    "lines alone": {"walks": 0},
    "lines and 50 walks": {"walks": 50},
    "tuples of 6 cells": {"length": 6},
    "no mirror images": {"mirror": False},
    "one set of tables": {"sets": 1},
    "no forced replies": {"forced": False},
    "random moves 3 %": {"stray": 0.03, "last_stray": 0.03},
    "random moves fall to 2 %": {"last_stray": 0.02},
    "random openings to the end": {"last_opening": 8},
    "the last weights, no mean": {"mean": 0.0},
    "step 0.2": {"step": 0.2, "last_step": 0.01},
    "step 2": {"step": 2.0, "last_step": 0.1},
}
"""Names the settings changed by each row."""


def measure(game: LineGame, settings: Settings, seconds: float, *, exact: bool = False) -> tuple[int, float]:
    """Returns the games of so many seconds of processor time, and how often one ply then keeps the result.

    Args:
        game: a board with judged positions.
        settings: the settings; the number of games is found here.
        seconds: the processor time of learning.
        exact: whether the solver teaches, too.
    """

    def play(learner: Learner, games: int) -> None:
        if exact:
            play_and_teach(learner, solver, games)
        else:
            learner.play(games)

    solver, trial = Solver(game.width, game.height, game.connect), Learner(game, settings)
    started = time.process_time()
    play(trial, _TRIAL)
    games = max(_TRIAL, round(_TRIAL * seconds / (time.process_time() - started)))
    learner = Learner(game, replace(settings, games=games))
    play(learner, games)
    learnt = judge.kernels(game, LEARNT, learner.net())
    return games, judge.keeps(game, judged(game.name), learnt.leaf(), 1)


def table(game: LineGame, seconds: float, seeds: int) -> Iterator[tuple[str, int, list[float]]]:
    """Yields each row: the name, the games of the median seed, the figure of each seed."""
    for name, changed in ROWS.items():
        found = [
            measure(game, replace(BASE, seed=seed, **changed), seconds, exact=name == EXACT)  # type: ignore[arg-type]
            for seed in range(1, seeds + 1)
        ]
        yield name, round(median(games for games, _ in found)), [share for _, share in found]


@click.command()
@click.argument("name", default="connect4")
@click.option("--seconds", default=8.0, show_default=True, help="Processor time of learning for each row and seed.")
@click.option("--seeds", default=3, show_default=True, help="Seeds; the median counts.")
def main(name: str, seconds: float, seeds: int) -> None:
    """Prints what the game called NAME is learnt to with one part of the learner changed at a time."""
    game = find(name)
    if not isinstance(game, LineGame) or not judged(name):
        raise GameError(f"there are no judged positions of {name}; python -m engine.learn.positions makes them")
    click.echo("| changed | games | keeps the result, one ply | each seed |\n|---|---:|---:|---|")
    for row, games, shares in table(game, seconds, seeds):
        each = ", ".join(f"{share:.3f}" for share in shares)
        click.echo(f"| {row} | {games:,} | {median(shares):.3f} | {each} |")


if __name__ == "__main__":
    main()
