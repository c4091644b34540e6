"""Tests which plan serves a level, how pondering is divided among replies, and that a known result is played."""

import math
import random
from collections import Counter
from typing import Any

import pytest

from engine.games import find, replay
from engine.mind.levels.level import find_level
from engine.mind.planner import Purpose, SearchPlanner
from engine.mind.plans.boards import HorizonPlan, LargeBoardPlan, ProvingPlan, TextbookPlan
from engine.mind.plans.perfect import PerfectPlan
from engine.mind.plans.workbench import Budgets
from engine.mind.reply_budget import LAG, TO_PREDICT, TO_PREDICTED, TO_PROVE, TO_SEE, PredictingBudget, ReplyBudget
from engine.mind.search.leaf import Leaf
from engine.mind.tree.tree import Tree
from engine.solver.solver import Solver
from tests.engine.mind.checking import check_mind
from tests.engine.mind.minds import finish, kernels_of, mind_at, random_line


def test_a_known_result_with_a_wrong_best_move_is_confirmed_before_it_is_played() -> None:
    game = find("connect4")
    kernels = kernels_of(game)
    line = [6, 1, 2, 1, 1, 5, 7, 7, 2, 5, 6, 5, 5, 2, 7, 4, 1, 4, 1, 1, 3]
    state = replay(game, line)
    number = kernels.solver.solve(state.own, state.mask).score
    mind = mind_at(game, line, 10, 1)
    mind.work(Purpose.CHOOSE, 0.0)  # it is awake, and knows nothing
    root = mind.tree.root
    mind.tree.tighten(root, number, number)
    mind.tree.best[root] = 6  # which only draws, where another wins
    finish(mind)
    after = game.play(state, mind.answer().move)
    assert -kernels.solver.solve(after.own, after.mask).score == number
    mind.close()


@pytest.mark.slow
@pytest.mark.parametrize("plies", [10, 13, 17, 24])  # within the book and beyond, and where temptations are weighed
def test_at_a_proven_reply_nothing_is_searched_any_more(plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = find("connect4"), random.Random(plies)
    kernels = kernels_of(game)
    line, state = random_line(game, rng, plies)
    open_ties = 0
    for reply in game.moves(state):
        if game.outcome(after := game.play(state, reply)) is not None:
            continue
        mind = mind_at(game, line, 10, 1)
        finish(mind, Purpose.PONDER)
        with monkeypatch.context() as counting:
            calls: list[str] = []

            def noted(kind: type, name: str, calls: list[str] = calls, counting: Any = counting) -> None:
                whole = getattr(kind, name)
                counting.setattr(kind, name, lambda *args: calls.append(name) or whole(*args))

            noted(Solver, "call")
            noted(Leaf, "run")
            mind.follow([*line, reply])
            assert not mind.work(Purpose.CHOOSE)
            choice = mind.answer()
            assert calls == []
        number = kernels.solver.solve(after.own, after.mask).score
        held = {}
        for move in game.moves(after):
            ended = game.outcome(end := game.play(after, move)) is not None
            held[move] = ended or -kernels.solver.solve(end.own, end.mask).score == number
        open_ties += sum(held.values()) > 1
        assert held[choice.move]
        check_mind(mind)
        mind.close()
    assert open_ties, "no reply left a choice that had to be confirmed"


BUDGETS = Budgets(large_board=1, no_gravity=2, no_gravity_horizon=3, textbook=4)


def planner(name: str, level: int) -> SearchPlanner:
    """Returns a planner for a fresh tree of the game."""
    game = find(name)
    kernels = kernels_of(game)
    tree = Tree(1.0, game.height + 1 if kernels and kernels.solver else 0)
    return SearchPlanner(game, tree, kernels, find_level(level), budgets=BUDGETS)


@pytest.mark.parametrize(("name", "plan", "budget", "budget_with_horizon"), [
    ("connect4", ProvingPlan, math.inf, math.inf), ("connect4-5x4", ProvingPlan, math.inf, math.inf),
    ("connect5", LargeBoardPlan, 1, math.inf), ("gomoku7", LargeBoardPlan, 2, 3), ("tictactoe", TextbookPlan, 4, 4),
    ("slippery-connect4", TextbookPlan, 4, 4),
])  # fmt: skip
def test_every_board_and_level_has_its_plan_and_its_budget(
    name: str, plan: type[PerfectPlan], budget: float, budget_with_horizon: float
) -> None:
    search = planner(name, 10)
    assert type(search.plan) is plan
    assert search.plan.budget == budget
    search.set_level(find_level(9))
    assert type(search.plan) is HorizonPlan
    assert search.plan.budget == budget_with_horizon
    search.set_level(find_level(10))
    assert type(search.plan) is plan


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
