from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest

from engine.games import CHANCE, Game, LineGame, LineState, all_games, find
from engine.games.numbers import number_of_outcome
from engine.mind import horizon
from engine.mind.deepening import Deepening
from engine.mind.numbers import value_of
from engine.mind.readiness import Kernels
from engine.mind.tree import Tree
from tests.engine.mind.conftest import plain_number


def deepen(game: Game[Any], state: Hashable, depth: int, wide: int = 1) -> tuple[Tree, Deepening[Any]]:
    tree = Tree(16.0, 0)
    deepening: Deepening[Any] = Deepening(game, tree, None)
    deepening.until = float("inf")
    ply = 0
    for _ in deepening.grow(tree.root, state, ply, depth, wide):
        pass
    return tree, deepening


def random_state(game: Game[Any], rng: random.Random, plies: int) -> tuple[Any, int]:
    while True:
        state, ply = game.initial(), 0
        for ply in range(plies):  # noqa: B007
            moves = game.moves(state)
            if not moves:
                break
            state = game.play(state, rng.choice(moves))
        if game.outcome(state) is None:
            return state, state.ply


def plain_value(game: Game[Any], state: Any, depth: int, ply: int) -> float:
    """Depth-limited minimax without any pruning, chance states as means: the oracle."""
    outcome = game.outcome(state)
    if outcome is not None:
        return value_of(number_of_outcome(game, outcome, ply, game.to_move(state)))
    if game.to_move(state) is CHANCE:  # for the side that moved into it
        return sum(-p * plain_value(game, game.play(state, lot), depth, ply) for lot, p in game.outcomes(state))
    if depth == 0:
        return game.evaluate(state, game.to_move(state))
    values = []
    for move in game.moves(state):
        after = game.play(state, move)
        chance = game.outcome(after) is None and game.to_move(after) is CHANCE
        values.append((1 if chance else -1) * plain_value(game, after, depth - 1, ply + 1))
    return max(values)


@pytest.mark.parametrize("game", [LineGame(4, 4, 3, True), LineGame(3, 3, 3, False), LineGame(4, 3, 3, False)])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_every_root_move_has_plain_minimaxs_value_at_that_depth(game: LineGame, depth: int) -> None:
    rng = random.Random(depth)
    for _ in range(12):
        tree, deepening = Tree(16.0, 0), None
        state, ply = random_state(game, rng, rng.randrange(6))
        deepening = Deepening(game, tree, None)
        deepening.until = float("inf")
        for _ in deepening.grow(tree.root, state, ply, depth, 1):
            pass
        for child in tree.children(tree.root):
            expected = -plain_value(game, game.play(state, tree.move[child]), depth - 1, ply + 1)
            if tree.proven(child):
                oracle = plain_number(game, game.play(state, tree.move[child]))
                assert tree.low[child] == oracle
            else:
                assert -tree.value[child] == pytest.approx(expected, abs=1e-6)
        tree.check()


def test_tic_tac_toe_is_proven_a_draw_with_every_reply() -> None:
    game = find("tictactoe")
    tree, _ = deepen(game, game.initial(), 9, 1)
    assert (tree.low[tree.root], tree.high[tree.root]) == (0, 0)
    for child in tree.children(tree.root):
        assert tree.low[child] == tree.high[child] == -0
        assert plain_number(game, game.play(game.initial(), tree.move[child])) == 0


def test_every_bound_in_a_grown_tree_contains_the_truth() -> None:
    game = LineGame(4, 4, 3, True)
    rng = random.Random(9)
    for _ in range(10):
        state, ply = random_state(game, rng, 4)
        tree = Tree(16.0, 0)
        deepening = Deepening(game, tree, None)
        deepening.until = float("inf")
        for _ in deepening.grow(tree.root, state, ply, 6, 2):
            pass
        todo = [(tree.root, state)]
        while todo:
            node, at = todo.pop()
            assert tree.low[node] <= plain_number(game, at) <= tree.high[node]
            todo += [(child, game.play(at, tree.move[child])) for child in tree.children(node)]


def test_a_growth_that_is_interrupted_everywhere_ends_the_same() -> None:
    game = find("tictactoe")
    state = game.play(game.initial(), 1)
    whole, _ = deepen(game, state, 5)
    tree = Tree(16.0, 0)
    pieces = Deepening(game, tree, None)  # until is 0: every chance to yield is taken
    yields = sum(1 for _ in pieces.grow(tree.root, state, 1, 5, 1))
    assert yields > 100
    assert {tree.move[c]: tree.value[c] for c in tree.children(tree.root)} == {
        whole.move[c]: whole.value[c] for c in whole.children(whole.root)
    }


def test_what_is_known_is_not_searched_again() -> None:
    game = find("connect4-5x4")
    tree, deepening = deepen(game, game.initial(), 4, 2)
    child = tree.child(tree.root, 3)
    tree.advance(3)
    entered = deepening.nodes
    for _ in deepening.grow(child, game.play(game.initial(), 3), 1, 3, 1):
        pass
    # Depth 3 below the move is what depth 4 above it had looked at: only the widened first ply is walked again.
    assert deepening.nodes - entered <= 3 * (1 + 5)


CHANCE_GAMES = [name for name, game in all_games().items() if name.startswith("slippery")]


@pytest.mark.parametrize("name", CHANCE_GAMES)
def test_chance_nodes_are_valued_as_expectiminimax_values_them(name: str) -> None:
    game = find(name)
    state = game.initial()
    tree, _ = deepen(game, state, 2)
    for child in tree.children(tree.root):
        after = game.play(state, tree.move[child])
        assert tree.value[child] == pytest.approx(plain_value(game, after, 1, 1), abs=1e-6)


@pytest.mark.parametrize("board", [(7, 6, 4), (5, 4, 4), (5, 5, 3)])
def test_the_compiled_search_is_plain_minimax_over_its_evaluation(board: tuple[int, int, int]) -> None:
    game = LineGame(*board, True)
    kernels = horizon.build(*board)
    counts, stack = np.zeros(1, np.int64), np.zeros((64, 7), np.int64)
    rng = random.Random(1)

    def plain(state: LineState, depth: int) -> int:
        outcome = game.outcome(state)
        if outcome is not None:
            number = number_of_outcome(game, outcome, state.ply, game.to_move(state))
            return (horizon.WIN + 10 * abs(number)) * (1 if number > 0 else -1) if number else 0
        if depth == 0:
            return int(kernels.evaluate(np.uint64(state.own), np.uint64(state.mask)))
        return max(-plain(game.play(state, move), depth - 1) for move in game.moves(state))

    for _ in range(40):
        state, _ = random_state(game, rng, rng.randrange(game.max_plies - 4))
        for depth in range(4):
            found = kernels.search(np.uint64(state.own), np.uint64(state.mask), depth, -20_000, 20_000, counts, stack)
            assert found == plain(state, depth), (state, depth)


def test_compiled_windows_return_bounds() -> None:
    game, kernels = LineGame(5, 4, 3, True), horizon.build(5, 4, 3)
    leaf = Kernels(kernels, None).leaf()  # type: ignore[arg-type]
    rng = random.Random(4)
    for _ in range(60):
        state, _ = random_state(game, rng, rng.randrange(10))
        exact, _ = leaf(state, 4, -1.0, 1.0)
        alpha = rng.uniform(-1, 1)
        beta = min(1.0, alpha + rng.uniform(0.01, 0.5))
        value, _ = leaf(state, 4, alpha, beta)
        if value <= round(alpha * 10_000) / 10_000:
            assert exact <= value
        elif value >= round(beta * 10_000) / 10_000:
            assert exact >= value
        else:
            assert exact == value
