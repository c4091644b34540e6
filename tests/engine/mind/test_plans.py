"""Tests which plan serves a level on a board, and what a choice may cost there."""

import math

import pytest

from engine.games import find
from engine.mind.levels.level import find_level
from engine.mind.planner import SearchPlanner
from engine.mind.plans.budgets import Budgets
from engine.mind.plans.horizon import HorizonPlan
from engine.mind.plans.large_board import LargeBoardPlan
from engine.mind.plans.perfect import PerfectPlan
from engine.mind.plans.proving import ProvingPlan
from engine.mind.plans.textbook import TextbookPlan
from engine.mind.search.kernels import KERNEL_CACHE
from engine.mind.tree.tree import Tree

pytestmark = pytest.mark.usefixtures("warm")

BUDGETS = Budgets(large_board=1, no_gravity=2, no_gravity_horizon=3, textbook=4)


def planner(name: str, level: int) -> SearchPlanner:
    """Returns a planner for a fresh tree of the game."""
    game = find(name)
    KERNEL_CACHE.warm_up(game)
    kernels = KERNEL_CACHE.kernels_for(game)
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
