"""Tests that Star1 and Star2 return plain expectiminimax's value, and solves slippery Tic-Tac-Toe."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GameError, Player, find, parse
from engine.games.formats.leaf_text import Choice, Lottery
from engine.games.leaves import LeafTree
from engine.search.catalogue import CATALOGUE
from engine.search.chance.expectiminimax import expectiminimax
from engine.search.deepening import deepening, run, search_to
from engine.search.parts.options import Options
from engine.search.parts.trace import Trace
from engine.search.selective import Search
from tests.engine.search.oracle import oracle, trees
from tests.profiles import costly
from tests.trees import leaf_tree

MARKS = find("slippery-tictactoe")
CHANCES = ("plain", "star1", "star2")
KINDS = [
    Options(chance=chance, table=table, order=order)
    for chance in CHANCES
    for table in (False, True)
    for order in ((), ("static",))
]


@costly(300)
@given(trees(chance=True), st.sampled_from([None, 1, 2, 3]))
def test_expectiminimax_is_what_the_oracle_says(tree, depth) -> None:
    result = expectiminimax(tree, tree.initial(), depth)
    assert result.value == oracle(tree, depth)(tree.initial(), Player.FIRST)
    below = oracle(tree)(tree.play(tree.initial(), result.move), Player.FIRST, 99 if depth is None else depth - 1)
    assert below == result.value


@costly(240)
@given(tree=trees(chance=True), depth=st.sampled_from([None, None, 0, 1, 2, 3]))
def test_pruning_changes_no_value(tree, depth) -> None:
    """Searches every tree with all kinds of options: to draw a tree takes longer than to search it."""
    value = oracle(tree)
    plain = value(tree.initial(), Player.FIRST, 99 if depth is None else depth)
    rounding = 0 if depth is None else 1e-12  # a guess is a mean of leaves, such as a third
    for options in KINDS:
        result = search_to(tree, tree.initial(), depth, options=options)
        assert result.value == pytest.approx(plain, abs=rounding), options
        for known in result.moves:
            true = value(tree.play(tree.initial(), known.move), Player.FIRST, 99 if depth is None else depth - 1)
            assert true <= known.value + rounding, options
            assert known.move != result.move or true == pytest.approx(plain, abs=rounding), options


@costly(240)
@given(tree=trees(chance=True), window=st.tuples(st.integers(-9, 9), st.integers(1, 8)))
def test_bounds_hold_in_any_window(tree, window) -> None:
    """Checks fail-soft values: at or below alpha an upper bound, at or above beta a lower bound, else exact."""

    alpha, beta = window[0] / 2, (window[0] + window[1]) / 2
    for player in (Player.FIRST, Player.SECOND):
        true = oracle(tree)(tree.initial(), player)
        for chance in CHANCES:
            search = Search(tree, Options(chance=chance))
            value, _ = run(search.value(tree.initial(), player, 99, alpha, beta, 0))
            holds = true <= value if value <= alpha else true >= value if value >= beta else true == value
            assert holds, chance


@pytest.mark.slow
@pytest.mark.parametrize("name", ["star1", "expectiminimax", "deepening", "bias", "parallel"])
def test_on_late_positions_of_slippery_tictactoe_to_the_end(name) -> None:
    value = oracle(MARKS)
    for moves in ("5-51-13-3", "1-15-59-9", "2-25-58-8", "5-52-21-13-3"):
        state = parse(MARKS, moves)[1]
        result = CATALOGUE[name].function(MARKS, state, None, None)
        assert result.value == pytest.approx(value(state, MARKS.to_move(state)), abs=1e-12)
        assert result.exact
        assert result.score(MARKS) is None


@pytest.mark.slow
def test_slippery_tictactoe_is_solved() -> None:
    """Expects a win of X about 0.404 more often than of O, and the centre as the only best first move."""
    true = oracle(MARKS)(MARKS.initial(), Player.FIRST)
    assert true == pytest.approx(0.40401066666666, abs=1e-12)
    result = search_to(MARKS, MARKS.initial(), options=Options(table=True, chance="star1"))
    assert (result.value, result.move, result.exact) == (pytest.approx(true, abs=1e-12), 5, True)


def test_probabilities_must_sum_to_one() -> None:
    for chances in ((0.5, 0.4), (0.5, 0.6), (1.5, -0.5), (1.0, 0.0)):
        tree = LeafTree(Choice((Lottery((1.0, 2.0), chances), 3.0)))
        for name in ("expectiminimax", "star1", "star2"):
            with pytest.raises(GameError, match="must be positive and sum to one"):
                CATALOGUE[name].function(tree, tree.initial(), None, None)


REFUSE = "minimax negamax memo twofold alphabeta pvs maxn paranoid uct proof retrograde"


@pytest.mark.parametrize("name", REFUSE.split())
def test_algorithms_without_chance_say_so(name) -> None:
    tree = leaf_tree("[{1/2: 3, 1/2: 5}, 4]")
    with pytest.raises(GameError, match="A tree of leaves: this algorithm knows no chance; take expectiminimax"):
        CATALOGUE[name].function(tree, tree.initial(), None, None)


def test_a_lot_is_no_root() -> None:
    state = parse(MARKS, "5")[1]
    for find_ in (
        lambda: search_to(MARKS, state),
        lambda: run(deepening(MARKS, state)),
        lambda: expectiminimax(MARKS, state),
    ):
        with pytest.raises(GameError, match="a lot is to be drawn here"):
            find_()


def probed(tree: LeafTree, branch: int, player: Player, mover: Player, window: tuple[float, float], depth: int = 9):
    """Counts the nodes and cutoffs of Star2 at the chance state of a branch, where ``mover`` moves after the lot."""
    search = Search(tree, Options(chance="star2"))
    state = tree.play(tree.initial(), branch)._replace(player=mover)
    run(search.value(state, player, depth, *window, 0))
    return search.counts.nodes, search.counts.cutoffs


@pytest.mark.parametrize("mover", [Player.FIRST, Player.SECOND])
def test_star2_probes_nothing_where_no_bound_can_be_met(mover) -> None:
    tree = leaf_tree("[9, {1/2: [4, 5, 6], 1/2: [4, 7, 8]}, -9]")
    assert probed(tree, 2, Player.FIRST, mover, (-9.5, 9.5)) == (1 + 2 * 4, 0)


def test_the_windows_of_the_probes_where_the_same_side_moves_after_the_lot() -> None:
    tree = leaf_tree("[8, {1/2: [4, 2], 1/4: [7, 3], 1/4: [8, 8]}]")
    trace = Trace(tree, Player.FIRST)
    search = Search(tree, Options(chance="star2"), None, trace)
    state = tree.play(tree.initial(), 2)._replace(player=Player.FIRST)
    run(search.value(state, Player.FIRST, 9, 0.0, 5.0, 0))
    probes = [below for below in trace.tree().branches if below.note == "probe"]
    assert [(below.alpha, below.beta) for below in probes] == [(2, 8), (2, 10), (2, 5)]


def test_star2_probes_one_ply_from_the_horizon() -> None:
    tree = leaf_tree("[9, {1/2: [[4, 4], 5], 1/2: [[4, 4], 7]}, -9]")
    first, second = Player.FIRST, Player.SECOND
    assert probed(tree, 2, first, second, (4.0, 5.0), depth=1) == (3, 1)


@pytest.mark.parametrize("window", [(6.5, 8.0), (-5.0, -2.5)])
def test_star1_cuts_at_the_very_bound(window) -> None:
    """Takes 4 from one lot: with 9, the other lot's most, the mean is alpha. With -9, the least, it is beta."""
    tree = leaf_tree("[9, {1/2: 4, 1/2: [5, 6]}, -9]")
    search = Search(tree, Options(chance="star1"))
    run(search.value(tree.play(tree.initial(), 2), Player.FIRST, 9, *window, 0))
    assert (search.counts.nodes, search.counts.cutoffs) == (2, 1)


def star1(text: str, window: tuple[float, float]) -> float:
    """Returns the value for Max of the chance state in the second branch."""
    tree = leaf_tree(text)
    search = Search(tree, Options(chance="star1"))
    value, _ = run(search.value(tree.play(tree.initial(), 2), Player.FIRST, 9, *window, 0))
    assert search.counts.cutoffs == 1
    return value


def test_rounding_moves_no_bound_of_star1_into_the_window() -> None:
    """Takes sums with an error of one bit: 0.6 x -2 + 0.4 x 3.7 comes to a little more than alpha."""
    alpha, beta = 0.2800000000000002, -0.04000000000000025
    assert alpha < 0.6 * -2 + 0.4 * 3.7
    assert star1("[3.7, {0.6: -2, 0.4: [0, 1]}, -3.7]", (alpha, 9.0)) == alpha
    assert beta > 0.6 * 2.4 - 0.4 * 3.7
    assert star1("[3.7, {0.6: 2.4, 0.4: [0, 1]}, -3.7]", (-9.0, beta)) == beta


@pytest.mark.parametrize(("mover", "window"), [(Player.FIRST, (3.0, 4.0)), (Player.SECOND, (4.0, 5.0))])
def test_star2_knows_a_leaf_from_both_sides(mover, window) -> None:
    tree = leaf_tree("[9, {1/2: 4, 1/2: [4, 7, 8]}, -9]")
    assert probed(tree, 2, Player.FIRST, mover, window) == (2, 1)
