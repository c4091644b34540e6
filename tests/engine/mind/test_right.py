"""Tests that a mind is right on random trees, small boards and games of chance, at every moment of a search."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.games import CHANCE, Game, LineState, find
from engine.games.formats.leaf_text import Choice, Lottery, Node
from engine.games.leaves import LeafTree
from engine.mind.planner import Purpose
from engine.mind.search.deepening import Deepening
from engine.mind.tree.tree import Tree
from engine.solver.solver import Solver
from tests.engine.mind.checking import check_mind, check_tree
from tests.engine.mind.minds import finish, mind_at, plain_number
from tests.engine.mind.search.test_deepening import plain_value
from tests.engine.search.oracle import trees

CALM = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
SMALL, TALL = find("connect4-5x4"), find("connect4")


def tenth(node: Node) -> Node:
    """Divides the leaves by ten, so evaluations (means of leaves) lie strictly between loss and win."""
    if isinstance(node, Lottery):
        return Lottery(tuple(map(tenth, node.branches)), node.chances)
    return Choice(tuple(map(tenth, node.branches))) if isinstance(node, Choice) else node / 10


def small(tree: LeafTree) -> LeafTree:
    return LeafTree(tenth(tree.root))


def contains(game: Game[Any], tree: Tree, node: int, state: Any, ply: int) -> int:
    """Checks the proven bounds of every node below, and returns how many nodes have two.

    A node that the solver reported may lie beneath a chain of forced moves, more than one ply below its parent.
    """
    assert tree.low[node] <= plain_number(game, state, ply) <= tree.high[node]
    known = int(tree.proven(node))
    for child in tree.children(node):
        if tree.mask[child]:
            after: Any = LineState(int(tree.own[child]), int(tree.mask[child]))
            known += contains(game, tree, child, after, after.ply)
        else:
            known += contains(game, tree, child, game.play(state, tree.move[child]), ply + 1)
    return known


@pytest.mark.slow
@CALM
@given(trees(depth=4).map(small), st.integers(1, 5), st.sampled_from((1, 2)))
def test_on_random_trees_values_are_minimaxs_at_that_depth_and_bounds_hold(
    game: LeafTree, depth: int, wide: int
) -> None:
    tree, state = Tree(4.0, 0), game.initial()
    deepening: Deepening[Any] = Deepening(game, tree, None)  # its time is always over: it stops wherever it can
    for _ in deepening.grow(tree.root, state, 0, depth, wide):
        contains(game, tree, tree.root, state, 0)
    for child in tree.children(tree.root):
        after = game.play(state, tree.move[child])
        if tree.proven(child):
            assert tree.low[child] == plain_number(game, after, 1)
        else:
            assert -tree.value[child] == pytest.approx(-plain_value(game, after, depth - 1, 1), abs=1e-6)
    if depth >= game.max_plies:
        assert tree.low[tree.root] == tree.high[tree.root] == plain_number(game, state, 0)
    assert check_tree(tree) == 0


@CALM
@given(trees(chance=True, depth=4).map(small), st.integers(1, 5))
def test_on_random_trees_with_lots_values_are_expectiminimaxs(game: LeafTree, depth: int) -> None:
    tree, state = Tree(4.0, 0), game.initial()
    deepening: Deepening[Any] = Deepening(game, tree, None)
    for _ in deepening.grow(tree.root, state, 0, depth, 1):
        pass
    for child in tree.children(tree.root):
        after = game.play(state, tree.move[child])
        sign = 1 if game.outcome(after) is None and game.to_move(after) is CHANCE else -1
        if not tree.proven(child):
            assert sign * tree.value[child] == pytest.approx(sign * plain_value(game, after, depth - 1, 1), abs=1e-6)
    assert check_tree(tree) == 0


def played(game: Game[Any], draws: list[int]) -> tuple[list[int], Any]:
    """Returns a line by drawn numbers, without a move that ends the game."""
    line, state = [], game.initial()
    for number in draws:
        moves = list(game.moves(state))
        after = game.play(state, moves[number % len(moves)])
        if game.outcome(after) is not None:
            break
        line.append(moves[number % len(moves)])
        state = after
    return line, state


@pytest.mark.slow
@settings(CALM, max_examples=8)
@given(st.lists(st.integers(0, 63), min_size=8, max_size=12), st.sampled_from(list(Purpose)), st.integers(0, 99))
def test_on_a_small_board_a_mind_converges_to_the_exact_score(draws: list[int], purpose: Purpose, seed: int) -> None:
    line, state = played(SMALL, draws)
    truth = plain_number(SMALL, state, len(line))
    mind = mind_at(SMALL, line, seed=seed)
    while mind.work(purpose, 0.0005):
        tree = mind.tree
        assert tree.low[tree.root] <= truth <= tree.high[tree.root]
    finish(mind, Purpose.CHOOSE, 0.0005)
    tree = mind.tree
    assert contains(SMALL, tree, tree.root, state, len(line)) > 0 or not tree.children(tree.root)
    assert tree.low[tree.root] == tree.high[tree.root] == truth
    choice = mind.answer()
    assert -plain_number(SMALL, SMALL.play(state, choice.move), len(line) + 1) == truth
    check_mind(mind)
    mind.close()


@pytest.mark.slow
@settings(CALM, max_examples=6)
@given(st.lists(st.integers(0, 63), min_size=20, max_size=30), st.integers(0, 99))
def test_on_the_whole_board_a_mind_converges_to_the_solvers_score(draws: list[int], seed: int) -> None:
    """Compares with a separate solver. The mind ponders first, and then chooses."""
    line, state = played(TALL, draws)
    solver = Solver(table_mb=4)
    mind = mind_at(TALL, line, seed=seed)
    truths = {
        move: -solver.solve(after.own, after.mask).score
        for move in TALL.moves(state)
        if (after := TALL.play(state, move))
    }
    while True:
        more = mind.work(Purpose.PONDER, 0.001)
        for view in mind.digest().moves:
            assert view.low <= truths[view.move] <= view.high
        if not more:
            break
    assert {view.move: (view.low, view.high) for view in mind.digest().moves} == {m: (t, t) for m, t in truths.items()}
    assert truths[mind.answer().move] == max(truths.values())
    mind.close()
