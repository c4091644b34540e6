"""Tests root moves in threads: the result of one thread, with any number of threads."""

import threading

import pytest

from engine.games import GameError, LineGame, Player, find, parse
from engine.games.leaves import TreeState
from engine.search.deepening import search_to
from engine.search.parallel import SharedBound, parallel
from engine.search.parts.options import Options
from engine.search.parts.trace import Trace
from engine.search.parts.values import INFINITY, just_below
from tests.engine.search.oracle import SMALL, states
from tests.trees import leaf_tree


@pytest.mark.parametrize("threads", [1, 2, 3, 8])
@pytest.mark.parametrize("table", [False, True])
def test_as_one_thread_would(threads, table) -> None:
    options = Options(table=table)
    for state in states(SMALL, 3)[::6]:
        one = search_to(SMALL, state, 6, options=options, ties=True)
        many = parallel(SMALL, state, 6, threads=threads, options=options)
        assert (many.value, many.move) == (one.value, one.move)
        assert sorted(known.move for known in many.moves) == sorted(known.move for known in one.moves)


def test_one_thread_costs_what_a_search_costs() -> None:
    game = find("connect4-5x4")
    one = search_to(game, game.initial(), 4, ties=True)
    assert parallel(game, game.initial(), 4, threads=1, options=Options()).counts == one.counts


def test_threads_share_a_table_unless_told_otherwise() -> None:
    game = find("tictactoe")
    state = parse(game, "51")[1]
    assert parallel(game, state, 4).counts.table_hits > 0
    assert parallel(game, state, 4, options=Options()).counts.table_hits == 0


def test_the_bound_is_shared() -> None:
    bound = SharedBound()
    assert bound.alpha == -float("inf")
    bound.raise_to(0.5)
    bound.raise_to(0.25)
    assert bound.best == 0.5
    assert 0.4999 < bound.alpha < 0.5


def test_no_thread_is_left_behind() -> None:
    before = threading.active_count()
    parallel(SMALL, SMALL.initial(), 4, threads=4)
    assert threading.active_count() == before


def test_an_error_in_a_thread_is_raised() -> None:
    class Broken(LineGame):
        def evaluate(self, state, player):
            raise ZeroDivisionError

    game = Broken(4, 4, 4, True)
    with pytest.raises(ZeroDivisionError):
        parallel(game, game.initial(), 2)


def test_depth_zero_and_no_threads() -> None:
    assert parallel(SMALL, SMALL.initial(), 0).value == search_to(SMALL, SMALL.initial(), 0).value
    with pytest.raises(GameError, match="a search by 0 threads finds nothing"):
        parallel(SMALL, SMALL.initial(), 2, threads=0)


def test_watched_threads_take_turns() -> None:
    """Searches two moves without a bound, and the third and fourth move with the better value of both."""
    tree = leaf_tree("[[3, 5], [4, 6], [2, 9], [1, 9]]")
    trace: Trace[TreeState] = Trace(tree, Player.FIRST)
    result = parallel(tree, tree.initial(), trace=trace)
    assert (result.value, result.move) == (4, 2)
    branches = trace.tree().branches
    assert [branch.move for branch in branches] == [1, 2, 3, 4]
    assert [branch.alpha for branch in branches] == [-INFINITY, -INFINITY, just_below(4.0), just_below(4.0)]
    assert [branch.alpha_from for branch in branches[2:]] == [branches[1], branches[1]]
    assert [len(branch.branches) for branch in branches] == [2, 2, 1, 1]
    assert trace.cuts == 2
    assert result.counts.nodes == trace.size == 11
