"""Measures young networks beside the low levels: ``python -m engine.bench.young``.

A young network has learnt from few games, and plays one or two plies ahead after forced replies: no threat is
overlooked, plans are misjudged. The table tells how strong such a player is, on the scale of the levels, and how the
losses of the moves are spread: people lose little often, and much rarely. The last column tells how often the player
would move as before in the same position: whoever plays by no lots at all loses the same game again.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import click

from engine.arena import regret
from engine.arena.match import random_opening
from engine.games import Game, LineGame, Move, Player, find, replay
from engine.learn import judge
from engine.learn.learner import Learner, Settings
from engine.mind.levels.level import find_level, levels
from engine.mind.levels.sampling import odds
from engine.mind.levels.weak_play import WeakPlayer
from engine.mind.search.kernels import KERNEL_CACHE
from engine.nets.judging import LEARNT
from engine.nets.net import Net

AGES = (0, 300, 3_000, 30_000)
"""Games of learning."""

LEVELS = range(1, 8)

BOUNDS = (0, 4, 12, 24)
"""Sorts losses in plies: none, up to 4, up to 12, up to 24, more."""

Chances = Callable[[Sequence[Move]], dict[Move, float]]
"""Returns the probability of each move after some moves."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Names a player of the table, and tells the chances of the player's moves."""

    name: str
    chances: Chances


def by_network(game: LineGame, net: Net, depth: int) -> Chances:
    """Returns the chances of a player that looks ``depth`` plies ahead; the best moves in sight share equally."""
    leaf = judge.kernels(game, LEARNT, net).leaf()

    def chances(moves: Sequence[Move]) -> dict[Move, float]:
        state, values = replay(game, moves), dict[Move, float]()
        for move in game.moves(state):
            after = game.play(state, move)
            end = game.outcome(after)
            values[move] = -leaf(after, depth - 1, -1.0, 1.0).result() if end is None else float(end.winner is not None)
        return odds(values, 0.0)

    return chances


def young(game: LineGame, seed: int) -> Iterator[Entrant]:
    """Yields the young networks of one seed."""
    for age in AGES:
        learner = Learner(game, Settings(games=max(age, 1), seed=seed))
        learner.play(age)
        net = learner.net()
        for depth in (1, 2):
            yield Entrant(f"{age:,} games, {depth} {'ply' if depth == 1 else 'plies'}", by_network(game, net, depth))


def spread(game: Game[Any], judged: Sequence[regret.JudgedPosition], one: Entrant) -> list[float]:
    """Returns the figures of a player's choices: kept results, mean loss, losses by :data:`BOUNDS`, equal moves.

    The first is the share that keeps the result; the last, how often two choices in a position are the same move.
    """
    kept, lost, same, shares = 0.0, 0.0, 0.0, [0.0] * (len(BOUNDS) + 1)
    for position in judged:
        best = max(position.scores.values())
        for move, chance in one.chances(position.moves).items():
            loss = regret.loss(game, position, move)
            kept += chance * (position.scores[move].sign == best.sign)
            lost += chance * loss
            same += chance * chance
            shares[sum(loss > bound for bound in BOUNDS)] += chance
    return [figure / len(judged) for figure in (kept, lost, *shares, same)]


def points(game: Game[Any], one: Entrant, two: Entrant, games: int) -> float:
    """Returns the points of ``one``, from paired openings with both colours.

    Args:
        game: the rules.
        one: one player.
        two: the other player.
        games: how many games.
    """
    total = 0.0
    for number in range(games):
        rng, moves = random.Random(f"young {number}"), list(random_opening(game, 4, number // 2))
        state = replay(game, moves)
        while (end := game.outcome(state)) is None:
            mover = one if (game.to_move(state) is Player.FIRST) == (number % 2 == 0) else two
            chances = mover.chances(moves)
            moves.append(rng.choices(list(chances), list(chances.values()))[0])
            state = game.play(state, moves[-1])
        total += 0.5 if end.winner is None else (end.winner is Player.FIRST) == (number % 2 == 0)
    return total


def rating(results: dict[int, float], games: int) -> float:
    """Returns the rating that explains the points won from players of known ratings, each met in so many games.

    A drawn game with each keeps the rating finite.
    """
    wanted = sum(results.values()) + len(results) / 2
    low, high = -1_000.0, 4_000.0
    while high - low > 0.1:
        middle = (low + high) / 2
        expected = sum((games + 1) / (1 + 10 ** ((other - middle) / 400)) for other in results)
        low, high = (middle, high) if expected < wanted else (low, middle)
    return low


def rows(game: LineGame, positions: int, games: int, seed: int) -> Iterator[list[str]]:
    """Yields the table's rows: the levels, then the young networks.

    Args:
        game: a board with an exact solver.
        positions: how many judged positions.
        games: games of each network against each level.
        seed: the seed of the networks.
    """
    KERNEL_CACHE.warm_up(game)
    kernels = KERNEL_CACHE.kernels_for(game)
    assert kernels is not None  # noqa: S101 - warm_up has just built the kernels
    judged = list(regret.positions(game, positions))
    rated = {level.number: level.rating or 0 for level in levels(game.name) if level.number in LEVELS}
    of_level = {n: Entrant(f"level {n}", WeakPlayer(game, find_level(n), kernels).chances) for n in rated}
    show = functools.partial(_row, game, judged)
    for number, entrant in of_level.items():
        yield show(entrant, rated[number])
    for entrant in young(game, seed):
        won = {rated[number]: points(game, entrant, other, games) for number, other in of_level.items()}
        yield show(entrant, rating(won, games))


def _row(game: Game[Any], judged: Sequence[regret.JudgedPosition], one: Entrant, rated: float) -> list[str]:
    kept, lost, *shares = spread(game, judged, one)
    return [one.name, f"{rated:.0f}", f"{kept:.1%}", f"{lost:.2f}", *(f"{share:.0%}" for share in shares)]


@click.command()
@click.option("--positions", default=400, show_default=True, help="Positions with exact results.")
@click.option("--games", default=40, show_default=True, help="Games of each network against each level.")
@click.option("--seed", default=1, show_default=True, help="The seed of the networks.")
def main(positions: int, games: int, seed: int) -> None:
    """Prints young networks of Connect Four beside the low levels."""
    game = find("connect4")
    assert isinstance(game, LineGame)  # noqa: S101
    losses = ["no loss", *(f"up to {bound} plies" for bound in BOUNDS[1:]), "more"]
    head = ["player", "rating", "keeps the result", "mean loss", *losses, "same move again"]
    click.echo(f"| {' | '.join(head)} |\n|---{'|---:' * (len(head) - 1)}|")
    for cells in rows(game, positions, games, seed):
        click.echo(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
