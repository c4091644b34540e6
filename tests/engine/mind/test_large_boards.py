"""Tests minds on boards of two words: what is proved near the end, and the tree that is kept."""

import functools
import random

import numpy as np
import pytest

from engine.games import LineGame, find
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.tree.tree import Tree
from engine.solver.solver import Solver
from engine.workshop.bench.growth import late_line
from tests.engine.mind.minds import finish, mind_at, random_line


@pytest.mark.parametrize("size", ["8x8", "9x9", pytest.param("10x10", marks=pytest.mark.long)])
def test_level_10_proves_every_reply_of_a_large_board_near_its_end(size: str) -> None:
    game = find(f"connect4-{size}")
    assert isinstance(game, LineGame)
    solver = Solver(game.width, game.height, table_mb=2)
    line = late_line(game.width, game.height, 24, 1)
    mind = mind_at(game, line)
    finish(mind, Purpose.PONDER)
    tree, state = _tree(mind), functools.reduce(game.play, line, game.initial())
    for node in tree.children(tree.root):
        after = game.play(state, tree.move[node])
        assert tree.low[node] == tree.high[node] == solver.solve(*after).score
        assert (tree.own[node], tree.mask[node]) == after
    reply = tree.move[max(tree.children(tree.root), key=lambda node: tree.size[node])]
    size_before = tree.size[tree.child(tree.root, reply)]
    mind.follow([*line, reply])
    assert mind.kept is not None
    assert mind.kept.kept == size_before > 1
    finish(mind)
    after = game.play(state, reply)
    assert mind.answer().score is not None
    best = {move: -solver.solve(*game.play(after, move)).score for move in game.moves(after)}
    assert best[mind.answer().move] == max(best.values())
    mind.close()


def _tree(mind: Mind) -> Tree:
    assert mind.tree is not None
    return mind.tree


@pytest.mark.long
def test_a_tree_in_two_words_is_that_in_one() -> None:
    pytest.importorskip("numba")
    game, rng, merged = LineGame(6, 5, 4, True), random.Random(2), 0
    solvers = [Solver(6, 5, table_mb=1, words=words) for words in (1, 2)]
    for _ in range(20):
        state = random_line(game, rng, rng.randrange(8, 16))[1]
        trees = [Tree(1.0, game.height + 1, words) for words in (1, 2)]
        for tree, solver in zip(trees, solvers, strict=True):
            tree.own[tree.root], tree.mask[tree.root] = state
            search, pending, waiting = solver.begin(*state, report=8, log_rows=400), np.zeros(500, np.int32), 0
            for _ in range(3):
                search.run(1_500)
                waiting = tree.merge_report(tree.root, search.log[: search.logged], pending, waiting)
                search.reset_log()
            tree.advance(move := game.moves(state)[0], *game.play(state, move))
        merged += trees[0].used
        assert trees[0].used == trees[1].used
        for name in ("own", "mask", "visits", "parent", "first", "next", "size", "low", "high", "move", "best"):
            one, two = (
                [getattr(tree, name)[node] for node in range(tree.touched) if _in_use(tree, node)] for tree in trees
            )
            assert one == two, name
    assert merged > 1_000


def _in_use(tree: Tree, node: int) -> bool:
    return node in set(tree.walk(0))
