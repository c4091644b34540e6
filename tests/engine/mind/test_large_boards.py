"""Tests minds on boards of two words: what is proved near the end, and the tree that is kept."""

import functools

import pytest

from engine.games import LineGame, find
from engine.mind.planner import Purpose
from engine.solver.solver import Solver
from engine.workshop.bench.growth import late_line
from tests.engine.mind.minds import finish, mind_at


@pytest.mark.parametrize("size", ["8x8", "9x9", pytest.param("10x10", marks=pytest.mark.long)])
def test_level_10_proves_every_reply_of_a_large_board_near_its_end(size: str) -> None:
    game = find(f"connect4-{size}")
    assert isinstance(game, LineGame)
    solver = Solver(game.width, game.height, table_mb=2)
    line = late_line(game.width, game.height, 24, 1)
    mind = mind_at(game, line)
    finish(mind, Purpose.PONDER)
    tree, state = mind.tree, functools.reduce(game.play, line, game.initial())
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
