"""Tests trees of leaves: read, written, refused."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.games import CHANCE, GameError, IllegalMoveError, Player
from engine.games.formats.leaf_text import Choice, Lottery, Node, number_words, words
from engine.games.leaves import LeafTree, Payoff
from tests.engine.search.oracle import trees
from tests.profiles import costly
from tests.trees import leaf_tree


@pytest.mark.parametrize(("text", "written"), [
    ("-2 3 5 12 9 8 -7 -3", "[[[-2, 3], [5, 12]], [[9, 8], [-7, -3]]]"),
    ("1, 2, 3", "[[1, 2], [3]]"),
    ("7", "[7]"),
    ("[[3,5],[2,9]]", "[[3, 5], [2, 9]]"),
    ("[3 [2 9] 4]", "[3, [2, 9], 4]"),
    ("((3 17)(2, 12))", "[[3, 17], [2, 12]]"),
    ("[{1/2: 4, 0.5: [0, 8]}, 3]", "[{0.5: 4, 0.5: [0, 8]}, 3]"),
    ("+1 -.5 2. 1e3", "[[1, -0.5], [2, 1000]]"),
])  # fmt: skip
def test_ways_to_write_a_tree(text, written) -> None:
    tree = leaf_tree(text)
    assert tree.describe(tree.initial()) == written
    assert leaf_tree(written).root == tree.root


@pytest.mark.slow
@costly(600)
@given(trees(chance=True))
def test_what_is_written_is_read_back(tree) -> None:
    assert leaf_tree(words(tree.root)).root == tree.root


@example("e\n+0")
@given(st.text(alphabet="[]{}:,/0123456789.-+e \n", max_size=40))
def test_any_text_is_read_or_refused(text) -> None:
    try:
        tree = leaf_tree(text)
    except GameError:
        return
    assert leaf_tree(words(tree.root)).root == nameless(tree.root)


def nameless(node: Node) -> Node:
    """Returns a tree without the names of its nodes, which brackets alone do not write."""
    if isinstance(node, float):
        return node
    return replace(node, branches=tuple(map(nameless, node.branches)), name="")


def test_64_levels_are_allowed() -> None:
    assert leaf_tree("[" * 64 + "1" + "]" * 64).max_plies == 64
    with pytest.raises(GameError, match="more than 64 levels deep"):
        leaf_tree("[" * 65 + "1" + "]" * 65)


def test_probabilities_may_miss_one_by_a_billionth() -> None:
    assert leaf_tree("[{0.5: 3, 0.500000001: 1}]").has_chance
    with pytest.raises(GameError, match="must sum to one"):
        leaf_tree("[{0.5: 3, 0.5000000011: 1}]")


def test_branching_must_make_a_tree() -> None:
    with pytest.raises(GameError, match="a branching of 1 makes no tree"):
        LeafTree.of([1, 2], 1)
    tree = LeafTree.of([1, 2, 3, 4, 5, 6, 7, 8, 9], 3)
    assert tree.describe(tree.initial()) == "[[1, 2, 3], [4, 5, 6], [7, 8, 9]]"


def test_turns_and_lots() -> None:
    tree = leaf_tree("[{1/4: [8, 1], 3/4: 0}, 1]")
    root = tree.initial()
    assert (tree.to_move(root), list(tree.moves(root))) == (Player.FIRST, [1, 2])
    lottery = tree.play(root, 1)
    assert tree.to_move(lottery) is CHANCE
    assert tree.outcomes(lottery) == ((1, 0.25), (2, 0.75))
    below = tree.play(lottery, 1)
    assert tree.to_move(below) is Player.SECOND
    leaf = tree.play(below, 1)
    assert tree.outcome(leaf) == Payoff(Player.FIRST, (), 8)
    assert [tree.outcome(leaf).value(player) for player in (Player.FIRST, Player.SECOND)] == [8, -8]
    assert tree.outcome(lottery) is None
    assert (tree.has_chance, tree.payoffs, tree.max_plies) == (True, (0, 8), 2)
    assert (tree.evaluate(below, Player.FIRST), tree.evaluate(below, Player.SECOND)) == (4.5, -4.5)
    assert tree.move_words(2) == "branch 2"


def test_who_wins_a_leaf() -> None:
    tree = leaf_tree("[-1, 0, 1]")
    winners = [tree.outcome(tree.play(tree.initial(), move)).winner for move in (1, 2, 3)]
    assert winners == [Player.SECOND, None, Player.FIRST]
    assert not tree.has_chance


@pytest.mark.parametrize("move", [0, 3])
def test_branches_that_are_not_there(move) -> None:
    tree = LeafTree(Choice((1.0, 2.0)))
    with pytest.raises(IllegalMoveError, match=f"there is no branch {move} here"):
        tree.play(tree.initial(), move)
    with pytest.raises(IllegalMoveError, match="there is no branch 1 here"):
        tree.play(tree.play(tree.initial(), 1), 1)


def test_nodes_are_values() -> None:
    assert Lottery((1.0, 2.0), (0.5, 0.5)) == Lottery((1.0, 2.0), (0.5, 0.5))
    assert (number_words(-0.0), number_words(2.5), number_words(1e20)) == ("0", "2.5", "1e+20")
    assert (number_words(1e16 - 2), number_words(1e16)) == ("9999999999999998", "1e+16")
