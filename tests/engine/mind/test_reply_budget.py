"""Tests how the time of pondering is divided among the replies."""

from collections import Counter

import pytest

from engine.mind.reply_budget import LAG, TO_PREDICT, TO_PREDICTED, TO_PROVE, TO_SEE, PredictingBudget, ReplyBudget
from engine.mind.tree.tree import Tree


@pytest.fixture
def tree() -> Tree:
    """Returns a root with three replies of equal depth: the first is best, by far more than a spread."""
    tree = Tree(1.0)
    for node, value in zip(tree.expand(tree.root, [(1, 0, 0), (2, 0, 0), (3, 0, 0)]), (-0.9, 0.1, 0.1), strict=True):
        tree.value[node], tree.depth[node] = value, 5
    tree.best[tree.root] = 1
    return tree


def divided(budget: ReplyBudget, nodes: list[int], turns: int) -> list[float]:
    """Returns the part of ``turns`` equal searches that each node gets."""
    searches: Counter[int] = Counter()
    for _ in range(turns):
        node = budget.next_reply(nodes)
        budget.charge(node, 100)
        searches[node] += 1
    return [searches[node] / turns for node in nodes]


@pytest.mark.parametrize(("even", "spread"), [TO_PROVE, TO_SEE])
def test_a_part_is_divided_evenly_and_the_rest_by_likelihood(tree: Tree, even: float, spread: float) -> None:
    parts = divided(ReplyBudget(tree, even, spread), tree.children(tree.root), 2_000)
    by_move = {tree.move[node]: part for node, part in zip(tree.children(tree.root), parts, strict=True)}
    assert by_move[1] == pytest.approx(1 - even + even / 3, abs=0.01)
    assert by_move[2] == pytest.approx(even / 3, abs=0.01)
    assert by_move[3] == pytest.approx(even / 3, abs=0.01)


def test_where_nothing_is_proven_the_root_and_the_predicted_reply_get_most(tree: Tree) -> None:
    replies = sorted(tree.children(tree.root), key=lambda node: tree.move[node])
    tree.best[tree.root] = 2
    first, predicted, other, root = divided(PredictingBudget(tree), [*replies, tree.root], 4_000)
    assert root == pytest.approx(TO_PREDICT, abs=0.01)
    assert predicted == pytest.approx((1 - TO_PREDICT) * (TO_PREDICTED + (1 - TO_PREDICTED) * TO_SEE[0] / 3), abs=0.01)
    assert first > other


def test_a_reply_that_lags_behind_is_searched_first_up_to_half_of_an_even_part(tree: Tree) -> None:
    budget = PredictingBudget(tree)
    nodes = [*sorted(tree.children(tree.root), key=lambda node: tree.move[node]), tree.root]
    budget.charge(nodes[0], 8_000)
    tree.depth[nodes[0]] = 5 + LAG
    assert budget.next_reply(nodes) != nodes[2], "not yet too far behind"
    tree.depth[nodes[2]] -= 1
    assert budget.next_reply(nodes) == nodes[2]
    budget.charge(nodes[2], 1_200)
    assert budget.next_reply(nodes) != nodes[2], "half of an even part is charged"


def test_a_new_root_clears_all_charges(tree: Tree) -> None:
    budget = ReplyBudget(tree, *TO_PROVE)
    replies = sorted(tree.children(tree.root), key=lambda node: tree.move[node])
    assert budget.next_reply(replies) == replies[0]
    budget.charge(replies[0], 1_000)
    assert budget.next_reply(replies) != replies[0]
    budget.clear()
    assert budget.next_reply(replies) == replies[0]
