"""Tests iterative deepening over the kept tree, and the compiled search of gravity boards, against plain minimax."""

import random
from collections.abc import Hashable
from typing import Any

import numpy as np
import pytest

from engine.games import CHANCE, Game, LineGame, find
from engine.games.game import number_of_outcome
from engine.mind.search import gravity_kernel
from engine.mind.search.deepening import Deepening
from engine.mind.search.kernels import Kernels
from engine.mind.search.leaf import new_table
from engine.mind.tree.tree import Tree
from engine.mind.values import value_of
from tests.engine.mind.minds import random_line


def deepen(
    game: Game[Any], state: Hashable, depth: int, wide: int = 1, ply: int = 0, leaf: Any = None, **how: Any
) -> tuple[Tree, Deepening[Any]]:
    """Returns the tree grown to a depth, with a compiled search below two plies or without one, and the search."""
    tree = Tree(16.0, game.height + 1 if leaf else 0)
    deepening: Deepening[Any] = Deepening(game, tree, leaf, *([8] if leaf else []))
    deepening.deadline = float("inf")
    for _ in deepening.grow(tree.root, state, ply, depth, wide, *([0] if leaf else []), **how):
        pass
    return tree, deepening


def random_state(game: Game[Any], rng: random.Random, plies: int) -> tuple[Any, int]:
    state = random_line(game, rng, plies)[1]
    return state, state.ply


def plain_value(game: Game[Any], state: Any, depth: int, ply: int) -> float:
    """Returns the oracle's value: depth-limited minimax without any pruning, the mean at chance states."""
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


def test_a_search_interrupted_everywhere_ends_the_same() -> None:
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


def test_values_of_sufficient_depth_are_not_searched_again() -> None:
    game = find("connect4-5x4")
    tree, deepening = deepen(game, game.initial(), 4, 2)
    child = tree.child(tree.root, 3)
    tree.advance(3)
    entered = deepening.nodes
    for _ in deepening.grow(child, game.play(game.initial(), 3), 1, 3, 1):
        pass
    # Depth 3 below the move is what depth 4 above it had looked at: only the widened first ply is walked again.
    assert deepening.nodes - entered <= 3 * (1 + 5)


@pytest.mark.bounds
def test_entries_of_other_positions_or_depths_give_no_value() -> None:
    """Compares with a search without a table: an entry of a shallower search, or of another position in the same place,
    must not answer, but a proof may."""
    game, kernels = LineGame(5, 4, 4, True), gravity_kernel.build(5, 4, 4, remembers=True)
    shared = Kernels(kernels, None, np.zeros((2, 2), np.uint64)).leaf(remembers=True)  # type: ignore[arg-type]
    rng = random.Random(6)
    for _ in range(40):  # two places for all positions
        state, _ = random_state(game, rng, rng.randrange(12))
        for depth in range(1, 6):
            value, alone = (
                leaf(state, depth, -1.0, 1.0).result()
                for leaf in (shared, Kernels(kernels, None).leaf())  # type: ignore[arg-type]
            )
            assert value == alone or abs(value) > 0.9


@pytest.mark.parametrize("remembers", [False, pytest.param(True, marks=pytest.mark.bounds)])
def test_the_search_for_best_moves_finds_all_of_plain_minimaxs_and_no_other(remembers: bool) -> None:
    game = LineGame(5, 4, 4, True)
    kernels = Kernels(gravity_kernel.build(5, 4, 4, remembers), None, new_table(1))  # type: ignore[arg-type]
    rng = random.Random(8)
    for depth in (1, 2, 3, 4) * 4:
        kernels.table[:] = 0
        state, ply = random_state(game, rng, rng.randrange(14))
        leads = []
        for every in (True, False):
            leaf = kernels.leaf(remembers=remembers and not every)
            tree, deepening = deepen(game, state, depth, 1, ply, leaf, every=every)
            values = {
                int(tree.move[child]): value_of(-tree.low[child]) if tree.proven(child) else round(-value, 4)
                for child, value in deepening.iteration_values[tree.root].items()
            }
            best = max(values.values())
            leads.append((best, {move for move, value in values.items() if value == best}))
            assert tree.best[tree.root] in leads[-1][1]
        assert leads[0] == leads[1]
