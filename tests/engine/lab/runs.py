"""Makes problems for tests of runs, and values of trees and positions with parts replaced."""

import random
from typing import Any

from engine.games import CHANCE, Player, find
from engine.games.nim import Nim
from engine.lab.run.problem import Problem
from engine.lab.trees import random_tree
from engine.search.catalogue import CATALOGUE, Algorithm
from engine.search.parts.values import decays, delay, estimate, outcome_value

WATCHED = list(CATALOGUE.values())
SHAPES = ("2x2x2", "3x3", "2x3x2-ties", "2x2x2x2-ties", "uneven-9", "uneven-12-ties")
CHANCY = ("2xc2x2", "3xc3", "2xc2x2xc2-ties", "uneven-9-chance")
SMALL_NIM = Nim(9, 3)
GAMES = ((find("tictactoe"), 5, None), (find("tictactoe"), 3, 2), (SMALL_NIM, 1, None), (find("connect4-5x4"), 9, 2))
DICE = ((find("slippery-tictactoe"), 5, 1),)


def tree_problem(seed: int, algorithm: Algorithm) -> tuple[Problem, int | None]:
    """Returns the random tree of a seed, every third with chance where the algorithm knows chance, and a depth."""
    chance = algorithm.chance and (seed % 3 == 0 or algorithm.name in ("star1", "star2", "expectiminimax"))
    shapes = CHANCY if chance else SHAPES
    depth = None if seed % 4 else 2
    return Problem.of_tree(random_tree(seed, shapes[seed % len(shapes)]).text()), depth


def game_problem(seed: int, algorithm: Algorithm) -> tuple[Problem, int | None]:
    """Returns a random position of a game, and the depth of the search."""
    kinds = GAMES + DICE if algorithm.chance else GAMES
    game, plies, depth = kinds[seed % len(kinds)]
    drawn = random.Random(seed)
    while True:
        state, moves = game.initial(), 0
        while game.outcome(state) is None and (moves < plies or game.to_move(state) is CHANCE):
            moves += game.to_move(state) is not CHANCE
            state = game.play(state, drawn.choice(list(game.moves(state))))
        if game.outcome(state) is None:
            return Problem(game, state), depth


def worth(problem: Problem, player: Player, depth: int, replaced: dict[tuple[int, ...], float]) -> float:
    """Returns minimax of the root, ``depth`` plies ahead, with the values of some routes replaced."""
    game = problem.game

    def value(state: Any, route: tuple[int, ...], left: int, ply: int) -> float:
        if route in replaced:
            return replaced[route]
        outcome = game.outcome(state)
        if outcome is not None:
            return delay(outcome.value(player), ply) if decays(game) else outcome_value(game, outcome, player, ply)
        side = game.to_move(state)
        if side is CHANCE:
            return sum(p * value(game.play(state, lot), (*route, lot), left, ply) for lot, p in game.outcomes(state))
        if left == 0:
            return estimate(game, state, player)
        better = max if side is player else min
        return better(value(game.play(state, m), (*route, m), left - 1, ply + 1) for m in game.moves(state))

    return value(problem.state, (), depth, 0)
