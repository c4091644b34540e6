"""Tests the search against an opponent who errs: minimax without errors, and a program written apart."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import find, parse
from engine.games.formats.leaf_text import Choice, Lottery
from engine.search.chance.expectimax import ERRS, expectimax
from engine.search.minimax import minimax
from engine.search.parts.values import SOLVED
from tests.engine.search.oracle import trees
from tests.engine.search.test_null_windows import random_tree
from tests.profiles import costly

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


@costly(60)
@given(tree=trees(chance=True, depth=3), errs=st.sampled_from([0.0, 0.25, ERRS, 1.0]))
def test_the_mean_is_that_of_another_program(tree, errs) -> None:
    seen: list = []
    true = mixed(tree.root, Fraction(errs), True, seen)
    found = expectimax(tree, tree.initial(), errs=errs)
    assert found.value == pytest.approx(float(true))
    assert found.counts.nodes == len(seen)


def test_a_mean_is_never_taken_for_a_proven_win() -> None:
    state = parse(TICTACTOE, "1425")[1]  # X wins at once
    found = expectimax(TICTACTOE, state)
    assert found.move == 3
    assert 0 < found.value < SOLVED
