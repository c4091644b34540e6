"""Tests the options which change the searched tree: where each is right and, of the risky ones, where each is wrong."""

import pytest

from engine.games import GameError, LineGame, Player, find
from engine.games.leaves import LeafTree
from engine.search.deepening import run, search_to
from engine.search.parts.options import Options
from engine.search.selective import Search
from tests.engine.search.oracle import SMALL, STEP, oracle, small_value, states
from tests.trees import leaf_tree

BOARD = find("connect4-5x4")
FIRST = Player.FIRST
PLAIN = Options()


class Watched(LineGame):
    """Notes each evaluated state of Connect Four."""

    def evaluate(self, state, player):
        self.asked.append(state)
        return super().evaluate(state, player)


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
