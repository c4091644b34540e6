"""Tests that a perfect mind plays a move holding the result, even if the result was known before the move."""

import random
from typing import Any

import numpy as np
import pytest

from engine.games import find, replay
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.search.kernels import KERNEL_CACHE
from engine.mind.search.leaf import Leaf
from engine.solver.solver import Solver
from tests.engine.mind.checking import check_mind
from tests.engine.mind.lines import random_line


def test_a_visit_that_proves_only_an_upper_bound_has_no_best_move() -> None:
    from engine.mind.tree.tree import Tree

    tree = Tree(1.0, 7)

    def row(low: int, high: int, move: int) -> object:
        return np.array([[0, 0, (low + 128) << 8 | (high + 128) << 16 | move << 24, 9]], np.uint64)

    pending = np.zeros(8, np.int32)
    tree.merge_report(tree.root, row(2, 9, 4), pending, 0)
    tree.merge_report(tree.root, row(-9, 2, 6), pending, 0)
    assert tree.proven(tree.root)
    assert tree.best[tree.root] == 4
    tree.close()


def test_a_known_result_with_a_wrong_best_move_is_confirmed_before_it_is_played() -> None:
    game = find("connect4")
    KERNEL_CACHE.warm_up(game)
    kernels = KERNEL_CACHE.kernels_for(game)
    line = [6, 1, 2, 1, 1, 5, 7, 7, 2, 5, 6, 5, 5, 2, 7, 4, 1, 4, 1, 1, 3]
    state = replay(game, line)
    number = kernels.solver.solve(state.own, state.mask).score
    mind = Mind(game, 10, 1)
    mind.follow(line)
    mind.work(Purpose.CHOOSE, 0.0)  # it is awake, and knows nothing
    root = mind.tree.root
    mind.tree.tighten(root, number, number)
    mind.tree.best[root] = 6  # which only draws, where another wins
    while mind.work(Purpose.CHOOSE):
        pass
    after = game.play(state, mind.answer().move)
    assert -kernels.solver.solve(after.own, after.mask).score == number
    mind.close()


@pytest.mark.slow
@pytest.mark.parametrize("plies", [10, 13, 17, 24])  # within the book and beyond, and where temptations are weighed
def test_at_a_proven_reply_nothing_is_searched_any_more(plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = find("connect4"), random.Random(plies)
    KERNEL_CACHE.warm_up(game)
    kernels = KERNEL_CACHE.kernels_for(game)
    assert kernels
    line, state = random_line(game, rng, plies)
    open_ties = 0
    for reply in game.moves(state):
        if game.outcome(after := game.play(state, reply)) is not None:
            continue
        mind = Mind(game, 10, 1)
        mind.follow(line)
        while mind.work(Purpose.PONDER):
            pass
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
