"""Tests move ordering: the value of each key, and the saving against the limit of Knuth and Moore."""

import pytest

from engine.games import Player, find, parse
from engine.games.leaves import LeafTree
from engine.search.bias import biased, err_share
from engine.search.deepening import search_to
from engine.search.parts.options import Options
from engine.search.parts.ordering import Ordering
from engine.search.parts.table import Table
from tests.engine.search.oracle import oracle
from tests.trees import leaf_tree

TREE = leaf_tree("[[4, 4], [9, 1], [-3, 8], [7, 7]]")
LOTS = leaf_tree("[2, {1/2: 8, 1/2: [0, 8]}, 3]")
ROOT = TREE.initial()
FIRST = Player.FIRST


def sort(*names: str, ordering: Ordering | None = None, depth: int = 9, ply: int = 0, table_move: int | None = None):
    return list((ordering or Ordering(TREE, names)).sort(ROOT, FIRST, depth, ply, table_move))


def test_history_grows_with_the_square_of_the_depth() -> None:
    ordering = Ordering(TREE, ["history"])
    ordering.cut(FIRST, 3, 0, 0)
    assert sort(ordering=ordering) == [3, 1, 2, 4]
    for move, depth in ((4, 2), *[(2, 1)] * 5, (1, 3)):
        ordering.cut(FIRST, move, 0, depth)
    assert sort(ordering=ordering) == [1, 2, 4, 3]


def test_random_order_follows_the_seed() -> None:
    orders = [list(Ordering(TREE, ["random"], seed).sort(ROOT, FIRST, 9, 0, None)) for seed in range(20)]
    assert orders == [list(Ordering(TREE, ["random"], seed).sort(ROOT, FIRST, 9, 0, None)) for seed in range(20)]
    assert len({tuple(order) for order in orders}) > 5


@pytest.mark.parametrize(("branching", "depth"), [(2, 4), (3, 4), (3, 3), (4, 2)])
def test_the_best_order_meets_the_limit_of_alphabeta(branching, depth) -> None:
    """Takes trees with differing leaves: the least is b^(d/2) rounded up, and down, less one leaf (Knuth, Moore 1975);
    the
    worst order visits far more."""
    count = branching**depth
    leaves = [(i * 7919) % 1009 for i in range(count)]
    tree = LeafTree.of(leaves, branching)
    seen = {
        name: search_to(tree, tree.initial(), options=Options(order=(name,))).counts.leaves
        for name in ("best", "random", "worst")
    }
    assert seen["best"] == branching ** (depth // 2) + branching ** ((depth + 1) // 2) - 1
    assert seen["best"] < seen["random"] <= seen["worst"] <= count


@pytest.mark.parametrize("depth", [0, 1, 2, 3, 99])
def test_best_and_worst_ask_minimax(depth) -> None:
    for game, moves in ((find("tictactoe"), "1425"), (find("tictactoe"), "51946"), (TREE, ""), (LOTS, "")):
        state, true, ordering = parse(game, moves)[1], oracle(game, depth), Ordering(game, ["best"])
        for player in (FIRST, Player.SECOND):
            assert ordering._oracle(state, player, depth) == true(state, player)
            assert ordering._oracle(state, player, depth) == true(state, player)  # remembered


@pytest.mark.parametrize(("text", "move"), [
    ("[[1, 1, 1], [1, 2, 3], [1, 1, 5]]", 2), ("[[1, 1], [1, 1]]", 1), ("[[2, 2], [1, 5]]", 1), ("[1, [1, 9]]", 2),
    ("[[0, 9, 9], [1, 1]]", 2), ("[[1, 2, 2], [1, 2]]", 1), ("[[0, 0, 9], {1/2: [1, 9], 1/2: [-1, 2, 3]}]", 2),
])  # fmt: skip
def test_the_hardest_to_answer(text, move) -> None:
    tree = leaf_tree(text)
    result = biased(tree, tree.initial())
    assert result.move == move
    assert result.value == search_to(tree, tree.initial()).value
    assert (result.pv[0], result.moves[0].move) == (move, move)
    assert len({known.move for known in result.moves}) == len(result.moves) == len(tree.moves(tree.initial()))


@pytest.mark.parametrize(("text", "share"), [
    ("[[1, 2, 3]]", 2 / 3), ("[[1, 1]]", 0), ("[[1, [1, 9]]]", 1 / 2), ("[5]", 0),
    ("[{1/4: [1, 2], 3/4: [1, 2, 3, 3]}]", 11 / 16),
])  # fmt: skip
def test_the_share_of_errors(text, share) -> None:
    tree = leaf_tree(text)
    assert err_share(tree, tree.play(tree.initial(), 1), None, Table()) == pytest.approx(share)
    assert err_share(tree, tree.play(tree.initial(), 1), 2, Table()) == pytest.approx(share)
    assert err_share(tree, tree.play(tree.initial(), 1), 1, Table()) == 0


def test_errors_are_looked_for_one_ply_less_deep() -> None:
    tree = leaf_tree("[[[0, 4], [3, 3], [2, 2]]]")
    state = tree.play(tree.initial(), 1)
    assert [err_share(tree, state, depth, Table()) for depth in (2, 3)] == pytest.approx([1 / 3, 2 / 3])
