"""Tests iterative deepening: steps with pauses, budgets, and an answer at any time."""

import pytest

from engine.games import GameError, Player, find, parse
from engine.games.leaves import LeafTree
from engine.search.catalogue import CATALOGUE
from engine.search.deepening import _partial, deepening, run, search_to
from engine.search.parts.options import FULL, Options
from engine.search.parts.trace import Trace
from engine.search.parts.values import INFINITY, SOLVED, STEP, Bound, MoveValue, Result
from engine.search.selective import SLICE, Search
from tests.engine.search.oracle import SMALL, drive, small_value
from tests.trees import leaf_tree

BOARD = find("connect4-5x4")


def test_it_pauses_every_few_nodes_and_answers_after_every_iteration() -> None:
    steps = deepening(BOARD, BOARD.initial(), depth=6)
    nodes, depths, pauses = 0, [], 0
    for step in steps:
        if step is None:
            pauses += 1
        else:
            depths.append(step.depth)
            assert len(step.moves) == 5
            assert step.counts.nodes > nodes
            assert (step.move, step.pv[0]) == (step.moves[0].move, step.move)
            nodes = step.counts.nodes
    assert depths == [1, 2, 3, 4, 5, 6]
    assert pauses == nodes // SLICE


def test_every_iteration_is_the_search_of_its_depth() -> None:
    yielded, final = drive(deepening(BOARD, parse(BOARD, "34")[1], depth=5, options=Options()))
    iterations = [result for result in yielded if result]
    assert [i.value for i in iterations] == [search_to(BOARD, parse(BOARD, "34")[1], d).value for d in range(1, 6)]
    assert final == iterations[-1]


@pytest.mark.parametrize("nodes", [1, 100, 333, 1000, 2500])
def test_a_node_budget_is_kept_and_repeatable(nodes) -> None:
    results = [run(deepening(BOARD, BOARD.initial(), nodes=nodes)) for _ in range(2)]
    assert results[0] == results[1]
    assert results[0].counts.nodes <= max(nodes, 6) + SLICE
    assert results[0].move in BOARD.moves(BOARD.initial())
    assert len(results[0].moves) == 5


def test_a_budget_that_is_just_met_is_spent() -> None:
    first = run(deepening(BOARD, BOARD.initial(), depth=1)).counts.nodes
    assert run(deepening(BOARD, BOARD.initial(), depth=3, nodes=first)).depth == 1
    assert run(deepening(BOARD, BOARD.initial(), depth=3, nodes=first + 1)).depth == 2


def test_the_first_iteration_is_always_finished() -> None:
    tree = LeafTree.of(list(range(2 * SLICE)), 2 * SLICE)
    result = run(deepening(tree, tree.initial(), nodes=1))
    assert (result.depth, len(result.moves), result.value) == (1, 2 * SLICE, 2 * SLICE - 1)


@pytest.mark.slow
def test_it_stops_when_the_value_is_proven() -> None:
    state = parse(BOARD, "121212")[1]
    result = run(deepening(BOARD, state))
    assert (result.move, result.value, result.exact, result.depth) == (1, 1 - STEP, True, 1)
    assert str(result.score(BOARD)) == "First wins in 1 move"
    lost = run(deepening(SMALL, parse(SMALL, "2")[1]))
    assert lost.exact
    assert lost.value == small_value(parse(SMALL, "2")[1], Player.SECOND)
    assert lost.depth < SMALL.max_plies


def test_a_proven_draw_among_guesses_is_no_end() -> None:
    """Offers a sure 2 and a guess which hides a 3."""
    tree = leaf_tree("[2, [[0, 3], [3, 3]]]")
    result = run(deepening(tree, tree.initial()))
    assert (result.value, result.move, result.exact) == (3, 2, True)


@pytest.mark.parametrize(("value", "depth", "ply", "proven"), [
    (1 - 5 * STEP, 3, 2, True), (1 - 5 * STEP, 2, 2, False), (-1 + 5 * STEP, 3, 2, True), (SOLVED, 512, 0, True),
    (SOLVED - STEP, 513, 0, False), (0.0, 9999, 0, False),
])  # fmt: skip
def test_a_win_within_the_depth_is_proven_whatever_was_guessed(value, depth, ply, proven) -> None:
    search = Search(SMALL, Options())
    before, search.guesses = search.guesses, 1
    assert search.proven(value, before, depth, ply) is proven
    assert search.proven(value, search.guesses, depth, ply)
    risky = Search(SMALL, Options(reduction=True))
    risky.guesses = 1
    assert not risky.proven(value, before, depth, ply)
    payoffs = Search(leaf_tree("1 2"), Options())
    payoffs.guesses = 1
    assert not payoffs.proven(value, before, depth, ply)


def known(move: int, value: float, depth: int, proven: bool = False) -> MoveValue:
    return MoveValue(move, value, Bound.EXACT, depth, proven, (move,))


def test_an_answer_that_was_cut_short_takes_the_best_of_what_is_finished() -> None:
    before = Result(0.5, 1, (1,), Player.FIRST, False, 3, moves=(known(1, 0.5, 3), known(2, 0.4, 3), known(3, 0.3, 3)))
    assert _partial(SMALL, before, []) == before
    after = _partial(SMALL, before, [known(1, 0.1, 4), known(3, 0.2, 4)])
    assert (after.value, after.move, after.pv, after.exact) == (0.2, 3, (3,), False)
    assert after.moves == (known(3, 0.2, 4), known(1, 0.1, 4), known(2, 0.4, 3))
    assert _partial(SMALL, before, [known(1, 1 - 4 * STEP, 4, True)]).exact
    assert not _partial(SMALL, before, [known(1, 1 - 5 * STEP, 4, True)]).exact
    assert _partial(SMALL, before, [known(1, SOLVED, 512, True)]).exact  # the slowest win there is


def test_no_value_is_a_negative_zero() -> None:
    """Covers draws, and games with nothing won or lost, for either side."""
    tree, marks = leaf_tree("[[0, 0], -1]"), find("tictactoe")
    for game, state in (
        (tree, tree.initial()),
        (marks, parse(marks, "1598237")[1]),
        (marks, parse(marks, "15982374")[1]),
    ):
        for one in CATALOGUE.values():
            result = one.function(game, state, None, None)
            assert str(result.value) == "0.0"
            assert all(str(known.value) != "-0.0" for known in result.moves)
    assert str(search_to(marks, parse(marks, "5")[1], 0).value) != "-0.0"
    assert str(search_to(tree, tree.play(tree.initial(), 1), 0).value) == "0.0"


@pytest.mark.parametrize(("moves", "depth", "words"), [
    ("", -1, "a depth of -1 is below zero; it is a number of plies, 0 or more"),
    ("1212121", 3, "the game is over: there is no move to look for"),
])  # fmt: skip
def test_what_cannot_be_searched(moves, depth, words) -> None:
    game = find("connect4")
    state = parse(game, moves)[1]
    for start in (lambda: run(deepening(game, state, depth=depth)), lambda: search_to(game, state, depth)):
        with pytest.raises(GameError, match=words):
            start()


def test_depth_zero_is_the_guess() -> None:
    state = parse(BOARD, "33")[1]
    result = search_to(BOARD, state, 0)
    assert result.value == BOARD.evaluate(state, Player.FIRST) * 0.875
    assert (result.move, result.pv, result.exact, result.depth) == (None, (), False, 0)
    trace = Trace(BOARD, Player.FIRST)
    search_to(BOARD, state, 0, trace=trace)
    root = trace.tree()
    assert (root.depth, root.alpha, root.beta, root.note) == (0, -INFINITY, INFINITY, "guess")
    first = run(deepening(BOARD, state, depth=0, options=Options(order=("static",))))
    assert (first.value, first.move, first.pv, first.exact, first.depth) == (result.value, 2, (2,), False, 0)


def test_what_the_minds_use_cannot_be_wrong() -> None:
    assert FULL.sound
    assert not Options(beam=3).sound
    assert not Options(reduction=True).sound
