"""Tests the search against an opponent who errs: minimax without errors, the mean of lots with errors alone."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import Player, find, parse
from engine.games.formats.leaf_text import Choice, Lottery
from engine.games.leaves import LeafTree
from engine.search.chance.expectimax import ERRS, expectimax
from engine.search.chance.expectiminimax import expectiminimax
from engine.search.minimax import minimax
from engine.search.parts.values import SOLVED
from tests.engine.search.oracle import trees
from tests.engine.search.test_null_windows import random_tree
from tests.profiles import costly
from tests.trees import leaf_tree

TICTACTOE = find("tictactoe")


def mixed(node, errs: Fraction, ours: bool, seen: list) -> Fraction:
    """Returns the expectation in exact fractions, and notes each node looked at."""
    seen.append(node)
    if not isinstance(node, Choice | Lottery):
        return Fraction(node)
    below = [mixed(one, errs, ours == isinstance(node, Lottery), seen) for one in node.branches]
    if isinstance(node, Lottery):
        return sum(Fraction(p) * v for p, v in zip(node.chances, below, strict=True))
    return max(below) if ours else (1 - errs) * min(below) + errs * sum(below) / len(below)


@pytest.mark.parametrize("seeds", [range(100), pytest.param(range(500), marks=pytest.mark.long)])
def test_without_errors_it_is_minimax(seeds) -> None:
    for seed in seeds:
        tree = random_tree(seed)
        plain, found = minimax(tree, tree.initial()), expectimax(tree, tree.initial(), errs=0.0)
        assert (found.value, found.move, found.pv, found.counts) == (plain.value, plain.move, plain.pv, plain.counts)


def lots_for_min(node, ours: bool = True):
    """Returns the tree with every choice of Min drawn by lot."""
    if not isinstance(node, Choice):
        return node
    below = tuple(lots_for_min(one, not ours) for one in node.branches)
    return Choice(below, Player.FIRST) if ours else Lottery(below, tuple(1 / len(below) for _ in below))


@pytest.mark.slow
@costly(60)
@given(tree=trees(depth=3))
def test_with_errors_alone_each_reply_is_a_lot(tree) -> None:
    other = LeafTree(lots_for_min(tree.root))
    plain = expectiminimax(other, other.initial())
    found = expectimax(tree, tree.initial(), errs=1.0)
    assert found.value == pytest.approx(plain.value)
    assert not found.exact


@pytest.mark.slow
@costly(60)
@given(tree=trees(chance=True, depth=3), errs=st.sampled_from([0.0, 0.25, ERRS, 1.0]))
def test_the_mean_is_that_of_another_program(tree, errs) -> None:
    seen: list = []
    true = mixed(tree.root, Fraction(errs), True, seen)
    found = expectimax(tree, tree.initial(), errs=errs)
    assert found.value == pytest.approx(float(true))
    assert found.counts.nodes == len(seen)


@pytest.mark.slow
@costly(60)
@given(tree=trees(depth=3), times=st.sampled_from([0.5, 2.0, 8.0]), more=st.sampled_from([-4.0, 0.0, 16.0]))
def test_a_change_of_scale_changes_no_move(tree, times, more) -> None:
    def scaled(node):
        if not isinstance(node, Choice):
            return times * node + more
        return Choice(tuple(map(scaled, node.branches)))

    plain, other = expectimax(tree, tree.initial()), LeafTree(scaled(tree.root))
    found = expectimax(other, other.initial())
    assert found.value == pytest.approx(times * plain.value + more)
    alone = LeafTree(Choice((tree.root.branches[found.move - 1],)))
    assert expectimax(alone, alone.initial()).value == pytest.approx(plain.value)


def test_another_order_preserving_change_can_change_the_move() -> None:
    one, other = leaf_tree("[[-3, 10], [-2, 1]]"), leaf_tree("[[-3, 3], [-2, 1]]")
    assert [minimax(tree, tree.initial()).move for tree in (one, other)] == [2, 2]
    assert [expectimax(tree, tree.initial()).move for tree in (one, other)] == [1, 2]


def test_a_mean_is_never_taken_for_a_proven_win() -> None:
    state = parse(TICTACTOE, "1425")[1]  # X wins at once
    found = expectimax(TICTACTOE, state)
    assert found.move == 3
    assert 0 < found.value < SOLVED
