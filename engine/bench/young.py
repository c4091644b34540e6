"""Measures young networks beside the low levels: ``python -m engine.bench.young``.

A young network plays one or two plies ahead, after few games of learning: it sees every direct threat and misjudges
plans. The table tells how even such players are as a ladder (points against the next stronger one), and how the losses
of their moves are spread: people lose little often and much rarely.
"""

from __future__ import annotations

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
from engine.mind.levels.level import find_level
from engine.mind.levels.sampling import odds
from engine.mind.levels.weak_play import WeakPlayer
from engine.mind.search.kernels import KERNEL_CACHE
from engine.nets.judging import LEARNT

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


def entrants(game: LineGame, seed: int) -> list[Entrant]:
    """Returns the young networks and the low levels."""
    KERNEL_CACHE.warm_up(game)
    kernels = KERNEL_CACHE.kernels_for(game)
    assert kernels is not None  # noqa: S101 - warm_up has just built the kernels
    found = [Entrant(f"level {n}", WeakPlayer(game, find_level(n), kernels).chances) for n in LEVELS]
    for age in AGES:
        learner = Learner(game, Settings(games=max(age, 1), seed=seed))
        learner.play(age)
        leaf = judge.kernels(game, LEARNT, learner.net()).leaf()
        found += [Entrant(f"{age:,} games, {depth} plies", _by_search(game, leaf, depth)) for depth in (1, 2)]
    return found


def _by_search(game: LineGame, leaf: Any, depth: int) -> Chances:
    def chances(moves: Sequence[Move]) -> dict[Move, float]:
        state, values = replay(game, moves), dict[Move, float]()
        for move in game.moves(state):
            after = game.play(state, move)
            end = game.outcome(after)
            values[move] = (
                -leaf(after, depth - 1, -1.0, 1.0).result() if end is None else 2.0 * (end.winner is not None)
            )
        return odds(values, 0.0)

    return chances


def spread(game: Game[Any], judged: Sequence[regret.JudgedPosition], one: Entrant) -> list[float]:
    """Returns the share of choices that keep the result, the mean loss, and the shares of losses by :data:`BOUNDS`."""
    kept, lost, shares = 0.0, 0.0, [0.0] * (len(BOUNDS) + 1)
    for position in judged:
        best = max(position.scores.values())
        for move, chance in one.chances(position.moves).items():
            loss = regret.loss(game, position, move)
            kept += chance * (position.scores[move].sign == best.sign)
            lost += chance * loss
            shares[sum(loss > bound for bound in BOUNDS)] += chance
    return [figure / len(judged) for figure in (kept, lost, *shares)]


def points(game: Game[Any], one: Entrant, two: Entrant, games: int) -> float:
    """Returns the share of points of ``one``, from paired openings with both colours."""
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
    return total / games


def rows(game: LineGame, positions: int, games: int, seed: int) -> Iterator[list[str]]:
    """Yields the table's rows: every level, then every young network with points against each level."""
    players, judged = entrants(game, seed), list(regret.positions(game, positions))
    levels = players[: len(LEVELS)]
    for player in players:
        cells = [
            f"{figure:.1f}" if place == 1 else f"{figure:.0%}"
            for place, figure in enumerate(spread(game, judged, player))
        ]
        against = [f"{points(game, player, level, games):.0%}" for level in levels if player not in levels]
        yield [player.name, *cells, *against]


@click.command()
@click.option("--positions", default=400, show_default=True, help="Positions with exact results.")
@click.option("--games", default=100, show_default=True, help="Games of each network against each level.")
@click.option("--seed", default=1, show_default=True, help="The seed of the networks.")
def main(positions: int, games: int, seed: int) -> None:
    """Prints young networks of Connect Four beside the low levels."""
    game = find("connect4")
    assert isinstance(game, LineGame)  # noqa: S101
    losses = ["no loss", *(f"<= {bound} plies" for bound in BOUNDS[1:]), "more"]
    head = ["", "keeps the result", "mean loss", *losses, *(f"v. level {n}" for n in LEVELS)]
    click.echo(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for cells in rows(game, positions, games, seed):
        click.echo(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
