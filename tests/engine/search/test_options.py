"""Tests the options which change the searched tree: where each is right and, of the risky ones, where each is wrong.

The positions are of Connect Four on the 5x4 board, small enough for a search to the end, which gives the true value.
"""

from functools import cache

import pytest

from engine.games import GameError, LineGame, Player, find, parse
from engine.games.leaves import LeafTree
from engine.search.deepening import run, search_to
from engine.search.parts.options import Options
from engine.search.parts.values import INFINITY, SOLVED
from engine.search.selective import Search
from tests.engine.search.oracle import SMALL, STEP, exact_moves, oracle, small_value, states
from tests.trees import leaf_tree

BOARD = find("connect4-5x4")
FIRST = Player.FIRST
PLAIN = Options()


@cache
def truths(moves: str) -> dict[int, int]:
    """Returns the result of each move with best play: 1, 0 or -1."""
    found = exact_moves(BOARD, parse(BOARD, moves)[1])
    return {known.move: (known.value >= SOLVED) - (known.value <= -SOLVED) for known in found}


@pytest.mark.slow
@pytest.mark.parametrize(("option", "moves", "depth", "without", "with_it", "worth"), [
    ("quiescence", "4322244112", 3, 3, 1, (-1, 1)), ("singular", "45511231", 4, 2, 3, (0, 1)),
    ("reduction", "5233345", 4, 1, 4, (1, -1)), ("beam", "4322244112", 5, 1, 4, (1, -1)),
])  # fmt: skip
def test_at_the_same_depth(option, moves, depth, without, with_it, worth) -> None:
    """Sees past the horizon with quiescence and singular extension, and misses moves with reduction and beam."""
    state = parse(BOARD, moves)[1]
    chosen = Options(**{option: 2 if option == "beam" else True})
    assert search_to(BOARD, state, depth, options=PLAIN).move == without
    assert search_to(BOARD, state, depth, options=chosen).move == with_it
    assert (truths(moves)[without], truths(moves)[with_it]) == worth


class Watched(LineGame):
    """Notes each evaluated state of Connect Four."""

    def evaluate(self, state, player):
        self.asked.append(state)
        return super().evaluate(state, player)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_quiescence_evaluates_no_unquiet_state(depth) -> None:
    game = Watched(5, 4, 4, True)
    unquiet = 0
    for state in states(BOARD, 5)[::9]:
        for quiescence in (False, True):
            game.asked = []
            search_to(game, state, depth, options=Options(quiescence=quiescence))
            if quiescence:
                assert all(game.is_quiet(asked) for asked in game.asked)
            else:
                unquiet += sum(not game.is_quiet(asked) for asked in game.asked)
    assert unquiet > 0


@pytest.mark.slow
def test_with_all_options_a_search_to_the_end_is_still_exact() -> None:
    chosen = Options(table=True, order=("table", "killer", "history"), quiescence=True, singular=True)
    for state in states(SMALL, 4)[::40]:
        result = search_to(SMALL, state, options=chosen)
        assert result.value == small_value(state, SMALL.to_move(state))
        assert result.exact


@pytest.mark.slow
@pytest.mark.parametrize("options", [Options(reduction=True), Options(beam=1)], ids=["reduction", "beam"])
def test_a_risky_search_never_claims_to_be_exact_where_it_left_something_out(options) -> None:
    wrong = 0
    for state in states(SMALL, 3)[::6]:
        player = SMALL.to_move(state)
        for depth in (2, 4):
            result = search_to(SMALL, state, depth, options=options)
            wrong += result.value != oracle(SMALL, depth)(state, player)
            assert not result.exact or result.value == small_value(state, player)
            for known in result.moves:
                true = small_value(SMALL.play(state, known.move), player)
                assert not known.proven or true - STEP * (true > 0) + STEP * (true < 0) <= known.value
    assert wrong > 0


def test_the_singular_move_is_better_than_all_others_by_the_margin() -> None:
    def singular(text: str) -> int | None:
        tree = leaf_tree(text)
        search = Search(tree, Options(singular=True))
        state = tree.initial()
        move: int | None = run(search.singular(state, tree.to_move(state), tree.moves(state), 1, 0))
        assert search.counts.depth == 1
        return move

    assert (singular("[0, 1, 0.7]"), singular("[0, 1, 0.75]")) == (2, 2)
    assert singular("[0, 1, 0.8]") is None
    assert singular("[1, 0, 0]") == 1
    assert singular("[1, 1, 0]") is None


def test_singular_extension_looks_a_ply_farther() -> None:
    flat = leaf_tree("[[[1, [1, 1]], [1, 1]], [[1, 1], [1, 1]]]")
    skewed = leaf_tree("[[[-9, [9, 9]], [9, 9]], [[0, 0], [0, 0]]]")
    found = [
        (search_to(tree, tree.initial(), 2, options=Options(singular=singular)).counts.depth, singular)
        for tree in (flat, skewed)
        for singular in (False, True)
    ]
    assert [depth > 2 for depth, _ in found] == [False, False, False, True]


ZERO, HIDDEN, SHOWN = "[[0, 0], [0, 0]]", "[[-5, 99], [-5, 99]]", "[[-5, -5], [-5, -5]]"


def late(*branches: str) -> LeafTree:
    return leaf_tree(f"[[{', '.join(branches)}]]")


@pytest.mark.parametrize(("tree", "value"), [
    (late(ZERO, ZERO, ZERO, HIDDEN), 0),  # a ply less deep it looks bad to Min: it is overlooked
    (late(ZERO, ZERO, HIDDEN, ZERO), -5),  # the third move is not late
    (late(ZERO, ZERO, ZERO, SHOWN), -5),  # a late move that looks good is searched again
])  # fmt: skip
def test_reduction_of_late_moves(tree, value) -> None:
    assert search_to(tree, tree.initial(), 4).value == -5
    result = search_to(tree, tree.initial(), 4, options=Options(reduction=True))
    assert result.value == value


def test_no_reduction_in_an_unquiet_state() -> None:
    class Unquiet(LeafTree):
        def is_quiet(self, state):
            return False

    tree = Unquiet(late(ZERO, ZERO, ZERO, HIDDEN).root)
    assert search_to(tree, tree.initial(), 4, options=Options(reduction=True)).value == -5


@pytest.mark.parametrize(("wrong", "words"), [
    ({"order": ("table", "luck")}, "no move order called 'luck'; there are table, static"),
    ({"beam": 0}, "a beam of 0 leaves no move"),
    ({"chance": "star3"}, "chance nodes are searched plain, star1, star2, not 'star3'"),
])  # fmt: skip
def test_options_that_there_are_not(wrong, words) -> None:
    with pytest.raises(GameError, match=words):
        Options(**wrong)


def test_a_beam_keeps_the_moves_of_the_greatest_static_value() -> None:
    tree = leaf_tree("[[1, 2], [8, 9], [4, 4], [3, 3]]")
    state = tree.initial()
    search = Search(tree, Options(beam=2))
    assert list(search.candidates(state, tree.to_move(state), 2, 0, None)) == [2, 3]
    assert search.guesses == 1
    assert list(Search(tree, Options(beam=4)).candidates(state, tree.to_move(state), 2, 0, None)) == [1, 2, 3, 4]


def nodes_below(tree: LeafTree, depth: int, **options: bool) -> int:
    """Counts the nodes in a search of the root's moves, ``depth`` plies above the horizon."""
    search = Search(tree, Options(**options))
    run(search.decide(tree.initial(), FIRST, depth, -INFINITY, INFINITY, 0))
    return search.counts.nodes


def test_singular_moves_are_looked_for_only_short_of_the_end() -> None:
    """Looks for singular moves from one ply above the horizon on. Where the search reaches the end of the game,
    extending
    gains nothing."""
    tree = leaf_tree("[[[1, 1], [1, 1]], [[1, 1], [1, 1]]]")
    assert tree.max_plies == 3
    assert [nodes_below(tree, depth) for depth in range(6)] == [0, 2, 5, 10, 10, 10]
    assert [nodes_below(tree, depth, singular=True) for depth in range(6)] == [0, 4, 11, 20, 16, 10]


def test_a_move_without_alternative_is_not_singular() -> None:
    tree = leaf_tree("[[[[1, 2], [3, 4]]]]")
    for depth in (1, 2):
        assert nodes_below(tree, depth, singular=True) == nodes_below(tree, depth) == depth
