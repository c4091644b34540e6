"""Measures how the ratings of puzzles fit the levels: ``python -m engine.bench.solvers``.

Each level solves puzzles of games that no other part of the project plays, by the level's own draws, and gets a rating
as a person gets one in the trainer (Glicko-1; static/js/coach/model/rating.js). The rating of a puzzle follows from
the levels' chances and the ladder alone, and the formula was chosen on puzzles of other games; so nothing here was
fitted to these puzzles.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import NamedTuple

import click

from engine.puzzles.judge import connect_four
from engine.puzzles.maker import Maker
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.rating import Rater

LEVELS = range(5, 10)
SEED = 1_000_003
"""The seed of the games; the puzzles that ship come from seed 1."""

_Q = math.log(10) / 400
_NEWCOMER, _MOST, _LEAST, _PUZZLE = 800.0, 350.0, 45.0, 60.0
_DAMPING = 1 / math.sqrt(1 + 3 * (_Q * _PUZZLE / math.pi) ** 2)


class Solver(NamedTuple):
    """Holds the figures of one level.

    Attributes:
        level: the level.
        ladder: the rating on the ladder.
        ratings: the rating in the trainer after each visit.
        solved: the share of solved puzzles.
    """

    level: int
    ladder: float
    ratings: tuple[float, ...]
    solved: float

    @property
    def distance(self) -> float:
        """Returns how far the mean rating lies above the ladder's."""
        return fmean(self.ratings) - self.ladder


def held_out(count: int, seed: int = SEED) -> Iterator[Puzzle]:
    """Yields ``count`` puzzles from games of a seed of its own."""
    maker = Maker(connect_four())
    found = itertools.chain.from_iterable(maker.puzzles(number, seed) for number in itertools.count())
    return itertools.islice(found, count)


def trained(results: Sequence[tuple[int, bool]]) -> float:
    """Returns the trainer's rating after puzzles, each with the rating of the puzzle and the result."""
    points, deviation = _NEWCOMER, _MOST
    for rating, solved in results:
        expected = 1 / (1 + 10 ** (-_DAMPING * (points - rating) / 400))
        precision = (_Q * _DAMPING) ** 2 * expected * (1 - expected)
        variance = 1 / (deviation**-2 + precision)
        points += _Q * variance * _DAMPING * (solved - expected)
        deviation = max(_LEAST, math.sqrt(variance))
    return points


def solvers(puzzles: Sequence[Puzzle], visits: int, levels: Sequence[int] = LEVELS) -> Iterator[Solver]:
    """Yields each level's figures: all puzzles in an order of chance, in each of so many visits."""
    rater, rng = Rater(connect_four()), random.Random("solvers")
    chances = [rater.chances(puzzle.moves, puzzle.line) for puzzle in puzzles]
    for level in levels:
        whole = [chance[level][1] for chance in chances]
        ratings = []
        for _ in range(visits):
            results = [(one.rating, rng.random() < chance) for one, chance in zip(puzzles, whole, strict=True)]
            rng.shuffle(results)
            ratings.append(trained(results))
        yield Solver(level, rater.ratings[level], tuple(ratings), fmean(whole))


@click.command()
@click.option("--count", type=click.IntRange(1), default=200, show_default=True, help="Puzzles.")
@click.option("--seed", type=int, default=SEED, show_default=True, help="The seed of the games.")
@click.option("--visits", type=click.IntRange(1), default=100, show_default=True, help="Visits of each level.")
def main(count: int, seed: int, visits: int) -> None:
    """Prints each level's rating on the ladder and as a solver of puzzles that no fit has seen."""
    puzzles = list(held_out(count, seed))
    click.echo("| level | ladder | solver, mean | distance | 90 % of visits | solved |")
    click.echo("|---:|---:|---:|---:|---:|---:|")
    for one in solvers(puzzles, visits):
        low, high = (sorted(one.ratings)[int(share * (visits - 1))] for share in (0.05, 0.95))
        mean = fmean(one.ratings)
        click.echo(
            f"| {one.level} | {one.ladder:.0f} | {mean:.0f} | {one.distance:+.0f} | {low:.0f} to {high:.0f} "
            f"| {one.solved:.0%} |"
        )


if __name__ == "__main__":
    main()
