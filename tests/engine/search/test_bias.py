"""Tests the choice among equal moves: the move after which the opponent can err most often."""

import pytest

from engine.games import find, parse
from engine.games.leaves import LeafTree
from engine.search.bias import biased, err_share
from engine.search.deepening import search_to
from engine.search.table import Table
from tests.engine.search.oracle import exact_moves


@pytest.mark.parametrize(("text", "move"), [
    ("[[1, 1, 1], [1, 2, 3], [1, 1, 5]]", 2), ("[[1, 1], [1, 1]]", 1), ("[[2, 2], [1, 5]]", 1), ("[1, [1, 9]]", 2),
    ("[[0, 9, 9], [1, 1]]", 2), ("[[1, 2, 2], [1, 2]]", 1), ("[[0, 0, 9], {1/2: [1, 9], 1/2: [-1, 2, 3]}]", 2),
])  # fmt: skip
def test_the_hardest_to_answer(text, move) -> None:
    tree = LeafTree.parse(text)
    result = biased(tree, tree.initial())
    assert result.move == move
    assert result.value == search_to(tree, tree.initial()).value
    assert result.pv[0] == move
    assert result.moves[0].move == move
    assert len({known.move for known in result.moves}) == len(result.moves) == len(tree.moves(tree.initial()))


@pytest.mark.parametrize(("text", "share"), [
    ("[[1, 2, 3]]", 2 / 3), ("[[1, 1]]", 0), ("[[1, [1, 9]]]", 1 / 2), ("[5]", 0),
    ("[{1/4: [1, 2], 3/4: [1, 2, 3, 3]}]", 11 / 16),
])  # fmt: skip
def test_the_share_of_errors(text, share) -> None:
    tree = LeafTree.parse(text)
    assert err_share(tree, tree.play(tree.initial(), 1), None, Table()) == pytest.approx(share)
    assert err_share(tree, tree.play(tree.initial(), 1), 2, Table()) == pytest.approx(share)
    assert err_share(tree, tree.play(tree.initial(), 1), 1, Table()) == 0


def test_errors_are_looked_for_one_ply_less_deep() -> None:
    tree = LeafTree.parse("[[[0, 4], [3, 3], [2, 2]]]")
    state = tree.play(tree.initial(), 1)
    assert err_share(tree, state, 2, Table()) == pytest.approx(1 / 3)
    assert err_share(tree, state, 3, Table()) == pytest.approx(2 / 3)


def test_the_corner_is_hardest_to_answer_in_tictactoe() -> None:
    """Expects a corner of Tic-Tac-Toe: all nine first moves draw, and after a corner only the centre holds."""
    game = find("tictactoe")
    result = biased(game, game.initial())
    assert result.value == 0
    assert result.move in (1, 3, 7, 9)
    replies = exact_moves(game, parse(game, "1")[1])
    assert [known.move for known in replies if known.value == 0] == [5]


def test_a_win_is_not_given_away() -> None:
    game = find("tictactoe")
    assert biased(game, parse(game, "1425")[1]).move == 3
