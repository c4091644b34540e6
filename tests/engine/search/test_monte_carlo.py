"""Tests Monte Carlo tree search: each visit against a program written apart, and what is told of a round."""

from math import log, sqrt
from random import Random

import pytest

from engine.games import find, parse
from engine.lab.run import Problem, record
from engine.search.best_first.monte_carlo import ROUNDS, uct
from engine.search.parts.trace import Trace
from engine.search.parts.values import SOLVED, STEP
from tests.trees import leaf_tree

TICTACTOE = find("tictactoe")


def rounds_apart(game, start, rounds, width, result_of):
    """Returns the visits and the sum of results of each node, by the loops of textbooks: no function calls itself."""
    random, visits, sums = Random(0), {(): 0}, {(): 0.0}
    us = game.to_move(start)
    for _ in range(rounds):
        state, path = start, [()]
        while visits[path[-1]] and game.outcome(state) is None:
            best, found = float("-inf"), None
            for move in game.moves(state):
                child = (*path[-1], move)
                if not visits.get(child):
                    worth = float("inf")
                else:
                    mean = sums[child] / visits[child] * (1 if game.to_move(state) is us else -1)
                    worth = mean + width / 2 * sqrt(2 * log(visits[path[-1]]) / visits[child])
                if worth > best:
                    best, found = worth, move
            state = game.play(state, found)
            path.append((*path[-1], found))
            visits.setdefault(path[-1], 0)
            sums.setdefault(path[-1], 0.0)
        plies = len(path) - 1
        while game.outcome(state) is None:
            state, plies = game.play(state, random.choice(game.moves(state))), plies + 1
        for node in path:
            visits[node] += 1
            sums[node] += result_of(game.outcome(state).value(us), plies)
    return visits, sums


def seen(game, state, **how):
    """Returns the visits of each route, the mean at the last visit of each, and the result."""
    visits, means = {}, {}

    class Watcher(Trace):
        def enter(self, *call, **more):
            way.append(call[5])
            super().enter(*call, **more)

        def leave(self, player, found, note=""):
            route = tuple(way[1:])
            visits[route] = visits.get(route, 0) + 1
            means[route] = found[0]
            way.pop()
            super().leave(player, found, note)

    way = []
    result = uct(game, state, None, Watcher(game, game.to_move(state)), **how)
    return visits, means, result


@pytest.mark.parametrize("moves", ["5193", "934", "126", "1243", "5"])
def test_each_visit_is_that_of_another_program_in_a_game(moves) -> None:
    state = parse(TICTACTOE, moves)[1]
    visits, means, result = seen(TICTACTOE, state)
    plain = lambda value, plies: SOLVED * (value - STEP * plies * (value > 0) + STEP * plies * (value < 0))  # noqa: E731
    counted, sums = rounds_apart(TICTACTOE, state, ROUNDS, 2.0, plain)
    assert visits == counted
    for route, mean in means.items():
        if TICTACTOE.outcome(at(TICTACTOE, state, route)) is None:
            assert mean == pytest.approx(sums[route] / counted[route])
    assert counted[result.move,] == max(count for route, count in counted.items() if len(route) == 1)
    assert result.counts.nodes == sum(counted.values())
    assert result.counts.leaves == ROUNDS


def at(game, state, route):
    for move in route:
        state = game.play(state, move)
    return state


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(500), marks=pytest.mark.long)])
def test_each_visit_is_that_of_another_program_on_trees(seeds) -> None:
    for seed in seeds:
        random = Random(seed)
        tree = leaf_tree(repr([[[random.randint(-9, 9) for _ in range(2)] for _ in range(2)] for _ in range(3)]))
        low, high = tree.payoffs
        visits, _, result = seen(tree, tree.initial())
        counted, sums = rounds_apart(tree, tree.initial(), ROUNDS, high - low, lambda value, plies: value)
        assert visits == counted
        assert result.value == pytest.approx(sums[result.move,] / counted[result.move,])


def test_the_same_seed_plays_the_same_games() -> None:
    state = parse(TICTACTOE, "5")[1]
    assert uct(TICTACTOE, state) == uct(TICTACTOE, state)
    assert uct(TICTACTOE, state, seed=1) != uct(TICTACTOE, state)


def test_a_mean_is_never_taken_for_a_proven_win() -> None:
    state = parse(TICTACTOE, "1425")[1]  # X wins at once
    found = uct(TICTACTOE, state, rounds=400)
    assert found.move == 3
    assert 0 < found.value < SOLVED


def test_each_step_of_a_round_is_told() -> None:
    run = record(Problem.of_tree("((5 8) (3 9))"), "uct")
    said = [run["sentences"][key] for key in sorted(run["sentences"], key=int)]
    assert said[:5] == [
        "Round 1 begins at A.",
        "A random game from here ends with 9.",
        "1 visit at A now, and the mean is 9.",
        "Round 2 begins at A.",
        "Max tries B; Min is to move there. This node is new.",
    ]
    assert "Max tries C; Min is to move there. So far it has 1 visit and the mean 9." in said
    assert said[-1] == "The search is done. The best move for Max is branch 1: 5.1786."
    assert run["rounds"]
    assert not any(run["visits"]["skipped"]), "a move not chosen now is not cut"
    assert {run["kinds"][kind] for kind in run["steps"]["kind"]} == {"enter", "line", "guess", "over", "leave"}
