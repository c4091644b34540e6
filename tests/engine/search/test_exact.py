"""Tests every exact algorithm against plain minimax: on random trees, on all of Tic-Tac-Toe, on small boards."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GameError, Player, parse
from engine.search.catalogue import CATALOGUE
from engine.search.deepening import deepening, run, search_to
from engine.search.minimax import minimax
from engine.search.parts.options import Options
from engine.search.parts.values import Bound, outcome_value
from tests.engine.search.oracle import Remembered, exact_moves, oracle, states, trees
from tests.profiles import costly
from tests.trees import leaf_tree

EXACT = [one for one in CATALOGUE.values() if one.exact and one.name != "minimax"]
FIRST = Player.FIRST
FULL_WIDTH = ("minimax", "negamax", "expectiminimax", "worst", "proof")
"""Algorithms which cut nothing, or hardly a state: the first three moves take ten times as long as all later ones."""

each_exact = pytest.mark.parametrize("algorithm", [CATALOGUE["minimax"], *EXACT], ids=lambda one: one.name)
each_algorithm = pytest.mark.parametrize("algorithm", EXACT, ids=lambda one: one.name)


def line_is_worth(game, state, result, value) -> bool:
    """Returns whether a principal variation to the end of the game leads to ``value``, or True for a shorter line."""
    player = game.to_move(state)
    for move in result.pv:
        assert move in game.moves(state)
        state = game.play(state, move)
    outcome = game.outcome(state)
    return outcome is None or outcome_value(game, outcome, player, len(result.pv)) == value


@costly(300)
@given(trees())
def test_minimax_is_what_the_oracle_says(tree) -> None:
    result = minimax(tree, tree.initial())
    value = oracle(tree)
    assert result.value == value(tree.initial(), FIRST)
    assert value(tree.play(tree.initial(), result.move), FIRST) == result.value
    assert result.exact
    assert len(result.pv) <= tree.max_plies
    assert line_is_worth(tree, tree.initial(), result, result.value)


@each_algorithm
@costly(120)
@given(tree=trees(), depth=st.sampled_from([None, None, 0, 1, 2, 3]))
def test_on_random_trees(algorithm, tree, depth) -> None:
    plain = minimax(tree, tree.initial(), depth)
    result = algorithm.function(tree, tree.initial(), depth, None)
    assert result.value == plain.value
    assert result.exact or not plain.exact
    if depth != 0:
        ahead = None if depth is None else depth - 1
        below = oracle(tree)(tree.play(tree.initial(), result.move), FIRST, 99 if ahead is None else ahead)
        assert below == plain.value
    if depth is None:
        assert line_is_worth(tree, tree.initial(), result, plain.value)


TICTACTOE = Remembered(3, 3, 3, False)


@pytest.fixture(scope="module")
def tictactoe():
    """Returns all unfinished positions of Tic-Tac-Toe, and the oracle of values."""
    return states(TICTACTOE, 9), oracle(TICTACTOE)


def one_of_each_class(positions):
    """Returns the first position of each class of positions equal up to symmetry."""
    return list({TICTACTOE.key(state): state for state in reversed(positions)}.values())


@pytest.mark.slow
@each_exact
@pytest.mark.parametrize("step", [9, pytest.param(1, marks=pytest.mark.long)])
def test_on_all_positions_of_tictactoe_up_to_symmetry(algorithm, step, tictactoe) -> None:
    """Runs on every ninth class of positions by default, each algorithm on another ninth."""
    positions, value = tictactoe
    classes = one_of_each_class(positions)
    assert len(classes) == 627
    if algorithm.name in FULL_WIDTH:
        classes = [state for state in classes if state.ply >= 3]
        assert len(classes) == 611
    for state in classes[len(algorithm.name) % step :: step]:
        true = value(state, TICTACTOE.to_move(state))
        result = algorithm.function(TICTACTOE, state, None, None)
        assert (result.value, result.exact) == (true, True), state
        assert line_is_worth(TICTACTOE, state, result, true)
        assert result.score(TICTACTOE).sign == (true > 0) - (true < 0)


@each_exact
@pytest.mark.parametrize("step", [50, pytest.param(1, marks=pytest.mark.long)])
def test_the_finished_positions_of_tictactoe_are_refused(algorithm, step, tictactoe) -> None:
    after = {TICTACTOE.play(state, move) for state in tictactoe[0] for move in TICTACTOE.moves(state)}
    finished = [state for state in after if TICTACTOE.outcome(state) is not None]
    assert len(finished) == 5478 - 4520
    for state in finished[::step]:
        with pytest.raises(GameError, match="the game is over"):
            algorithm.function(TICTACTOE, state, None, None)


SMALL = Remembered(4, 4, 4, True)


@pytest.fixture(scope="module")
def small():
    """Returns all unfinished positions of 4x4 Connect Four, and the values of minimax to a depth."""
    return states(SMALL, 16), cache(lambda depth: oracle(SMALL, depth))


@each_exact
def test_a_guess_is_not_called_exact(algorithm) -> None:
    tree = leaf_tree("[[1, 4], [2, 3]]")
    guess = algorithm.function(tree, tree.initial(), 1, None)
    assert (guess.exact, guess.depth) == (False, 1)
    assert algorithm.function(tree, tree.initial(), 2, None).exact
    known = leaf_tree("[3, [1, 4]]")
    assert not algorithm.function(known, known.initial(), 1, None).exact


@pytest.mark.slow
@pytest.mark.long
@each_algorithm
def test_on_all_positions_of_small_connect_four(algorithm, small) -> None:
    """Searches every reachable position: from the eighth ply on to the end of the game, earlier ones to three plies."""
    assert len(small[0]) == 134_289
    for state in small[0]:
        depth = None if state.ply >= 8 else 3
        result = algorithm.function(SMALL, state, depth, None)
        assert abs(result.value - small[1](depth)(state, SMALL.to_move(state))) < 1e-12, state
        assert result.move in SMALL.moves(state)
        assert result.exact or depth is not None


@pytest.mark.slow
@pytest.mark.parametrize(
    "choose", [pytest.param(list, marks=pytest.mark.long, id="all"), pytest.param(one_of_each_class, id="a class")]
)
def test_exact_deepening_is_minimax_on_tictactoe(choose, tictactoe) -> None:
    positions, value = tictactoe
    for state in choose(positions):
        player = TICTACTOE.to_move(state)
        result = run(deepening(TICTACTOE, state))
        assert (result.value, result.exact) == (value(state, player), True)
        for known in exact_moves(TICTACTOE, state):
            assert known.bound is Bound.EXACT
            assert known.proven
            below = value(TICTACTOE.play(state, known.move), player)
            assert known.value == below - (below > 0) / 4096 + (below < 0) / 4096


@costly(150)
@given(trees(), st.sampled_from([None, 1, 2, 3]))
def test_bounds_of_root_moves_hold(tree, depth) -> None:
    value, horizon = oracle(tree), 99 if depth is None else depth - 1
    for options in (Options(), Options(table=True)):
        for ties in (False, True):
            result = search_to(tree, tree.initial(), depth, options=options, ties=ties)
            assert [known.value for known in result.moves] == sorted((k.value for k in result.moves), reverse=True)
            for known in result.moves:
                true = value(tree.play(tree.initial(), known.move), FIRST, horizon)
                assert true == known.value if known.bound is Bound.EXACT else true <= known.value
                assert known.bound is Bound.EXACT or known.value <= result.value
                if ties and true == result.value:
                    assert known.bound is Bound.EXACT


@pytest.mark.parametrize("name", sorted(set(CATALOGUE) - {"random"}))
def test_of_equal_moves_the_first_is_taken(name) -> None:
    tree = leaf_tree("[[0, 0], [1, 1], [1, 1]]")
    result = CATALOGUE[name].function(tree, tree.initial(), None, None)
    assert (result.value, result.move, result.pv) == (1, 2, (2, 1))


def test_options_all_off_is_plain_alphabeta() -> None:
    alphabeta = CATALOGUE["alphabeta"].function
    for state in states(SMALL, 3):
        plain, ours = alphabeta(SMALL, state, 4, None), search_to(SMALL, state, 4)
        assert (plain.value, plain.move, plain.pv) == (ours.value, ours.move, ours.pv)
        assert plain.counts == ours.counts


def test_both_forms_of_alphabeta_are_one_search() -> None:
    """Compares the form with two functions to the form with one: value, line, counts, and what is called exact."""
    one, two = CATALOGUE["alphabeta"].function, CATALOGUE["twofold"].function
    for depth in (None, 0, 1, 3):
        for text in ("-2 3 5 12 9 8 -7 -3", "[[3, 5, 5], [[3, [1, 9]], 5], 5]"):
            tree = leaf_tree(text)
            assert one(tree, tree.initial(), depth, None) == two(tree, tree.initial(), depth, None)
    for moves in ("1425", "12453", "519"):
        state = parse(TICTACTOE, moves)[1]
        assert one(TICTACTOE, state, None, None) == two(TICTACTOE, state, None, None)
